import { describe, expect, test } from "bun:test"
import type { TextLine } from "@vouchkit/core/verification/document-reading"
import { billFingerprint, billSubject } from "@vouchkit/core/verification/layout-templates/documents"
import { layoutFingerprint, type LayoutSource } from "@vouchkit/core/verification/layout-templates/fingerprint"
import { findBillPhrases, findIdentityPhrases } from "@vouchkit/core/verification/layout-templates/phrases"
import { anExtraction } from "../proof-of-address/evidence.ts"

const line = (text: string, left: number, top: number, width = text.length * 0.01): TextLine => ({
  text,
  page: 1,
  left,
  top,
  width,
  height: 0.012,
  confidence: 1
})

const source = (lines: ReadonlyArray<TextLine>, rest: Partial<LayoutSource> = {}): LayoutSource => ({
  medium: "text",
  lines,
  fonts: [],
  proportions: [0.7],
  producer: null,
  values: [],
  personal: [],
  portrait: null,
  find: findBillPhrases,
  ...rest
})

const keysOf = (lines: ReadonlyArray<TextLine>, rest: Partial<LayoutSource> = {}) =>
  layoutFingerprint(source(lines, rest)).parts.map(({ key }) => key)

describe("what a fingerprint keeps of the words of a page", () => {
  test("a line that begins with no phrase of our lists leaves no trace", () => {
    expect(keysOf([line("Ada Whitlock", 0.1, 0.2), line("12 Quarry Hill", 0.1, 0.22), line("Zebra crossing", 0.1, 0.24)])).toEqual([])
  })

  test("what is kept of a line is the phrase of the list, whatever follows it", () => {
    const kept = layoutFingerprint(source([line("Invoice number: 48151623 Whitlock", 0.1, 0.3), line("Date of issue", 0.1, 0.32)]))
    expect(kept.parts.map(({ key, width }) => [key, width === null])).toEqual([
      ["invoice number", true],
      ["date of issue", false]
    ])
    expect(JSON.stringify(kept)).not.toMatch(/whitlock|48151623/iu)
  })

  test("a name or an address that looks like a phrase is no phrase", () => {
    const lines = [line("Total Amount", 0.1, 0.2), line("Bill date", 0.1, 0.22), line("Invoice Lane 4", 0.1, 0.24)]
    expect(keysOf(lines)).toEqual(["total", "bill date", "invoice"])
    expect(keysOf(lines, { personal: ["Total Amount", "Invoice Lane 4"] })).toEqual(["bill date"])
  })

  test("of a value no more is kept than where it begins, and that only where another line begins there too", () => {
    const values = [{ key: "holder", text: "Ada Whitlock" }]
    const flush = layoutFingerprint(source([line("Ada Whitlock", 0.1, 0.2), line("12 Quarry Hill", 0.1, 0.22)], { values }))
    expect(flush.parts).toEqual([
      {
        kind: "value",
        key: "holder",
        page: 1,
        left: expect.closeTo(0.1),
        top: expect.closeTo(0.2),
        height: expect.closeTo(0.012),
        width: null,
        font: null
      }
    ])
    const centred = layoutFingerprint(source([line("Ada Whitlock", 0.44, 0.2), line("12 Quarry Hill", 0.43, 0.22)], { values }))
    expect(centred.parts).toEqual([])
  })

  test("two people with names of other lengths leave the same fingerprint", () => {
    const of = (name: string, street: string) =>
      layoutFingerprint(
        source([line(name, 0.1, 0.2), line(street, 0.1, 0.22), line("Account number", 0.1, 0.3), line("Total", 0.1, 0.6)], {
          values: [
            { key: "holder", text: name },
            { key: "address", text: street }
          ],
          personal: [name, street]
        })
      )
    expect(of("Jo Ng", "1 Elm Row")).toEqual(of("Maximiliana Fotheringham-Abernathy", "118 Upper Marlowe Gardens East"))
  })

  test("a phrase that stands twice has no place of its own", () => {
    const kept = layoutFingerprint(source([line("Total", 0.1, 0.3), line("Total", 0.1, 0.6), line("Due date", 0.1, 0.5)]))
    expect([kept.parts.map(({ key }) => key), kept.repeated]).toEqual([["due date"], ["1 total"]])
  })

  test("a producer is kept by the name of our list, since any other may name a person", () => {
    const producer = (text: string | null) => layoutFingerprint(source([], { producer: text })).producer
    expect(["iText 7.1.9 (Acme licence)", "pdf-lib (https://github.com)", "Ada Whitlock", null].map(producer)).toEqual([
      "itext",
      "pdf-lib",
      null,
      null
    ])
  })

  test("labels of identity documents are known behind the numbers that licences print before them", () => {
    const kept = keysOf([line("1. Surname", 0.4, 0.2), line("4b. Expires", 0.4, 0.3)], { medium: "picture", find: findIdentityPhrases })
    expect(kept).toEqual(["surname", "expires"])
  })
})

test("only an organization has a layout that others share", () => {
  expect(billSubject(anExtraction())).toEqual({ issuer: "northernpower", type: "utility_bill", country: "GB", side: null })
  expect(billSubject(anExtraction({ issuer: "Ada Whitlock", issuer_recognised: false }))).toBeNull()
})

test("hostile text is bounded", () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => line(`Total ${"due ".repeat(2_000)}`, 0.1, index / 5_000))
  const kept = billFingerprint(
    {
      page_count: 1,
      source: "text_layer",
      lines,
      forensics: {
        producer: "x".repeat(100_000),
        creator: null,
        created_at: null,
        modified_at: null,
        revisions: 1,
        signed: false,
        flags: []
      },
      quality: { focus: null, brightness: null, resolution: null, overall: null },
      perceptual_hash: null
    },
    anExtraction()
  )
  expect(kept.parts.length + kept.repeated.length).toBeLessThan(20)
})
