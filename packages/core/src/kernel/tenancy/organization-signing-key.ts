import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto"
import { Effect, Schema } from "effect"
import { Tenant } from "../access/caller.ts"
import { Vault } from "../storage/vault.ts"

/** What an organization signs. The name and version of the kind are part of the signed text, so that one is never taken for another. */
type SignedKind = "erasure-receipt/1" | "audit-anchor/1"

const base64url = (count: number) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^[A-Za-z0-9_-]{${count}}$`, "u")), Schema.isMaxLength(count))

/** What stands beside a signed digest: enough to verify it without this service. */
export const signatureFields = {
  algorithm: Schema.Literal("Ed25519"),
  public_key: base64url(43).annotate({ description: "The organization's key, the same for everything that it signs; base64url" }),
  signature: base64url(86)
}
interface DigestSignature {
  readonly algorithm: "Ed25519"
  readonly public_key: string
  readonly signature: string
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS #8, and in a SubjectPublicKeyInfo. */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex")
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex")

const signedText = (kind: SignedKind, digest: string): Buffer => Buffer.from(`vouchkit/${kind}\n${digest}`)

/**
 * The key of an organization: its seed is a keyed digest under the root key, so that there is no key to store, and none to take from a
 * stolen database (docs/decisions/derived-keys.md). Receipts were the first that it signed and gave it its purpose.
 */
const keyOf = (vault: Vault["Service"], organization: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privatePrefix, Buffer.from(vault.digest("erasure-receipt", organization), "hex")]),
    format: "der",
    type: "pkcs8"
  })

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).subarray(publicPrefix.length).toString("base64url")

/** The public key of the organization at hand, in base64url. */
export const organizationPublicKey = Effect.gen(function* () {
  return publicKeyOf(keyOf(yield* Vault, (yield* Tenant).organization))
})

/** Signs a digest, in hexadecimal digits, for the organization at hand. */
export const signDigest = Effect.fnUntraced(function* (kind: SignedKind, digest: string) {
  const key = keyOf(yield* Vault, (yield* Tenant).organization)
  const signed: DigestSignature = {
    algorithm: "Ed25519",
    public_key: publicKeyOf(key),
    signature: sign(null, signedText(kind, digest), key).toString("base64url")
  }
  return signed
})

/** Whether this digest was signed under this public key, given in base64url. */
export const digestWasSigned = (kind: SignedKind, digest: string, signature: string, public_key: string): boolean => {
  const raw = Buffer.from(public_key, "base64url")
  if (raw.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: "der", type: "spki" })
  return verify(null, signedText(kind, digest), key, Buffer.from(signature, "base64url"))
}
