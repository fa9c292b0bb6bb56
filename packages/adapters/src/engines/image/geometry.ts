/** A PDF matrix `[a b c d e f]`: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** An upright rectangle; y grows downwards. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `inner` first and `outer` after it. */
export const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5]
]

/** The upright rectangle around a rectangle that a matrix moved. */
export const boxOf = (matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box => {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1]
  ] as const
  const xs = corners.map(([x, y]) => matrix[0] * x + matrix[2] * y + matrix[4])
  const ys = corners.map(([x, y]) => matrix[1] * x + matrix[3] * y + matrix[5])
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

export const areaOf = (box: Box): number => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top)

export const intersection = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom)
})

/** Share of `inner` that lies inside `outer`, 0 to 1. Everything on a page is compared with everything, so that no box is made for it. */
export const shareInside = (inner: Box, outer: Box): number => {
  const width = Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left)
  const height = Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top)
  if (!(width > 0 && height > 0)) return 0
  return (width * height) / areaOf(inner)
}
