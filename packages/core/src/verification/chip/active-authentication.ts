import { type DigestName, digest, digestBytes } from "./cryptography/digests.ts"
import { orderBytes } from "./cryptography/elliptic-curves.ts"
import { octetsOf, sameOctets, unsignedOf } from "./asn1/octets.ts"
import type { PublicKey, RsaKey } from "./cryptography/public-keys.ts"
import { rsaRecovered } from "./cryptography/rsa.ts"
import { type SignatureJudgement, verifiesEcdsaIn } from "./cryptography/signatures.ts"

/** The challenge that the chip signs (ICAO 9303-11, 6.1). */
export const challengeBytes = 8

/** Hash functions by the first byte of a two-byte trailer that ends in CC (ISO/IEC 10118-3). */
const digestsOfTrailers: Readonly<Record<number, DigestName>> = { 51: "sha1", 52: "sha256", 53: "sha512", 54: "sha384", 56: "sha224" }

interface Recovered {
  /** M1, the part of the message that the chip chose. */
  readonly message: Uint8Array
  readonly hash: Uint8Array
  readonly digest: DigestName
}

/** Takes apart the representative of scheme 1 with partial recovery (ISO/IEC 9796-2, 7 and 8): header, padding, M1, hash, trailer. */
const recoveredOf = (representative: Uint8Array): Recovered | null => {
  const last = representative.at(-1)
  const trailer = last === 0xbc ? 1 : last === 0xcc ? 2 : 0
  const named = trailer === 1 ? "sha1" : digestsOfTrailers[representative.at(-2) ?? 0]
  if (trailer === 0 || named === undefined) return null
  // 6A begins the message at once; 6B BB .. BA pads a short one.
  let start = 1
  if (representative[0] === 0x6b) {
    while (representative[start] === 0xbb) start += 1
    if (representative[start] !== 0xba) return null
    start += 1
  } else if (representative[0] !== 0x6a) return null
  const end = representative.length - trailer
  const hashAt = end - digestBytes[named]
  if (hashAt < start) return null
  return { message: representative.subarray(start, hashAt), hash: representative.subarray(hashAt, end), digest: named }
}

/** The signature may be the number itself or the modulus less it (ISO/IEC 9796-2, B.3). */
const verifiesRsa = (key: RsaKey, challenge: Uint8Array, signature: Uint8Array): boolean => {
  const opened = signature.length === key.modulus.length ? rsaRecovered(key, signature) : null
  if (opened === null) return false
  const modulus = unsignedOf(key.modulus)
  const negated = octetsOf(modulus - unsignedOf(opened), key.modulus.length)
  return [opened, negated].some((candidate) => {
    const representative = recoveredOf(candidate)
    return representative !== null && sameOctets(digest(representative.digest, representative.message, challenge), representative.hash)
  })
}

interface ActiveAuthentication {
  /** Of DG15, whose hash must have been found in the security object before. */
  readonly key: PublicKey
  /** The 8 bytes that the server chose. */
  readonly challenge: Uint8Array
  readonly signature: Uint8Array
  /** Hash function of an ECDSA signature, from DG14. */
  readonly digest: DigestName | null
}

/** DG14 must name the digest, yet chips older than that rule do not: theirs is found by trying. */
const digestsToTry = (named: DigestName | null): ReadonlyArray<DigestName> =>
  named === null ? ["sha1", "sha224", "sha256", "sha384", "sha512"] : [named]

/** Judges a chip's answer to the challenge (ICAO 9303-11, 6.1): RSA after ISO/IEC 9796-2 scheme 1, or ECDSA after BSI TR-03111. */
export const judgeActiveAuthentication = ({ challenge, digest: named, key, signature }: ActiveAuthentication): SignatureJudgement => {
  if (challenge.length !== challengeBytes) return "invalid"
  if (key.kind === "rsa") return verifiesRsa(key, challenge, signature) ? "valid" : "invalid"
  if (key.kind !== "ec") return "unsupported"
  // Plain is the rule; some chips answer with the sequence that certificates use.
  const encoding = signature.length === orderBytes(key.curve) * 2 ? "plain" : "der"
  return digestsToTry(named).some((name) => verifiesEcdsaIn(encoding, key, name, challenge, signature)) ? "valid" : "invalid"
}
