import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { isId } from "../../../../packages/core/src/kernel/foundation/id.ts"
import {
  documentFingerprint,
  normalizedNumber,
  pictureDistance,
  pictureLikeness
} from "../../../../packages/core/src/verification/identity-documents/fingerprint.ts"

const key = new Uint8Array(32).fill(7)
const document = { country: "FR", type: "passport", number: "14CV28561" } as const

describe("the fingerprint of a document", () => {
  test("has the form of our identifiers", () => {
    const print = documentFingerprint(key, document)
    expect(print !== null && isId("dfp", print)).toBe(true)
  })

  test("is the first 130 bits of HMAC-SHA-256 over country, type and number", () => {
    const mac = new Bun.CryptoHasher("sha256", key)
      .update(["document_fingerprint", "1", "FR", "passport", "14CV28561"].join("\u001f"))
      .digest("hex")
    const bits = [...mac].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("")
    const expected = Array.from({ length: 26 }, (_, at) =>
      "0123456789abcdefghjkmnpqrstvwxyz".charAt(Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2))
    ).join("")
    expect(documentFingerprint(key, document)).toBe(`dfp_${expected}`)
  })

  test("is the same however the number is written", () => {
    for (const number of ["14cv28561", "14 CV 28561", "14-CV-28561", "14CV28561<<<", "１４CV28561"]) {
      expect(documentFingerprint(key, { ...document, number })).toBe(documentFingerprint(key, document))
    }
  })

  test("differs with the key, the country, the type and every character of the number", () => {
    const others = [
      documentFingerprint(new Uint8Array(32).fill(8), document),
      documentFingerprint(key, { ...document, country: "DE" }),
      documentFingerprint(key, { ...document, country: null }),
      documentFingerprint(key, { ...document, type: "national_id" }),
      documentFingerprint(key, { ...document, number: "14CV28562" })
    ]
    expect(new Set([...others, documentFingerprint(key, document)]).size).toBe(6)
  })

  test("is none of a number too short to tell documents apart", () => {
    expect(["", "A1", " 1-2-3 ", "----------"].map((number) => documentFingerprint(key, { ...document, number }))).toEqual([
      null,
      null,
      null,
      null
    ])
  })

  test("never throws, and normalizing twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: "binary" }), (number) => {
        const print = documentFingerprint(key, { ...document, number })
        return (print === null || isId("dfp", print)) && normalizedNumber(normalizedNumber(number)) === normalizedNumber(number)
      })
    )
  })
})

describe("two pictures", () => {
  const zero = "0".repeat(64)
  const flipped = (bits: number): string => (2n ** BigInt(bits) - 1n).toString(16).padStart(64, "0")

  test("are the same up to a tenth of the bits, similar up to 22 in a hundred, and different beyond", () => {
    expect([0, 25, 26, 56, 57, 256].map((bits) => pictureLikeness(zero, flipped(bits)))).toEqual([
      "same",
      "same",
      "similar",
      "similar",
      "different",
      "different"
    ])
  })

  test("cannot be compared without two hashes", () => {
    expect([pictureLikeness(null, zero), pictureLikeness(zero, "xyz"), pictureLikeness(zero, "0")]).toEqual([
      "unknown",
      "unknown",
      "unknown"
    ])
  })

  test("are as far from each other as from either side", () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"))
    fc.assert(
      fc.property(
        hash,
        hash,
        (one, other) => pictureDistance(one, other) === pictureDistance(other, one) && pictureDistance(one, one) === 0
      )
    )
  })
})
