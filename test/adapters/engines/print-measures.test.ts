import { expect, test } from "bun:test"
import { comparedWords } from "@vouchkit/adapters/engines/image/print/compare-print"
import { measuredWord, type ReadWord } from "@vouchkit/adapters/engines/image/print/print-word"
import { type GreyImage, withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import type { PrintedWord } from "@vouchkit/core/verification/document-reading"
import { PDFDocument, rgb, StandardFonts } from "pdf-lib"
import { chanceOf } from "../../support/photographs.ts"

interface Drawn {
  readonly text: string
  readonly font?: StandardFonts
  readonly size?: number
  readonly raised?: number
}

const dpi = 150
const pixels = (points: number): number => (points * dpi) / 72
const texts = ["Jonathan Okonkwo", "128 Marlowe Gardens", "Bristol Harbour Road", "Account of Jonathan Marlowe", "Garden and road charges"]

/** Lines of one column on white paper, with the box of each word as a recognizer gives it. */
const drawn = async (
  changed: Partial<Drawn>,
  bases: ReadonlyArray<number> = [30, 48, 66, 84, 102]
): Promise<{ readonly page: GreyImage; readonly words: ReadonlyArray<ReadWord> }> => {
  const document = await PDFDocument.create()
  const sheet = document.addPage([400, 160])
  const words: Array<ReadWord> = []
  for (const [line, text] of texts.entries()) {
    const own: Drawn = line === 1 ? { text, ...changed } : { text }
    const { font = StandardFonts.Helvetica, raised = 0, size = 11 } = own
    const embedded = await document.embedFont(font)
    const base = bases[line] ?? 0
    sheet.drawText(text, { x: 40, y: 160 - base + raised, size, font: embedded, color: rgb(0, 0, 0) })
    for (const match of text.matchAll(/\S+/g)) {
      const left = 40 + embedded.widthOfTextAtSize(text.slice(0, match.index), size)
      words.push({
        text: match[0],
        confidence: 0.95,
        line,
        left: Math.floor(pixels(left)),
        right: Math.ceil(pixels(left + embedded.widthOfTextAtSize(match[0], size))),
        top: Math.floor(pixels(base - 8)),
        bottom: Math.ceil(pixels(base))
      })
    }
  }
  const page = await withRenderer(await document.save(), (renderer) => renderer.render(1, dpi))
  if (page === null) throw new Error("the page cannot be drawn")
  return { page, words }
}

const levelsOn = (page: GreyImage, level: (level: number, x: number, y: number) => number): GreyImage => ({
  ...page,
  data: Uint8Array.from(page.data, (value, at) => level(value, at % page.width, Math.floor(at / page.width)))
})

/** Measures of the words of the second line, in a picture that may be treated first. */
const secondLine = async (
  changed: Partial<Drawn>,
  treat: (page: GreyImage) => GreyImage = (page) => page,
  bases?: ReadonlyArray<number>
) => {
  const { page, words } = await drawn(changed, bases)
  const raw = treat(page)
  const even = levelsOn(page, (level) => Math.min(level, 250))
  const compared = comparedWords(
    words.map((word) => measuredWord(even, raw, word)),
    page
  )
  return compared.filter((_, index) => words[index]?.line === 1)
}

const largest = (words: ReadonlyArray<PrintedWord>, measure: "size" | "shape" | "weight" | "base_line" | "grain" | "paper"): number =>
  words.reduce((most, word) => Math.max(most, Math.abs(word[measure] ?? 0)), 0)

test("a line printed like its neighbours is like them in every measure", async () => {
  const words = await secondLine({})
  expect(words.every(({ letters, text }) => text === "128" || letters >= 5)).toBe(true)
  expect(largest(words, "size")).toBeLessThan(0.03)
  expect(largest(words, "shape")).toBeLessThan(0.03)
  expect(largest(words, "weight")).toBeLessThan(0.06)
  expect(largest(words, "base_line")).toBeLessThan(0.1)
  expect(largest(words, "paper")).toBeLessThan(1)
})

test("a tenth more of height, bold letters, another face and a raised line each show in their measure", async () => {
  expect(largest(await secondLine({ size: 12.1 }), "size")).toBeCloseTo(0.095, 1)
  expect(largest(await secondLine({ font: StandardFonts.HelveticaBold }), "weight")).toBeGreaterThan(0.2)
  expect(largest(await secondLine({ font: StandardFonts.Courier }), "shape")).toBeGreaterThan(0.08)
  expect(largest(await secondLine({ raised: 1.6 }), "base_line")).toBeGreaterThan(0.12)
})

test("a flat patch on grained paper has no grain, and a lighter one has another level", async () => {
  const patch = (x: number, y: number) => x > pixels(34) && x < pixels(180) && y > pixels(36) && y < pixels(52)
  const grained = (light: number) => (page: GreyImage) => {
    const chance = chanceOf(3)
    return levelsOn(page, (level, x, y) => {
      const noise = (chance() + chance() + chance() - 1.5) * 8
      return patch(x, y) ? Math.min(level, light) : Math.min(255, Math.max(0, Math.round(level * 0.92 + noise)))
    })
  }
  const flat = await secondLine({}, grained(235))
  expect(Math.min(...flat.map(({ grain }) => grain ?? 0))).toBeLessThan(-1)
  const light = await secondLine({}, grained(253))
  expect(largest(light, "paper")).toBeGreaterThan(6)
})

test("a value below its label is not taken for a shifted line of a column", async () => {
  const alternating = await secondLine({}, (page) => page, [30, 44, 62, 76, 94])
  expect(largest(alternating, "base_line")).toBeLessThan(0.1)
})
