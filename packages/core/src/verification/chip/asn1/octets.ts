import { joined } from "../../../kernel/foundation/joined.ts"

export const concat = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => joined(parts)

export const sameOctets = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")

/** Big-endian and without a sign. */
export const unsignedOf = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${hexOf(bytes)}`))

/** Big-endian, filled up with zeros to a length in bytes, which the number must fit. */
export const octetsOf = (number: bigint, length: number): Uint8Array => {
  const digits = number.toString(16)
  if (number < 0n || digits.length > length * 2) throw new RangeError("The number does not fit")
  return new Uint8Array(Buffer.from(digits.padStart(length * 2, "0"), "hex"))
}

export const withoutLeadingZeros = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(first === -1 ? bytes.length : first)
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Base64, line breaks allowed; null where it is not base64 or holds more bytes than allowed. */
export const fromBase64 = (text: string, mostBytes: number): Uint8Array | null => {
  // Lines of 64 characters with CRLF make the text 1/32 longer.
  if (text.length > Math.ceil(mostBytes / 3) * 4 * 1.04 + 8) return null
  const letters = text.replace(/[\r\n]/g, "")
  if (!base64.test(letters) || letters.length % 4 === 1) return null
  const bytes = Buffer.from(letters, "base64")
  return bytes.length <= mostBytes ? new Uint8Array(bytes) : null
}
