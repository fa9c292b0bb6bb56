import { Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"

/** Whose attestation an app submits: App Attest of Apple, Play Integrity of Google. */
export const AttestationPlatform = Schema.Literals(["ios", "android"]).annotate({ identifier: "AttestationPlatform" })
export type AttestationPlatform = typeof AttestationPlatform.Type

/** What a verified attestation came to; `unverified` concludes nothing. */
const AttestationVerdict = Schema.Literals(["verified", "failed", "unverified"]).annotate({ identifier: "AttestationVerdict" })

/** Why an attestation failed. */
const failures = {
  malformed: "It is not an attestation of the platform",
  not_for_this_installation: "It is not encrypted with the key of the app",
  signature_invalid: "The platform did not sign it",
  certificate_untrusted: "Its certificates do not lead to the root of the platform",
  certificate_expired: "A certificate of it is not valid at this time",
  challenge_mismatch: "It was not made for the challenge of this session, or the challenge was used or has expired",
  expired: "It was made too long ago, or in the future",
  app_mismatch: "It is for another app",
  app_not_recognized: "The platform does not know this copy of the app",
  device_not_trusted: "The platform does not confirm the integrity of the device",
  key_mismatch: "The attested key is not the one that was certified, or was used before"
} as const
export type AttestationFailure = keyof typeof failures

/** Why nothing is concluded. */
const doubts = {
  not_configured: "The operator has not configured verification for this platform",
  not_evaluated: "The platform did not judge the app",
  simulated: "The sandbox does not examine attestations"
} as const

const keysOf = <const Table extends Readonly<Record<string, string>>>(table: Table): ReadonlyArray<keyof Table & string> =>
  Object.keys(table)

/** Why a verdict is not `verified`. */
const AttestationReason = Schema.Literals([...keysOf(failures), ...keysOf(doubts)]).annotate({
  identifier: "AttestationReason",
  description: Object.entries({ ...failures, ...doubts })
    .map(([code, text]) => `\`${code}\`: ${text}.`)
    .join(" ")
})

/** What came of looking at an attestation, with the one reason that decided it. */
export type AttestationFinding =
  | { readonly verdict: "verified"; readonly reason: null }
  | { readonly verdict: "failed"; readonly reason: AttestationFailure }
  | { readonly verdict: "unverified"; readonly reason: keyof typeof doubts }

/** What is known of an attestation, wherever it is shown. */
export const attestationVerdictFields = {
  platform: AttestationPlatform,
  verdict: AttestationVerdict.annotate({
    description:
      "A signal that blocks nothing: `verified` and `failed` follow from the token alone; `unverified` means that it could not be verified"
  }),
  reason: Schema.NullOr(AttestationReason).annotate({ description: "Null when verified" }),
  simulated: Schema.Boolean.annotate({ description: "True in the sandbox, where a script sets the verdict" }),
  received_at: Timestamp
}

/** What is known of the last attestation that the app submitted. */
export const DeviceAttestation = Schema.Struct(attestationVerdictFields).annotate({ identifier: "DeviceAttestation" })
export type DeviceAttestation = typeof DeviceAttestation.Type

/** What is kept of the last attestation of an attempt. Those of earlier versions lack the optional members: nothing verified them. */
export interface StoredAttestation extends Pick<DeviceAttestation, "platform" | "verdict" | "received_at"> {
  readonly reason?: DeviceAttestation["reason"]
  readonly simulated?: boolean
  /** SHA-256 of the token, which is not kept; hexadecimal. */
  readonly digest: string
  /** How many were submitted during the attempt, this one included; each has a challenge of its own. */
  readonly count?: number
}

export const presentAttestation = ({ platform, reason, received_at, simulated, verdict }: StoredAttestation): DeviceAttestation => ({
  platform,
  verdict,
  reason: reason === undefined ? "not_configured" : reason,
  simulated: simulated ?? false,
  received_at
})
