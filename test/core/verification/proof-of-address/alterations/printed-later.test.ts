import { describe, expect, test } from "bun:test"
import { isPrintedLater } from "@vouchkit/core/verification/proof-of-address/alterations/printed-later"

const printed = (producer: string | null, creator: string | null = null, created_at: string | null = "2026-06-25T09:00:00.000Z") => ({
  producer,
  creator,
  created_at
})
const dated = (issue_date: string | null, period_end: string | null = null) => ({ issue_date, period_end })

describe("a bill that was printed weeks after its date", () => {
  test.each([
    ["Skia/PDF m120", "Mozilla AppleWebKit (KHTML, like Gecko) HeadlessChrome Safari"],
    ["Skia/PDF m120", "Chromium"],
    ["macOS Quartz PDFContext", "Safari"],
    ["iOS Quartz PDFContext", null],
    ["Microsoft: Print To PDF", null],
    ["cairo", "Mozilla Firefox"]
  ])("counts against it when %s printed it (%p)", (producer, creator) => {
    expect(isPrintedLater(printed(producer, creator), dated("2026-05-20"))).toBe(true)
  })

  test.each([
    ["Microsoft Word for Microsoft", "Microsoft Word for Microsoft"],
    ["macOS Quartz PDFContext", "Pages"],
    ["Skia/PDF m122 Google Docs Renderer", null],
    ["iText", "Billing"],
    ["HP Smart Document Scan", null],
    [null, null]
  ])("does not count against it when %p made it (%p)", (producer, creator) => {
    expect(isPrintedLater(printed(producer, creator), dated("2026-05-20"))).toBe(false)
  })

  test("counts from two weeks on", () => {
    const days = ["2026-06-25", "2026-06-12", "2026-06-11", "2026-01-01"]
    expect(days.map((day) => isPrintedLater(printed("Skia/PDF m120"), dated(day)))).toEqual([false, false, true, true])
  })

  test("is measured from the end of the period where no day of issue is printed, and not at all without a date", () => {
    expect(isPrintedLater(printed("Skia/PDF m120"), dated(null, "2026-05-31"))).toBe(true)
    expect(isPrintedLater(printed("Skia/PDF m120"), dated("2026-06-20", "2026-05-31"))).toBe(false)
    expect(isPrintedLater(printed("Skia/PDF m120"), dated(null))).toBe(false)
    expect(isPrintedLater(printed("Skia/PDF m120", null, null), dated("2026-05-20"))).toBe(false)
    expect(isPrintedLater(printed("Skia/PDF m120", null, "not a date"), dated("2026-05-20"))).toBe(false)
  })
})
