import { createHmac } from "node:crypto"
import type { IdentityDocumentType } from "./document-type.ts"

/** Crockford's base 32 in lower case, the alphabet of our identifiers. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const bodyLength = 26
const fewestCharacters = 4
const mostCharacters = 64

/** A document number as it is compared: capitals and digits only, so that print and zone give the same. */
export const normalizedNumber = (number: string): string =>
  number
    .slice(0, 4 * mostCharacters)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, mostCharacters)

const encoded = (bytes: Uint8Array): string => {
  let text = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = held * 256 + byte
    bits += 8
    while (bits >= 5 && text.length < bodyLength) {
      bits -= 5
      text += alphabet.charAt(Math.floor(held / 2 ** bits) % 32)
      held %= 2 ** bits
    }
  }
  return text
}

/**
 * The fingerprint of a document: `dfp_` and 130 bits of HMAC-SHA-256 over country, type and number, in the form of our
 * identifiers. Equal documents have equal fingerprints under one key, and without the key no one can try numbers. Null for numbers of
 * fewer than four characters, which tell no document from another.
 */
export const documentFingerprint = (
  key: Uint8Array,
  { country, number, type }: { readonly country: string | null; readonly type: IdentityDocumentType; readonly number: string }
): `dfp_${string}` | null => {
  const normalized = normalizedNumber(number)
  if (normalized.length < fewestCharacters) return null
  // A unit separator stands in none of the parts, so that no two documents give the same text.
  const text = ["document_fingerprint", "1", (country ?? "").toUpperCase(), type, normalized].join("\u001f")
  return `dfp_${encoded(createHmac("sha256", key).update(text).digest())}`
}

/** Share of differing bits up to which two difference hashes show the same picture, and up to which a similar one. */
const pictureDistances = { same: 0.1, similar: 0.22 } as const

const hashPattern = /^[0-9a-f]{64}$/iu
const ones = (digit: number): number => (digit & 1) + ((digit >> 1) & 1) + ((digit >> 2) & 1) + ((digit >> 3) & 1)

/** Share (0 to 1) of bits in which two 256-bit hashes of 64 hexadecimal digits differ; null for what is no such hash. */
export const pictureDistance = (one: string | null, other: string | null): number | null => {
  if (one === null || other === null || !hashPattern.test(one) || !hashPattern.test(other)) return null
  let differing = 0
  for (let at = 0; at < 64; at++) differing += ones(Number.parseInt(one.charAt(at), 16) ^ Number.parseInt(other.charAt(at), 16))
  return differing / 256
}

type PictureLikeness = "same" | "similar" | "different" | "unknown"

/** What the distance of two hashes means; `similar` pictures of one kind of card need not be the same card. */
export const pictureLikeness = (one: string | null, other: string | null): PictureLikeness => {
  const distance = pictureDistance(one, other)
  if (distance === null) return "unknown"
  if (distance <= pictureDistances.same) return "same"
  return distance <= pictureDistances.similar ? "similar" : "different"
}
