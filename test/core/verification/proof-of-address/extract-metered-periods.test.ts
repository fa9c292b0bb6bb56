import { expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"

const printed = (lines: ReadonlyArray<string>) =>
  lines.map((text, row) => ({ text, page: 1, left: 0.1, top: 0.05 + row * 0.03, width: 0.6, height: 0.012, confidence: 1 }))

const datesOf = (country: string, lines: ReadonlyArray<string>) => {
  const { issue_date, period_end, period_start } = extractProofOfAddress(
    { lines: printed(lines), page_count: 1, pages: [], source: "text_layer" },
    { declared_type: "utility_bill", declared_country: country, today: "2026-11-23" }
  )
  return { issue_date, period_start, period_end }
}

const german = ["Stadtwerke Auental GmbH", "Jahresabrechnung Strom", "Rechnungsdatum: 26.10.2026"]

test("a bill over parts of a year with prices of their own is for the whole of it", () => {
  const parts = ["Zeitraum 01.10.2025 - 31.12.2025   586 kWh", "01.01.2026 - 30.09.2026   1.607 kWh"]
  const whole = "Grundpreis 01.10.2025 - 30.09.2026   118,80 EUR"
  expect(datesOf("DE", [...german, ...parts, whole])).toEqual({
    issue_date: "2026-10-26",
    period_start: "2025-10-01",
    period_end: "2026-09-30"
  })
  expect(datesOf("DE", [...german, ...parts]).period_end).toBe("2026-09-30")
})

test("the time ahead that a standing charge is paid for does not hide what was metered", () => {
  const lines = ["Électricité du Val", "Date de facture : 3 novembre 2026", "Abonnement du 04/11/2026 au 03/01/2027   31,48"]
  expect(datesOf("FR", [...lines, "Consommation du 31/08/2026 au 29/10/2026   188 kWh"])).toEqual({
    issue_date: "2026-11-03",
    period_start: "2026-08-31",
    period_end: "2026-10-29"
  })
  // A time ahead alone stays what it is: the policy judges it.
  expect(datesOf("FR", lines).period_end).not.toBe("2026-10-29")
})

test("a later stretch of days that neither goes on nor holds the period is another thing", () => {
  const lines = [...german, "Abrechnungszeitraum: 01.08.2026 - 31.08.2026", "Umbau der Anlage 05.10.2026 - 20.10.2026"]
  expect(datesOf("DE", lines).period_end).toBe("2026-08-31")
})
