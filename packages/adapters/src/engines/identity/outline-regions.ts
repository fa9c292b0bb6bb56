import { median } from "@vouchkit/core/verification/median"
import type { EdgeField } from "./edges.ts"
import { areaOf, hullOf, type Point, type Quad, quadAround } from "./quad.ts"

/** Changes per pixel at which the background ends; each gives its own proposals, because light and grain differ from picture to picture. */
const thresholds = [3.5, 6, 10, 16, 26] as const
/** Pixels by which parts of a document are joined: print on a pale card can be all that differs from the background. */
const joins = [0, 5] as const
/**
 * A pixel of the border further than this from the border's usual colour is part of something that runs into the frame. The wide notion
 * allows for uneven light, the narrow one for a card much like its background.
 */
const backgroundSpreads = [70, 22] as const
/** Regions smaller than this share of the picture are no documents. */
const leastShare = 0.03

const borderPixels = ({ height, width }: EdgeField): ReadonlyArray<number> => {
  const inset = 2
  const pixels: Array<number> = []
  for (let x = inset; x < width - inset; x++) pixels.push(inset * width + x, (height - 1 - inset) * width + x)
  for (let y = inset; y < height - inset; y++) pixels.push(y * width + inset, y * width + width - 1 - inset)
  return pixels
}

/** Where the background is looked for first: on the border of the frame, where it has the border's usual colour. */
const seedsOf = (field: EdgeField, within: number): ReadonlyArray<number> => {
  const border = borderPixels(field)
  const { data } = field.colours
  const level = (pixel: number, channel: number) => data[pixel * 3 + channel] ?? 0
  const usual = [0, 1, 2].map((channel) => median(border.map((pixel) => level(pixel, channel))) ?? 0)
  return border.filter((pixel) => usual.every((value, channel) => Math.abs(level(pixel, channel) - value) < within))
}

/** Marks the background: what can be reached from the seeds without crossing an edge. */
const backgroundOf = (field: EdgeField, seeds: ReadonlyArray<number>, threshold: number): Uint8Array => {
  const { height, strength, width } = field
  const background = new Uint8Array(width * height)
  const queue = new Int32Array(width * height)
  let end = 0
  const visit = (pixel: number) => {
    if (background[pixel] === 1 || (strength[pixel] ?? 0) >= threshold) return
    background[pixel] = 1
    queue[end++] = pixel
  }
  for (const seed of seeds) visit(seed)
  for (let start = 0; start < end; start++) {
    const pixel = queue[start] ?? 0
    const x = pixel % width
    if (x > 0) visit(pixel - 1)
    if (x + 1 < width) visit(pixel + 1)
    if (pixel >= width) visit(pixel - width)
    if (pixel + width < background.length) visit(pixel + width)
  }
  return background
}

type Grow = 0 | 1

/** Spreads one kind of pixel by some steps, along rows and then along columns. */
const spread = (mask: Uint8Array, width: number, steps: number, kind: Grow): Uint8Array => {
  let current = mask
  for (const stride of [1, width]) {
    const next = current.slice()
    for (let at = 0; at < current.length; at++) {
      if (current[at] !== kind) continue
      const column = at % width
      for (let step = 1; step <= steps; step++) {
        if (stride === width || column + step < width) if (at + step * stride < next.length) next[at + step * stride] = kind
        if (stride === width || column - step >= 0) if (at - step * stride >= 0) next[at - step * stride] = kind
      }
    }
    current = next
  }
  return current
}

/** The leftmost and rightmost pixel of each row of every connected region that is large enough. */
const regionsOf = (
  background: Uint8Array,
  width: number
): ReadonlyArray<{ readonly outline: ReadonlyArray<Point>; readonly size: number }> => {
  const seen = background.slice()
  const queue = new Int32Array(seen.length)
  const regions: Array<{ readonly outline: ReadonlyArray<Point>; readonly size: number }> = []
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] !== 0) continue
    const ends = new Map<number, readonly [number, number]>()
    let end = 0
    const visit = (pixel: number) => {
      if (seen[pixel] !== 0) return
      seen[pixel] = 1
      queue[end++] = pixel
    }
    visit(first)
    for (let start = 0; start < end; start++) {
      const pixel = queue[start] ?? 0
      const x = pixel % width
      const y = (pixel - x) / width
      const [left, right] = ends.get(y) ?? [x, x]
      ends.set(y, [Math.min(left, x), Math.max(right, x)])
      if (x > 0) visit(pixel - 1)
      if (x + 1 < width) visit(pixel + 1)
      if (pixel >= width) visit(pixel - width)
      if (pixel + width < seen.length) visit(pixel + width)
    }
    if (end < seen.length * leastShare) continue
    const outline = [...ends].flatMap(([y, [left, right]]) => [
      { x: left, y },
      { x: right, y }
    ])
    regions.push({ outline, size: end })
  }
  return regions
}

interface Proposal {
  readonly corners: Quad
  /** Share of the figure that differs from the background, 0 to 1. */
  readonly filled: number
}

/** Figures around everything that stands out from the background, at several notions of what an edge is. */
export const proposedByRegions = (field: EdgeField): ReadonlyArray<Proposal> =>
  backgroundSpreads.flatMap((within) => {
    const seeds = seedsOf(field, within)
    return thresholds.flatMap((threshold) => {
      const background = backgroundOf(field, seeds, threshold)
      return joins.flatMap((steps) => {
        const joined = steps === 0 ? background : spread(spread(background, field.width, steps, 0), field.width, steps, 1)
        return regionsOf(joined, field.width).flatMap(({ outline, size }) => {
          const corners = quadAround(hullOf(outline))
          return corners === null ? [] : [{ corners, filled: Math.min(1, size / Math.max(1, areaOf(corners))) }]
        })
      })
    })
  })
