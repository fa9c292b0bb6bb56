import { expect, test } from "bun:test"
import { ageProblem, readableFields, readSupporting } from "@vouchkit/core/verification/supporting-documents/reading"
import { printedPage } from "../../../support/printed-page.ts"

const payslip = `
# Acme Example GmbH
Payslip

Ada Example
12 High Street
London
SW1A 1AA

Date of issue: 30 October 2026
Pay period: 1 October 2026 - 31 October 2026
`
const today = "2026-11-27"
const said = { declared_country: "GB", today }
const read = (drawing: string, rules: Parameters<typeof readSupporting>[1]) =>
  readSupporting({ lines: printedPage(drawing), page_count: 1, source: "text_layer" }, rules, said)
const dated = (text: string) => {
  const found = read(text, { extract_fields: [], max_age_days: 30 })
  if (found === null) throw new Error("nothing was read")
  return found
}

test("of a supporting document the fields of its type are kept, and no others", () => {
  expect(read(payslip, { extract_fields: [], max_age_days: null })).toBeNull()
  const found = read(payslip, { extract_fields: ["issue_date"], max_age_days: null })
  expect(found).toMatchObject({ issue_date: "2026-10-30", period_end: null, holder_names: [], extracted_address: [], address: null })
  expect(read(payslip, { extract_fields: readableFields, max_age_days: null })?.period_end).toBe("2026-10-31")
  expect(dated(payslip)).toMatchObject({ issue_date: "2026-10-30", period_end: "2026-10-31", issuer: null, extracted_address: [] })
})

test("a supporting document is as old as its date of issue, else as the end of its period", () => {
  const of = (text: string, most: number) => ageProblem([dated(text)], most, today)
  expect([of(payslip, 28), of(payslip, 27)]).toEqual([null, "document_expired"])
  const period = "Payslip\nPay period: 1 October 2026 - 31 October 2026"
  expect([of(period, 27), of(period, 26)]).toEqual([null, "document_expired"])
  expect(of("Payslip", 30)).toBe("document_data_missing")
  expect(of("Payslip\nDate of issue: 3 December 2026", 30)).toBe("document_data_inconsistent")
})

test("of the files of one type, one that is recent is enough, and else the worst of them counts", () => {
  const [old, recent, undated] = [dated("Date of issue: 3 January 2026"), dated(payslip), dated("Payslip")]
  expect(ageProblem([undated, recent, old], 60, today)).toBeNull()
  expect(ageProblem([undated, old], 60, today)).toBe("document_expired")
  expect(ageProblem([undated], 60, today)).toBe("document_data_missing")
  expect(ageProblem([], 60, today)).toBeNull()
})
