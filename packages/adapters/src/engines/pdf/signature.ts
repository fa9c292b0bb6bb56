import { createHash } from "node:crypto"
import type { PdfSignature } from "./structure.ts"

/** Object identifier of the message-digest attribute of CMS (RFC 5652, 11.2), in DER. */
const messageDigest = Buffer.from("06092a864886f70d010904", "hex")

/** Hashes that signatures of PDF files use, by the length of their result. */
const hashes: ReadonlyMap<number, ReadonlyArray<string>> = new Map([
  [20, ["sha1"]],
  [28, ["sha224"]],
  [32, ["sha256", "sha3-256"]],
  [48, ["sha384"]],
  [64, ["sha512"]]
])

/** Kinds of signature whose message digest is that of the file. */
const detached: ReadonlySet<string> = new Set(["adbe.pkcs7.detached", "ETSI.CAdES.detached"])

const signedBytes = (bytes: Uint8Array, [from, length, next, rest]: PdfSignature["ranges"]): ReadonlyArray<Uint8Array> => [
  bytes.subarray(from, from + length),
  bytes.subarray(next, next + rest)
]

const digest = (algorithm: string, parts: ReadonlyArray<Uint8Array>): Buffer | null => {
  try {
    const hash = createHash(algorithm)
    for (const part of parts) hash.update(part)
    return hash.digest()
  } catch {
    return null
  }
}

/** The digests that a signature says it covers: SET, OCTET STRING and the value follow the identifier of the attribute. */
const claimedDigests = (contents: Uint8Array): ReadonlyArray<Buffer> => {
  const der = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
  const found: Array<Buffer> = []
  for (let at = der.indexOf(messageDigest); at >= 0 && found.length < 10; at = der.indexOf(messageDigest, at + 1)) {
    const value = at + messageDigest.length
    const length = der[value + 3] ?? 0
    if (der[value] === 0x31 && der[value + 2] === 0x04 && value + 4 + length <= der.length)
      found.push(der.subarray(value + 4, value + 4 + length))
  }
  return found
}

/**
 * Tells whether the signed bytes of a file are no longer those that were signed.
 * Only the digest is compared; whose signature it is, is not asked. False where the signature is of a kind that cannot be determined.
 */
export const isBroken = (bytes: Uint8Array, signature: PdfSignature): boolean => {
  if (!detached.has(signature.kind)) return false
  const claimed = claimedDigests(signature.contents).filter((value) => hashes.has(value.length))
  if (claimed.length === 0) return false
  const parts = signedBytes(bytes, signature.ranges)
  return !claimed.some((value) => (hashes.get(value.length) ?? []).some((algorithm) => digest(algorithm, parts)?.equals(value) === true))
}

/** Length of the file that a signature vouches for. */
export const signedLength = ({ ranges: [, , next, rest] }: PdfSignature): number => next + rest
