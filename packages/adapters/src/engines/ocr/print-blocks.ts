import { median } from "@vouchkit/core/verification/median"
import { eachMark, type Mark } from "../image/letter-marks.ts"
import { levelCounts, levelOf } from "../image/levels.ts"
import { localInk } from "../image/local-ink.ts"
import type { GreyImage } from "../pdf/render.ts"

/** A part of a page with print that only paper parts from the rest, without what else stands in its box. */
export interface PrintBlock {
  readonly left: number
  readonly top: number
  readonly picture: GreyImage
}

/** Of ink that was parted from paper. */
const black = 128
/** In pixels: specks are smaller, and letters that touch are not larger. */
const smallestSide = 4
const tallestMark = 120
const longestMark = 700
/** Letters are at least this large, in pixels, and marks of this many are enough to know how high the print of a page is. */
const shortestLetter = 7
const fewestLetters = 12
/** Ink that is on average thinner than this and longer than this many times its height is a rule. */
const thinnest = 4
const longestShare = 15
/** Small letters reach so high of the whole height of a line. */
const lettersOfLine = 0.62

/** In heights of the usual line: the side of the cells of the grid, and how wide the paper within a block may be. */
const cellSize = 0.2
const acrossGap = 1.2
const downGap = 0.85
/** A page of more blocks than these is no page of print. */
const mostBlocks = 160
/** In heights of the usual line: what is smaller is a stain. */
const leastHeight = 0.35
const leastWidth = 0.2
/** In shares of the page: the boxes of blocks hardly overlap. */
const mostArea = 1.1

const isRule = ({ count, extent: { height, width } }: Mark): boolean => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long > longestShare * Math.max(1, short) || (long > longestShare * thinnest && count < thinnest * long)
}

const looksLikePrint = (mark: Mark): boolean => {
  const { height, width } = mark.extent
  return Math.max(width, height) >= smallestSide && height <= tallestMark && width <= longestMark && !isRule(mark)
}

/** Labels of the blocks that the cells belong to, from 1; 0 is paper. */
interface Cells {
  readonly columns: number
  readonly rows: number
  readonly side: number
  readonly labels: Int32Array
}

/** Sets what lies between two set cells of a line that are at most `gap` apart. */
const bridge = (cells: Uint8Array, start: number, step: number, count: number, gap: number): void => {
  let last = -1
  for (let place = 0; place < count; place++) {
    if (cells[start + place * step] !== 1) continue
    if (last >= 0 && place - last - 1 <= gap) for (let fill = last + 1; fill < place; fill++) cells[start + fill * step] = 1
    last = place
  }
}

interface Extent {
  readonly label: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Labels the cells that hang together, also by their corners. */
const labelled = (open: Uint8Array, columns: number, labels: Int32Array): ReadonlyArray<Extent> => {
  const found: Array<Extent> = []
  const grid = { data: open.map((set) => (set === 1 ? 0 : 255)), width: columns, height: open.length / columns }
  eachMark(grid, black, ({ count }, places) => {
    const block: Extent = { label: found.length + 1, left: columns, top: grid.height, right: 0, bottom: 0 }
    for (const at of places.subarray(0, count)) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      labels[at] = block.label
      block.left = Math.min(block.left, column)
      block.right = Math.max(block.right, column)
      block.top = Math.min(block.top, row)
      block.bottom = Math.max(block.bottom, row)
    }
    found.push(block)
  })
  return found
}

/** The box of a block and one cell around it, with what belongs to other blocks painted over in the colour of its paper. */
const cut = (image: GreyImage, { columns, labels, rows, side }: Cells, { bottom, label, left, right, top }: Extent): PrintBlock => {
  const [x0, y0] = [Math.max(0, left - 1) * side, Math.max(0, top - 1) * side]
  const [x1, y1] = [Math.min(image.width, (right + 2) * side), Math.min(image.height, (bottom + 2) * side)]
  const [width, height] = [x1 - x0, y1 - y0]
  const data = new Uint8Array(width * height)
  const foreign: Array<number> = []
  for (let y = y0; y < y1; y++) {
    const row = Math.min(rows - 1, Math.floor(y / side)) * columns
    for (let x = x0; x < x1; x++) {
      const at = (y - y0) * width + x - x0
      const owner = labels[row + Math.min(columns - 1, Math.floor(x / side))] ?? 0
      data[at] = image.data[y * image.width + x] ?? 255
      if (owner !== 0 && owner !== label) foreign.push(at)
    }
  }
  if (foreign.length > 0) {
    const paper = levelOf(levelCounts(data), 0.5)
    for (const at of foreign) data[at] = paper
  }
  return { left: x0, top: y0, picture: { data, width, height } }
}

/** Where the letters of a page stand, and the height of its usual line; null where too few marks look like letters. */
const lettersOf = (image: GreyImage): { readonly letters: Uint8Array; readonly line: number } | null => {
  const letters = new Uint8Array(image.width * image.height)
  const heights: Array<number> = []
  eachMark(localInk(image), black, (mark, places) => {
    if (!looksLikePrint(mark)) return
    if (mark.extent.height >= shortestLetter) heights.push(mark.extent.height)
    for (let index = 0; index < mark.count; index++) letters[places[index] ?? 0] = 1
  })
  const usual = heights.length < fewestLetters ? undefined : median(heights)
  return usual === undefined ? null : { letters, line: usual / lettersOfLine }
}

/**
 * The blocks of print of an upright page: what stands close together, however lines of other columns fall beside it. Rules, frames and
 * pictures belong to none. Null where the picture does not fall into blocks as a page does.
 */
export const printBlocks = (image: GreyImage): ReadonlyArray<PrintBlock> | null => {
  const found = lettersOf(image)
  if (found === null) return null
  const { letters, line } = found
  const side = Math.max(2, Math.round(line * cellSize))
  const columns = Math.ceil(image.width / side)
  const rows = Math.ceil(image.height / side)
  const open = new Uint8Array(columns * rows)
  for (let at = 0; at < letters.length; at++)
    if (letters[at] === 1) open[Math.floor(at / image.width / side) * columns + Math.floor((at % image.width) / side)] = 1
  for (let row = 0; row < rows; row++) bridge(open, row * columns, 1, columns, Math.floor((line * acrossGap) / side))
  for (let column = 0; column < columns; column++) bridge(open, column, columns, rows, Math.floor((line * downGap) / side))
  const cells: Cells = { columns, rows, side, labels: new Int32Array(open.length) }
  const extents = labelled(open, columns, cells.labels).filter(
    ({ bottom, left, right, top }) => (bottom - top + 1) * side >= leastHeight * line && (right - left + 1) * side >= leastWidth * line
  )
  if (extents.length === 0 || extents.length > mostBlocks) return null
  const area = extents.reduce((sum, { bottom, left, right, top }) => sum + (bottom - top + 1) * (right - left + 1), 0)
  return area > mostArea * open.length ? null : extents.map((extent) => cut(image, cells, extent))
}
