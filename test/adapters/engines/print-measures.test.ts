import { expect, test } from "bun:test"
import { comparedWords } from "@vouchkit/adapters/engines/image/print/compare-print"
import { fileTracesOf } from "@vouchkit/adapters/engines/image/print/file-traces"
import { measuredWord, type ReadWord } from "@vouchkit/adapters/engines/image/print/print-word"
import { samePage } from "@vouchkit/adapters/engines/image/page-map"
import { type ColourImage, type GreyImage, withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import type { PrintedWord } from "@vouchkit/core/verification/document-reading"
import { PDFDocument, rgb, setCharacterSpacing, StandardFonts } from "pdf-lib"
import sharp from "sharp"
import { chanceOf } from "../../support/photographs.ts"

interface Drawn {
  readonly text: string
  readonly font?: StandardFonts
  readonly size?: number
  readonly raised?: number
  readonly spacing?: number
  readonly blue?: number
}

const dpi = 150
const pixels = (points: number): number => (points * dpi) / 72
const texts = ["Jonathan Okonkwo", "128 Marlowe Gardens", "Bristol Harbour Road", "Account of Jonathan Marlowe", "Garden and road charges"]

/** Lines of one column on white paper, with the box of each word as a recognizer gives it. */
const drawn = async (
  changed: Partial<Drawn>,
  bases: ReadonlyArray<number> = [30, 48, 66, 84, 102]
): Promise<{ readonly page: GreyImage; readonly colour: ColourImage; readonly words: ReadonlyArray<ReadWord> }> => {
  const document = await PDFDocument.create()
  const sheet = document.addPage([400, 160])
  const words: Array<ReadWord> = []
  for (const [line, text] of texts.entries()) {
    const own: Drawn = line === 1 ? { text, ...changed } : { text }
    const { blue = 0, font = StandardFonts.Helvetica, raised = 0, size = 11, spacing = 0 } = own
    const embedded = await document.embedFont(font)
    const base = bases[line] ?? 0
    const widthOf = (part: string): number => embedded.widthOfTextAtSize(part, size) + spacing * part.length
    sheet.pushOperators(setCharacterSpacing(spacing))
    sheet.drawText(text, { x: 40, y: 160 - base + raised, size, font: embedded, color: rgb(0, 0, blue) })
    for (const match of text.matchAll(/\S+/g)) {
      const left = 40 + widthOf(text.slice(0, match.index))
      words.push({
        text: match[0],
        confidence: 0.95,
        line,
        left: Math.floor(pixels(left)),
        right: Math.ceil(pixels(left + widthOf(match[0]))),
        top: Math.floor(pixels(base - 8)),
        bottom: Math.ceil(pixels(base))
      })
    }
  }
  const [page, colour] = await withRenderer(await document.save(), async (renderer) => [
    await renderer.render(1, dpi),
    await renderer.renderColour(1, dpi)
  ])
  if (page == null || colour == null) throw new Error("the page cannot be drawn")
  return { page, colour, words }
}

const levelsOn = (page: GreyImage, level: (level: number, x: number, y: number) => number): GreyImage => ({
  ...page,
  data: Uint8Array.from(page.data, (value, at) => level(value, at % page.width, Math.floor(at / page.width)))
})

/** Measures of the words of the second line, in a picture that may be treated first. */
const secondLine = async (
  changed: Partial<Drawn>,
  treat: (page: GreyImage) => GreyImage = (page) => page,
  bases?: ReadonlyArray<number>,
  save: (file: ColourImage) => Promise<ColourImage> = (file) => Promise.resolve(file)
) => {
  const { colour, page, words } = await drawn(changed, bases)
  const raw = treat(page)
  const even = levelsOn(page, (level) => Math.min(level, 250))
  const compared = comparedWords(
    words.map((word) => measuredWord(even, raw, word)),
    page,
    fileTracesOf(await save(colour), { image: page, onto: samePage }, words)
  )
  return compared.filter((_, index) => words[index]?.line === 1)
}

type Measure = "size" | "shape" | "weight" | "base_line" | "grain" | "paper" | "spacing" | "patch" | "quantized" | "hue"
const largest = (words: ReadonlyArray<PrintedWord>, measure: Measure): number =>
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

const patched = (x: number, y: number): boolean => x > pixels(34) && x < pixels(180) && y > pixels(36) && y < pixels(52)
const normalOf = (chance: () => number): number => (chance() + chance() + chance() + chance() - 2) * 1.732

/** Paper with grain, that of the second line made in another way. */
const grained = (other: (chance: () => number, before: number) => number) => (page: GreyImage) => {
  const chance = chanceOf(5)
  let before = 0
  return levelsOn(page, (level, x, y) => {
    const noise = patched(x, y) ? other(chance, before) : normalOf(chance) * 4
    before = noise
    return Math.min(255, Math.max(0, Math.round(level * 0.9 + noise)))
  })
}

test("another colour of ink shows beside that of the lines around, and plain black does not", async () => {
  expect(largest(await secondLine({}), "hue")).toBeLessThan(0.05)
  expect(largest(await secondLine({ blue: 0.45 }), "hue")).toBeGreaterThan(0.2)
})

test("letters further apart and narrower letters show beside what the same letters take elsewhere", async () => {
  expect(largest(await secondLine({}), "spacing")).toBeLessThan(0.03)
  expect(largest(await secondLine({ spacing: 0.6 }), "spacing")).toBeGreaterThan(0.06)
  expect(largest(await secondLine({ size: 10 }), "spacing")).toBeGreaterThan(0.06)
})

test("a patch with less grain than the paper beside it differs from all other words", async () => {
  const plain = await secondLine(
    {},
    grained((chance) => normalOf(chance) * 4)
  )
  expect(Math.max(largest(plain, "patch"), largest(plain, "grain"))).toBeLessThan(2)
  const smooth = await secondLine(
    {},
    grained((chance) => normalOf(chance) * 1.5)
  )
  expect(Math.min(...smooth.map(({ patch }) => patch ?? 0))).toBeLessThan(-3)
})

const compressed = async ({ data, height, width }: ColourImage, quality: number): Promise<ColourImage> => {
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  const pixelsOf = await sharp(file).raw().toBuffer()
  return { data: new Uint8Array(pixelsOf), width, height }
}

/** A scan that was compressed, with the second line typed into it afterwards, and saved again. */
const typedInto = (typed: boolean, saved: number | null) => async (page: ColourImage) => {
  const chance = chanceOf(9)
  const scan = { ...page, data: Uint8Array.from(page.data) }
  for (let at = 0; at < scan.data.length; at += 3) {
    const level = Math.min(255, Math.max(0, Math.round((page.data[at] ?? 255) * 0.85 + 22 + normalOf(chance) * 3)))
    scan.data.fill(level, at, at + 3)
  }
  const first = await compressed(scan, 78)
  const data = Uint8Array.from(first.data, (level, at) => {
    const [x, y] = [Math.floor(at / 3) % page.width, Math.floor(at / 3 / page.width)]
    return typed && patched(x, y) ? (scan.data[at] ?? 255) : level
  })
  const file = { ...first, data }
  return saved === null ? file : compressed(file, saved)
}

test.each([
  ["without loss", null],
  ["as a JPEG of quality 92", 92]
])("a line typed into a compressed scan that is saved %s lacks the steps of the page", async (_, saved) => {
  const lines = async (typed: boolean) => secondLine({}, undefined, undefined, typedInto(typed, saved))
  const [scan, typed] = [await lines(false), await lines(true)]
  expect(largest(scan, "quantized")).toBeLessThan(1.5)
  expect(Math.max(...typed.map(({ quantized }) => quantized ?? 0))).toBeLessThan(-3)
})

test("a line typed into a scan leaves no such trace once the file is compressed with larger steps, and is no false alarm", async () => {
  const words = await secondLine({}, undefined, undefined, typedInto(true, 60))
  expect(Math.min(...words.map(({ quantized }) => quantized ?? 0))).toBeGreaterThan(-1)
})

test("a picture that was never compressed says nothing by its steps", async () => {
  const words = await secondLine({})
  expect(words.map(({ quantized }) => quantized)).toEqual(words.map(() => null))
})
