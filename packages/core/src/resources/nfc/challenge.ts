import { Context, Effect, Schema } from "effect"
import { challengeBytes } from "../../verification/chip/active-authentication.ts"
import { Entropy } from "../../kernel/foundation/id.ts"
import { after, minutes } from "../../kernel/foundation/time.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { Conflict, invalid } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/** How long a chip may be read under a challenge: a slow reading takes a minute, a search for the chip some. */
export const challengeLifetimeMs = minutes(10)

/** The challenge as the wire spells it: 16 hexadecimal digits. */
export const Nonce = Schema.String.check(
  Schema.isPattern(/^[0-9A-Fa-f]{16}$/u, { message: "must be the 16 hexadecimal digits from GET /sdk/nfc" }),
  Schema.isMaxLength(16)
)

/** The last challenge of a session, kept under the session's own id: a new one takes the place of the one before. */
export interface StoredChallenge {
  readonly id: string
  readonly version: number
  readonly environment: StoredSession["environment"]
  /** Lower case. */
  readonly nonce: string
  readonly expires_at: string
  /** When a chip was submitted under it; it is good for nothing from then on. */
  readonly used_at: string | null
  /** The chance that the terminal's key of chip authentication is made of, sealed; null when the app did not ask for it. */
  readonly terminal: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const nfcChallenges = shape<StoredChallenge>()({
  table: "nfc_challenges",
  columns: { expires_at: { type: "text" }, created_at: { type: "text" } }
})
export class ChallengeStore extends Context.Service<ChallengeStore, CollectionOf<typeof nfcChallenges>>()(
  "@vouchkit/core/nfc/ChallengeStore"
) {}

const isOpen = (found: StoredChallenge, instant: string): boolean => found.used_at === null && found.expires_at > instant

/** What the secret of the terminal is sealed for. */
const purpose = "nfc_terminal"

/** Gives a locked session a fresh challenge, and forgets the one before. */
export const issueChallenge = Effect.fnUntraced(function* (session: StoredSession) {
  const store = yield* ChallengeStore
  const { bytes } = yield* Entropy
  const instant = yield* tenantNow
  const fresh = {
    nonce: Buffer.from(bytes(challengeBytes)).toString("hex"),
    expires_at: after(instant, challengeLifetimeMs),
    used_at: null,
    terminal: null,
    updated_at: instant
  }
  const before = yield* store.lock(session.id)
  if (before !== undefined) return yield* store.save({ ...before, ...fresh })
  const issued: StoredChallenge = { ...fresh, id: session.id, version: 1, environment: session.environment, created_at: instant }
  yield* store.insert(issued)
  return issued
})

/**
 * Keeps the secret of the terminal with the challenge under which the chip is being read, or with a new one where that is over: chip
 * authentication comes last, and what the chip answered before stays good.
 */
export const issueTerminal = Effect.fnUntraced(function* (session: StoredSession, random: Uint8Array) {
  const store = yield* ChallengeStore
  const instant = yield* tenantNow
  const found = yield* store.lock(session.id)
  const challenge = found !== undefined && isOpen(found, instant) ? found : yield* issueChallenge(session)
  const terminal = yield* (yield* Vault).seal(purpose, session.id, Buffer.from(random).toString("hex"))
  return yield* store.save({ ...challenge, terminal, updated_at: instant })
})

/** The secret of the terminal in hexadecimal digits; null where the app did not ask for chip authentication. */
export const terminalSecret = ({ id, terminal }: StoredChallenge) =>
  terminal === null ? Effect.succeed(null) : Effect.flatMap(Vault, ({ open }) => open(purpose, id, terminal))

const unknown = invalid(
  ["body", "nonce"],
  "unknown_nonce",
  "is not the latest challenge of the session; get a new one from GET /sdk/nfc and read the chip again"
)

/** Whether a chip may be submitted under this nonce now; a nonce of another session is unknown here. */
const judged = (found: StoredChallenge | undefined, nonce: string, instant: string) => {
  if (found === undefined || found.nonce !== nonce.toLowerCase()) return Effect.fail(unknown)
  if (found.used_at !== null) {
    return Effect.fail(
      new Conflict({
        code: "conflict",
        detail: "This challenge was used before. Get a new one from GET /sdk/nfc and read the chip again."
      })
    )
  }
  if (found.expires_at <= instant) {
    return Effect.fail(invalid(["body", "nonce"], "expired_nonce", "has expired; get a new one from GET /sdk/nfc and read the chip again"))
  }
  return Effect.succeed(found)
}

/** Looks at a challenge without using it, before anything is stored under it. */
export const openChallenge = Effect.fnUntraced(function* (session_id: string, nonce: string) {
  return yield* judged(yield* (yield* ChallengeStore).find(session_id), nonce, yield* tenantNow)
})

/** Uses a challenge up. Of two that submit a chip at once, one is refused. */
export const useChallenge = Effect.fnUntraced(function* (session: StoredSession, nonce: string) {
  const store = yield* ChallengeStore
  const instant = yield* tenantNow
  const found = yield* judged(yield* store.lock(session.id), nonce, instant)
  return yield* store.save({ ...found, used_at: instant, updated_at: instant })
})
