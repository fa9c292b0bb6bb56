import type { GreyImage } from "../pdf/render.ts"

/** Side in pixels of the cells in which dark areas are looked for: wider than most strokes, lower than any bar with print in it. */
const cell = 4
/** A cell darker than this, on paper of 250, belongs to a printed area. */
const darkest = 140
/** In cells: bars of one line of print at least, and panels with room for more. */
const leastBar = { height: 5, width: 14, aspect: 2.5, filled: 0.5 } as const
const leastPanel = { height: 15, width: 30, aspect: 0, filled: 0.62 } as const
/** An area larger than this share of the picture is no bar but a dark page or what it lies on. */
const largestShare = 0.35

interface Span {
  left: number
  right: number
}

interface Area {
  readonly cells: ReadonlyArray<number>
  readonly rows: ReadonlyMap<number, Span>
}

interface Grid {
  readonly columns: number
  readonly rows: number
  readonly levels: Uint8Array
}

const gridOf = ({ data, height, width }: GreyImage): Grid => {
  const columns = Math.floor(width / cell)
  const rows = Math.floor(height / cell)
  const levels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * cell; y < (row + 1) * cell; y++)
        for (let x = column * cell; x < (column + 1) * cell; x++) sum += data[y * width + x] ?? 255
      levels[row * columns + column] = sum / cell ** 2
    }
  return { columns, rows, levels }
}

/** The dark cells that hang together with one, taken off `open`. */
const areaAt = (start: number, open: Uint8Array, { columns }: Grid): Area => {
  const cells = [start]
  const rows = new Map<number, Span>()
  open[start] = 0
  for (let next = 0; next < cells.length; next++) {
    const at = cells[next] ?? start
    const column = at % columns
    const row = (at - column) / columns
    const span = rows.get(row)
    if (span === undefined) rows.set(row, { left: column, right: column })
    else {
      span.left = Math.min(span.left, column)
      span.right = Math.max(span.right, column)
    }
    const sides = [column > 0 ? at - 1 : -1, column + 1 < columns ? at + 1 : -1, at - columns, at + columns]
    for (const side of sides)
      if (open[side] === 1) {
        open[side] = 0
        cells.push(side)
      }
  }
  return { cells, rows }
}

const isPrinted = ({ cells, rows }: Area, grid: Grid): boolean => {
  const spans = [...rows.values()]
  const height = spans.length
  const width =
    spans.reduce((most, { right }) => Math.max(most, right), 0) - spans.reduce((least, { left }) => Math.min(least, left), Infinity) + 1
  const filled = cells.length / (width * height)
  const fits = (least: typeof leastBar | typeof leastPanel) =>
    height >= least.height && width >= least.width && width >= least.aspect * height && filled >= least.filled
  return width * height <= largestShare * grid.columns * grid.rows && (fits(leastBar) || fits(leastPanel))
}

/** Level of the bare bar: print in it is lighter and covers less than half. */
const levelOf = ({ cells }: Area, { levels }: Grid): number => {
  const sorted = cells.map((at) => levels[at] ?? 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.4)] ?? 0
}

/** Makes one row of cells of an area dark on white; the last pixels of its edge, which are neither, become paper. */
const reverseRow = (data: Uint8Array, width: number, row: number, { left, right }: Span, bar: number): void => {
  const [from, to] = [left * cell, Math.min(width, (right + 1) * cell)]
  for (let y = row * cell; y < (row + 1) * cell; y++) {
    for (let x = from; x < to; x++) {
      const at = y * width + x
      data[at] = 255 - (Math.max(0, (data[at] ?? 255) - bar) * 255) / (255 - bar)
    }
    data.fill(255, y * width + Math.max(0, from - cell), y * width + from)
    data.fill(255, y * width + to, y * width + Math.min(width, to + cell))
  }
}

const clearRow = (data: Uint8Array, width: number, row: number, { left, right }: Span): void => {
  for (let y = row * cell; y < (row + 1) * cell; y++)
    data.fill(255, y * width + Math.max(0, left - 1) * cell, y * width + Math.min(width, (right + 2) * cell))
}

/**
 * Light print in dark bars and panels becomes dark print on white, so that the page is one kind of print to the recognizer. What is neither a bar
 * nor a panel, thick letters and logos, stays as it is.
 */
export const darkOnLight = (image: GreyImage): GreyImage => {
  const grid = gridOf(image)
  const open = grid.levels.map((level) => (level < darkest ? 1 : 0))
  const data = new Uint8Array(image.data)
  for (let at = 0; at < open.length; at++) {
    if (open[at] !== 1) continue
    const area = areaAt(at, open, grid)
    if (area.cells.length < leastBar.height * leastBar.width * leastBar.filled || !isPrinted(area, grid)) continue
    const bar = levelOf(area, grid)
    const rows = [...area.rows].sort(([a], [b]) => a - b)
    for (const [row, span] of rows) reverseRow(data, image.width, row, span, bar)
    const [first, last] = [rows[0], rows[rows.length - 1]]
    if (first !== undefined && first[0] > 0) clearRow(data, image.width, first[0] - 1, first[1])
    if (last !== undefined && last[0] + 1 < grid.rows) clearRow(data, image.width, last[0] + 1, last[1])
  }
  return { data, width: image.width, height: image.height }
}
