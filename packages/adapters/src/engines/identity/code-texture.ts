import { greySharp, toGrey } from "../image/decode.ts"
import type { GreyImage } from "../pdf/render.ts"

/** The texture of codes is looked for at this size, in blocks of this many pixels. */
const searchSide = 900
const block = 18
/** Share of a block's pixels that change strongly: bars and modules change everywhere, letters leave room. */
const dense = 0.8
const strongChange = 30
/** Pixels around a pixel, along both directions, between which it is looked for; a wide bar is three modules of three pixels. */
const near = [-4, -2, -1, 1, 2, 4] as const
/** Blocks in one row of dense blocks that a code has at least. */
const longestRun = 4
/** Rows of blocks with such a run. */
const fewestRows = 3

/** Whether a picture has a field of bars or modules that may be a code, read or not. */
export const showsCode = async (image: GreyImage): Promise<boolean> => {
  const { data, height, width } = await toGrey(greySharp(image).resize(searchSide, searchSide, { fit: "inside", kernel: "lanczos3" }))
  const columns = Math.floor(width / block)
  const changes = new Uint16Array(columns * Math.floor(height / block))
  for (let y = 4; y + 4 < Math.floor(height / block) * block; y++)
    for (let x = 4; x + 4 < columns * block; x++) {
      const at = y * width + x
      // The spread around a pixel, and not the difference of its neighbours, which are equal where bars are as wide as a pixel.
      let low = data[at] ?? 0
      let high = low
      for (const step of near) {
        const across = data[at + step] ?? 0
        const down = data[at + step * width] ?? 0
        low = Math.min(low, across, down)
        high = Math.max(high, across, down)
      }
      if (high - low < strongChange) continue
      const cell = Math.floor(y / block) * columns + Math.floor(x / block)
      changes[cell] = (changes[cell] ?? 0) + 1
    }
  const isDense = (cell: number) => (changes[cell] ?? 0) >= dense * block * block
  let rows = 0
  for (let row = 0; row * columns < changes.length; row++) {
    let run = 0
    let longest = 0
    for (let column = 0; column < columns; column++) {
      run = isDense(row * columns + column) ? run + 1 : 0
      longest = Math.max(longest, run)
    }
    rows = longest >= longestRun ? rows + 1 : 0
    if (rows >= fewestRows) return true
  }
  return false
}
