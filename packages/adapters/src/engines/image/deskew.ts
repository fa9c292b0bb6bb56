import { greySharp, toGrey } from "./decode.ts"
import { lettersAlone } from "./letter-marks.ts"
import type { GreyImage } from "../pdf/render.ts"

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

/** So much more sharply must the upper edges of letters fall into rows than the lower ones before a page counts as upside down. */
const clearlyFlipped = 1.1

interface Points {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly extent: number
}

/** Places in a picture, one by one, at most `maxPoints` of them taken at regular distances. */
const pointsOf = (places: Int32Array, width: number, height: number): Points => {
  const step = Math.max(1, Math.ceil(places.length / maxPoints))
  const count = Math.ceil(places.length / step)
  const x = new Float32Array(count)
  const y = new Float32Array(count)
  for (let index = 0; index < count; index++) {
    const at = places[index * step] ?? 0
    x[index] = at % width
    y[index] = (at - (at % width)) / width
  }
  return { x, y, extent: width + height }
}

const threshold = 255 * inkShare

/** The edges of letters, either those below (dark to light going down), which draw the base lines of text, or those above. */
const letterEdges = ({ data, height, width }: GreyImage, below: boolean): Points => {
  const places = new Int32Array(width * height)
  let count = 0
  for (let at = 0; at + width < data.length; at++) {
    const dark = (data[at] ?? 255) < threshold
    if (dark === below && (data[at + width] ?? 255) < threshold !== dark) places[count++] = at
  }
  return pointsOf(places.subarray(0, count), width, height)
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
  toGrey(greySharp(image).resize(measuringSide, measuringSide, { fit: "inside", withoutEnlargement: true, kernel: "linear" }))

/**
 * True when letters seem to stand on their heads. Letters stand on one line and reach up to different heights, so that their lower edges fall into
 * rows more sharply than their upper ones. A guess: good for the order in which ways up are tried.
 */
const isFlipped = (image: GreyImage, degrees: number): boolean => {
  const above = letterEdges(image, false)
  const below = letterEdges(image, true)
  const sharpness = (points: Points): number => rowSharpness(points, degrees) / Math.max(1, points.x.length) ** 2
  return sharpness(above) > sharpness(below) * clearlyFlipped
}

export interface Slope {
  /** Degrees by which the lines of text fall to the right; 0 when too small to matter or not measurable. */
  readonly degrees: number
  /** Quarter turns clockwise that probably bring the page upright: 1 or 3 where the ink falls into columns rather than rows, as on a page that was held sideways. */
  readonly turns: 0 | 1 | 2 | 3
}

/** Measures how a page with even light is turned, by its letters alone. */
export const slopeOf = async (image: GreyImage): Promise<Slope> => {
  const copy = lettersAlone(await small(image), threshold)
  const points = letterEdges(copy, true)
  if (points.x.length < 50) return { degrees: 0, turns: 0 }
  const coarse = bestSlope(points, 0, widestSlope, coarseStep)
  const degrees = bestSlope(points, coarse, coarseStep, fineStep)
  const lying = await turnedBy(copy, 90)
  const turned = letterEdges(lying, true)
  const across = bestSlope(turned, 0, widestSlope, coarseStep * 2)
  const rows = rowSharpness(points, degrees) / points.x.length ** 2
  const columns = rowSharpness(turned, across) / Math.max(1, turned.x.length) ** 2
  const straight = Math.abs(degrees) < smallestSlope ? 0 : degrees
  if (columns > rows * 1.25) return { degrees: straight, turns: isFlipped(lying, across) ? 3 : 1 }
  return { degrees: straight, turns: isFlipped(copy, degrees) ? 2 : 0 }
}

type TwoTurns = readonly [number, number]

/** Quarter turns in the order in which they are worth trying: the likely ones, then those that are not. */
export const waysUp = ({ turns }: Slope): readonly [likely: TwoTurns, unlikely: TwoTurns] => [
  [turns, (turns + 2) % 4],
  turns % 2 === 0 ? [1, 3] : [0, 2]
]

/** Turns a picture clockwise on white paper. */
export const turnedBy = (image: GreyImage, degrees: number): Promise<GreyImage> =>
  degrees === 0 ? Promise.resolve(image) : toGrey(greySharp(image).rotate(degrees, { background: "#ffffff" }))
