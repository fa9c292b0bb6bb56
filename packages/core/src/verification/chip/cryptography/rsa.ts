import { constants, createPublicKey, publicEncrypt, verify } from "node:crypto"
import { type DigestName, digest, digestBytes } from "./digests.ts"
import { concat, sameOctets } from "../asn1/octets.ts"
import type { RsaKey } from "./public-keys.ts"

const imported = ({ exponent, modulus }: RsaKey) =>
  createPublicKey({
    key: { kty: "RSA", n: Buffer.from(modulus).toString("base64url"), e: Buffer.from(exponent).toString("base64url") },
    format: "jwk"
  })

/** Signature to the power of the exponent, as long as the modulus; null for a key or number that the arithmetic refuses. */
export const rsaRecovered = (key: RsaKey, signature: Uint8Array): Uint8Array | null => {
  try {
    return new Uint8Array(publicEncrypt({ key: imported(key), padding: constants.RSA_NO_PADDING }, signature))
  } catch {
    return null
  }
}

/** RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2). */
export const verifiesPkcs1 = (key: RsaKey, name: DigestName, message: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return verify(name, message, { key: imported(key), padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    return false
  }
}

const mask = (name: DigestName, seed: Uint8Array, length: number): Uint8Array => {
  const blocks = Array.from({ length: Math.ceil(length / digestBytes[name]) }, (_, counter) =>
    digest(name, seed, Uint8Array.of(counter >>> 24, counter >>> 16, counter >>> 8, counter))
  )
  return concat(...blocks).subarray(0, length)
}

export interface PssParameters {
  readonly digest: DigestName
  /** Of MGF1. Issuers leave it out of the parameters, which makes it SHA-1 beside another digest: more than `node:crypto` can be given. */
  readonly mask: DigestName
  readonly salt_bytes: number
}

/** RSASSA-PSS (RFC 8017, 8.1.2 and 9.1.2). */
export const verifiesPss = (key: RsaKey, parameters: PssParameters, message: Uint8Array, signature: Uint8Array): boolean => {
  const bits = key.bits - 1
  const length = Math.ceil(bits / 8)
  const recovered = rsaRecovered(key, signature)
  if (recovered === null || signature.length !== key.modulus.length) return false
  const encoded = recovered.subarray(recovered.length - length)
  const hashBytes = digestBytes[parameters.digest]
  const saltAt = length - hashBytes - parameters.salt_bytes - 2
  if (saltAt < 0 || encoded.at(-1) !== 0xbc || recovered.subarray(0, recovered.length - length).some((byte) => byte !== 0)) return false
  const hash = encoded.subarray(length - hashBytes - 1, length - 1)
  const masked = encoded.subarray(0, length - hashBytes - 1)
  const unused = 0xff >> (8 * length - bits)
  if (((masked[0] ?? 0) & ~unused) !== 0) return false
  const cover = mask(parameters.mask, hash, masked.length)
  const block = masked.map((byte, index) => (byte ^ (cover[index] ?? 0)) & (index === 0 ? unused : 0xff))
  if (block.subarray(0, saltAt).some((byte) => byte !== 0) || block[saltAt] !== 1) return false
  const salt = block.subarray(saltAt + 1)
  return sameOctets(digest(parameters.digest, new Uint8Array(8), digest(parameters.digest, message), salt), hash)
}
