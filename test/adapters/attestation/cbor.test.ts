import { describe, expect, test } from "bun:test"
import { cborLimits, type CborValue, readCbor } from "@vouchkit/adapters/attestation/cbor"
import { Malformed } from "@vouchkit/core/verification/chip/asn1/malformed"
import fc from "fast-check"
import { cborOf } from "../../support/attestations.ts"

const plain = (value: CborValue): unknown => {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, plain(one)]))
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Uint8Array ? Buffer.from(value) : value
}

const leaf = fc.oneof(
  fc.integer({ min: -(2 ** 52), max: Number.MAX_SAFE_INTEGER }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.boolean(),
  fc.constant(null)
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ maxLength: 8 }).filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true }
    )
  )
}))

const refused = (bytes: Uint8Array | string) => expect(() => readCbor(Buffer.from(bytes as string, "hex"))).toThrow(Malformed)

describe("CBOR", () => {
  test("is read as it was written", () => {
    fc.assert(
      fc.property(value, (written) => expect(plain(readCbor(cborOf(written as any)))).toEqual(written as any)),
      { numRuns: 500 }
    )
  })

  test("cut off at any place is refused, and so is what goes on", () => {
    fc.assert(
      fc.property(value, fc.nat(), (written, at) => {
        const bytes = cborOf(written as any)
        expect(() => readCbor(bytes.subarray(0, at % bytes.length))).toThrow(Malformed)
        expect(() => readCbor(Buffer.concat([bytes, Uint8Array.of(0)]))).toThrow(Malformed)
      }),
      { numRuns: 500 }
    )
  })

  test("of any bytes is read or refused, and nothing else happens", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readCbor(bytes)
        } catch (cause) {
          expect(cause).toBeInstanceOf(Malformed)
        }
      }),
      { numRuns: 5_000 }
    )
  })

  test("that App Attest never writes is refused: indefinite lengths, tags, fractions, huge numbers, other keys, keys that stand twice, no text", () => {
    for (const bytes of ["5f4101ff", "9f01ff", "bf616101ff", "c001", "f93c00", "fb3ff0000000000000", "1b0020000000000000", "f7", "1c"])
      refused(bytes)
    for (const bytes of ["a10101", "a2616101616102", "61ff", ""]) refused(bytes)
  })

  test("that claims more than is there, or nests without end, is refused before it costs anything", () => {
    for (const bytes of ["9b001fffffffffffff", "bb001fffffffffffff", "5b001fffffffffffff", "9affffffff01"]) refused(bytes)
    const nested = (depth: number) => Buffer.concat([Buffer.alloc(depth, 0x81), Uint8Array.of(0)])
    expect(plain(readCbor(nested(2)))).toEqual([[0]])
    expect(() => readCbor(nested(cborLimits.depth))).not.toThrow()
    expect(() => readCbor(nested(cborLimits.depth + 1))).toThrow(Malformed)
    expect(() => readCbor(nested(40_000))).toThrow(Malformed)
    const list = (length: number) => cborOf(Array.from({ length }, () => 0))
    expect(() => readCbor(list(cborLimits.values - 1))).not.toThrow()
    expect(() => readCbor(list(cborLimits.values))).toThrow(Malformed)
  })
})
