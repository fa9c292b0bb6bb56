import { colourSharp, toColour } from "../image/decode.ts"
import type { ColourImage } from "../pdf/render.ts"
import { crossing, isConvex, type Point, type Quad } from "./quad.ts"

/** Pixels on the longer side at which outlines are looked for: a card keeps its edges, its print becomes small. */
const searchSide = 480
/** Gaussian blur before edges are measured, in pixels of the small copy: grain goes, the edge of a card stays. */
const smoothing = 1.1

/** How the colours of a small copy change from pixel to pixel. */
export interface EdgeField {
  readonly width: number
  readonly height: number
  /** Pixels of the picture for one of the small copy. */
  readonly scale: number
  /** Change to the right and downwards, of the colour that changes most. */
  readonly across: Float32Array
  readonly down: Float32Array
  readonly strength: Float32Array
  readonly colours: ColourImage
}

export const edgeFieldOf = async (image: ColourImage): Promise<EdgeField> => {
  const small = await toColour(
    colourSharp(image).resize(searchSide, searchSide, { fit: "inside", withoutEnlargement: true }).blur(smoothing)
  )
  const { data, height, width } = small
  const across = new Float32Array(width * height)
  const down = new Float32Array(width * height)
  const strength = new Float32Array(width * height)
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      for (let channel = 0; channel < 3; channel++) {
        const here = at * 3 + channel
        const right = ((data[here + 3] ?? 0) - (data[here - 3] ?? 0)) / 2
        const below = ((data[here + width * 3] ?? 0) - (data[here - width * 3] ?? 0)) / 2
        const size = Math.hypot(right, below)
        if (size <= (strength[at] ?? 0)) continue
        strength[at] = size
        across[at] = right
        down[at] = below
      }
    }
  // The outermost pixels have no neighbours to differ from. They get what lies beside them, so that nothing is reached around an edge.
  for (let x = 0; x < width; x++) {
    strength[x] = strength[width + x] ?? 0
    strength[(height - 1) * width + x] = strength[(height - 2) * width + x] ?? 0
  }
  for (let y = 0; y < height; y++) {
    strength[y * width] = strength[y * width + 1] ?? 0
    strength[y * width + width - 1] = strength[y * width + width - 2] ?? 0
  }
  return { width, height, scale: Math.max(image.width, image.height) / Math.max(width, height), across, down, strength, colours: small }
}

/** Grey levels per pixel of the small copy from which a change across a side supports it. */
const supportingChange = 5
/** Pixels to either side of a proposed side within which its edge is looked for. */
const reach = 4
/** Points along a side; the ends are left out, because corners are round. */
const samples = 56
const endShare = 0.07
/** Within this share of the frame a side lies on its border, where nothing can support it. */
const borderShare = 0.012

interface Side {
  readonly from: Point
  readonly to: Point
  /** Share of its points with an edge, 0 to 1; 1 for a side on the border. */
  readonly support: number
  readonly onBorder: boolean
}

const liesOnBorder = ({ height, width }: EdgeField, from: Point, to: Point): boolean => {
  const margin = borderShare * Math.max(width, height) + 1
  const beyond = (both: readonly [number, number], limit: number) =>
    both.every((value) => value <= margin) || both.every((value) => value >= limit - 1 - margin)
  return beyond([from.x, to.x], width) || beyond([from.y, to.y], height)
}

/** The straight line through points by least squares across its own direction, without those that lie far off. */
const fitted = (points: ReadonlyArray<Point>, from: Point, to: Point): readonly [Point, Point] => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const local = points.map(({ x, y }) => {
    const [dx, dy] = [x - from.x, y - from.y]
    return { along: dx * ux + dy * uy, off: dy * ux - dx * uy }
  })
  let kept = local
  let line = { start: 0, slope: 0 }
  for (let round = 0; round < 3 && kept.length >= 8; round++) {
    const count = kept.length
    const along = kept.reduce((sum, point) => sum + point.along, 0) / count
    const off = kept.reduce((sum, point) => sum + point.off, 0) / count
    const spread = kept.reduce((sum, point) => sum + (point.along - along) ** 2, 0)
    const slope = kept.reduce((sum, point) => sum + (point.along - along) * (point.off - off), 0) / Math.max(1e-9, spread)
    line = { slope, start: off - slope * along }
    const residual = (point: { readonly along: number; readonly off: number }) => Math.abs(point.off - line.start - slope * point.along)
    const limit = Math.max(0.6, [...kept].map(residual).sort((a, b) => a - b)[Math.floor(count * 0.75)] ?? 0)
    kept = local.filter((point) => residual(point) <= limit)
  }
  const at = (along: number): Point => {
    const off = line.start + line.slope * along
    return { x: from.x + along * ux - off * uy, y: from.y + along * uy + off * ux }
  }
  return [at(0), at(length)]
}

/** Looks along a side for the edge that it should lie on, and moves it there. */
const sideOf = (field: EdgeField, from: Point, to: Point): Side => {
  if (liesOnBorder(field, from, to)) return { from, to, support: 1, onBorder: true }
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length < 12) return { from, to, support: 0, onBorder: false }
  const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length]
  const found: Array<Point> = []
  for (let index = 0; index < samples; index++) {
    const share = endShare + ((1 - 2 * endShare) * index) / (samples - 1)
    let best = supportingChange
    let place: Point | null = null
    for (let offset = -reach; offset <= reach; offset++) {
      const x = from.x + (to.x - from.x) * share + nx * offset
      const y = from.y + (to.y - from.y) * share + ny * offset
      const [column, row] = [Math.round(x), Math.round(y)]
      if (column < 1 || row < 1 || column + 1 >= field.width || row + 1 >= field.height) continue
      const at = row * field.width + column
      // Only a change across the side counts: print and texture change in every direction.
      const change = Math.abs((field.across[at] ?? 0) * nx + (field.down[at] ?? 0) * ny)
      if (change > best && change > 0.8 * (field.strength[at] ?? 0)) {
        best = change
        place = { x, y }
      }
    }
    if (place !== null) found.push(place)
  }
  const [start, end] = found.length < samples / 4 ? ([from, to] as const) : fitted(found, from, to)
  return { from: start, to: end, support: found.length / samples, onBorder: false }
}

export interface SupportedQuad {
  readonly corners: Quad
  readonly sides: ReadonlyArray<Side>
  /** Mean and least support of the sides that do not lie on the border. */
  readonly support: number
  readonly weakest: number
}

/** A figure moved onto the edges near its sides, with how well they bear it out; null when it falls apart. */
export const supportedQuad = (field: EdgeField, [a, b, c, d]: Quad): SupportedQuad | null => {
  const sides = [sideOf(field, a, b), sideOf(field, b, c), sideOf(field, c, d), sideOf(field, d, a)]
  const [top, right, bottom, left] = sides
  if (!(top && right && bottom && left)) return null
  const meet = (one: Side, other: Side) => crossing(one.from, one.to, other.from, other.to)
  const corners = [meet(left, top), meet(top, right), meet(right, bottom), meet(bottom, left)] as const
  const [p, q, r, s] = corners
  if (!(p && q && r && s) || !isConvex([p, q, r, s])) return null
  const free = sides.filter(({ onBorder }) => !onBorder).map(({ support }) => support)
  return {
    corners: [p, q, r, s],
    sides,
    support: free.reduce((sum, support) => sum + support, 0) / Math.max(1, free.length),
    weakest: Math.min(1, ...free)
  }
}
