import { expect, test } from "bun:test"
import { isEditor, softwareName } from "@vouchkit/adapters/engines/editors"
import { pdfDate, xmpDate } from "@vouchkit/adapters/engines/file-dates"
import { isScreenSize } from "@vouchkit/adapters/engines/image/screen-sizes"

test.each([
  "Adobe Photoshop CC 2019 (Macintosh)",
  "Adobe Illustrator 28.1",
  "GIMP 2.10.34",
  "Inkscape 1.3 (https://inkscape.org)",
  "Canva",
  "PDFescape Online - https://www.pdfescape.com",
  "Sejda 3.2.85",
  "iLovePDF",
  "Smallpdf",
  "Foxit PhantomPDF",
  "Foxit PDF Editor Version 12",
  "PDF-XChange Editor 9.5",
  "Wondershare PDFelement 9",
  "Nitro Pro 13"
])("%s edits documents", (name) => {
  expect(isEditor(name)).toBe(true)
})

test.each([
  "Microsoft® Word 2021",
  "LibreOffice 7.5",
  "Google Docs Renderer",
  "Skia/PDF m120",
  "macOS Quartz PDFContext",
  "iText 7",
  "Foxit Reader PDF Printer Version 11",
  "Acrobat Distiller 23.0",
  "Adobe Acrobat Pro (32-bit) 23 Paper Capture Plug-in",
  "Adobe InDesign 19.0",
  "JasperReports Library",
  "ReportLab PDF Library",
  "Microsoft: Print To PDF",
  "HP Smart Document Scan",
  "iOS 17.5 Quartz PDFContext",
  ""
])("%s makes documents", (name) => {
  expect(isEditor(name)).toBe(false)
})

test.each([
  ["Adobe Photoshop 25.1 (Windows)", "Adobe Photoshop (Windows)"],
  ["pdf-lib (https://github.com/Hopding/pdf-lib)", "pdf-lib"],
  ["LibreOffice 24.8.1.2", "LibreOffice"],
  ["Microsoft® Word for Microsoft 365", "Microsoft Word for Microsoft"],
  ["  ", null],
  [42, null]
] as const)("%p is named %p", (claimed, name) => {
  expect(softwareName(claimed)).toBe(name)
})

test.each([
  ["D:20260302081500Z", "2026-03-02T08:15:00.000Z"],
  ["D:20260302081500+01'00'", "2026-03-02T07:15:00.000Z"],
  ["D:20260302081500-05'30", "2026-03-02T13:45:00.000Z"],
  ["20260302", "2026-03-02T00:00:00.000Z"],
  ["D:20261502", null],
  ["yesterday", null],
  [null, null]
] as const)("the PDF date %p is %p", (claimed, iso) => {
  expect(pdfDate(claimed)?.iso ?? null).toBe(iso)
})

test.each([
  ["2026-03-02T08:15:00+01:00", "2026-03-02T07:15:00.000Z"],
  ["2026-03-02T08:15:00.123Z", "2026-03-02T08:15:00.000Z"],
  ["2026-03-02", "2026-03-02T00:00:00.000Z"],
  ["02/03/2026", null]
] as const)("the XMP date %p is %p", (claimed, iso) => {
  expect(xmpDate(claimed)?.iso ?? null).toBe(iso)
})

test("a date without a zone is known to lack one", () => {
  expect([pdfDate("D:20260302081500")?.zoned, pdfDate("D:20260302081500Z")?.zoned]).toEqual([false, true])
})

test("screens are known lying and standing, and pages of paper are none", () => {
  expect([isScreenSize(1170, 2532), isScreenSize(2532, 1170), isScreenSize(1920, 1080)]).toEqual([true, true, true])
  expect([isScreenSize(1240, 1754), isScreenSize(2480, 3508), isScreenSize(1275, 1650)]).toEqual([false, false, false])
})
