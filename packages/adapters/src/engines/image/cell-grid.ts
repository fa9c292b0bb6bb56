import type { GreyImage } from "../pdf/render.ts"

/** Side in pixels of the cells of a grid: wider than most strokes, lower than any bar with print in it. */
const cell = 4

/** A picture in squares of a few pixels, each with its mean level. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  readonly levels: Uint8Array
  /** The pixels of a cell; those of the last row and column reach to the edge of the picture. */
  readonly pixelsOf: (
    column: number,
    row: number
  ) => { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
}

export const gridOf = ({ data, height, width }: GreyImage): Grid => {
  const columns = Math.max(1, Math.floor(width / cell))
  const rows = Math.max(1, Math.floor(height / cell))
  const pixelsOf = (column: number, row: number) => ({
    left: column * cell,
    top: row * cell,
    right: column === columns - 1 ? width : (column + 1) * cell,
    bottom: row === rows - 1 ? height : (row + 1) * cell
  })
  const levels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const { bottom, left, right, top } = pixelsOf(column, row)
      let sum = 0
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += data[y * width + x] ?? 255
      levels[row * columns + column] = sum / ((right - left) * (bottom - top))
    }
  return { columns, rows, levels, pixelsOf }
}

/** Sums over all cells above and to the left, with a row and a column of zeros before them. */
const sumsOf = (values: Uint8Array, counted: Uint8Array | null, columns: number, rows: number): Float64Array => {
  const wide = columns + 1
  const sums = new Float64Array(wide * (rows + 1))
  for (let row = 0; row < rows; row++) {
    let line = 0
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      if (counted === null || counted[at] === 1) line += values[at] ?? 0
      sums[(row + 1) * wide + column + 1] = (sums[row * wide + column + 1] ?? 0) + line
    }
  }
  return sums
}

/** Means over squares that reach some cells to either side, of the cells that are counted; where none is, the cell's own value. */
export const boxMeans = (values: Uint8Array, counted: Uint8Array | null, columns: number, rows: number, reach: number): Float32Array => {
  const wide = columns + 1
  const sums = sumsOf(values, counted, columns, rows)
  const counts = counted === null ? null : sumsOf(new Uint8Array(values.length).fill(1), counted, columns, rows)
  const means = new Float32Array(values.length)
  for (let row = 0; row < rows; row++) {
    const [above, below] = [Math.max(0, row - reach) * wide, Math.min(rows, row + reach + 1) * wide]
    for (let column = 0; column < columns; column++) {
      const [left, right] = [Math.max(0, column - reach), Math.min(columns, column + reach + 1)]
      const over = (all: Float64Array) =>
        (all[below + right] ?? 0) - (all[below + left] ?? 0) - (all[above + right] ?? 0) + (all[above + left] ?? 0)
      const count = counts === null ? ((below - above) / wide) * (right - left) : over(counts)
      means[row * columns + column] = count === 0 ? (values[row * columns + column] ?? 0) : over(sums) / count
    }
  }
  return means
}

/** Cells around which, some cells to either side, all or none are set. Beyond the edge of the picture everything is as at the edge. */
const uniform = (mask: Uint8Array, columns: number, rows: number, reach: number, set: 0 | 1): Uint8Array => {
  const means = boxMeans(mask, null, columns, rows, reach)
  const found = new Uint8Array(mask.length)
  for (let at = 0; at < mask.length; at++) found[at] = (set === 1 ? (means[at] ?? 0) > 0.999_99 : (means[at] ?? 0) === 0) ? 1 : 0
  return found
}

/** What remains of a mask when the given number of cells is taken off all around. */
export const eroded = (mask: Uint8Array, columns: number, rows: number, reach: number): Uint8Array => uniform(mask, columns, rows, reach, 1)

/** A mask with its gaps closed that are up to twice as wide as `reach`. */
export const closed = (mask: Uint8Array, columns: number, rows: number, reach: number): Uint8Array => {
  const grown = uniform(mask, columns, rows, reach, 0).map((empty) => 1 - empty)
  return eroded(grown, columns, rows, reach)
}

/** The cells of `open` that hang together with a seed. */
export const areasFrom = (seeds: Uint8Array, open: Uint8Array, columns: number): Uint8Array => {
  const found = new Uint8Array(seeds)
  const queue = new Int32Array(seeds.length)
  let count = 0
  for (let at = 0; at < seeds.length; at++) if (seeds[at] === 1) queue[count++] = at
  for (let next = 0; next < count; next++) {
    const at = queue[next] ?? 0
    const column = at % columns
    for (const side of [column > 0 ? at - 1 : -1, column + 1 < columns ? at + 1 : -1, at - columns, at + columns])
      if (side >= 0 && open[side] === 1 && found[side] === 0) {
        found[side] = 1
        queue[count++] = side
      }
  }
  return found
}
