import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const issued = (line: string, source: "ocr" | "text_layer" = "ocr") =>
  extractProofOfAddress(
    { lines: printedPage(`     ${line}`), page_count: 1, source },
    { declared_type: "utility_bill", declared_country: "GB", today: "2026-11-23" }
  ).issue_date

describe("a date under its label is read although a recognizer misread its separators", () => {
  const spellings = [
    "03.11 2026",
    "03 11.2026",
    "03.112026",
    "0311.2026",
    "03112026",
    "03,11.2026",
    "03-11.2026",
    "03/11 2026",
    "03/1112026",
    "03711/2026",
    "03l11/2026",
    "03|11|2026",
    "2026-1103",
    "2026 11-03",
    "20261103"
  ]
  for (const spelling of spellings) test(spelling, () => expect(issued(`Invoice date: ${spelling}`)).toBe("2026-11-03"))
})

describe("a month is read that a recognizer misspelled", () => {
  const spellings = [
    "3 Novernber 2026",
    "3 Novcmber 2026",
    "3rd Noyember 2026",
    "3. Movember 2026",
    "November3, 2026",
    "Novcmber 3, 2026",
    "3 de noviernbre de 2026"
  ]
  for (const spelling of spellings) test(spelling, () => expect(issued(`Invoice date: ${spelling}`)).toBe("2026-11-03"))
})

test("a figure that was read as a letter is a day before the name of a month", () => {
  expect(issued("Invoice date: S November 2026")).toBe("2026-11-05")
  expect(issued("Invoice date: ll November 2026")).toBe("2026-11-11")
})

describe("what may be two days is none", () => {
  // 01 1 01 2026, or 01 10 1 2026; September, or December.
  for (const spelling of ["011012026", "3 detembro 2026", "3 Jun3 2026"])
    test(spelling, () => expect(issued(`Invoice date: ${spelling}`)).toBeNull())
})

test("numbers that look like a misread date are none without a label of dates", () => {
  for (const text of ["Account number 03112026", "0311.2026", "Meter 03 11.2026 kWh", "26110420", "Customer 03711/2026"]) {
    expect([text, issued(text)]).toEqual([text, null])
  }
})

test("letters of a text layer are never mended", () => {
  for (const text of ["03.112026", "03711/2026", "3 Novcmber 2026"])
    expect([text, issued(`Invoice date: ${text}`, "text_layer")]).toEqual([text, null])
})

test("a lost separator never makes another day of a date", () => {
  const two = (number: number) => String(number).padStart(2, "0")
  const mark = fc.constantFrom(".", "/", "-", " ", "", ",", "1", "7", "l", "|")
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 28 }), fc.integer({ min: 1, max: 11 }), mark, mark, (day, month, one, other) => {
      const read = issued(`Invoice date: ${two(day)}${one}${two(month)}${other}2026`)
      expect([null, `2026-${two(month)}-${two(day)}`]).toContain(read)
    })
  )
})

test("a label and its date far to the right belong together where the lines of another column part their row", () => {
  const line = (text: string, left: number, top: number, height: number) => ({
    text,
    page: 1,
    left,
    top,
    height,
    width: text.length * 0.01,
    confidence: 0.95
  })
  const lines = [
    line("THANDIWE MOKOENA", 0.068, 0.1432, 0.007),
    line("2026/11/02", 0.843, 0.1449, 0.0114),
    line("Date of account", 0.538, 0.1466, 0.0099),
    line("14 PROTEA ROAD", 0.069, 0.1551, 0.0114),
    line("Due date", 0.538, 0.1633, 0.0106),
    line("2026/11/25", 0.843, 0.163, 0.0106)
  ]
  const hints = { declared_type: "utility_bill", declared_country: "ZA", today: "2026-11-23" } as const
  expect(extractProofOfAddress({ lines, page_count: 1, source: "ocr" }, hints).issue_date).toBe("2026-11-02")
})

test("a date under a label that was hardly read is not taken for the day of issue", () => {
  const lines = printedPage("     Erdpaiva\n     12.11.2026")
  const issuedUnder = (confidence: number) =>
    extractProofOfAddress(
      { lines: lines.map((line, index) => (index === 0 ? { ...line, confidence } : line)), page_count: 1, source: "ocr" },
      { declared_type: "utility_bill", declared_country: "FI", today: "2026-11-23" }
    ).issue_date
  expect(issuedUnder(0.36)).toBeNull()
  expect(issued("12.11.2026")).toBe("2026-11-12")
})

describe("a year that was parted from its day", () => {
  const parted = (day: string, gap: number, source: "ocr" | "text_layer" = "ocr") => {
    const line = (text: string, left: number) => ({
      text,
      page: 1,
      left,
      top: 0.1,
      width: text.length * 0.009,
      height: 0.012,
      confidence: 0.9
    })
    const lines = [line("Invoice date", 0.1), line(day, 0.4), line("2026", 0.4 + day.length * 0.009 + gap)]
    return extractProofOfAddress(
      { lines, page_count: 1, source },
      { declared_type: "utility_bill", declared_country: "GB", today: "2026-11-23" }
    ).issue_date
  }

  test("belongs to it where it stands close", () => expect(parted("3 November", 0.01)).toBe("2026-11-03"))

  test("does not where it stands in another column, in a text layer, or where there is no such day", () => {
    expect(parted("3 November", 0.2)).toBeNull()
    expect(parted("3 November", 0.01, "text_layer")).toBeNull()
    expect(parted("29 February", 0.01)).toBeNull()
  })
})
