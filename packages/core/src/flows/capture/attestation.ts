import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { keepAttestation, latestAttempt } from "../../resources/sessions/attempts.ts"
import {
  AttestationPlatform,
  attestationVerdictFields,
  presentAttestation,
  type StoredAttestation
} from "../../resources/sessions/attestations.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { saveProgress } from "../../resources/sessions/progress.ts"
import { openChallenges } from "./attestation-challenge.ts"
import { attestationVerifierOf } from "./ports.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

export const attestationPlatforms = AttestationPlatform.literals

const base64 = (max: number) =>
  Schema.String.check(
    // The pattern leaves nothing but ASCII, so that the documents may count characters as the check does.
    Schema.isBetweenLength(16, max, { toJsonSchema: () => ({ minLength: 16, maxLength: max }) }),
    Schema.isPattern(/^[A-Za-z0-9_.+/=-]+$/u, { message: "must be base64, base64url or a compact JWT" })
  )

/** What an app submits: at most 8 KB in a query, 64 KB in a body. */
export const attestationFields = (max: number) => ({
  platform: AttestationPlatform.annotate({ description: "`ios` for an App Attest object, `android` for a Play Integrity token" }),
  attestation: base64(max).annotate({ description: "The object or token as the platform gave it" })
})

/** What is kept of an attestation. */
export const Attestation = Schema.Struct({ object: Schema.Literal("attestation"), ...attestationVerdictFields }).annotate({
  identifier: "Attestation"
})

const present = (kept: StoredAttestation): typeof Attestation.Type => ({ object: "attestation", ...presentAttestation(kept) })

/**
 * Keeps with the attempt in hand what an attestation came to, and a digest by which the same one is known again: sent twice, it is judged
 * once. It moves no check: a verdict is a signal.
 */
export const recordAttestation = Effect.fnUntraced(function* (
  session: StoredSession,
  { attestation, platform }: { readonly attestation: string; readonly platform: AttestationPlatform }
) {
  const received_at = yield* tenantNow
  const started = session.status === "in_progress" ? session : yield* saveProgress({ ...session, updated_at: received_at })
  const attempt = yield* latestAttempt(started.id)
  const last = attempt?.attestation
  const digest = createHash("sha256").update(attestation).digest("hex")
  if (last !== undefined && last.digest === digest && last.platform === platform) return present(last)
  const now = Date.parse(received_at)
  const challenges = yield* openChallenges(started.id, attempt, now)
  const { verify } = yield* attestationVerifierOf(session.environment)
  const finding = verify({ platform, attestation, challenges, now })
  const kept = { platform, ...finding, simulated: isSimulated(session.environment), received_at, digest, count: (last?.count ?? 0) + 1 }
  if (attempt !== undefined) yield* keepAttestation(attempt, kept)
  return present(kept)
})
