/** A point in pixels; y grows downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Four corners, clockwise from the top left one. */
export type Quad = readonly [Point, Point, Point, Point]

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

/** Area of a polygon given in order; clockwise polygons and their reverse alike. */
export const areaOf = (points: ReadonlyArray<Point>): number => {
  let doubled = 0
  for (const [index, point] of points.entries()) {
    const next = points[(index + 1) % points.length] ?? point
    doubled += point.x * next.y - next.x * point.y
  }
  return Math.abs(doubled) / 2
}

const chain = (sorted: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const kept: Array<Point> = []
  for (const point of sorted) {
    for (;;) {
      const [before, last] = [kept.at(-2), kept.at(-1)]
      if (before === undefined || last === undefined || cross(before, last, point) > 0) break
      kept.pop()
    }
    kept.push(point)
  }
  return kept.slice(0, -1)
}

/** The convex hull of points, clockwise as seen on the screen (Andrew's monotone chain). */
export const hullOf = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

/** Where the line through two points meets the line through two others; null when they hardly do. */
export const crossing = (a: Point, b: Point, c: Point, d: Point): Point | null => {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const determinant = ux * vy - uy * vx
  if (Math.abs(determinant) < 1e-6 * Math.hypot(ux, uy) * Math.hypot(vx, vy) || determinant === 0) return null
  const share = ((c.x - a.x) * vy - (c.y - a.y) * vx) / determinant
  return { x: a.x + share * ux, y: a.y + share * uy }
}

/** A hull needs no more corners than this before it is brought to four; more are thinned out evenly. */
const maxHullCorners = 96

const thinned = (hull: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const step = Math.ceil(hull.length / maxHullCorners)
  return hull.filter((_, index) => index % step === 0)
}

/**
 * The smallest four-sided figure around a convex hull, found by leaving out one side after the other: always the one whose neighbours,
 * prolonged until they meet, add the least area. Rounded corners of a card become the corners that they would be without the rounding.
 */
export const quadAround = (hull: ReadonlyArray<Point>): Quad | null => {
  let corners = thinned(hull)
  while (corners.length > 4) {
    let best: { readonly at: number; readonly corner: Point; readonly added: number } | null = null
    for (let at = 0; at < corners.length; at++) {
      const [before, from, to, after] = [-1, 0, 1, 2].map((step) => corners[(at + step + corners.length) % corners.length])
      if (!(before && from && to && after)) continue
      const corner = crossing(before, from, after, to)
      if (corner === null) continue
      // The neighbours must meet beyond the side that goes, and not on its other hand.
      const beyond = (corner.x - from.x) * (from.x - before.x) + (corner.y - from.y) * (from.y - before.y) >= 0
      const added = beyond ? areaOf([from, corner, to]) : Number.POSITIVE_INFINITY
      if (added < (best?.added ?? Number.POSITIVE_INFINITY)) best = { at, corner, added }
    }
    if (best === null) return null
    const { at, corner } = best
    const gone = (at + 1) % corners.length
    corners = corners.flatMap((point, index) => (index === at ? [corner] : index === gone ? [] : [point]))
  }
  const [a, b, c, d] = corners
  return a && b && c && d ? uprightOrder([a, b, c, d]) : null
}

/** The same corners, clockwise, beginning so that the first side is the one that runs most to the right. */
export const uprightOrder = (corners: Quad): Quad => {
  const [a, b, c, d] = corners
  const clockwise: Quad = cross(a, b, c) >= 0 ? corners : [a, d, c, b]
  const [p, q, r, s] = clockwise
  const starts: ReadonlyArray<Quad> = [clockwise, [q, r, s, p], [r, s, p, q], [s, p, q, r]]
  const rightward = ([from, to]: Quad) => (to.x - from.x) / Math.max(1e-9, distance(from, to))
  return starts.reduce((best, start) => (rightward(start) > rightward(best) ? start : best))
}

export const isConvex = ([a, b, c, d]: Quad): boolean =>
  [cross(a, b, c), cross(b, c, d), cross(c, d, a), cross(d, a, b)].every((turn) => turn > 0)

/** Mean width and height of a figure along its sides. */
export const sidesOf = ([a, b, c, d]: Quad): { readonly width: number; readonly height: number } => ({
  width: (distance(a, b) + distance(d, c)) / 2,
  height: (distance(b, c) + distance(a, d)) / 2
})

/** Degrees by which the top side falls to the right. */
export const tiltOf = ([a, b, c, d]: Quad): number => (Math.atan2(b.y - a.y + c.y - d.y, b.x - a.x + c.x - d.x) * 180) / Math.PI

/** A figure of a reduced picture in the pixels of the picture; a pixel's middle stays a pixel's middle. */
export const scaledQuad = ([a, b, c, d]: Quad, factor: number): Quad => {
  const scaled = ({ x, y }: Point): Point => ({ x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5 })
  return [scaled(a), scaled(b), scaled(c), scaled(d)]
}

export const contains = ([a, b, c, d]: Quad, point: Point): boolean =>
  cross(a, b, point) >= 0 && cross(b, c, point) >= 0 && cross(c, d, point) >= 0 && cross(d, a, point) >= 0
