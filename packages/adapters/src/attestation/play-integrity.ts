import { createPublicKey, type KeyObject } from "node:crypto"
import type { AttestationClaim } from "@vouchkit/core/flows/capture/attestation-verifier"
import type { AttestationFailure, AttestationFinding } from "@vouchkit/core/resources/sessions/attestations"
import { Redacted, Result, Schema } from "effect"
import { openEncrypted, openSigned } from "./compact-tokens.ts"

/** What Google Play shows the operator of an app, for classic requests whose answers are opened on a server of one's own. */
export interface PlayIntegrity {
  readonly packages: ReadonlyArray<string>
  /** AES-256. */
  readonly decryption_key: Redacted.Redacted<Uint8Array>
  /** P-256. */
  readonly verification_key: KeyObject
}

/** How old a token may be, and how far the clock of its signer may be ahead of ours, in milliseconds. */
export const playIntegrityTimes = { age: 10 * 60_000, ahead: 2 * 60_000 } as const

/** The key of a DER SubjectPublicKeyInfo, where it is one of P-256; else null. */
export const readVerificationKey = (der: Uint8Array): KeyObject | null => {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" })
    return key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? key : null
  } catch {
    return null
  }
}

const short = Schema.String.check(Schema.isMaxLength(500))

/** What is read of the answer; its other members say nothing that is judged here. */
const Payload = Schema.Struct({
  requestDetails: Schema.Struct({
    requestPackageName: short,
    nonce: short,
    timestampMillis: Schema.Union([Schema.String.check(Schema.isPattern(/^[0-9]{1,15}$/)), Schema.Int])
  }),
  appIntegrity: Schema.Struct({ appRecognitionVerdict: short, packageName: Schema.optionalKey(short) }),
  deviceIntegrity: Schema.Struct({
    deviceRecognitionVerdict: Schema.optionalKey(Schema.Array(short).check(Schema.isMaxLength(20)))
  })
})
const decodePayload = Schema.decodeUnknownResult(Payload)

/** Labels of a device that Google Play vouches for. Those of emulators and of devices whose boot was unlocked are not among them. */
const trusted = ["MEETS_DEVICE_INTEGRITY", "MEETS_STRONG_INTEGRITY"]

const failed = (reason: AttestationFailure): AttestationFinding => ({ verdict: "failed", reason })

const judged = (payload: typeof Payload.Type, packages: ReadonlyArray<string>, claim: AttestationClaim): AttestationFinding => {
  const { appIntegrity, deviceIntegrity, requestDetails } = payload
  const { nonce, requestPackageName, timestampMillis } = requestDetails
  const name = appIntegrity.packageName ?? requestPackageName
  if (!packages.includes(requestPackageName) || name !== requestPackageName) return failed("app_mismatch")
  // Base64 may have been padded on its way.
  if (!claim.challenges.includes(nonce.replace(/={1,2}$/, ""))) return failed("challenge_mismatch")
  const age = claim.now - Number(timestampMillis)
  if (age > playIntegrityTimes.age || age < -playIntegrityTimes.ahead) return failed("expired")
  const labels = deviceIntegrity.deviceRecognitionVerdict ?? []
  if (!trusted.some((label) => labels.includes(label))) return failed("device_not_trusted")
  if (appIntegrity.appRecognitionVerdict === "UNEVALUATED") return { verdict: "unverified", reason: "not_evaluated" }
  return appIntegrity.appRecognitionVerdict === "PLAY_RECOGNIZED" ? { verdict: "verified", reason: null } : failed("app_not_recognized")
}

/** Judges the token of a classic request to Play Integrity: a JWS by ES256 inside a JWE by A256KW and A256GCM. Never throws. */
export const verifyPlayIntegrity = (
  { decryption_key, packages, verification_key }: PlayIntegrity,
  claim: AttestationClaim
): AttestationFinding => {
  const opened = openEncrypted(claim.attestation, Redacted.value(decryption_key))
  if (opened === "malformed") return failed("malformed")
  if (opened === "not_for_this_key") return failed("not_for_this_installation")
  const signed = openSigned(opened.toString("latin1"), verification_key)
  if (signed === false) return failed("signature_invalid")
  const payload = decodePayload(signed)
  return Result.isFailure(payload) ? failed("malformed") : judged(payload.success, packages, claim)
}
