import { expect, test } from "bun:test"
import type { OcrWord } from "@vouchkit/adapters/engines/ocr/read-part"
import { partedWords } from "@vouchkit/adapters/engines/ocr/word-gaps"
import fc from "fast-check"

const height = 20

/** A word as the engine tells it, its signs ten pixels wide, with so much paper before each of them, and the picture in which it stands. */
const printed = (signs: ReadonlyArray<readonly [text: string, paperBefore: number]>) => {
  let right = 10
  const symbols = signs.map(([text, paper]) => {
    const x0 = right + paper
    right = x0 + 10
    return { text, confidence: 90, bbox: { x0, x1: right, y0: 5, y1: 5 + height } }
  })
  const image = { data: new Uint8Array((right + 20) * 40).fill(250), width: right + 20, height: 40 }
  for (const { bbox } of symbols)
    for (let y = bbox.y0; y < bbox.y1; y++) image.data.fill(20, y * image.width + bbox.x0, y * image.width + bbox.x1)
  const first = symbols[0]?.bbox.x0 ?? 0
  const word = {
    text: symbols.map(({ text }) => text).join(""),
    confidence: 90,
    symbols,
    bbox: { x0: first, x1: right, y0: 5, y1: 5 + height }
  }
  return { image, word: word as unknown as OcrWord }
}

const parts = (...signs: Parameters<typeof printed>[0]) => {
  const { image, word } = printed(signs)
  return partedWords(image, word).map(({ text }) => text)
}

test("a postcode read as one word is parted where the paper between its halves is as wide as between words", () => {
  expect(parts(["T", 0], ["R", 2], ["1", 5], ["2", 9], ["L", 2], ["L", 2])).toEqual(["TR1", "2LL"])
})

test("figures and capitals that stand as close as in one word stay one", () => {
  expect(parts(["1", 0], ["2", 6], ["8", 6])).toEqual(["128"])
  expect(parts(["E", 0], ["C", 2], ["2", 4], ["M", 2])).toEqual(["EC2M"])
})

test("paper beside a narrow figure one parts no number", () => {
  expect(parts(["1", 0], ["1", 10], ["3", 6])).toEqual(["113"])
  expect(parts(["1", 0], ["1", 16], ["3", 6])).toEqual(["1", "13"])
})

test("a day is parted from the month after it by a narrower gap", () => {
  expect(parts(["1", 0], ["5", 2], ["M", 6], ["a", 2], ["y", 2])).toEqual(["15", "May"])
  expect(parts(["1", 0], ["5", 2], ["M", 3], ["a", 2], ["y", 2])).toEqual(["15May"])
})

test("small letters and marks are never parted, however far apart they stand", () => {
  expect(parts(["v", 0], ["1", 12], ["2", 2])).toEqual(["v12"])
  expect(parts(["7", 0], [".", 12], ["3", 12])).toEqual(["7.3"])
  expect(parts(["M", 0], ["I", 12])).toEqual(["MI"])
})

test("the parts say together what the word said, in order, and each stands within its box", () => {
  const sign = fc.tuple(fc.constantFrom("A", "9", "a", ",", "Q", "1"), fc.integer({ min: 0, max: 15 }))
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 12 }), (signs) => {
      const { image, word } = printed(signs)
      const found = partedWords(image, word)
      expect(found.map(({ text }) => text).join("")).toBe(word.text)
      let last = word.bbox.x0
      for (const { bbox } of found) {
        expect(bbox.x0).toBeGreaterThanOrEqual(last)
        expect(bbox.x1).toBeGreaterThan(bbox.x0)
        last = bbox.x1
      }
      expect(last).toBe(word.bbox.x1)
    })
  )
})
