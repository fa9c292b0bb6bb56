import { expect, test } from "bun:test"
import type { OcrLine } from "@vouchkit/adapters/engines/ocr/read-part"
import { repairedLines } from "@vouchkit/adapters/engines/ocr/repair"
import type { GreyImage } from "@vouchkit/adapters/engines/pdf/render"

type Worker = Parameters<typeof repairedLines>[0]

const [width, height] = [1_000, 1_400]
/** Ink everywhere, as noise has: every second column is dark in parts. */
const image: GreyImage = {
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => (at % 2 === 0 && Math.floor(at / width) % 3 > 0 ? 0 : 255))
}

const lineAt = (top: number, tall: number): OcrLine => {
  const bbox = { x0: 10, x1: width - 10, y0: top, y1: top + tall }
  const word = { text: "qwert", confidence: 20, bbox }
  return { bbox, baseline: { ...bbox, has_baseline: true }, words: [word], text: "qwert", confidence: 20 } as unknown as OcrLine
}

/** Reads nothing, and counts what it was given. */
const counting = () => {
  let files = 0
  let bytes = 0
  const worker = {
    setParameters: async () => {},
    recognize: async (file: Uint8Array) => {
      files += 1
      bytes += file.length
      return { data: { blocks: [] } }
    }
  } as unknown as Worker
  return { worker, given: () => ({ files, bytes }) }
}

test("doubtful lines are read again up to a number of them", async () => {
  const { given, worker } = counting()
  const lines = Array.from({ length: 60 }, (_, place) => lineAt(place * 20, 12))
  expect(await repairedLines(worker, image, lines)).toEqual(lines)
  expect(given().files).toBe(24)
})

test("lines as high as noise makes them are read again up to a share of the page", async () => {
  const { given, worker } = counting()
  const lines = Array.from({ length: 20 }, (_, place) => lineAt(place * 40, 300))
  expect(await repairedLines(worker, image, lines)).toEqual(lines)
  const { bytes, files } = given()
  expect(files).toBeWithin(1, 4)
  // With a margin around each strip.
  expect(bytes).toBeLessThan(0.6 * width * height)
})
