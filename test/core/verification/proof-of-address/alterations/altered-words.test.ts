import { describe, expect, test } from "bun:test"
import type { PrintedWord, TextLine } from "@vouchkit/core/verification/document-reading"
import { alteredPrint } from "@vouchkit/core/verification/proof-of-address/alterations/altered-words"
import { judgedFile } from "@vouchkit/core/verification/proof-of-address/alterations/judged-file"
import { wordsThatMatter } from "@vouchkit/core/verification/proof-of-address/alterations/words-that-matter"
import { anExtraction } from "../evidence.ts"

const extraction = anExtraction({
  holder_names: ["Helen Fairbanks"],
  extracted_address: ["12 High Street", "Leeds LS1 1AA"],
  issue_date: "2026-06-10",
  period_end: null
})

const page = ["Northern Power", "Helen Fairbanks", "12 High Street", "Leeds LS1 1AA", "Invoice date 10 June 2026", "Total 72.21"]

const lines: ReadonlyArray<TextLine> = page.map((text, row) => ({
  text,
  page: 1,
  left: 0.1,
  top: 0.1 + row * 0.05,
  width: text.length * 0.01,
  height: 0.02,
  confidence: 0.9
}))

const like: Omit<PrintedWord, "text" | "page" | "left" | "top" | "width" | "height"> = {
  letters: 6,
  shape: 0,
  size: 0,
  proportion: 0,
  weight: 0,
  base_line: 0,
  spacing: 0,
  grain: 0,
  paper: 0,
  patch: 0,
  quantized: 0,
  hue: 0,
  tint: 0
}

/** The words of the page, those of one line (none for an empty text) with other measures. */
const printed = (line: string, measures: Partial<PrintedWord>): ReadonlyArray<PrintedWord> =>
  lines.flatMap(({ height, left, text, top }) =>
    Array.from(text.matchAll(/\S+/g), (match) => ({
      ...like,
      ...(line.includes(match[0]) && text.includes(line) ? measures : {}),
      text: match[0],
      page: 1,
      left: left + match.index * 0.01,
      top,
      width: match[0].length * 0.01,
      height
    }))
  )

const isFlagged = (line: string, measures: Partial<PrintedWord>): boolean =>
  alteredPrint({ lines, print: printed(line, measures) }, extraction).length > 0

test("the words that matter are the name, the lines of the address and the date, without its label", () => {
  const found = wordsThatMatter({ lines, print: printed("", {}) }, extraction)
  expect(found.map(({ part, words }) => [part, words.map(({ text }) => text).join(" ")])).toEqual([
    ["name", "Helen Fairbanks"],
    ["address", "12 High Street"],
    ["address", "Leeds LS1 1AA"],
    ["date", "10 June 2026"]
  ])
})

describe("print unlike that around it", () => {
  test.each<[string, string, Partial<PrintedWord>]>([
    ["another size", "Helen Fairbanks", { size: -0.1 }],
    ["another typeface", "Helen Fairbanks", { shape: 0.12, proportion: 0.1 }],
    ["bold letters in an address", "12 High Street", { weight: 0.3 }],
    ["bold letters in a date", "10 June 2026", { weight: 0.3 }],
    ["a shifted base line", "10 June 2026", { base_line: 0.2 }],
    ["a narrower face", "12 High Street", { shape: 0.08, spacing: -0.1 }],
    ["few letters that are smaller and narrower", "12 High Street", { letters: 1, size: -0.1, spacing: -0.1 }],
    ["another colour of ink", "Helen Fairbanks", { hue: 0.3 }],
    ["paper without the grain of the page", "Helen Fairbanks", { grain: -3 }],
    ["paper smoother than that a little further away", "10 June 2026", { patch: -4 }],
    ["pixels that were compressed less often than the page", "12 High Street", { quantized: -3 }],
    ["a shade of colour around the letters", "10 June 2026", { tint: 4 }],
    ["a patch of lighter paper", "12 High Street", { paper: 9 }]
  ])("%s counts against the document", (_, line, measures) => {
    expect(isFlagged(line, measures)).toBe(true)
  })

  test.each<[string, string, Partial<PrintedWord>]>([
    ["a name in bold letters", "Helen Fairbanks", { weight: 0.3, shape: 0.07, proportion: 0.2, size: -0.04, spacing: 0.16 }],
    ["a name whose weight is not known", "Helen Fairbanks", { weight: null, spacing: 0.16 }],
    ["a plain date beside bold labels", "10 June 2026", { weight: -0.26, shape: 0.08 }],
    ["letters of another form in the same proportions", "Helen Fairbanks", { shape: 0.12 }],
    ["letters that were mistaken for others", "12 High Street", { shape: 0.5, proportion: 0.4, size: 0.9 }],
    ["few letters that are smaller and wider", "12 High Street", { letters: 1, size: -0.1, spacing: 0.1 }],
    ["a value of plain print below a smaller bold label", "10 June 2026", { size: 0.18, weight: -0.28 }],
    ["letters set wider, and nothing else", "12 High Street", { spacing: 0.16 }],
    ["what two letters say", "Leeds LS1 1AA", { letters: 1, size: 0.2 }],
    ["a line far from the others", "12 High Street", { base_line: 2.1 }],
    ["paper that was compressed more clearly than the page", "12 High Street", { patch: 4, quantized: 3 }],
    [
      "the noise of a photograph",
      "12 High Street",
      { grain: -1.6, patch: -2, quantized: -1.2, spacing: 0.1, paper: 2, base_line: 0.1, size: 0.04 }
    ],
    ["measures that could not be taken", "Helen Fairbanks", { size: null, shape: null, weight: null, base_line: null, grain: null }]
  ])("%s does not", (_, line, measures) => {
    expect(isFlagged(line, measures)).toBe(false)
  })

  test("the print that counts is named by its field, its page and its box on the page as it was uploaded", () => {
    const print = printed("12 High Street", { size: 0.2 })
    const [at, ...others] = alteredPrint({ lines, print }, extraction)
    expect([at, others]).toEqual([{ field: "address", page: 1, box: [0.1, 0.2, 0.14, 0.02] }, []])
    const half = [0.5, 0, 0, 0, 0.5, 0, 0, 0] as const
    const pages = [{ page: 1, source: "ocr" as const, onto: half }]
    expect(alteredPrint({ lines, pages, print }, extraction)[0]?.box).toEqual([0.05, 0.1, 0.07, 0.01])
  })

  test("words that the check does not rely on may be printed as they like", () => {
    expect(isFlagged("Northern Power", { size: 0.2, shape: 0.2, base_line: 0.3, grain: 2, paper: 20 })).toBe(false)
    expect(isFlagged("Total 72.21", { weight: 0.4, size: 0.2 })).toBe(false)
  })

  test("a file keeps its own flags and gets one more", () => {
    const forensics = {
      producer: null,
      creator: null,
      created_at: null,
      modified_at: null,
      revisions: 1,
      signed: false,
      flags: ["screenshot"] as const
    }
    const reading = { forensics, lines, print: printed("Helen Fairbanks", { size: 0.1 }), source: "ocr" as const }
    expect(judgedFile(reading, extraction).flags).toEqual(["screenshot", "altered_text"])
    expect(judgedFile({ ...reading, print: printed("", {}) }, extraction).flags).toEqual(["screenshot"])
    expect(judgedFile({ forensics, lines, source: "ocr" }, extraction).flags).toEqual(["screenshot"])
  })

  test("a photograph inside a PDF may be printed by a telephone at any time, a file with text may not", () => {
    const forensics = {
      producer: "iOS Quartz PDFContext",
      creator: null,
      created_at: "2026-07-20T10:00:00.000Z",
      modified_at: null,
      revisions: 1,
      signed: false,
      flags: []
    }
    expect(judgedFile({ forensics, lines, source: "ocr" }, extraction).flags).toEqual([])
    expect(judgedFile({ forensics, lines, source: "text_layer" }, extraction).flags).toEqual(["metadata_mismatch"])
  })
})
