import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { AttestationPlatform, keepAttestation } from "../sessions/attempts.ts"
import { tenantNow } from "../sandbox/clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { lateFor, saveProgress } from "../sessions/progress.ts"
import { Timestamp } from "../foundation/text.ts"

export const attestationPlatforms = AttestationPlatform.literals

const base64 = (max: number) =>
  Schema.String.check(
    Schema.isBetweenLength(16, max),
    Schema.isPattern(/^[A-Za-z0-9_.+/=-]+$/u, { message: "must be base64, base64url or a compact JWT" })
  )

/** What an app hands in: at most 8 KB in a query, 64 KB in a body. */
export const attestationFields = (max: number) => ({
  platform: AttestationPlatform.annotate({ description: "`ios` for an App Attest object, `android` for a Play Integrity token" }),
  attestation: base64(max).annotate({ description: "The object or token as the platform gave it" })
})

/** What is kept of an attestation. */
export const Attestation = Schema.Struct({
  object: Schema.Literal("attestation"),
  platform: AttestationPlatform,
  verdict: Schema.Literal("unverified").annotate({
    description:
      "The roots of the platform are no part of this installation, so that nothing is concluded from the token and nobody is held up by it"
  }),
  received_at: Timestamp
}).annotate({ identifier: "Attestation" })

/**
 * Keeps with the attempt in hand that an attestation came, and a digest by which the same one is known again. It moves no check: a verdict is a
 * signal, and one that nobody could verify says only that the app sent something.
 */
export const recordAttestation = Effect.fnUntraced(function* (
  session: StoredSession,
  { attestation, platform }: { readonly attestation: string; readonly platform: AttestationPlatform }
) {
  const late = lateFor(session, "attestations")
  if (late !== undefined) return yield* late
  const received_at = yield* tenantNow
  const started = session.status === "in_progress" ? session : yield* saveProgress({ ...session, updated_at: received_at })
  yield* keepAttestation(started, {
    platform,
    verdict: "unverified",
    received_at,
    digest: createHash("sha256").update(attestation).digest("hex")
  })
  const kept: typeof Attestation.Type = { object: "attestation", platform, verdict: "unverified", received_at }
  return kept
})
