import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { issuerOf, issuerValue } from "../../../../packages/core/src/verification/identity-documents/countries.ts"

describe("codes of issuers and nationalities", () => {
  test("are those of ISO 3166-1 alpha-3, with their alpha-2", () => {
    for (const [code, alpha_2] of [
      ["DEU", "DE"],
      ["USA", "US"],
      ["CHE", "CH"],
      ["TWN", "TW"],
      ["SSD", "SS"],
      ["TLS", "TL"]
    ]) {
      expect(issuerOf(code ?? "")).toEqual({ code: code ?? "", kind: "country", alpha_2: alpha_2 ?? "" })
    }
  })

  test("know the ones that ICAO 9303 adds for countries and citizenships", () => {
    const known = ["D", "D<<", "GBD", "GBN", "GBO", "GBP", "GBS", "RKS", "XKX"].map(issuerValue)
    expect(known).toEqual(["DE", "DE", "GB", "GB", "GB", "GB", "GB", "XK", "XK"])
  })

  test("tell organizations, stateless people, refugees and specimens from countries", () => {
    const kinds = ["UNO", "UNA", "EUE", "XOM", "XPO", "XES", "XMP", "XCC", "XCO", "XEC", "XCE", "XDC", "XBA", "XIM", "IAO"].map(
      (code) => issuerOf(code)?.kind
    )
    expect(new Set(kinds)).toEqual(new Set(["organization"]))
    expect(["XXA", "XXB", "XXC", "XXX", "UTO"].map((code) => issuerOf(code)?.kind)).toEqual([
      "stateless",
      "refugee",
      "refugee",
      "unspecified",
      "specimen"
    ])
    expect(issuerOf("XOM")?.alpha_2).toBeNull()
  })

  test("keep former countries apart and name a successor only where there is one", () => {
    expect(["ZAR", "ROM", "DDR", "SUN", "YUG", "SCG"].map((code) => issuerOf(code)?.alpha_2)).toEqual(["CD", "RO", "DE", null, null, null])
    expect(issuerOf("SUN")?.kind).toBe("former_country")
    expect(issuerValue("SUN")).toBe("SUN")
  })

  test("are null when nobody has them, and never throw", () => {
    expect(["ZZZ", "AB", "", "<<<", "QQ1", "constructor"].map(issuerOf)).toEqual([null, null, null, null, null, null])
    fc.assert(fc.property(fc.string({ maxLength: 50 }), (text) => issuerOf(text) === null || issuerValue(text) !== null))
  })
})
