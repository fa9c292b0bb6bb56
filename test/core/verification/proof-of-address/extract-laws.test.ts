import { expect, test } from "bun:test"
import type { TextLine } from "@vouchkit/core/verification/document-reading"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import fc from "fast-check"
import { printedPage } from "../../../support/printed-page.ts"
import { englishDocuments } from "./extract-documents-english.ts"

const hints = { declared_type: null, declared_country: null, today: "2026-10-20" }

const scraps = fc.constantFrom(
  "Bill date",
  "Billing period:",
  "01/02/2026",
  "31.12.25",
  "to",
  "–",
  "Mr",
  "John",
  "Smith",
  "12 Oak Road",
  "LS1 4AB",
  "10115 Berlin",
  "Registered office",
  "£12.00",
  "Account holder:",
  "8.",
  "1.",
  "Statement",
  "Kontoauszug",
  "GmbH",
  "2026年7月1日",
  "㍿",
  "\u0000",
  "\ud800",
  "l",
  "0",
  "|",
  "   ",
  "www.",
  "@",
  "Q3",
  "令和8年",
  "١٢/٠٩/٢٠٢٦",
  "T3",
  "of",
  "residing at",
  "c/o",
  "&",
  ",",
  "tenant"
)

const text = fc.oneof(
  fc.string({ maxLength: 80, unit: "binary" }),
  fc.array(scraps, { maxLength: 12 }).map((parts) => parts.join(" "))
)

const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double())

const line: fc.Arbitrary<TextLine> = fc.record({
  text,
  page: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer()),
  left: place,
  top: place,
  width: place,
  height: place,
  confidence: fc.double({ min: 0, max: 1, noNaN: true })
})

const calendarDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

test("any lines whatever give a result of the right shape, and never a failure", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom("text_layer" as const, "ocr" as const), (lines, source) => {
      const found = extractProofOfAddress({ lines, page_count: 1, source }, hints)
      for (const date of [found.issue_date, found.period_start, found.period_end, found.valid_until]) {
        if (date !== null) expect(date).toMatch(calendarDay)
      }
      if (found.period_start !== null && found.period_end !== null) expect(found.period_start <= found.period_end).toBe(true)
      expect(found.document_type_confidence).toBeGreaterThanOrEqual(0)
      expect(found.document_type_confidence).toBeLessThanOrEqual(1)
      expect(found.holder_names.length).toBeLessThanOrEqual(4)
      expect(found.address === null).toBe(found.extracted_address.length === 0)
    }),
    { numRuns: 250 }
  )
})

test("the same lines always give the same result", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const read = () => extractProofOfAddress({ lines, page_count: 1, source: "ocr" }, hints)
      expect(read()).toEqual(read())
    }),
    { numRuns: 50 }
  )
})

test("what stands beyond the two thousandth line is not read", () => {
  const filler = Array.from({ length: 2_000 }, (_, index) => ({
    text: "-",
    page: 1 + Math.floor(index / 50),
    left: 0.1,
    top: (index % 50) / 50,
    width: 0.1,
    height: 0.01,
    confidence: 1
  }))
  const beyond = printedPage("     Kontoauszug\n     Bill date 1 September 2026", { page: 99 })
  const found = extractProofOfAddress({ lines: [...filler, ...beyond], page_count: 99, source: "text_layer" }, hints)
  expect(found.issue_date).toBeNull()
  expect(found.document_type_detected).toBeNull()
})

test("a further notice about payment never changes the day of issue, the period, the holder or the address", () => {
  const notice = fc.constantFrom(
    "Payment due date 12 November 2026",
    "Your direct debit will be taken on or after 2 November 2026",
    "Next meter reading 30 December 2026",
    "Call us on 0800 555 0100 between 8am and 6pm",
    "Date of birth 1 January 1980"
  )
  fc.assert(
    fc.property(fc.constantFrom(...englishDocuments), notice, (document, added) => {
      const extra = { text: added, page: 1, left: 0.3, top: 0.97, width: 0.4, height: 0.012, confidence: 1 }
      const read = (lines: ReadonlyArray<TextLine>) => extractProofOfAddress({ lines, page_count: 1, source: document.source }, hints)
      const before = read(document.lines)
      const after = read([...document.lines, extra])
      expect([after.issue_date, after.period_start, after.period_end]).toEqual([before.issue_date, before.period_start, before.period_end])
      expect(after.holder_names).toEqual(before.holder_names)
      expect(after.extracted_address).toEqual(before.extracted_address)
    }),
    { numRuns: 60 }
  )
})

test("the registered office of the issuer is no address of the customer, even when it is the only one", () => {
  const drawing = `
#    Brackwater Energy Limited
     Your electricity bill
     Bill date 3 October 2026

     Registered office: Weir House, 40 Canal Street, Bristol BS1 6AB
`
  const found = extractProofOfAddress({ lines: printedPage(drawing), page_count: 1, source: "text_layer" }, hints)
  expect(found.address).toBeNull()
  expect(found.holder_names).toEqual([])
})

test("the address of a post-office box is told apart from a home", () => {
  const drawing = `
     Mr Peter Lang
     PO Box 412
     Leeds
     LS1 4AB
`
  const found = extractProofOfAddress({ lines: printedPage(drawing), page_count: 1, source: "text_layer" }, hints)
  expect(found.address_type).toBe("po_box")
})

test("a name without any mark of an organization is an issuer, but not a recognised one", () => {
  const drawing = `
#    Blue Pelican
     Electricity bill
     Mr Peter Lang
     3 High Street
     Leeds
     LS1 4AB
`
  const found = extractProofOfAddress({ lines: printedPage(drawing), page_count: 1, source: "text_layer" }, hints)
  expect(found.issuer).toBe("Blue Pelican")
  expect(found.issuer_recognised).toBe(false)
})
