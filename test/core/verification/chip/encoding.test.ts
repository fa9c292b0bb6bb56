import { describe, expect, test } from "bun:test"
import { definiteLengths } from "@vouchkit/core/verification/chip/asn1/definite-lengths"
import { oidOf, timeOf } from "@vouchkit/core/verification/chip/asn1/der"
import { Malformed, readable } from "@vouchkit/core/verification/chip/asn1/malformed"
import { readTlv, tlvsIn } from "@vouchkit/core/verification/chip/asn1/tlv"
import fc from "fast-check"

const hex = (digits: string) => new Uint8Array(Buffer.from(digits.replaceAll(" ", ""), "hex"))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const refused = (read: () => unknown) => readable(read) instanceof Malformed

/** A tree of data objects, and the same tree written with definite and with indefinite lengths. */
interface Tree {
  readonly definite: Uint8Array
  readonly indefinite: Uint8Array
}
const lengthOf = (n: number) => (n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255])
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.uint8Array({ maxLength: 200 }).map((value) => {
      const whole = new Uint8Array([0x04, ...lengthOf(value.length), ...value])
      // A string in pieces, as streaming encoders write it.
      const [head, tail] = [value.subarray(0, 3), value.subarray(3)]
      const pieces = [0x04, head.length, ...head, 0x04, ...lengthOf(tail.length), ...tail]
      return { definite: whole, indefinite: new Uint8Array([0x24, 0x80, ...pieces, 0, 0]) }
    }),
    fc.tuple(fc.constantFrom(0x30, 0x31, 0xa0), fc.array(tie("tree"), { maxLength: 4 })).map(([tag, members]) => {
      const value = members.flatMap(({ definite }) => [...definite])
      return {
        definite: new Uint8Array([tag, ...lengthOf(value.length), ...value]),
        indefinite: new Uint8Array([tag, 0x80, ...members.flatMap(({ indefinite }) => [...indefinite]), 0, 0])
      }
    })
  )
}))

describe("data objects", () => {
  test("with indefinite lengths become what they are with definite ones, and definite ones stay", () => {
    fc.assert(
      fc.property(tree, ({ definite, indefinite }) => {
        expect(text(definiteLengths(indefinite))).toBe(text(definite))
        expect(text(definiteLengths(definite))).toBe(text(definite))
      })
    )
  })

  test("are read with tags of several bytes, and refused beyond the bounds of tag, length and count", () => {
    expect(readTlv(hex("5f1f 02 4142")).tag).toBe(0x5f1f)
    expect(readTlv(hex("7f61 8102 4142")).value).toEqual(hex("4142"))
    for (const bad of ["", "30", "3001", "3080 0000", "3085 0000000001 00", "1fffff01 00", "30 84ffffffff 00"]) {
      expect(refused(() => readTlv(hex(bad)))).toBe(true)
    }
    expect(refused(() => [...tlvsIn(new Uint8Array(20), 9)])).toBe(true)
    expect([...tlvsIn(new Uint8Array(20), 10)].length).toBe(10)
  })

  test("nested without end, or unended, are refused", () => {
    expect(refused(() => definiteLengths(new Uint8Array(100_000).fill(0x30)))).toBe(true)
    expect(refused(() => definiteLengths(hex("3080".repeat(30))))).toBe(true)
    expect(refused(() => definiteLengths(hex("3080".repeat(60) + "0000".repeat(60))))).toBe(true)
    expect(refused(() => definiteLengths(hex("30030401")))).toBe(true)
  })

  test("of chance are read or refused, never thrown otherwise", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readable(() => definiteLengths(bytes))
        readable(() => [...tlvsIn(bytes)])
        readable(() => oidOf(readTlv(bytes)))
        readable(() => timeOf(readTlv(bytes)))
      })
    )
  })
})

test("object identifiers are read with arcs of any length", () => {
  expect(oidOf(readTlv(hex("0606 678108010101")))).toBe("2.23.136.1.1.1")
  expect(oidOf(readTlv(hex("0603 550406")))).toBe("2.5.4.6")
  expect(oidOf(readTlv(hex("0603 883703")))).toBe("2.999.3")
})

test("times are read in both forms and with offsets", () => {
  const read = (tag: string, value: string) =>
    new Date(timeOf(readTlv(new Uint8Array([Number.parseInt(tag, 16), value.length, ...Buffer.from(value)])))).toISOString()
  expect(read("17", "491231235959Z")).toBe("2049-12-31T23:59:59.000Z")
  expect(read("17", "5001010000Z")).toBe("1950-01-01T00:00:00.000Z")
  expect(read("18", "20300102030405Z")).toBe("2030-01-02T03:04:05.000Z")
  expect(read("17", "260102030405+0200")).toBe("2026-01-02T01:04:05.000Z")
  expect(refused(() => timeOf(readTlv(new Uint8Array([0x17, 2, 50, 48]))))).toBe(true)
})
