import { Malformed } from "./malformed.ts"

/**
 * One data object of ISO 7816-4 and X.690: tag, length, value. Lengths are definite; what real documents encode with indefinite lengths
 * goes through `definiteLengths` first. Reading never recurses: each caller descends as far as its own standard says.
 */
export interface Tlv {
  /** All bytes of the tag as one number, such as 0x30, 0x5f1f or 0x7f61. */
  readonly tag: number
  /** Tag, length and value as they stand in the file: what signatures are made over. */
  readonly bytes: Uint8Array
  readonly value: Uint8Array
}

/** Bounds of what is read. The longest thing read here is a master list. */
export const tlvLimits = { tag_bytes: 3, length_bytes: 4, objects: 1_000_000 } as const

interface Head {
  readonly tag: number
  /** Where the value begins. */
  readonly value: number
  /** Null: indefinite. */
  readonly length: number | null
}

const byteAt = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at]
  if (byte === undefined) throw new Malformed("A data object is cut off")
  return byte
}

/** Tag and length at a place; the value may lie beyond the end. */
export const readHead = (bytes: Uint8Array, start: number): Head => {
  let at = start
  let tag = byteAt(bytes, at++)
  if ((tag & 0x1f) === 0x1f) {
    let more = true
    for (let read = 1; more; read += 1) {
      if (read === tlvLimits.tag_bytes) throw new Malformed("A tag is too long")
      const byte = byteAt(bytes, at++)
      tag = tag * 256 + byte
      more = byte >= 0x80
    }
  }
  const first = byteAt(bytes, at++)
  if (first < 0x80) return { tag, value: at, length: first }
  if (first === 0x80) return { tag, value: at, length: null }
  if (first - 0x80 > tlvLimits.length_bytes) throw new Malformed("A length is too long")
  let length = 0
  for (let left = first - 0x80; left > 0; left -= 1) length = length * 256 + byteAt(bytes, at++)
  return { tag, value: at, length }
}

/** The data object that begins at a place; what follows it is not looked at. */
export const readTlv = (bytes: Uint8Array, start = 0): Tlv => {
  const { length, tag, value } = readHead(bytes, start)
  if (length === null) throw new Malformed("An indefinite length is not allowed here")
  if (value + length > bytes.length) throw new Malformed("A data object is cut off")
  return { tag, bytes: bytes.subarray(start, value + length), value: bytes.subarray(value, value + length) }
}

/** The data objects that fill these bytes, one after the other. */
export function* tlvsIn(bytes: Uint8Array, most: number = tlvLimits.objects): Generator<Tlv, void, void> {
  let at = 0
  for (let read = 0; at < bytes.length; read += 1) {
    if (read === most) throw new Malformed("Too many data objects")
    const found = readTlv(bytes, at)
    at += found.bytes.length
    yield found
  }
}

/** The members of a constructed data object. */
export const membersOf = ({ value }: Tlv, most = 1000): ReadonlyArray<Tlv> => [...tlvsIn(value, most)]

/** The first member with a tag, or null. */
export const memberOf = (parent: Tlv, tag: number): Tlv | null => membersOf(parent).find((member) => member.tag === tag) ?? null

/** The data object itself, when it has the tag that must stand here. */
export const expectTag = (found: Tlv, tag: number, what: string): Tlv => {
  if (found.tag !== tag) throw new Malformed(`${what} has another tag than its standard says`)
  return found
}
