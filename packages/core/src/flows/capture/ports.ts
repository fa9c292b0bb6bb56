import { Effect } from "effect"
import { type Environment, isSimulated } from "../../kernel/foundation/environment.ts"
import type { AttestationFinding } from "../../resources/sessions/attestations.ts"
import { LivenessDetector } from "../../verification/faces/liveness/evidence.ts"
import { AttestationVerifier } from "./attestation-verifier.ts"

/** What stands for an attestation in the sandbox; anything else concludes nothing. */
const simulations: ReadonlyMap<string, AttestationFinding> = new Map<string, AttestationFinding>([
  ["sandbox.attestation.verified", { verdict: "verified", reason: null }],
  ["sandbox.attestation.failed", { verdict: "failed", reason: "device_not_trusted" }]
])

const simulatedVerifier: typeof AttestationVerifier.Service = {
  platforms: [],
  verify: ({ attestation }) => simulations.get(attestation) ?? { verdict: "unverified", reason: "simulated" }
}

/** Who verifies attestations in an environment. */
export const attestationVerifierOf = Effect.fnUntraced(function* (environment: Environment) {
  const verifier = yield* AttestationVerifier
  return isSimulated(environment) ? simulatedVerifier : verifier
})

/** Who runs live captures in our place in an environment; null where frames answer a challenge of ours. */
export const captureProviderOf = Effect.fnUntraced(function* (environment: Environment) {
  const { provider = null } = yield* LivenessDetector
  // Checks of the sandbox follow a script: nothing of it is sent to anybody, nor paid for.
  return isSimulated(environment) ? null : provider
})
