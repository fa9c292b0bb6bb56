import { type Corners, onPage, type PageMap, type Point } from "@vouchkit/core/verification/evidence/place"

interface Size {
  readonly width: number
  readonly height: number
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

const matrixOf = (map: PageMap): Matrix => [...map, 1]
const cell = (matrix: Matrix, row: number, column: number): number => matrix[row * 3 + column] ?? 0

/** Where what `inner` maps onto a picture stands on the page, where `outer` maps that picture onto it. */
export const chained = (outer: PageMap, inner: PageMap): PageMap => {
  const [one, other] = [matrixOf(outer), matrixOf(inner)]
  const product = (row: number, column: number): number =>
    [0, 1, 2].reduce((sum, at) => sum + cell(one, row, at) * cell(other, at, column), 0)
  const scale = product(2, 2)
  const part = (row: number, column: number): number => product(row, column) / scale
  return [part(0, 0), part(0, 1), part(0, 2), part(1, 0), part(1, 1), part(1, 2), part(2, 0), part(2, 1)]
}

export const samePage: PageMap = [1, 0, 0, 0, 1, 0, 0, 0]

/** Where a picture that was turned clockwise about its middle, onto a canvas that holds it, stands on the picture before. */
export const beforeTurning = (degrees: number, before: Size, after: Size): PageMap => {
  const angle = (degrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [across, down] = [after.width, after.height]
  return [
    (cosine * across) / before.width,
    (sine * down) / before.width,
    0.5 - (cosine * across + sine * down) / 2 / before.width,
    (-sine * across) / before.height,
    (cosine * down) / before.height,
    0.5 - (cosine * down - sine * across) / 2 / before.height,
    0,
    0
  ]
}

/** Where a part that was cut out of a picture stands on it; both in pixels of the picture. */
export const beforeCutting = (part: Size & { readonly left: number; readonly top: number }, whole: Size): PageMap => [
  part.width / whole.width,
  0,
  part.left / whole.width,
  0,
  part.height / whole.height,
  part.top / whole.height,
  0,
  0
]

/** Corners of a picture as corners of the one that it was made of; the same where the map says nothing of them. */
export const cornersOn = (onto: PageMap, [a, b, c, d]: Corners): Corners => {
  const moved = (point: Point): Point => onPage(onto, point) ?? point
  return [moved(a), moved(b), moved(c), moved(d)]
}
