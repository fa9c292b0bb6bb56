import type { Point } from "@vouchkit/core/verification/evidence/place"
import type { ColourImage } from "../pdf/render.ts"
import { type Quad, sidesOf } from "./quad.ts"

/** Places along a side at which one looks outwards, and the share of the side that is left out at its ends. */
const places = 33
const ends = 0.12
/** How far one looks, and how far at most from an outline its frame begins; shares of the shorter side. */
const reach = 0.4
const begins = 0.03
/** A frame is darker than this, darker than what it surrounds and than what lies beyond it by so much, and even to so many levels. */
const darkest = 84
const darker = 16
const darkerThanBeyond = 10
const even = 4
/** A frame is as wide at least and at most, as a share of the shorter side of what it surrounds. */
const narrowest = 0.022
const widest = 0.34
/** Its outer edge is straight to this share of the shorter side, and parallel to the inner one to this slope. */
const straight = 0.006
const parallel = 0.022
/** Places of a side that have to show all of this. */
const leastPlaces = 0.55
/** Frames of screens are as wide on one side as on the other, to this factor. */
const alike = 1.25

const middle = (values: ReadonlyArray<number>): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const levelAt = ({ data, height, width }: ColourImage, x: number, y: number): number | null => {
  const column = Math.round(x)
  const row = Math.round(y)
  if (column < 0 || row < 0 || column >= width || row >= height) return null
  const at = (row * width + column) * 3
  return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
}

/** What one sees from a place of a side onwards: levels from a little before it to the edge of the picture. */
interface Look {
  readonly along: number
  readonly levels: ReadonlyArray<number>
  readonly complete: boolean
}

/** Steps before the side at which a look begins, and pixels along the side that each level is the mean of, so that grain counts for less. */
const before = 12
const asides = [-8, -6, -4, -2, 0, 2, 4, 6, 8] as const

/** A side of a figure, and whether one looks from it outwards (1) or inwards (-1). */
interface Side {
  readonly from: Point
  readonly to: Point
  readonly direction: 1 | -1
}

const lookFrom = (image: ColourImage, { direction, from, to }: Side, share: number, far: number): Look => {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y))
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const levels: Array<number> = []
  for (let step = -before; step <= far; step++) {
    const x = from.x + dx * length * share + direction * dy * step
    const y = from.y + dy * length * share - direction * dx * step
    let sum = 0
    for (const aside of asides) {
      const level = levelAt(image, x + dx * aside, y + dy * aside)
      if (level === null) return { along: share * length, levels, complete: false }
      sum += level
    }
    levels.push(sum / asides.length)
  }
  return { along: share * length, levels, complete: true }
}

interface Band {
  readonly along: number
  /** Steps from the side to where the dark band begins and ends; null where it runs out of the picture. */
  readonly end: number | null
}

/** The dark and even band beside a place, if there is one. */
const bandOf = ({ along, complete, levels }: Look, size: number): Band | null => {
  const latest = before + begins * size
  const inside = middle(levels.slice(0, before - 4))
  const dark = Math.min(darkest, inside - darker)
  let start = 0
  while (start < latest && (levels[start] ?? 255) > dark) start += 1
  if (start === 0 || start >= latest || start >= levels.length) return null
  // Past the slope of the edge.
  start += 3
  const first = levels.slice(start, start + Math.max(6, Math.round(0.006 * size)))
  const level = middle(first)
  let end = start
  let beyond = 0
  for (; end < levels.length && beyond < 4; end++) {
    const away = Math.abs((levels[end] ?? 0) - level)
    beyond = (levels[end] ?? 0) - level > darkerThanBeyond ? beyond + 1 : 0
    if (beyond === 0 && away > 4 * even) return null
  }
  if (beyond < 4) return complete ? null : { along, end: null }
  const band = levels.slice(start, end - 6)
  const spread = middle(band.map((each) => Math.abs(each - middle(band))))
  return spread > even ? null : { along, end: end - 4 - before }
}

/** Width of the frame on a side, null where it runs out of the picture, undefined where there is none. */
const frameOn = (image: ColourImage, side: Side, size: number): number | null | undefined => {
  const far = Math.round(reach * size)
  const bands = Array.from({ length: places }, (_, index) =>
    bandOf(lookFrom(image, side, ends + ((1 - 2 * ends) * index) / (places - 1), far), size)
  ).filter((band) => band !== null)
  if (bands.length < leastPlaces * places) return undefined
  const ended = bands.flatMap(({ along, end }) => (end === null ? [] : [{ along, end }]))
  if (ended.length < leastPlaces * places) return ended.length === 0 ? null : undefined
  const half = Math.floor(ended.length / 2)
  const [near, distant] = [ended.slice(0, half), ended.slice(-half)]
  const run = middle(distant.map(({ along }) => along)) - middle(near.map(({ along }) => along))
  const slope = (middle(distant.map(({ end }) => end)) - middle(near.map(({ end }) => end))) / Math.max(1, run)
  const width = middle(ended.map(({ end }) => end))
  const centre = middle(ended.map(({ along }) => along))
  const unevenness = middle(ended.map(({ along, end }) => Math.abs(end - width - slope * (along - centre))))
  if (Math.abs(slope) > parallel || unevenness > Math.max(1.5, straight * size)) return undefined
  return width < narrowest * size || width > widest * size ? undefined : width
}

const isFramedTo = (image: ColourImage, corners: Quad, direction: 1 | -1): boolean => {
  const { height, width } = sidesOf(corners)
  const size = Math.min(width, height)
  const found = corners.map((from, index) => frameOn(image, { from, to: corners[(index + 1) % 4] ?? from, direction }, size))
  if (found.includes(undefined) || found.filter((side) => side === null).length > 1) return false
  const [top, right, bottom, left] = found
  const same = (one: number | null | undefined, other: number | null | undefined) =>
    one != null && other != null && Math.max(one, other) <= alike * Math.min(one, other) + 2
  return same(top, bottom) || same(right, left)
}

/**
 * Whether something stands in a dark, even frame with straight edges, parallel to its own and as wide on opposite sides: what a screen has around
 * what it shows. The outline is that of what is shown, or that of the frame. At most one side of the frame may lie out of the picture.
 */
export const isFramed = (image: ColourImage, corners: Quad): boolean => isFramedTo(image, corners, 1) || isFramedTo(image, corners, -1)
