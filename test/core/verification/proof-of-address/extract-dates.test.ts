import { describe, expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const read = (
  drawing: string,
  { country = null, today = "2026-10-20" }: { readonly country?: string | null; readonly today?: string } = {}
) => {
  const { issue_date, period_start, period_end } = extractProofOfAddress(
    { lines: printedPage(drawing), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country: country, today }
  )
  return { issue_date, period: [period_start, period_end] }
}

const quarter = ["2026-07-01", "2026-09-30"]

describe("a period is read in the spellings of many countries", () => {
  const spellings: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["GB", "Billing period: 1 July 2026 to 30 September 2026", quarter],
    ["GB", "Billing period 01/07/26 - 30/09/26", quarter],
    ["GB", "Your bill for 1st July to 30th September 2026", quarter],
    ["DE", "Periode: 01.07.2026 – 30.09.2026", quarter],
    ["DE", "Abrechnungszeitraum 01.07. - 30.09.2026", quarter],
    ["DE", "Abrechnungszeitraum: 3. Quartal 2026", quarter],
    ["FR", "Période du 1er juillet au 30 septembre 2026", quarter],
    ["ES", "Periodo de facturación: del 1 de julio al 30 de septiembre de 2026", quarter],
    ["PT", "Período de faturação: 01-07-2026 a 30-09-2026", quarter],
    ["IT", "Periodo di fatturazione: dal 01/07/2026 al 30/09/2026", quarter],
    ["NL", "Periode 1 juli 2026 t/m 30 september 2026", quarter],
    ["PL", "Okres rozliczeniowy: od 01.07.2026 do 30.09.2026", quarter],
    ["SE", "Period 2026-07-01 - 2026-09-30", quarter],
    ["US", "Statement period Jul 1 - Jul 31, 2026", ["2026-07-01", "2026-07-31"]],
    ["US", "Statement period July 1-31, 2026", ["2026-07-01", "2026-07-31"]],
    ["US", "Billing period 12/15/25 - 01/14/26", ["2025-12-15", "2026-01-14"]],
    ["US", "Statement period Dec 15 - Jan 14, 2026", ["2025-12-15", "2026-01-14"]],
    ["GB", "Statement period: September 2026", ["2026-09-01", "2026-09-30"]],
    ["JP", "ご利用期間 2026年7月1日～2026年7月31日", ["2026-07-01", "2026-07-31"]],
    ["FI", "Laskutuskausi 1.7.2026 - 30.9.2026", quarter],
    ["CZ", "Zúčtovací období: 1. července 2026 - 30. září 2026", quarter],
    ["GR", "Περίοδος κατανάλωσης: 01/07/2026 - 30/09/2026", quarter]
  ]
  for (const [country, spelling, period] of spellings) {
    test(`${country}: ${spelling}`, () => {
      expect(read(`     ${spelling}`, { country }).period).toEqual([...period])
    })
  }
})

test("a date that can be read both ways is read by the custom of the country", () => {
  expect(read("     Bill date: 03/04/2026", { country: "GB" }).issue_date).toBe("2026-04-03")
  expect(read("     Bill date: 03/04/2026", { country: "US" }).issue_date).toBe("2026-03-04")
})

test("another date of the document that can be read one way only outweighs the custom", () => {
  expect(read("     Bill date: 03/04/2026\n     Due date: 03/28/2026", { country: "GB" }).issue_date).toBe("2026-03-04")
  expect(read("     Bill date: 03/04/2026\n     Due date: 28/04/2026", { country: "US" }).issue_date).toBe("2026-04-03")
})

describe("a date under any other label is never the day of issue", () => {
  const others = [
    "Due date: 12 September 2026",
    "Payment due by 12 September 2026",
    "Date of birth: 12 September 1980",
    "Your direct debit will be collected on or after 12 September 2026",
    "Contract start date 12 September 2026",
    "Meter reading on 12 September 2026",
    "Next bill date: 12 September 2026",
    "Fällig am 12.09.2026",
    "Geburtsdatum: 12.09.1980",
    "Wird abgebucht am 12.09.2026",
    "À payer avant le 12/09/2026",
    "Date de naissance : 12/09/1980",
    "Fecha de vencimiento: 12/09/2026",
    "Fecha de nacimiento: 12/09/1980",
    "Scadenza 12/09/2026",
    "Vervaldatum 12-09-2026",
    "Termin płatności: 12.09.2026",
    "Förfallodatum 2026-09-12"
  ]
  for (const other of others) {
    test(other, () => {
      expect(read(`     ${other}`).issue_date).toBeNull()
      expect(read(`     ${other}\n     Bill date: 1 September 2026`).issue_date).toBe("2026-09-01")
    })
  }
})

test("labels of a heading belong to the dates below them, in order", () => {
  const drawing = `
     Invoice date        Account number      Due date
     03/10/2026          440 112             20/10/2026
`
  expect(read(drawing, { country: "GB" }).issue_date).toBe("2026-10-03")
})

test("a future date counts only under a label of issue", () => {
  expect(read("     30 November 2026", { today: "2026-10-20" }).issue_date).toBeNull()
  expect(read("     Bill date 30 November 2026", { today: "2026-10-20" }).issue_date).toBe("2026-11-30")
})

test("misread digits of a date are mended", () => {
  expect(read("     Bi11 date: O2/1O/2O26", { country: "GB" }).issue_date).toBe("2026-10-02")
  expect(read("     Invoice date l5 Ju1y 2026", { country: "GB" }).issue_date).toBe("2026-07-15")
})

test("telephone numbers, amounts and versions are no dates", () => {
  for (const text of ["Date 01.23.45.67.89", "Date: 1.204,11", "Bill date 0800 123 4567", "Bill date 99/99/2026", "Bill date 31/02/2026"]) {
    expect([text, read(`     ${text}`).issue_date]).toEqual([text, null])
  }
})
