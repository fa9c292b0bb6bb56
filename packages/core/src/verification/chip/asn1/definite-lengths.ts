import { joined } from "../../../kernel/foundation/joined.ts"
import { concat } from "./octets.ts"
import { Malformed } from "./malformed.ts"
import { readHead, tlvLimits } from "./tlv.ts"

const deepest = 40
const constructedOctets = 0x24

/** Length in its shortest form (X.690, 10.1). */
export const encodedLength = (length: number): Uint8Array => {
  if (length < 0x80) return Uint8Array.of(length)
  const digits: Array<number> = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256)
  return Uint8Array.of(0x80 + digits.length, ...digits)
}

interface Part {
  readonly bytes: Uint8Array
  /** Content alone: what a constructed OCTET STRING joins. */
  readonly value: Uint8Array
  readonly end: number
}

/** One byte of tag is enough here: CMS uses no tag above 30. */
const encoded = (tag: number, value: Uint8Array): Uint8Array => concat(Uint8Array.of(tag), encodedLength(value.length), value)

/**
 * The same structure with definite lengths and whole OCTET STRINGs. Issuing states encode the security object and master lists with
 * streaming encoders (X.690, 8.1.3.6 and 8.7.3), while certificates and signed attributes inside are DER and pass byte by byte unchanged.
 */
export const definiteLengths = (bytes: Uint8Array): Uint8Array => {
  let seen = 0

  const partsUntil = (start: number, end: number | null, depth: number): { readonly parts: ReadonlyArray<Part>; readonly end: number } => {
    const parts: Array<Part> = []
    let at = start
    while (end === null || at < end) {
      if (end === null && bytes[at] === 0 && bytes[at + 1] === 0) return { parts, end: at + 2 }
      const part = read(at, depth)
      parts.push(part)
      at = part.end
    }
    if (at !== end) throw new Malformed("A data object extends beyond the one that contains it")
    return { parts, end: at }
  }

  const read = (start: number, depth: number): Part => {
    seen += 1
    if (seen > tlvLimits.objects) throw new Malformed("Too many data objects")
    if (depth > deepest) throw new Malformed("Data objects are nested too deeply")
    const { length, tag, value } = readHead(bytes, start)
    if (length !== null && value + length > bytes.length) throw new Malformed("A data object is cut off")
    const constructed = (tag > 0xff ? tag >> 8 : tag) & 0x20
    if (!constructed) {
      if (length === null) throw new Malformed("A primitive data object has an indefinite length")
      const end = value + length
      return { bytes: bytes.subarray(start, end), value: bytes.subarray(value, end), end }
    }
    const { end, parts } = partsUntil(value, length === null ? null : value + length, depth + 1)
    if (tag === constructedOctets) {
      const whole = joined(parts.map((part) => part.value))
      return { bytes: encoded(0x04, whole), value: whole, end }
    }
    const content = parts.every((part) => part.bytes.buffer === bytes.buffer)
    if (content && length !== null) return { bytes: bytes.subarray(start, end), value: bytes.subarray(value, end), end }
    if (tag > 0xff) throw new Malformed("A tag is too long")
    const members = joined(parts.map((part) => part.bytes))
    return { bytes: encoded(tag, members), value: members, end }
  }

  return read(0, 0).bytes
}
