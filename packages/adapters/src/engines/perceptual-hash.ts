import { greySharp, toGrey } from "./image-decode.ts"
import { withEvenLight } from "./image-enhance.ts"
import type { GreyImage } from "./pdf-render.ts"

const columns = 16
const rows = 16

/** Light is evened out on a smaller copy first: a shadow falls across a whole page and would decide most of the bits. */
const smallSide = 1280
/** Grey levels by which neighbours must differ: on bare paper the difference is grain, and its bits would be chance. */
const leastDifference = 2

/**
 * The 256-bit difference hash of an upright picture of a page, as 64 hexadecimal digits: each bit tells whether a cell is darker than its
 * right neighbour. Copies of one page, scanned and photographed, differ in a twentieth of the bits; so little is a page of print at this size
 * that two bills of one issuer may differ in less than a tenth, so that a small distance asks for a comparison of the texts as well.
 */
export const perceptualHash = async (image: GreyImage): Promise<string> => {
  const small = await withEvenLight(await toGrey(greySharp(image).resize(smallSide, smallSide, { fit: "fill" })))
  const { data } = await toGrey(greySharp(small).resize(columns + 1, rows, { fit: "fill" }))
  let digits = ""
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column += 4) {
      const at = row * (columns + 1) + column
      const bits = [0, 1, 2, 3].map((offset) => ((data[at + offset + 1] ?? 0) - (data[at + offset] ?? 0) >= leastDifference ? 8 >> offset : 0))
      digits += bits.reduce((sum, bit) => sum + bit, 0).toString(16)
    }
  return digits
}
