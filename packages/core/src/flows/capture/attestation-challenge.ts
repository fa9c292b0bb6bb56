import { Effect } from "effect"
import { writeMoment } from "../../kernel/foundation/moment.ts"
import { minutes } from "../../kernel/foundation/time.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { latestAttempt, type StoredAttempt } from "../../resources/sessions/attempts.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { turnIsOver } from "../../resources/sessions/progress.ts"

/** Challenges change with each window, and are good until the end of the one after: for 10 to 20 minutes. */
const challengeWindowMs = minutes(10)

interface Place {
  readonly session_id: string
  /** Number of the attempt. */
  readonly attempt: number
  /** Attestations that the attempt has had. */
  readonly count: number
}

const windowOf = (now: number): number => Math.floor(now / challengeWindowMs)

/**
 * The challenge is not stored but computed under a key of the installation. It names the session, the attempt and how many attestations that
 * has had, so that it is over as soon as one is submitted, whatever that one comes to.
 */
const challengeIn = (digest: Vault["Service"]["digest"], { attempt, count, session_id }: Place, window: number): string =>
  Buffer.from(digest("app_attestation", `${session_id}/${attempt}/${count}/${window}`), "hex").toString("base64url")

/** The challenges for which an attestation of this attempt may have been made at this time; `now` in milliseconds since 1970. */
export const openChallenges = Effect.fnUntraced(function* (session_id: string, attempt: StoredAttempt | undefined, now: number) {
  const { digest } = yield* Vault
  const place = { session_id, attempt: attempt?.number ?? 1, count: attempt?.attestation?.count ?? 0 }
  return [0, 1].map((back) => challengeIn(digest, place, windowOf(now) - back))
})

/** The challenge for the next attestation of a session, and until when it is good; null once the person has had their turn. */
export const nextChallenge = Effect.fnUntraced(function* (session: StoredSession) {
  if (turnIsOver(session) !== undefined) return null
  const { digest } = yield* Vault
  const now = Date.parse(yield* tenantNow)
  const last = yield* latestAttempt(session.id)
  // Handing an attestation in begins an attempt where none is in hand.
  const place =
    session.status === "in_progress"
      ? { attempt: last?.number ?? 1, count: last?.attestation?.count ?? 0 }
      : { attempt: (last?.number ?? 0) + 1, count: 0 }
  return {
    challenge: challengeIn(digest, { session_id: session.id, ...place }, windowOf(now)),
    expires_at: writeMoment((windowOf(now) + 2) * challengeWindowMs)
  }
})
