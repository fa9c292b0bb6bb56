import { expect, test } from "bun:test"
import { recognizeBlocks, recognizeLines } from "@vouchkit/adapters/engines/ocr/recognize"
import type { GreyImage } from "@vouchkit/adapters/engines/pdf/render"
import sharp from "sharp"

const [width, height] = [1200, 900]
const rows = [
  "Electricity bill of March 2026",
  "Eleanor Whitfield",
  "Flat 3 Harbour Lane",
  "Bristol BS1 4QA",
  "Amount due 128.40",
  "Meter reading 48213"
]

/** A page as the recognizer is given it: print over the background that is drawn behind it, row below row, and every other row in the second colour. */
const pageOn = async (background: string, second: string): Promise<GreyImage> => {
  const print = rows.map(
    (text, at) =>
      `<text x="110" y="${150 + at * 120}" font-size="38" font-family="sans-serif" fill="${at % 2 === 0 ? "#222" : second}">${text}</text>`
  )
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${background}${print.join("")}</svg>`
  const { data } = await sharp(Buffer.from(page)).removeAlpha().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width, height }
}

/** Which of the rows a picture is read as having, as a whole and block by block; marks beside them do no harm. */
const readOn = async (background: string, second = "#222") => {
  const page = await pageOn(background, second)
  const readings = [await recognizeLines(page, ["eng"]), (await recognizeBlocks(page, ["eng"])) ?? []]
  const texts = readings.map((lines) => lines.map(({ words }) => words.map(({ text }) => text).join(" ")))
  return rows.filter((row) => texts.every((lines) => lines.some((line) => line.includes(row))))
}

test("print is read where the light falls off across the page, in the dark corner as in the bright one", async () => {
  const shade = `<defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="0.6"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#4a4a4a"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>`
  expect(await readOn(shade)).toEqual(rows)
})

test("print is read in the tinted rows of a table as beside them", async () => {
  const tinted = rows.map((_, at) => (at % 2 === 0 ? `<rect x="60" y="${84 + at * 120}" width="1080" height="100" fill="#9a9a9a"/>` : ""))
  expect(await readOn(tinted.join(""))).toEqual(rows)
})

test("dark print on a page that is grey all over is read", async () => {
  expect(await readOn(`<rect width="100%" height="100%" fill="#808080"/>`)).toEqual(rows)
})

test("print is read in rows of light grey, which are neither dark nor paper", async () => {
  for (const grey of ["#b4b4b4", "#bebebe", "#d7d7d7"]) {
    const tinted = rows.map((_, at) => (at % 2 === 0 ? `<rect x="60" y="${84 + at * 120}" width="1080" height="100" fill="${grey}"/>` : ""))
    expect(await readOn(tinted.join(""))).toEqual(rows)
  }
})

test("pale print is read beside dark print", async () => {
  expect(await readOn("", "#aaa")).toEqual(rows)
})
