import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { readBarcode } from "../../../../packages/core/src/verification/identity-documents/barcode.ts"
import { aamvaPayload, californian } from "./documents.ts"

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe("a symbol on a document", () => {
  test("of the AAMVA standard is read as its card", () => {
    expect(readBarcode({ format: "PDF417", bytes: aamvaPayload(californian) }).kind).toBe("aamva")
  })

  test("with the header of a visible digital seal is recognised with its issuer, in either form", () => {
    // C40 packs D and two blanks into (17*1600 + 3*40 + 3 + 1) = 27324 = 0x6abc.
    expect(readBarcode({ format: "QRCode", bytes: Uint8Array.from([0xdc, 0x03, 0x6a, 0xbc, 1, 2, 3]) })).toEqual({
      kind: "visible_digital_seal",
      form: "binary",
      issuer: "D"
    })
    const json = text(JSON.stringify({ data: { hdr: { t: "icao.vacc", v: 1, is: "UTO" }, msg: {} }, sig: { alg: "ES256" } }))
    expect(readBarcode({ format: "QRCode", bytes: json })).toEqual({ kind: "visible_digital_seal", form: "json", issuer: "UTO" })
  })

  test("with anything else is given no meaning", () => {
    for (const value of [
      "https://example.com/verify?id=1",
      "{}",
      '{"data":null}',
      '{"data":{"hdr":{"t":"icao.vacc"}}}',
      "",
      "P<UTOERIKSSON<<ANNA"
    ]) {
      expect(readBarcode({ format: "QRCode", bytes: text(value) })).toEqual({ kind: "unrecognised" })
    }
  })

  test("never makes the reader throw, on any bytes up to 64 KB and beyond", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 65_536, size: "max" }), fc.constantFrom("PDF417", "QRCode"), (bytes, format) =>
        ["aamva", "visible_digital_seal", "unrecognised"].includes(readBarcode({ format, bytes }).kind)
      ),
      { numRuns: 60 }
    )
    expect(readBarcode({ format: "QRCode", bytes: text("{".repeat(65_000)) }).kind).toBe("unrecognised")
    expect(readBarcode({ format: "QRCode", bytes: text("[".repeat(200_000)) }).kind).toBe("unrecognised")
  })
})
