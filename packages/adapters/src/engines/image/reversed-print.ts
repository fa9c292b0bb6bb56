import type { GreyImage } from "../pdf/render.ts"
import { areasFrom, boxMeans, eroded, closed, type Grid, gridOf } from "./cell-grid.ts"

/** A cell darker than this, on paper of 250, belongs to a printed area: colours that white print can be read on. */
const darkest = 170
/** In cells, to either side: what is dark all around so far is no letter, however thick. */
const solidReach = 3
/** In cells, to either side: print in a dark area is bridged up to twice this. */
const printReach = 8
/** In cells, to either side: how far the level of the bare area is averaged, and how far the share of print in it. */
const levelReach = 16
const bareReach = 2
const shareReach = 9
/** Paper with even light. */
const paper = 250
/** Differences from the bare area are stretched to black at least by this. */
const leastContrast = 128
/** Share of the whole contrast that is texture, of a table or of a printed colour, and no print. */
const texture = 0.22

/** Where print is light on dark: the solid dark areas, all that hangs together with them in the dark, and the print inside. */
const darkAreas = (grid: Grid, bare: Float32Array): Uint8Array => {
  const { columns, rows } = grid
  const dark = grid.levels.map((level) => (level < darkest ? 1 : 0))
  const areas = areasFrom(eroded(dark, columns, rows, solidReach), dark, columns)
  const bridged = closed(areas, columns, rows, printReach)
  const around = boxMeans(grid.levels, bridged, columns, rows, shareReach)
  // Print covers less than half of a dark area; between two areas stands mostly paper.
  return bridged.map((inside, at) => (areas[at] === 1 || (inside === 1 && (around[at] ?? paper) < ((bare[at] ?? 0) + paper) / 2) ? 1 : 0))
}

/** Level of the bare area around each cell: the mean of the cells that are dark with all around them. */
const bareLevels = ({ columns, levels, rows }: Grid): Float32Array => {
  const dark = levels.map((level) => (level < darkest ? 1 : 0))
  return boxMeans(levels, eroded(dark, columns, rows, bareReach), columns, rows, levelReach)
}

/** Cells with a neighbour on the other side of the edge of an area: neither print nor paper can be told there. */
const isEdge = (areas: Uint8Array, { columns, rows }: Grid, column: number, row: number): boolean => {
  const own = areas[row * columns + column]
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) if (areas[y * columns + x] !== own) return true
  return false
}

/** What differs from the bare area, to either side, is print and becomes dark. */
const reversed = (level: number, bare: number): number => {
  const most = level > bare ? Math.max(leastContrast, 255 - bare) : Math.max(leastContrast, bare)
  const contrast = (Math.abs(level - bare) / most - texture) / (1 - texture)
  return 255 - Math.min(1, Math.max(0, contrast)) * 255
}

/**
 * Light print on dark or coloured areas becomes dark print on white, so that the page is one kind of print to the recognizer. An area may have any
 * form and may reach over the edge of the page into a dark table; print in it is judged by what is around each place. What is not solid so far,
 * thick letters and rules, stays as it is.
 */
export const darkOnLight = (image: GreyImage): GreyImage => {
  const grid = gridOf(image)
  const bare = bareLevels(grid)
  const areas = darkAreas(grid, bare)
  const data = new Uint8Array(image.data)
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) {
      const at = row * grid.columns + column
      const inside = areas[at] === 1
      const edge = isEdge(areas, grid, column, row)
      if (!inside && !edge) continue
      const { bottom, left, right, top } = grid.pixelsOf(column, row)
      for (let y = top; y < bottom; y++) {
        if (edge) data.fill(255, y * image.width + left, y * image.width + right)
        else
          for (let x = left; x < right; x++) {
            const pixel = y * image.width + x
            data[pixel] = reversed(data[pixel] ?? 255, bare[at] ?? 0)
          }
      }
    }
  return { data, width: image.width, height: image.height }
}
