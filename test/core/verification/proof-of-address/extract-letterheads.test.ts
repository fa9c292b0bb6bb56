import { expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import type { TextLine } from "@vouchkit/core/verification/document-reading"
import { printedPage } from "../../../support/printed-page.ts"

const today = "2026-11-23"
const read = (lines: ReadonlyArray<TextLine>, declared_country: string | null, source: "ocr" | "text_layer" = "ocr") =>
  readProofOfAddress({ lines, page_count: 1, source }, { declared_type: null, declared_country, today })

const bill = (head: string) => `${head}

   Ms Eleanor Whitcombe
   27 Harcourt Terrace
   Bristol
   BS6 5QD

   Electricity bill
   Bill date      5 November 2026
   Standing charge 31 days      17.05
   Electricity used 268 kWh     63.52
   Call us on 0800 555 0178
   VAT reg no 882 1144 02`

test("a name in two large lines is one issuer", () => {
  for (const source of ["ocr", "text_layer"] as const)
    expect(read(printedPage(bill("#  Severnside\n#  Energy")), "GB", source)).toMatchObject({
      issuer: "Severnside Energy",
      issuer_recognised: true
    })
})

test("words of a trade above a name with its legal form are its beginning", () => {
  for (const source of ["ocr", "text_layer"] as const)
    expect(read(printedPage(bill("#  Stadtwerke\n#  Nordmark GmbH")), "DE", source).issuer).toBe("Stadtwerke Nordmark GmbH")
  expect(read(printedPage(bill("#  Energy\n#  Statement")), "GB").issuer ?? "").not.toContain("Statement")
})

test("words of a trade by themselves are no issuer, unless the web address says so", () => {
  expect(read(printedPage(bill("   Energy")), "GB").issuer).not.toBe("Energy")
  expect(read(printedPage(bill("#  Tauron\n   www.tauron.pl")), "GB").issuer).toBe("Tauron")
})

test("a line that was hardly read is no issuer, whatever the rest of the page bears", () => {
  const lines = printedPage(bill("   Ee Sa BC NE a")).map((line, index) => (index === 0 ? { ...line, confidence: 0.4 } : line))
  expect(read(lines, "GB")).toMatchObject({ issuer: null, issuer_recognised: false })
})

test("small print at the head, without a mark of its own, is not trusted for the marks of the page", () => {
  expect(read(printedPage(bill("   Qe o Wel c")), "GB").issuer_recognised).toBe(false)
  expect(read(printedPage(bill("#  Severnside")), "GB")).toMatchObject({ issuer: "Severnside", issuer_recognised: true })
})

const german = (street: string, date: string) => `#  Sparkasse Havelland

   Matthias Hoffmann
   ${street}
   10623 Berlin

                                                            ${date}
   Kontoauszug 11/2026
   Kontostand alt      1.204,15 EUR
   Kontostand neu      4.021,35 EUR`

test.each(["Straße", "StraRe", "StralRe", "Straie", "StraBe"])("a street that bears a day is read, with the sharp s as %s", (word) => {
  const extraction = read(printedPage(german(`${word} des 17. Juni 135`, "Berlin, 3. November 2026")), "DE")
  expect(extraction.extracted_address).toEqual(["Straße des 17. Juni 135", "10623 Berlin"])
  expect(extraction.holder_names).toEqual(["Matthias Hoffmann"])
})

test("the number of a statement is no period, and a day after a place is the day of issue", () => {
  const extraction = read(printedPage(german("Lindenweg 7", "Berlin, 3. November 2026")), "DE")
  expect(extraction).toMatchObject({ issue_date: "2026-11-03", period_start: null, period_end: null })
})

test("other words that end like a street keep their letters", () => {
  const extraction = read(printedPage(german("Strafe 3", "Berlin, 3. November 2026")), "DE")
  expect(extraction.extracted_address).toEqual(["Strafe 3", "10623 Berlin"])
})
