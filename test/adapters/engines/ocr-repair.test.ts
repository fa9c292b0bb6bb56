import { expect, test } from "bun:test"
import type { OcrLine } from "@vouchkit/adapters/engines/ocr/read-part"
import { repairedLines } from "@vouchkit/adapters/engines/ocr/repair"

type Worker = Parameters<typeof repairedLines>[0]
/** Page segmentation modes of Tesseract. */
const wholePage = "3"
const oneBlock = "6"

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })

/** A line of recognized words, each 60 pixels wide, as the engine tells it. */
const line = (text: string, confidence: number, left: number, top: number, height = 20): OcrLine => {
  const texts = text.split(" ")
  const words = texts.map((word, at) => ({ text: word, confidence, bbox: box(left + at * 60, top, left + at * 60 + 50, top + height) }))
  const bbox = box(left, top, left + texts.length * 60, top + height)
  return {
    text,
    confidence,
    words,
    bbox,
    baseline: bbox,
    rowAttributes: { rowHeight: 26, ascenders: 6, descenders: 6 }
  } as unknown as OcrLine
}

/** A white page with ink where the lines stand. */
const pageOf = (lines: ReadonlyArray<OcrLine>) => {
  const image = { data: new Uint8Array(800 * 400).fill(255), width: 800, height: 400 }
  for (const { words } of lines)
    for (const { bbox } of words)
      for (let y = bbox.y0; y < bbox.y1; y += 2) for (let x = bbox.x0; x < bbox.x1; x++) image.data[y * image.width + x] = 0
  return image
}

/** An engine that reads the same in every strip, and remembers how it was set. */
const engine = (read: ReadonlyArray<OcrLine> | Error) => {
  const modes: Array<string> = []
  const worker = {
    setParameters: async ({ tessedit_pageseg_mode }: { tessedit_pageseg_mode: string }) => void modes.push(tessedit_pageseg_mode),
    recognize: async () => {
      if (read instanceof Error) throw read
      return { data: { blocks: [{ paragraphs: [{ lines: read }] }] } }
    }
  }
  return { worker: worker as unknown as Worker, modes }
}

const well = [line("PRITAM S GREWAL", 95, 40, 40), line("Previous bill is paid", 96, 440, 52), line("Service address below", 95, 40, 160)]
const garbled = line("AUN A HELLA", 3, 40, 70, 44)
const texts = (lines: ReadonlyArray<OcrLine>) => lines.map(({ words }) => words.map(({ text }) => text).join(" "))

test("a line that swallowed two is read again, and the surer reading stands", async () => {
  const lines = [...well, garbled]
  const { modes, worker } = engine([line("203-6688 ROYAL OAK", 96, 12, 14), line("BURNABY BC V5H", 93, 12, 38)])
  const found = await repairedLines(worker, pageOf(lines), lines)
  expect(texts(found)).toEqual([...texts(well), "203-6688 ROYAL OAK", "BURNABY BC V5H"])
  expect(modes).toEqual([oneBlock, wholePage])
})

test("a second reading that is no surer, or has lost letters, changes nothing", async () => {
  const lines = [...well, garbled]
  for (const again of [line("AUM A HELLO", 9, 12, 14), line("A", 99, 12, 14)]) {
    const found = await repairedLines(engine([again]).worker, pageOf(lines), lines)
    expect(texts(found)).toEqual(texts(lines))
  }
})

test("a page that was read well is not looked at twice", async () => {
  const { modes, worker } = engine(new Error("not asked for"))
  expect(await repairedLines(worker, pageOf(well), well)).toEqual(well)
  expect(modes).toEqual([])
})

test("the engine is set back to whole pages when it fails", async () => {
  const lines = [...well, garbled]
  const { modes, worker } = engine(new Error("out of memory"))
  await expect(repairedLines(worker, pageOf(lines), lines)).rejects.toThrow("out of memory")
  expect(modes.at(-1)).toBe(wholePage)
})

test("a heading in large letters that was read surely is not looked at twice, since no second reading could be surer", async () => {
  const lines = [...well, line("NORTHWIND ENERGY LTD", 96, 40, 220, 44)]
  const { worker } = engine(new Error("not asked for"))
  expect(await repairedLines(worker, pageOf(lines), lines)).toEqual(lines)
})
