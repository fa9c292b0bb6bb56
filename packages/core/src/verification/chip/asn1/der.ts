import { Malformed } from "./malformed.ts"
import { unsignedOf } from "./octets.ts"
import { expectTag, readTlv, type Tlv, tlvsIn } from "./tlv.ts"

/** Universal and context-specific tags of X.680 that certificates, revocation lists and CMS use. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bit_string: 0x03,
  octet_string: 0x04,
  null: 0x05,
  oid: 0x06,
  utc_time: 0x17,
  generalized_time: 0x18,
  sequence: 0x30,
  set: 0x31
} as const

/** Members of a SEQUENCE taken in their order. */
export interface Fields {
  /** The next member; with a tag, it must have it. */
  readonly next: (tag?: number) => Tlv
  /** The next member when it has this tag. */
  readonly optional: (tag: number) => Tlv | null
}

const fieldsIn = (members: ReadonlyArray<Tlv>, what: string): Fields => {
  let at = 0
  return {
    next: (tag) => {
      const found = members[at]
      if (found === undefined) throw new Malformed(`${what} lacks a member`)
      at += 1
      return tag === undefined ? found : expectTag(found, tag, what)
    },
    optional: (tag) => {
      const found = members[at]
      if (found?.tag !== tag) return null
      at += 1
      return found
    }
  }
}

/** The members of a SEQUENCE, or of another constructed type whose tag is given. */
export const fieldsOf = (parent: Tlv, what: string, tag: number = tags.sequence): Fields =>
  fieldsIn([...tlvsIn(expectTag(parent, tag, what).value, 1000)], what)

/** Members of a SEQUENCE OF or SET OF. */
export const elementsOf = (parent: Tlv, tag: number, what: string, most = 1000): ReadonlyArray<Tlv> => [
  ...tlvsIn(expectTag(parent, tag, what).value, most)
]

/** The one value inside an explicit tag. */
export const explicit = (wrapped: Tlv): Tlv => readTlv(wrapped.value)

/** Dotted form. Arcs may exceed 2^53 (X.667 makes them of UUIDs). */
export const oidOf = (found: Tlv): string => {
  const { value } = expectTag(found, tags.oid, "An object identifier")
  if (value.length === 0 || value.length > 64) throw new Malformed("An object identifier is empty or too long")
  const arcs: Array<bigint> = []
  let arc = 0n
  for (const byte of value) {
    arc = arc * 128n + BigInt(byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0n
    }
  }
  const [first = 0n, ...rest] = arcs
  const root = first < 80n ? first / 40n : 2n
  return [root, first - root * 40n, ...rest].join(".")
}

/** Content octets of an INTEGER. */
export const integerOctets = (found: Tlv): Uint8Array => expectTag(found, tags.integer, "An integer").value

/** Moduli, coordinates and serial numbers: some issuers forget the leading zero, so that the sign is never taken. */
export const unsignedIntegerOf = (found: Tlv): bigint => unsignedOf(integerOctets(found))

/** A small non-negative number, such as a version. */
export const smallIntegerOf = (found: Tlv): number => {
  const octets = integerOctets(found)
  if (octets.length === 0 || octets.length > 4) throw new Malformed("A number is empty or too large")
  return Number(unsignedOf(octets))
}

/** The bits of a BIT STRING that is made of whole bytes. */
export const bitStringOf = (found: Tlv): Uint8Array => {
  const { value } = expectTag(found, tags.bit_string, "A bit string")
  if (value[0] !== 0) throw new Malformed("A bit string is not made of whole bytes")
  return value.subarray(1)
}

/** Named bits, first bit first. */
export const namedBitsOf = (found: Tlv): ReadonlyArray<boolean> => {
  const { value } = expectTag(found, tags.bit_string, "A bit string")
  return [...value.subarray(1, 5)].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >> bit) & 1) === 1))
}

const clock = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?(?:Z|([+-])(\d{2})(\d{2}))$/
const minute = 60_000

/** UTCTime or GeneralizedTime as milliseconds since 1970; the years of UTCTime are 1950 to 2049 (RFC 5280, 4.1.2.5.1). */
export const timeOf = (found: Tlv): number => {
  const years = found.tag === tags.utc_time ? 2 : found.tag === tags.generalized_time ? 4 : 0
  const text = String.fromCharCode(...found.value.subarray(0, 32))
  const [, year = "", month, day, hour, minutes, seconds, sign, offsetHours, offsetMinutes] = clock.exec(text) ?? []
  if (year.length !== years || years === 0) throw new Malformed("A time is not in the form of its type")
  const full = years === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  const wall = Date.UTC(full, Number(month) - 1, Number(day), Number(hour), Number(minutes), Number(seconds ?? 0))
  const offset = sign === undefined ? 0 : (Number(offsetHours) * 60 + Number(offsetMinutes)) * minute * (sign === "-" ? -1 : 1)
  return wall - offset
}

/** An AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export interface AlgorithmIdentifier {
  readonly oid: string
  readonly parameters: Tlv | null
}

export const algorithmOf = (found: Tlv): AlgorithmIdentifier => {
  const [oid, parameters] = elementsOf(found, tags.sequence, "An algorithm identifier", 2)
  if (oid === undefined) throw new Malformed("An algorithm identifier is empty")
  return { oid: oidOf(oid), parameters: parameters ?? null }
}
