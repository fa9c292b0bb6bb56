import { Malformed } from "@vouchkit/core/verification/chip/asn1/malformed"

/** A value of CBOR (RFC 8949), as far as App Attest uses it. */
export type CborValue = number | string | Uint8Array | boolean | null | ReadonlyArray<CborValue> | ReadonlyMap<string, CborValue>

/** Bounds of what is read; an attestation object has some twelve values, three deep. */
export const cborLimits = { values: 256, depth: 6 } as const

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Malformed("A text is not UTF-8")
  }
}

const simple = (argument: number): boolean | null => {
  if (argument === 20) return false
  if (argument === 21) return true
  if (argument === 22) return null
  throw new Malformed("A simple value is not one that is read here")
}

/**
 * The one value that these bytes are. Throws `Malformed`, also for what App Attest never writes: indefinite lengths, tags, fractions,
 * numbers beyond 2^53, keys that are no text or stand twice.
 */
export const readCbor = (bytes: Uint8Array): CborValue => {
  let at = 0
  let values = 0

  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new Malformed("A value is cut off")
    at += length
    return bytes.subarray(at - length, at)
  }

  const argumentOf = (information: number): number => {
    if (information < 24) return information
    if (information > 27) throw new Malformed("A length is indefinite or reserved")
    const argument = take(2 ** (information - 24)).reduce((sum, byte) => sum * 256 + byte, 0)
    if (argument > Number.MAX_SAFE_INTEGER) throw new Malformed("A number is too large")
    return argument
  }

  const listOf = (length: number, depth: number): ReadonlyArray<CborValue> => {
    const list: Array<CborValue> = []
    while (list.length < length) list.push(read(depth + 1))
    return list
  }

  const mapOf = (length: number, depth: number): ReadonlyMap<string, CborValue> => {
    const map = new Map<string, CborValue>()
    for (let member = 0; member < length; member += 1) {
      const key = read(depth + 1)
      if (typeof key !== "string" || map.has(key)) throw new Malformed("A key is not a text, or occurs twice")
      map.set(key, read(depth + 1))
    }
    return map
  }

  const read = (depth: number): CborValue => {
    values += 1
    if (values > cborLimits.values || depth > cborLimits.depth)
      throw new Malformed("There are too many values, or they are nested too deeply")
    const [first = 0] = take(1)
    const kind = first >> 5
    // Of what is neither number nor length, the value stands in these five bits itself.
    const argument = kind === 7 ? first & 31 : argumentOf(first & 31)
    if (kind === 0) return argument
    if (kind === 1) return -1 - argument
    if (kind === 2) return take(argument)
    if (kind === 3) return textOf(take(argument))
    if (kind === 4) return listOf(argument, depth)
    if (kind === 5) return mapOf(argument, depth)
    if (kind === 7) return simple(argument)
    throw new Malformed("A tag is not read here")
  }

  const value = read(0)
  if (at !== bytes.length) throw new Malformed("Something follows the value")
  return value
}
