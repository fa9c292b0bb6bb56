/** Most words on a side of an assignment. */
const longestSide = 16

/**
 * The assignment of rows to columns with the greatest total gain (the Hungarian method, with potentials). `gains` is row by row, `columns` wide;
 * a gain of 0 means that the two do not belong together. Returns the column of each row, -1 for none.
 */
export const assign = (gains: Float64Array, rows: number, columns: number): Int8Array => {
  const size = Math.min(longestSide, Math.max(rows, columns))
  const cost = (row: number, column: number): number =>
    row <= rows && column <= columns ? -(gains[(row - 1) * columns + column - 1] ?? 0) : 0
  const rowPotential = new Float64Array(size + 1)
  const columnPotential = new Float64Array(size + 1)
  const rowOf = new Int8Array(size + 1)
  const way = new Int8Array(size + 1)
  for (let row = 1; row <= size; row++) {
    rowOf[0] = row
    let column = 0
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
    const used = new Uint8Array(size + 1)
    while (rowOf[column] !== 0) {
      used[column] = 1
      const current = rowOf[column] ?? 0
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let other = 1; other <= size; other++) {
        if (used[other] === 1) continue
        const reduced = cost(current, other) - (rowPotential[current] ?? 0) - (columnPotential[other] ?? 0)
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced
          way[other] = column
        }
        if ((least[other] ?? 0) < step) {
          step = least[other] ?? 0
          next = other
        }
      }
      for (let other = 0; other <= size; other++) {
        if (used[other] === 1) {
          rowPotential[rowOf[other] ?? 0] = (rowPotential[rowOf[other] ?? 0] ?? 0) + step
          columnPotential[other] = (columnPotential[other] ?? 0) - step
        } else least[other] = (least[other] ?? 0) - step
      }
      column = next
    }
    for (; column !== 0; column = way[column] ?? 0) rowOf[column] = rowOf[way[column] ?? 0] ?? 0
  }
  const columnOf = new Int8Array(rows).fill(-1)
  for (let column = 1; column <= columns; column++) {
    const row = (rowOf[column] ?? 0) - 1
    if (row >= 0 && row < rows && (gains[row * columns + column - 1] ?? 0) > 0) columnOf[row] = column - 1
  }
  return columnOf
}
