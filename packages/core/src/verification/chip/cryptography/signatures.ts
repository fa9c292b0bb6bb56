import { type AlgorithmIdentifier, algorithmOf, elementsOf, explicit, smallIntegerOf, tags, unsignedIntegerOf } from "../asn1/der.ts"
import { type DigestName, digest, digestOf } from "./digests.ts"
import { type EcdsaSignature, orderBytes, verifiesEcdsa } from "./elliptic-curves.ts"
import { readableOrNull } from "../asn1/malformed.ts"
import { unsignedOf } from "../asn1/octets.ts"
import type { EcKey, PublicKey } from "./public-keys.ts"
import { type PssParameters, verifiesPkcs1, verifiesPss } from "./rsa.ts"
import { readTlv } from "../asn1/tlv.ts"

/** `unsupported`: no one can tell, because the algorithm, the curve or the size of the key is none of those that documents use. */
export type SignatureJudgement = "valid" | "invalid" | "unsupported"

/** How a signature was made. A null digest stands in the signer's information beside it (RFC 5652, 5.3). */
type SignatureScheme =
  | { readonly kind: "rsa_pkcs1"; readonly digest: DigestName | null }
  | { readonly kind: "rsa_pss"; readonly parameters: PssParameters }
  | { readonly kind: "ecdsa"; readonly digest: DigestName | null; readonly encoding: "der" | "plain" }

const pkcs1 = (name: DigestName | null): SignatureScheme => ({ kind: "rsa_pkcs1", digest: name })
const ecdsa = (name: DigestName | null): SignatureScheme => ({ kind: "ecdsa", digest: name, encoding: "der" })
const plain = (name: DigestName): SignatureScheme => ({ kind: "ecdsa", digest: name, encoding: "plain" })

/** RFC 4055, RFC 5754, RFC 5758, and the plain signatures of BSI TR-03111, 5.2.1.1. */
const schemes: Readonly<Record<string, SignatureScheme>> = {
  "1.2.840.113549.1.1.1": pkcs1(null),
  "1.2.840.113549.1.1.5": pkcs1("sha1"),
  "1.3.14.3.2.29": pkcs1("sha1"),
  "1.2.840.113549.1.1.14": pkcs1("sha224"),
  "1.2.840.113549.1.1.11": pkcs1("sha256"),
  "1.2.840.113549.1.1.12": pkcs1("sha384"),
  "1.2.840.113549.1.1.13": pkcs1("sha512"),
  "1.2.840.10045.2.1": ecdsa(null),
  "1.2.840.10045.4.1": ecdsa("sha1"),
  "1.2.840.10045.4.3.1": ecdsa("sha224"),
  "1.2.840.10045.4.3.2": ecdsa("sha256"),
  "1.2.840.10045.4.3.3": ecdsa("sha384"),
  "1.2.840.10045.4.3.4": ecdsa("sha512"),
  "0.4.0.127.0.7.1.1.4.1.1": plain("sha1"),
  "0.4.0.127.0.7.1.1.4.1.2": plain("sha224"),
  "0.4.0.127.0.7.1.1.4.1.3": plain("sha256"),
  "0.4.0.127.0.7.1.1.4.1.4": plain("sha384"),
  "0.4.0.127.0.7.1.1.4.1.5": plain("sha512")
}

/** RSASSA-PSS-params (RFC 4055, 3.1): every member has a default, SHA-1 and 20 bytes. */
const pssParameters = ({ parameters }: AlgorithmIdentifier): PssParameters | null => {
  const members = parameters?.tag === tags.sequence ? elementsOf(parameters, tags.sequence, "PSS parameters", 4) : []
  const member = (tag: number) => members.find((found) => found.tag === tag) ?? null
  const [hash, generator, salt, trailer] = [member(0xa0), member(0xa1), member(0xa2), member(0xa3)]
  const name = hash === null ? "sha1" : digestOf(algorithmOf(explicit(hash)))
  const mgf = generator === null ? null : algorithmOf(explicit(generator))
  if (mgf !== null && (mgf.oid !== "1.2.840.113549.1.1.8" || mgf.parameters === null)) return null
  const maskName = mgf === null || mgf.parameters === null ? "sha1" : digestOf(algorithmOf(mgf.parameters))
  if (name === null || maskName === null || (trailer !== null && smallIntegerOf(explicit(trailer)) !== 1)) return null
  return { digest: name, mask: maskName, salt_bytes: salt === null ? 20 : smallIntegerOf(explicit(salt)) }
}

const namedScheme = (algorithm: AlgorithmIdentifier): SignatureScheme | null => {
  if (algorithm.oid === "1.2.840.113549.1.1.10") {
    const parameters = pssParameters(algorithm)
    return parameters === null ? null : { kind: "rsa_pss", parameters }
  }
  // ecdsa-with-Specified carries the digest as its parameter (X9.62).
  if (algorithm.oid === "1.2.840.10045.4.3") {
    const name = algorithm.parameters === null ? null : digestOf(algorithmOf(algorithm.parameters))
    return name === null ? null : ecdsa(name)
  }
  return schemes[algorithm.oid] ?? null
}

/**
 * The scheme that an identifier names, or null for one that documents do not use. An identifier whose parameters are damaged names none: it is
 * read long after the structure around it was found to be sound, where nothing expects a failure any more.
 */
export const schemeOf = (algorithm: AlgorithmIdentifier): SignatureScheme | null => readableOrNull(() => namedScheme(algorithm))

/** The hash function of a scheme; null where it stands beside it. */
export const digestOfScheme = (scheme: SignatureScheme): DigestName | null =>
  scheme.kind === "rsa_pss" ? scheme.parameters.digest : scheme.digest

const derSignature = (signature: Uint8Array): EcdsaSignature | null =>
  readableOrNull(() => {
    const [r, s] = elementsOf(readTlv(signature), tags.sequence, "An ECDSA signature", 2)
    return r === undefined || s === undefined ? null : { r: unsignedIntegerOf(r), s: unsignedIntegerOf(s) }
  })

/** r and s side by side, each as long as the order of the base point (BSI TR-03111, 5.2.1). */
const plainSignature = ({ curve }: EcKey, signature: Uint8Array): EcdsaSignature | null => {
  const half = orderBytes(curve)
  if (signature.length !== half * 2) return null
  return { r: unsignedOf(signature.subarray(0, half)), s: unsignedOf(signature.subarray(half)) }
}

/** Whether an ECDSA signature in either encoding is the key's. */
export const verifiesEcdsaIn = (
  encoding: "der" | "plain",
  key: EcKey,
  name: DigestName,
  message: Uint8Array,
  signature: Uint8Array
): boolean => {
  const numbers = encoding === "der" ? derSignature(signature) : plainSignature(key, signature)
  return numbers !== null && verifiesEcdsa(key.curve, key.point, digest(name, message), numbers)
}

interface SignedMessage {
  readonly key: PublicKey
  readonly scheme: SignatureScheme | null
  /** For schemes that name no digest themselves. */
  readonly digest: DigestName | null
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

const judged = (valid: boolean): SignatureJudgement => (valid ? "valid" : "invalid")

/** Judges a signature with a key of the kind that its scheme asks for; a key of another kind never made it. */
export const judgeSignature = ({ digest: beside, key, message, scheme, signature }: SignedMessage): SignatureJudgement => {
  if (scheme === null || key.kind === "unsupported" || key.kind === "dh") return "unsupported"
  if (scheme.kind === "rsa_pss") return judged(key.kind === "rsa" && verifiesPss(key, scheme.parameters, message, signature))
  const name = scheme.digest ?? beside
  if (name === null) return "unsupported"
  if (scheme.kind === "rsa_pkcs1") return judged(key.kind === "rsa" && verifiesPkcs1(key, name, message, signature))
  return judged(key.kind === "ec" && verifiesEcdsaIn(scheme.encoding, key, name, message, signature))
}
