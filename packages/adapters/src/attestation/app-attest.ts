import { createHash } from "node:crypto"
import type { AttestationClaim } from "@vouchkit/core/flows/capture/attestation-verifier"
import { explicit, fieldsOf, tags } from "@vouchkit/core/verification/chip/asn1/der"
import { readableOrNull } from "@vouchkit/core/verification/chip/asn1/malformed"
import { fromBase64, sameOctets } from "@vouchkit/core/verification/chip/asn1/octets"
import { expectTag, readTlv } from "@vouchkit/core/verification/chip/asn1/tlv"
import type { AttestationFailure, AttestationFinding } from "@vouchkit/core/resources/sessions/attestations"
import { type CborValue, readCbor } from "./cbor.ts"
import { extensionOf, judgePath, type PathCertificate, pathCertificate } from "./certificate-path.ts"

/** What the operator provides to verify App Attest. */
export interface AppAttest {
  /** Team and bundle identifier with a full stop between. */
  readonly app_ids: ReadonlyArray<string>
  readonly root: PathCertificate
}

/** Bounds of what is read, in bytes. */
const longestObject = 49_152
const longestCertificate = 8_192

/** Where the certified key repeats what was attested. */
const nonceExtension = "1.2.840.113635.100.8.2"
const nonceTag = 0xa1

/** Environments of App Attest, by the AAGUID that stands for each. */
const environments: ReadonlyArray<Uint8Array> = [Buffer.from("appattestdevelop"), Buffer.from("appattest\0\0\0\0\0\0\0")]

/** The flag of authenticator data that hold a key. */
const withKey = 0x40

const digest = (...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest()

interface AttestationObject {
  /** The certificate of the key first, then that of its issuer, where it comes along. */
  readonly certificates: readonly [PathCertificate, PathCertificate | null]
  /** Authenticator data (Web Authentication, 6.1). */
  readonly data: Uint8Array
}

const member = (value: CborValue | undefined, name: string): CborValue | undefined => (value instanceof Map ? value.get(name) : undefined)

const certificateIn = (value: CborValue | undefined): PathCertificate | null =>
  value instanceof Uint8Array && value.length <= longestCertificate ? pathCertificate(value) : null

const objectIn = (attestation: string): AttestationObject | null => {
  const bytes = fromBase64(attestation.replaceAll("-", "+").replaceAll("_", "/"), longestObject)
  const value = bytes === null ? null : readableOrNull(() => readCbor(bytes))
  if (value === null || member(value, "fmt") !== "apple-appattest") return null
  const data = member(value, "authData")
  const chain = member(member(value, "attStmt"), "x5c")
  if (!(data instanceof Uint8Array) || !Array.isArray(chain) || chain.length < 1 || chain.length > 2) return null
  const [signer, issuer] = [certificateIn(chain[0]), certificateIn(chain[1])]
  return signer === null || (issuer === null && chain.length === 2) ? null : { certificates: [signer, issuer], data }
}

/** What the platform says of the app and its key. */
interface AuthenticatorData {
  /** SHA-256 of the app's identifier. */
  readonly app: Uint8Array
  /** How often the key has signed. */
  readonly counter: number
  readonly environment: Uint8Array
  readonly key_id: Uint8Array
}

/** Where each part of authenticator data ends that comes before the identifier of the key. */
const ends = { app: 32, flags: 33, counter: 37, environment: 53, length: 55 } as const

const authenticatorData = (bytes: Uint8Array): AuthenticatorData | null => {
  if (bytes.length < ends.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = ends.length + view.getUint16(ends.environment)
  if ((view.getUint8(ends.app) & withKey) === 0 || end > bytes.length) return null
  return {
    app: bytes.subarray(0, ends.app),
    counter: view.getUint32(ends.flags),
    environment: bytes.subarray(ends.counter, ends.environment),
    key_id: bytes.subarray(ends.length, end)
  }
}

/** What the certificate of the key repeats; null where it has no such extension. */
const certifiedNonce = (certificate: PathCertificate): Uint8Array | null =>
  readableOrNull(() => {
    const extension = extensionOf(certificate, nonceExtension)
    const wrapped = extension === null ? null : fieldsOf(readTlv(extension), "A nonce").next(nonceTag)
    return wrapped === null ? null : expectTag(explicit(wrapped), tags.octet_string, "A nonce").value
  })

const failed = (reason: AttestationFailure): AttestationFinding => ({ verdict: "failed", reason })

const isOneOf = (bytes: Uint8Array, known: ReadonlyArray<Uint8Array>): boolean => known.some((one) => sameOctets(one, bytes))

/** Judges an attestation object of App Attest, in base64 or base64url. Never throws. */
export const verifyAppAttest = ({ app_ids, root }: AppAttest, claim: AttestationClaim): AttestationFinding => {
  const object = objectIn(claim.attestation)
  const said = object === null ? null : authenticatorData(object.data)
  if (object === null || said === null) return failed("malformed")
  const [signer] = object.certificates
  const path = judgePath(object.certificates, root, claim.now)
  if (path !== "trusted") return failed(path)
  const nonce = certifiedNonce(signer)
  const expected = claim.challenges.map((challenge) => digest(object.data, digest(Buffer.from(challenge, "utf8"))))
  if (nonce === null || !isOneOf(nonce, expected)) return failed("challenge_mismatch")
  const apps = app_ids.map((app_id) => digest(Buffer.from(app_id, "utf8")))
  if (!isOneOf(said.app, apps)) return failed("app_mismatch")
  const { public_key } = signer.read
  const isOwnKey = public_key.kind === "ec" && public_key.curve === "secp256r1" && sameOctets(digest(public_key.point), said.key_id)
  if (!isOwnKey || said.counter !== 0) return failed("key_mismatch")
  return isOneOf(said.environment, environments) ? { verdict: "verified", reason: null } : failed("malformed")
}
