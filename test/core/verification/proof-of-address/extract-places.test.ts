import { describe, expect, test } from "bun:test"
import { boxOnPage } from "@vouchkit/core/verification/evidence/place"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { skeletonOf } from "@vouchkit/core/verification/proof-of-address/extract/skeleton"
import type { PrintPlace } from "@vouchkit/core/verification/proof-of-address/types"
import { writtenDates } from "@vouchkit/core/verification/proof-of-address/extract/dates/written-dates"
import { abroadDocuments } from "./extract-documents-abroad.ts"
import { continentalDocuments } from "./extract-documents-continental.ts"
import { englishDocuments } from "./extract-documents-english.ts"
import { heldOutDocuments } from "./extract-documents-held-out.ts"
import { mixedDocuments } from "./extract-documents-mixed.ts"
import { extracted, readOn as today } from "./extract-measure.ts"
import type { InventedDocument } from "./extract-documents.ts"

const documents = [...englishDocuments, ...continentalDocuments, ...mixedDocuments, ...heldOutDocuments, ...abroadDocuments]

interface Placed {
  readonly document: InventedDocument
  readonly field: string
  readonly value: string
  readonly place: PrintPlace | null
}

const placed = (document: InventedDocument): ReadonlyArray<Placed> => {
  const found = extracted(document)
  const { places } = found
  const one = (field: string, value: string | null, place: PrintPlace | null | undefined): ReadonlyArray<Placed> =>
    value === null ? [] : [{ document, field, value, place: place ?? null }]
  return [
    ...found.holder_names.flatMap((name, at) => one("holder_names", name, places?.holder_names[at])),
    ...found.extracted_address.flatMap((line, at) => one("extracted_address", line, places?.extracted_address[at])),
    ...one("issuer", found.issuer, places?.issuer),
    ...(["issue_date", "period_start", "period_end", "valid_until"] as const).flatMap((field) => one(field, found[field], places?.[field]))
  ]
}

const all = documents.flatMap(placed)

/** The lines that a box touches by more than their edges. */
const touched = ({ document, place }: Placed) =>
  document.lines.filter((line) => {
    if (place === null || place.box === null || place.page !== line.page) return false
    const [x, y, width, height] = place.box
    const across = Math.min(x + width, line.left + line.width) - Math.max(x, line.left)
    const down = Math.min(y + height, line.top + line.height) - Math.max(y, line.top)
    return across > 0 && down > Math.min(height, line.height) * 0.5
  })

const share = (field: string): number => {
  const own = all.filter((one) => one.field === field)
  return own.filter(({ place }) => place !== null && place.box !== null).length / own.length
}

describe("where values are printed", () => {
  test("every value of an invented document has its box, but for the end of a lease that was counted from its start", () => {
    for (const field of ["holder_names", "extracted_address", "issuer", "issue_date", "period_start", "period_end"])
      expect([field, share(field)]).toEqual([field, 1])
    expect(share("valid_until")).toBeCloseTo(6 / 7, 6)
  })

  test("the print inside the box of a name or an address holds every word of it", () => {
    for (const one of all) {
      if (one.place === null || one.place.box === null || !/holder|address|issuer/u.test(one.field)) continue
      const print = touched(one)
        .map(({ text }) => skeletonOf(text).letters)
        .join(" ")
      const missing = one.value.split(/[\s,;/]+/u).filter((word) => !print.includes(skeletonOf(word).letters))
      expect([one.document.name, one.value, missing]).toEqual([one.document.name, one.value, []])
    }
  })

  test("the print inside the box of a date holds a date", () => {
    for (const one of all) {
      if (one.place === null || one.place.box === null || !/date|period|valid/u.test(one.field)) continue
      expect([one.document.name, one.value, touched(one).some(({ text }) => writtenDates(text).length > 0)]).toEqual([
        one.document.name,
        one.value,
        true
      ])
    }
  })

  test("the box of a value within a line leaves the label before it out", () => {
    const line = { page: 1, left: 0.1, top: 0.3, width: 0.4, height: 0.02, confidence: 0.9 }
    const { issue_date, places } = extractProofOfAddress(
      {
        page_count: 1,
        source: "ocr",
        lines: [{ ...line, text: "Date of the invoice: 12 October 2026" }]
      },
      { declared_type: "utility_bill", declared_country: "GB", today }
    )
    expect(issue_date).toBe("2026-10-12")
    const [x = 0, y, width = 0] = places?.issue_date?.box ?? []
    expect(y).toBe(0.3)
    expect(x).toBeGreaterThan(0.27)
    expect(x + width).toBeCloseTo(0.5, 5)
    expect(places?.issue_date).toMatchObject({ page: 1, source: "ocr", confidence: 0.9 })
  })

  test("a page that was turned before it was read has its boxes where the print stands on the page as uploaded", () => {
    const document = { page_count: 1, source: "ocr" as const, lines: englishDocuments[0]?.lines ?? [] }
    const hints = { declared_type: null, declared_country: null, today }
    const straight = extractProofOfAddress(document, hints).places
    const onto = [0, 1, 0, -1, 0, 1, 0, 0] as const
    const turned = extractProofOfAddress({ ...document, pages: [{ page: 1, source: "ocr", onto }] }, hints).places
    const box = straight?.holder_names[0]?.box
    const [left = 0, top = 0, width = 0, height = 0] = box ?? []
    expect(box).toBeDefined()
    // The page was turned a quarter to the right to be read: its left edge is at the foot of the page as uploaded.
    expect(turned?.holder_names[0]?.box).toEqual(boxOnPage({ left: top, top: 1 - left - width, width: height, height: width }, null))
  })

  test("lines without a layout name the page and no place on it", () => {
    const [document] = englishDocuments
    const lines = (document?.lines ?? []).map((line) => ({ ...line, left: 0, top: 0, width: 0, height: 0 }))
    const { holder_names, places } = extractProofOfAddress(
      { page_count: 1, source: "text_layer", lines },
      { declared_type: null, declared_country: null, today }
    )
    expect(holder_names.length).toBeGreaterThan(0)
    expect(places?.holder_names.map((place) => place?.box ?? null)).toEqual(holder_names.map(() => null))
  })
})
