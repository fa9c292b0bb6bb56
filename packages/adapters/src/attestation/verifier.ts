import { AttestationVerifier } from "@vouchkit/core/flows/capture/attestation-verifier"
import type { AttestationPlatform } from "@vouchkit/core/resources/sessions/attestations"
import { Layer } from "effect"
import { type AppAttest, verifyAppAttest } from "./app-attest.ts"
import { type PlayIntegrity, verifyPlayIntegrity } from "./play-integrity.ts"

/** What the operator provides for each platform; null where that is nothing. */
export interface AttestationMaterial {
  readonly app_attest: AppAttest | null
  readonly play_integrity: PlayIntegrity | null
}

/** Verifies the attestations of the platforms for which there is something to verify them with. */
export const attestationVerifierLayer = ({ app_attest, play_integrity }: AttestationMaterial) => {
  const platforms: ReadonlyArray<AttestationPlatform> = [
    ...(app_attest === null ? [] : ["ios" as const]),
    ...(play_integrity === null ? [] : ["android" as const])
  ]
  return Layer.succeed(AttestationVerifier)({
    platforms,
    verify: (claim) => {
      if (claim.platform === "ios" && app_attest !== null) return verifyAppAttest(app_attest, claim)
      if (claim.platform === "android" && play_integrity !== null) return verifyPlayIntegrity(play_integrity, claim)
      return { verdict: "unverified", reason: "not_configured" }
    }
  })
}
