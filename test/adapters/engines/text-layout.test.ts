import { expect, test } from "bun:test"
import { linesOf, type TextPiece } from "@vouchkit/adapters/engines/ocr/text-layout"
import fc from "fast-check"

const page = { number: 1, width: 600, height: 800 }
const piece = (text: string, left: number, top: number, overrides: Partial<TextPiece> = {}): TextPiece => ({
  text,
  left,
  right: left + text.length * 6,
  top,
  bottom: top + 10,
  confidence: 1,
  rightToLeft: false,
  spaced: false,
  ...overrides
})
const texts = (...pieces: ReadonlyArray<TextPiece>): ReadonlyArray<string> => linesOf(pieces, page).map(({ text }) => text)

test("pieces that touch are one word, pieces a little apart are two, pieces far apart are two lines", () => {
  expect(texts(piece("Nor", 0, 0), piece("thwind", 18, 0), piece("Energy", 58, 0), piece("Total", 300, 0))).toEqual([
    "Northwind Energy",
    "Total"
  ])
})

test("a row that slopes a little is one row", () => {
  expect(texts(piece("one", 0, 0), piece("two", 21, 2), piece("three", 42, 4))).toEqual(["one two three"])
})

test("recognized words a space apart are one line although their heights were measured apart", () => {
  const read = { confidence: 0.9 }
  const name = piece("Dimitri", 0, 0, { ...read, bottom: 8 })
  expect(texts(name, piece("Papadakis", 46, 2, { ...read, bottom: 15 }))).toEqual(["Dimitri Papadakis"])
  expect(texts(name, piece("Papadakis", 60, 2, { ...read, bottom: 15 })).toSorted()).toEqual(["Dimitri", "Papadakis"])
})

test("a tall logo beside an address ties no two of its lines together", () => {
  const logo = piece("Fjordkraftverk", 440, 2, { bottom: 24, right: 560 })
  expect(texts(piece("Kari Nordmann", 0, 0), piece("Storgata 14", 0, 14), logo).toSorted()).toEqual([
    "Fjordkraftverk",
    "Kari Nordmann",
    "Storgata 14"
  ])
})

test("a large word and small print beside it are two lines, a raised ending and the larger word one", () => {
  const large = piece("Statement", 0, 0, { bottom: 24, right: 120 })
  expect(texts(large, piece("Page 1 of 2", 128, 2)).length).toBe(2)
  expect(texts(piece("2", 0, 0, { bottom: 24, right: 12 }), piece("nd", 13, 0), piece("floor", 34, 0, { bottom: 24, right: 90 }))).toEqual([
    "2nd floor"
  ])
})

test("rows come from top to bottom and columns from left to right, in whatever order they were drawn", () => {
  const pieces = [piece("a", 0, 0), piece("b", 300, 1), piece("c", 0, 30), piece("d", 300, 29)]
  fc.assert(
    fc.property(fc.shuffledSubarray(pieces, { minLength: 4 }), (shuffled) => {
      expect(texts(...shuffled)).toEqual(["a", "b", "c", "d"])
    })
  )
})

test("right-to-left text is joined from the right", () => {
  expect(texts(piece("עולם", 0, 0, { rightToLeft: true }), piece("שלום", 27, 0, { rightToLeft: true }))).toEqual(["שלום עולם"])
})

test("no text is lost or made up, and no line leaves the page", () => {
  const anyPiece = fc.record({
    text: fc.stringMatching(/^[a-z]{1,8}$/),
    left: fc.integer({ min: 0, max: 550 }),
    top: fc.integer({ min: 0, max: 780 })
  })
  fc.assert(
    fc.property(fc.array(anyPiece, { maxLength: 40 }), (placed) => {
      const lines = linesOf(
        placed.map(({ left, text, top }) => piece(text, left, top)),
        page
      )
      const letters = (all: ReadonlyArray<string>) => [...all.join("").replace(/ /g, "")].sort().join("")
      expect(letters(lines.map(({ text }) => text))).toBe(letters(placed.map(({ text }) => text)))
      for (const { height, left, top, width } of lines)
        expect(Math.max(left, top, left + width - 0.01, top + height - 0.01)).toBeLessThanOrEqual(1)
    })
  )
})
