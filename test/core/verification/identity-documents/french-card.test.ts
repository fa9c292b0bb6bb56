import { expect, test } from "bun:test"
import { judgeExtraction } from "@vouchkit/core/verification/identity-documents/judges/extraction"
import { document, examine, picture, zone } from "./documents.ts"

const lines = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"]
const card = (of: Parameters<typeof zone>[1] = {}) =>
  examine([
    document([picture({ mrz: zone(lines, { format: "FR_ID", ...of }) })], { declared: { type: null, country: null, side: "spread" } })
  ])
const valuesOf = (examination: ReturnType<typeof card>) =>
  Object.fromEntries(examination.fields.map(({ field, standing, value }) => [field, [value, standing]]))

test("the zone of a French identity card of 1995 to 2021 fills the fields that other zones fill", () => {
  const examined = card()
  expect([examined.type, examined.country, examined.mrz?.fields.format]).toEqual(["national_id", "FR", "FR_ID"])
  expect(valuesOf(examined)).toMatchObject({
    document_number: ["940992310285", "verified"],
    surname: ["BERTHIER", "read"],
    given_names: ["CORINNE", "read"],
    date_of_birth: ["1965-12-06", "verified"],
    issue_date: ["1994-09", "verified"],
    nationality: ["FR", "read"]
  })
})

test("its zone does not say when it expires, so that no card passes by its zone alone", () => {
  const verdict = judgeExtraction(card())
  expect([verdict.outcome, verdict.reasons.map(({ code }) => code)]).toEqual(["review", ["expiry_date_missing"]])
})

test("a number under a character that was replaced to satisfy its check digit is not called verified", () => {
  const repair = { line: 1, column: 5, read: "8", taken: "9" }
  expect(valuesOf(card({ repair }))).toMatchObject({ document_number: ["940992310285", "repaired"], issue_date: ["1994-09", "repaired"] })
})
