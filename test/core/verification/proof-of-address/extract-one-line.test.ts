import { describe, expect, test } from "bun:test"
import { crossReference } from "@vouchkit/core/verification/proof-of-address/compare/cross-reference"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const bill = (label: string, address: string) => `#  Severnside Energy Ltd

   Account holder     Sinead Moriarty
   ${label}     ${address}
   Bill date     5 November 2026

   Electricity bill
   268 kWh     63.52`

const extracted = (address: string, country: string, source: "ocr" | "text_layer" = "ocr") =>
  extractProofOfAddress(
    { lines: printedPage(bill("Address", address)), page_count: 1, source },
    { declared_type: "utility_bill", declared_country: country, today: "2026-11-23" }
  )

const compared = (address: string, reference: ReadonlyArray<string>, country: string) =>
  crossReference({
    holders: [],
    address: extracted(address, country).address,
    reference_name: null,
    reference_address: parsePostalAddress(reference, country)
  })

const sure = 0.85

describe("an address in one line without commas is that of its own lines", () => {
  const addresses: ReadonlyArray<readonly [country: string, line: string, lines: ReadonlyArray<string>]> = [
    ["IE", "52 Summerhill North Cork T23 R8V2", ["52 Summerhill North", "Cork", "T23 R8V2"]],
    ["GB", "8 The Larches Edinburgh EH10 4RT", ["8 The Larches", "Edinburgh", "EH10 4RT"]],
    ["GB", "27 Saltburn Kings Lynn PE30 4QD", ["27 Saltburn", "King's Lynn", "PE30 4QD"]],
    ["FR", "12 rue de la Paix 75002 Paris", ["12 rue de la Paix", "75002 Paris"]],
    ["US", "1418 Broadway New York NY 10018", ["1418 Broadway", "New York, NY 10018"]],
    ["CA", "19 Barrington Halifax NS B3J 1Z6", ["19 Barrington", "Halifax NS B3J 1Z6"]],
    ["ZA", "14 Proteasingel Rondebosch 7700", ["14 Proteasingel", "Rondebosch", "7700"]]
  ]
  for (const [country, line, lines] of addresses) {
    test(line, () => {
      const { address_doubtful, address_score } = compared(line, lines, country)
      expect(address_score).toBeGreaterThanOrEqual(sure)
      expect(address_doubtful).toBe(false)
    })
  }
})

test("a Spanish floor and door need no comma before them", () => {
  expect(parsePostalAddress(["Calle de Alcala 214 3 B 28028 Madrid"], "ES")).toMatchObject({
    street: "Calle de Alcala",
    house_number: "214",
    unit: "3 B"
  })
})

describe("an address in one line is not that of another house, street or place", () => {
  const others: ReadonlyArray<readonly [country: string, line: string, lines: ReadonlyArray<string>]> = [
    ["IE", "52 Summerhill North Cork T23 R8V2", ["25 Summerhill North", "Cork", "T23 R8V2"]],
    ["IE", "52 Summerhill North Cork T23 R8V2", ["52 Sunday's Well", "Cork", "T23 R8V3"]],
    ["GB", "27 Saltburn Kings Lynn PE30 4QD", ["27 Saltburn", "Lynn", "PE31 9AA"]],
    ["US", "1418 Broadway New York NY 10018", ["1418 Broadway", "Albany, NY 12204"]]
  ]
  for (const [country, line, lines] of others) {
    test(`${line} is not ${lines.join(", ")}`, () => {
      const { address_doubtful, address_score } = compared(line, lines, country)
      expect(address_doubtful || (address_score ?? 0) < sure).toBe(true)
    })
  }
})

describe("a postcode that a recognizer misread has the form of its country", () => {
  const codes: ReadonlyArray<readonly [country: string, printed: string, code: string]> = [
    ["GB", "61 Wharf Street, Wolverhampton Wvl 1RL", "WV1 1RL"],
    ["GB", "27 Harcourt Terrace, Bristol BS6 SQD", "BS6 5QD"],
    ["GB", "8 Larch Close, Edinburgh EHIO 4RT", "EH10 4RT"],
    ["CA", "19 Barrington Street, Halifax NS B3J lZ6", "B3J 1Z6"],
    ["IE", "14 Oakfield Road, Dublin DO6 X2Y3", "D06 X2Y3"],
    ["NL", "Prinsengracht 211, l0l5 DT Amsterdam", "1015 DT"]
  ]
  for (const [country, printed, code] of codes) test(printed, () => expect(extracted(printed, country).address?.postal_code).toBe(code))

  test("a text layer is left as it is", () => {
    expect(extracted("61 Wharf Street, Wolverhampton Wvl 1RL", "GB", "text_layer").address?.postal_code).not.toBe("WV1 1RL")
  })

  test("words in small letters are no postcode", () => {
    const line = "Prinsengracht 211, vanaf 2026 te betalen"
    expect(extracted(line, "NL").address?.postal_code).toBe(extracted(line, "NL", "text_layer").address?.postal_code)
  })
})
