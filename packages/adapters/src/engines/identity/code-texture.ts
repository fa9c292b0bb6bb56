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

/** Blocks around dense ones that belong to a code: its quiet zone, its wider bars, and rows whose texture blur has taken. */
const margin = 5

/** A part of a picture, in pixels of the picture. */
export interface Part {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How many pixels of each block change strongly around them. */
const changesOf = ({ data, width }: GreyImage, columns: number, rows: number): Uint16Array => {
  const changes = new Uint16Array(columns * rows)
  for (let y = 4; y + 4 < rows * block; y++)
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
  return changes
}

/** The dense blocks of a row that stand in runs as long as a code has, from the first to the last. */
const runsOf = (isDense: (column: number) => boolean, columns: number): readonly [first: number, last: number] | null => {
  let found: readonly [number, number] | null = null
  let run = 0
  for (let column = 0; column < columns; column++) {
    run = isDense(column) ? run + 1 : 0
    if (run >= longestRun) found = [Math.min(found?.[0] ?? column, column + 1 - run), column]
  }
  return found
}

/** Where a picture has fields of bars or modules that may be codes, read or not: one part that holds all of them, or null. */
export const partWithCodes = async (image: GreyImage): Promise<Part | null> => {
  const small = await toGrey(greySharp(image).resize(searchSide, searchSide, { fit: "inside", kernel: "lanczos3" }))
  const [columns, rows] = [Math.floor(small.width / block), Math.floor(small.height / block)]
  const changes = changesOf(small, columns, rows)
  let [left, right, top, bottom] = [columns, -1, rows, -1]
  let pending: Array<readonly [number, number]> = []
  for (let row = 0; row < rows; row++) {
    const runs = runsOf((column) => (changes[row * columns + column] ?? 0) >= dense * block * block, columns)
    pending = runs === null ? [] : [...pending, runs]
    if (pending.length < fewestRows) continue
    left = Math.min(left, ...pending.map(([first]) => first))
    right = Math.max(right, ...pending.map(([, last]) => last))
    top = Math.min(top, row + 1 - pending.length)
    bottom = row
  }
  if (right < 0) return null
  const [across, down] = [image.width / small.width, image.height / small.height]
  const from = (first: number, scale: number) => Math.max(0, Math.floor((first - margin) * block * scale))
  const to = (last: number, scale: number, whole: number) => Math.min(whole, Math.ceil((last + 1 + margin) * block * scale))
  const [x, y] = [from(left, across), from(top, down)]
  return { left: x, top: y, width: to(right, across, image.width) - x, height: to(bottom, down, image.height) - y }
}
