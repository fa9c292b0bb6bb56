import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { Region } from "sharp"
import { greySharp, toGrey } from "./decode.ts"
import { withEvenLight } from "./enhance.ts"
import type { GreyImage } from "../pdf/render.ts"

const columnCount = 16
const rowCount = 16

/** Light is evened out on a smaller copy first: a shadow falls across a whole page and would decide most of the bits. */
const smallSide = 640
/** Grey levels by which neighbours must differ: on bare paper the difference is grain, and its bits would be chance. */
const leastDifference = 2

/** Lines that set the frame of a page: sure ones, and enough of them. */
const sureLine = 0.7
const fewestLines = 4
const shortestLine = 3

/** The part of the first page that carries text. Margins differ between a file, its scan and its photograph; the text does not. */
const frameOf = (image: GreyImage, lines: ReadonlyArray<TextLine>): Region => {
  const sure = lines.filter((line) => line.page === 1 && line.confidence >= sureLine && line.text.length >= shortestLine)
  const left = Math.min(...sure.map((line) => line.left))
  const top = Math.min(...sure.map((line) => line.top))
  const right = Math.max(...sure.map((line) => line.left + line.width))
  const bottom = Math.max(...sure.map((line) => line.top + line.height))
  const width = Math.floor((right - left) * image.width)
  const height = Math.floor((bottom - top) * image.height)
  if (sure.length < fewestLines || width < columnCount || height < rowCount)
    return { left: 0, top: 0, width: image.width, height: image.height }
  return { left: Math.floor(left * image.width), top: Math.floor(top * image.height), width, height }
}

/**
 * The 256-bit difference hash of the text area of an upright picture of a page, as 64 hexadecimal digits: each bit tells whether a cell is darker than its
 * right neighbour. Copies of one page, scanned and photographed, differ in a twentieth of the bits; so little is a page of print at this size
 * that two bills of one issuer may differ in less than a tenth, so that a small distance asks for a comparison of the texts as well.
 */
export const perceptualHash = async (image: GreyImage, lines: ReadonlyArray<TextLine>): Promise<string> => {
  const small = withEvenLight(await toGrey(greySharp(image).resize(smallSide, smallSide, { fit: "fill" })))
  const { data } = await toGrey(
    greySharp(small)
      .extract(frameOf(small, lines))
      .resize(columnCount + 1, rowCount, { fit: "fill" })
  )
  let digits = ""
  for (let row = 0; row < rowCount; row++)
    for (let column = 0; column < columnCount; column += 4) {
      const at = row * (columnCount + 1) + column
      const bits = [0, 1, 2, 3].map((offset) =>
        (data[at + offset + 1] ?? 0) - (data[at + offset] ?? 0) >= leastDifference ? 8 >> offset : 0
      )
      digits += bits.reduce((sum, bit) => sum + bit, 0).toString(16)
    }
  return digits
}
