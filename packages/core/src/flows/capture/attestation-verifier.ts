import { Context } from "effect"
import type { AttestationFinding, AttestationPlatform } from "../../resources/sessions/attestations.ts"

/** An attestation to be judged. */
export interface AttestationClaim {
  readonly platform: AttestationPlatform
  /** The token or the base64 of the object, from outside: at most 64 KB. */
  readonly attestation: string
  /** The texts of the challenges for any of which it may have been made. */
  readonly challenges: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Who verifies attestations of apps, offline, with what the operator provides. `verify` computes for some milliseconds, asks no one, and
 * never throws: what it cannot read has failed. `platforms` are those it can judge; another one is `not_configured`. Without one, none is.
 */
export const AttestationVerifier = Context.Reference<{
  readonly platforms: ReadonlyArray<AttestationPlatform>
  readonly verify: (claim: AttestationClaim) => AttestationFinding
}>("@vouchkit/core/capture/AttestationVerifier", {
  defaultValue: () => ({ platforms: [], verify: () => ({ verdict: "unverified", reason: "not_configured" }) })
})
