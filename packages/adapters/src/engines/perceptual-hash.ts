import { greySharp, toGrey } from "./image-decode.ts"
import { withEvenLight } from "./image-enhance.ts"
import type { GreyImage } from "./pdf-render.ts"

const columnCount = 16
const rowCount = 16

/** Light is evened out on a smaller copy first: a shadow falls across a whole page and would decide most of the bits. */
const smallSide = 1280
/** Grey levels by which neighbours must differ: on bare paper the difference is grain, and its bits would be chance. */
const leastDifference = 2

/** Ink beyond these shares of all ink, counted from either side, does not set the frame: a stain or the edge of a table is not the page. */
const frameShare = 0.004
const inkLevel = 150

/** Positions between which nearly all the ink of a row or column count lies. */
const span = (counts: Uint32Array): { readonly from: number; readonly length: number } => {
  const limit = counts.reduce((sum, count) => sum + count, 0) * frameShare
  const edge = (values: Uint32Array): number => {
    let seen = 0
    return values.findIndex((count) => {
      seen += count
      return seen > limit
    })
  }
  const from = Math.max(0, edge(counts))
  const length = counts.length - Math.max(0, edge(counts.toReversed())) - from
  return length < counts.length / 8 ? { from: 0, length: counts.length } : { from, length }
}

/** The part of a page that is printed on. Margins differ between a file, its scan and its photograph; the print does not. */
const framed = (image: GreyImage): Promise<GreyImage> => {
  const columns = new Uint32Array(image.width)
  const rows = new Uint32Array(image.height)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      if ((image.data[y * image.width + x] ?? 255) < inkLevel) {
        columns[x] = (columns[x] ?? 0) + 1
        rows[y] = (rows[y] ?? 0) + 1
      }
  const across = span(columns)
  const down = span(rows)
  return toGrey(greySharp(image).extract({ left: across.from, top: down.from, width: across.length, height: down.length }))
}

/**
 * The 256-bit difference hash of an upright picture of a page, as 64 hexadecimal digits: each bit tells whether a cell is darker than its
 * right neighbour. Copies of one page, scanned and photographed, differ in a twentieth of the bits; so little is a page of print at this size
 * that two bills of one issuer may differ in less than a tenth, so that a small distance asks for a comparison of the texts as well.
 */
export const perceptualHash = async (image: GreyImage): Promise<string> => {
  const small = await withEvenLight(await toGrey(greySharp(image).resize(smallSide, smallSide, { fit: "fill" })))
  const { data } = await toGrey(greySharp(await framed(small)).resize(columnCount + 1, rowCount, { fit: "fill" }))
  let digits = ""
  for (let row = 0; row < rowCount; row++)
    for (let column = 0; column < columnCount; column += 4) {
      const at = row * (columnCount + 1) + column
      const bits = [0, 1, 2, 3].map((offset) => ((data[at + offset + 1] ?? 0) - (data[at + offset] ?? 0) >= leastDifference ? 8 >> offset : 0))
      digits += bits.reduce((sum, bit) => sum + bit, 0).toString(16)
    }
  return digits
}
