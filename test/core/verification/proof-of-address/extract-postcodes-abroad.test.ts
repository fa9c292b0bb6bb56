import { describe, expect, test } from "bun:test"
import { postcodeIn } from "@vouchkit/core/verification/proof-of-address/extract/addresses/postcode-shapes"

const lines: ReadonlyArray<readonly [country: string, line: string, code: string]> = [
  ["IS", "107 Reykjavík", "107"],
  ["TR", "34890 PENDİK / İSTANBUL", "34890"],
  ["ID", "DENPASAR 80226", "80226"],
  ["JP", "Setagaya-ku, Tokyo 155-0031", "155-0031"],
  ["PK", "Karachi 75300, Pakistan", "75300"],
  ["RS", "11000 Београд", "11000"],
  ["BG", "гр. Пловдив, п.к. 4000", "4000"],
  ["AL", "1001 Tiranë", "1001"],
  ["MK", "1000 Скопје", "1000"],
  ["GR", "Άνω Βιάννος, Τ.Κ. 70004", "70004"],
  ["LT", "01103 Vilnius", "01103"],
  ["MA", "42152 Province d'Al Haouz", "42152"],
  ["NP", "Kathmandu 44600", "44600"],
  ["VN", "Hà Nội 100000", "100000"],
  ["TW", "Xinyi Dist., Taipei City 110", "110"],
  ["RO", "cod poștal 100447", "100447"],
  ["KZ", "Алматы 050000", "050000"],
  ["EC", "170150 Quito", "170150"]
]

describe("a postal code is known in its own country", () => {
  for (const [country, line, code] of lines) {
    test(`${country} ${line}`, () => {
      const found = postcodeIn(line, country)
      expect(found === null ? null : line.slice(found.index, found.end)).toContain(code)
    })
  }
})

test("three digits before a word are a code nowhere else", () => {
  for (const country of [null, "DE", "US", "GB"]) expect(postcodeIn("107 Reykjavík", country)).toBeNull()
})
