import type { GreyImage } from "../pdf/render.ts"
import { isWithin, type Spot } from "./outline.ts"

/** Half the side of the blocks that are compared. */
const half = 4
/** Spread of grey levels from which a block has something that can be found again. */
const leastSpread = 6
/** Correlation of a block with the place where it went, from which it is the same. */
const sameBlock = 0.85

const spreadAt = ({ data, width }: GreyImage, x: number, y: number) => {
  let sum = 0
  let squares = 0
  for (let dy = -half; dy <= half; dy++)
    for (let dx = -half; dx <= half; dx++) {
      const level = data[(y + dy) * width + x + dx] ?? 0
      sum += level
      squares += level * level
    }
  const count = (2 * half + 1) ** 2
  const mean = sum / count
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
}

/** The correlation of a block with one of the same size elsewhere, whatever the light: -1 to 1. */
const correlation = (one: GreyImage, [x, y]: Spot, other: GreyImage, [u, v]: Spot): number => {
  if (u < half || v < half || u >= other.width - half || v >= other.height - half) return -1
  const here = spreadAt(one, x, y)
  const there = spreadAt(other, u, v)
  if (there.spread < 1) return -1
  let sum = 0
  for (let dy = -half; dy <= half; dy++)
    for (let dx = -half; dx <= half; dx++)
      sum +=
        ((one.data[(y + dy) * one.width + x + dx] ?? 0) - here.mean) * ((other.data[(v + dy) * other.width + u + dx] ?? 0) - there.mean)
  return sum / ((2 * half + 1) ** 2 * Math.max(0.5, here.spread) * there.spread)
}

interface Found {
  readonly score: number
  readonly place: Spot
}

/** The best match of a block among places so far apart, within so many pixels of one. */
const bestNear = (
  rest: GreyImage,
  at: Spot,
  turned: GreyImage,
  [x, y]: Spot,
  { step, within }: { readonly step: number; readonly within: number }
) => {
  let best: Found = { score: -1, place: [x, y] }
  for (let v = y - within; v <= y + within; v += step)
    for (let u = x - within; u <= x + within; u += step) {
      const score = correlation(rest, at, turned, [u, v])
      if (score > best.score) best = { score, place: [u, v] }
    }
  return best
}

/** Where a block has gone; null where nothing resembles it. Every second pixel is tried first, since blocks resemble themselves a pixel off. */
export const foundNear = (rest: GreyImage, at: Spot, turned: GreyImage, around: Spot, within: number): Spot | null => {
  const coarse = within > 1 ? bestNear(rest, at, turned, around, { step: 2, within }).place : around
  const { place, score } = bestNear(rest, at, turned, coarse, { step: 1, within: 1 })
  return score >= sameBlock ? place : null
}

/** Places with texture on a grid, where `counts` says that they count. */
export const texturedSpots = (
  image: GreyImage,
  outline: ReadonlyArray<Spot>,
  step: number,
  counts: (at: Spot) => boolean
): ReadonlyArray<Spot> => {
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  const spots: Array<Spot> = []
  const last = { x: Math.min(image.width - half - 1, Math.max(...xs)), y: Math.min(image.height - half - 1, Math.max(...ys)) }
  for (let y = Math.max(half, Math.ceil(Math.min(...ys))); y <= last.y; y += step)
    for (let x = Math.max(half, Math.ceil(Math.min(...xs))); x <= last.x; x += step)
      if (isWithin(outline, [x, y]) && counts([x, y]) && spreadAt(image, x, y).spread >= leastSpread) spots.push([x, y])
  return spots
}
