import { expect, test } from "bun:test"
import { printBlocks } from "@vouchkit/adapters/engines/ocr/print-blocks"
import fc from "fast-check"

const sheet = (width = 800, height = 400) => ({ data: new Uint8Array(width * height).fill(250), width, height })
type Sheet = ReturnType<typeof sheet>

const bar = ({ data, width }: Sheet, left: number, top: number, wide: number, high: number): void => {
  for (let y = top; y < top + high; y++) data.fill(0, y * width + left, y * width + left + wide)
}

/** Letters of 8 by 12 pixels with paper inside, 11 pixels apart, as lines of a column. */
const column = (page: Sheet, left: number, top: number, lines: ReadonlyArray<number>, step = 26): void => {
  for (const [line, letters] of lines.entries())
    for (let letter = 0; letter < letters; letter++) {
      bar(page, left + letter * 11, top + line * step, 8, 12)
      for (let y = 0; y < 6; y++)
        page.data.fill(
          250,
          (top + line * step + 3 + y) * page.width + left + letter * 11 + 2,
          (top + line * step + 3 + y) * page.width + left + letter * 11 + 6
        )
    }
}

const inkOf = ({ data }: { readonly data: Uint8Array }): number => data.reduce((sum, level) => sum + (level < 150 ? 1 : 0), 0)
const placesOf = (page: Sheet) =>
  (printBlocks(page) ?? [])
    .map(({ left, picture, top }) => ({
      left: left + 12,
      top: top + 12,
      right: left + picture.width,
      bottom: top + picture.height,
      ink: inkOf(picture)
    }))
    .toSorted((one, other) => one.left - other.left)

test("columns whose lines stand half a line apart are blocks of their own", () => {
  const page = sheet()
  column(page, 40, 60, [14, 18, 11])
  column(page, 400, 73, [9, 12, 10, 8])
  const [left, right, ...others] = placesOf(page)
  expect(others).toEqual([])
  expect(left?.right).toBeLessThan(400)
  expect(left?.bottom).toBeLessThan(60 + 3 * 26 + 12)
  expect(right?.left).toBeGreaterThan(350)
  expect(right?.bottom).toBeGreaterThan(73 + 3 * 26)
})

test("rules and frames tie nothing together that they enclose", () => {
  const page = sheet()
  column(page, 60, 60, [14, 18])
  column(page, 460, 60, [12, 9])
  column(page, 60, 260, [30])
  bar(page, 30, 130, 700, 2)
  for (const top of [30, 360]) bar(page, 20, top, 740, 3)
  for (const left of [20, 757]) bar(page, left, 30, 3, 332)
  expect(placesOf(page)).toHaveLength(3)
})

test("what belongs to another block within the same box is painted over", () => {
  const page = sheet()
  // A line that reaches under a second column, and is further from it than from its own.
  column(page, 40, 60, [10, 10, 40], 24)
  column(page, 300, 60, [12], 24)
  const ink = inkOf(page)
  const blocks = placesOf(page)
  expect(blocks).toHaveLength(2)
  expect(blocks.reduce((sum, block) => sum + block.ink, 0)).toBe(ink)
})

test("the parts of a page are a word space apart at least, and a line", () => {
  const page = sheet()
  column(page, 40, 60, [8])
  column(page, 40 + 8 * 11 + 9, 60, [6])
  column(page, 40, 86, [5])
  column(page, 40, 200, [9])
  expect(placesOf(page)).toHaveLength(2)
})

test("a picture without print, with a few marks or with noise falls into no blocks", () => {
  expect(printBlocks(sheet())).toBeNull()
  const few = sheet()
  column(few, 40, 60, [11])
  expect(printBlocks(few)).toBeNull()
  const noise = sheet(1600, 1600)
  for (let y = 40; y < 1560; y += 100) for (let x = 40; x < 1560; x += 100) column(noise, x, y, [2])
  expect(printBlocks(noise)).toBeNull()
})

const aColumn = fc.record({
  place: fc.integer({ min: 0, max: 15 }),
  right: fc.integer({ min: 0, max: 40 }),
  down: fc.integer({ min: 0, max: 30 }),
  lines: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
})

test("wherever columns stand, each piece of print belongs to one block, and every block lies on the page", () => {
  fc.assert(
    fc.property(fc.uniqueArray(aColumn, { minLength: 1, maxLength: 16, selector: ({ place }) => place }), (columns) => {
      fc.pre(columns.flatMap(({ lines }) => lines).reduce((sum, letters) => sum + letters, 0) >= 12)
      const page = sheet(800, 480)
      for (const { down, lines, place, right } of columns)
        column(page, (place % 4) * 200 + right, Math.floor(place / 4) * 120 + down, lines)
      const blocks = printBlocks(page) ?? []
      expect(blocks.length).toBeGreaterThan(0)
      expect(blocks.reduce((sum, { picture }) => sum + inkOf(picture), 0)).toBe(inkOf(page))
      for (const { left, picture, top } of blocks) {
        expect(picture.data).toHaveLength(picture.width * picture.height)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(left + picture.width).toBeLessThanOrEqual(page.width)
        expect(top + picture.height).toBeLessThanOrEqual(page.height)
      }
    })
  )
})
