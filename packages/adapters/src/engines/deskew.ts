import { greySharp, toGrey } from "./image-decode.ts"
import type { GreyImage } from "./pdf-render.ts"

/** The slope is measured on a small copy: lines of text stay lines, and the search stays cheap. */
const measuringSide = 1400
const maxPoints = 40_000
/** Degrees to either side. Beyond this a page counts as held sideways, which is another question. */
const widestSlope = 14
const coarseStep = 0.5
const fineStep = 0.1
/** Less than this is left alone: turning costs sharpness. */
const smallestSlope = 0.15
/** Darker than this share of the paper around it counts as ink. */
const inkShare = 0.75

interface Points {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly extent: number
}

/** Edges of ink from dark to light going down: they draw the base lines of text, while the inside of pictures and bars adds little. */
const inkPoints = (image: GreyImage): Points => {
  const x: Array<number> = []
  const y: Array<number> = []
  const threshold = 255 * inkShare
  for (let row = 0; row + 1 < image.height; row++)
    for (let column = 0; column < image.width; column++) {
      const at = row * image.width + column
      if ((image.data[at] ?? 255) < threshold && (image.data[at + image.width] ?? 255) >= threshold) {
        x.push(column)
        y.push(row)
      }
    }
  const step = Math.max(1, Math.ceil(x.length / maxPoints))
  const keep = (_: number, index: number) => index % step === 0
  return { x: Float32Array.from(x.filter(keep)), y: Float32Array.from(y.filter(keep)), extent: image.width + image.height }
}

/** How sharply the ink falls into rows when the page is seen at an angle: the sum of squares of its row counts. */
const rowSharpness = ({ extent, x, y }: Points, degrees: number): number => {
  const sine = Math.sin((degrees * Math.PI) / 180)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const rows = new Uint32Array(extent * 2)
  for (let index = 0; index < x.length; index++) {
    const row = Math.round((y[index] ?? 0) * cosine - (x[index] ?? 0) * sine) + extent
    rows[row] = (rows[row] ?? 0) + 1
  }
  return rows.reduce((sum, count) => sum + count * count, 0)
}

const bestSlope = (points: Points, around: number, reach: number, step: number): number => {
  let best = { degrees: around, sharpness: -1 }
  for (let degrees = around - reach; degrees <= around + reach + 1e-9; degrees += step) {
    const sharpness = rowSharpness(points, degrees)
    if (sharpness > best.sharpness) best = { degrees, sharpness }
  }
  return best.degrees
}

const small = (image: GreyImage): Promise<GreyImage> =>
  toGrey(greySharp(image).resize(measuringSide, measuringSide, { fit: "inside", withoutEnlargement: true }))

export interface Slope {
  /** Degrees by which the lines of text fall to the right; 0 when too small to matter or not measurable. */
  readonly degrees: number
  /** True when the ink falls into columns rather than rows: the page was held sideways. */
  readonly sideways: boolean
}

/** Measures how a page with even light is turned. */
export const slopeOf = async (image: GreyImage): Promise<Slope> => {
  const copy = await small(image)
  const points = inkPoints(copy)
  if (points.x.length < 50) return { degrees: 0, sideways: false }
  const coarse = bestSlope(points, 0, widestSlope, coarseStep)
  const degrees = bestSlope(points, coarse, coarseStep, fineStep)
  const turned = inkPoints(await turnedBy(copy, 90))
  const across = bestSlope(turned, 0, widestSlope, coarseStep * 2)
  const rows = rowSharpness(points, degrees) / points.x.length ** 2
  const columns = rowSharpness(turned, across) / Math.max(1, turned.x.length) ** 2
  return { degrees: Math.abs(degrees) < smallestSlope ? 0 : degrees, sideways: columns > rows * 1.25 }
}

/** Turns a picture clockwise on white paper. */
export const turnedBy = (image: GreyImage, degrees: number): Promise<GreyImage> =>
  degrees === 0 ? Promise.resolve(image) : toGrey(greySharp(image).rotate(degrees, { background: "#ffffff" }))
