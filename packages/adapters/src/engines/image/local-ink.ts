import type { GreyImage } from "../pdf/render.ts"

/** Side in pixels of the cells over which levels are averaged. */
const cell = 4
/** In cells, to either side: about two lines of usual print. */
const reach = 8
/** How far below the mean of its surroundings ink is at least, where they are all of one level (Sauvola and Pietikäinen, 2000). */
const sensitivity = 0.25
const widestSpread = 128

/** Sums of levels and of their squares over all cells above and to the left, with a row and a column of zeros before them. */
const sumsOf = ({ data, height, width }: GreyImage, columns: number, rows: number) => {
  const wide = columns + 1
  const levels = new Float64Array(wide * (rows + 1))
  const squares = new Float64Array(wide * (rows + 1))
  const counts = new Float64Array(wide * (rows + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (Math.floor(y / cell) + 1) * wide + Math.floor(x / cell) + 1
      const level = data[y * width + x] ?? 255
      levels[at] = (levels[at] ?? 0) + level
      squares[at] = (squares[at] ?? 0) + level * level
      counts[at] = (counts[at] ?? 0) + 1
    }
  for (const sums of [levels, squares, counts])
    for (let row = 1; row <= rows; row++)
      for (let column = 1; column <= columns; column++) {
        const at = row * wide + column
        sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0) + (sums[at - wide] ?? 0) - (sums[at - wide - 1] ?? 0)
      }
  return { levels, squares, counts }
}

/**
 * The print of a picture in black on white, told by what is around each place: pale print on white paper as well as dark print in a tinted row,
 * where one level for the whole picture would lose the one or blacken the other.
 */
export const localInk = (image: GreyImage): GreyImage => {
  const { data, height, width } = image
  const columns = Math.ceil(width / cell)
  const rows = Math.ceil(height / cell)
  const wide = columns + 1
  const { counts, levels, squares } = sumsOf(image, columns, rows)
  const ink = new Uint8Array(data.length).fill(255)
  for (let row = 0; row < rows; row++) {
    const [above, below] = [Math.max(0, row - reach) * wide, Math.min(rows, row + reach + 1) * wide]
    for (let column = 0; column < columns; column++) {
      const [left, right] = [Math.max(0, column - reach), Math.min(columns, column + reach + 1)]
      const over = (sums: Float64Array): number =>
        (sums[below + right] ?? 0) - (sums[below + left] ?? 0) - (sums[above + right] ?? 0) + (sums[above + left] ?? 0)
      const count = over(counts)
      const mean = over(levels) / count
      const spread = Math.sqrt(Math.max(0, over(squares) / count - mean * mean))
      const least = mean * (1 + sensitivity * (spread / widestSpread - 1))
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++)
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++)
          if ((data[y * width + x] ?? 255) < least) ink[y * width + x] = 0
    }
  }
  return { data: ink, width, height }
}
