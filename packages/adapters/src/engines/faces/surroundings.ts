import type { GreyImage } from "../pdf/render.ts"
import { isWithin, outlineOf, scaledOutline, type Spot } from "./outline.ts"

/** A frame in grey, in which a face is about `comparedWidth` pixels wide, with the points of its mesh. */
export interface ComparedFrame {
  readonly image: GreyImage
  readonly points: ReadonlyArray<Spot>
}
/** Width of the face in frames that are compared: enough for hair and ears to have texture, and little work. */
export const comparedWidth = 96

/** Half the side of the blocks that are compared, and how far the picture as a whole may have moved between two frames. */
const half = 4
const reach = 16
/** Pixels between blocks beside the face, and between those by which the movement of the whole picture is found; the most of these. */
const apart = { beside: 4, around: 8 } as const
const mostAround = 120
/** Spread of grey levels from which a block has something that can be found again. */
const leastSpread = 6
/** Correlation of a block with the place where it went, from which it is the same. */
const sameBlock = 0.85
/** How far off a block may lie from where the picture as a whole has moved, in pixels. */
const tolerance = 1.5
/** Fewer blocks say nothing. */
const fewestBlocks = 12
/** Sizes in terms of the face's own outline: what surely is no face, how far hair and ears reach, and how far the movement is looked for. */
const outlines = { beyond: 1.06, hair: 1.3, around: 2.2 } as const
/** Share of the height down from which a face has neck and shoulders beside it, which stay while a head turns. */
const aboveShoulders = 0.72
/** Pairs of blocks that are tried as the movement of the whole picture. */
const mostTries = 300
/** A hand that shakes neither turns nor nears a picture by more than this between two frames. */
const hand = { turn: 0.12, zoom: 0.15 } as const

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
const foundNear = (rest: GreyImage, at: Spot, turned: GreyImage, around: Spot, within: number): Spot | null => {
  const coarse = within > 1 ? bestNear(rest, at, turned, around, { step: 2, within }).place : around
  const { place, score } = bestNear(rest, at, turned, coarse, { step: 1, within: 1 })
  return score >= sameBlock ? place : null
}

/** Places with texture on a grid, where `counts` says that they count. */
const texturedSpots = (
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

interface Match {
  readonly from: Spot
  readonly to: Spot
}
/** A turn, scale and shift of the whole picture. */
type Movement = (at: Spot) => Spot

/** The movement by which two blocks have moved; null where a hand cannot have moved the picture so. */
const movementBy = (one: Match, other: Match): Movement | null => {
  const [dx, dy] = [other.from[0] - one.from[0], other.from[1] - one.from[1]]
  const [ex, ey] = [other.to[0] - one.to[0], other.to[1] - one.to[1]]
  const size = dx * dx + dy * dy
  if (size < (comparedWidth / 2) ** 2) return null
  const [along, across] = [(dx * ex + dy * ey) / size, (dx * ey - dy * ex) / size]
  if (Math.abs(across) > hand.turn || Math.abs(along - 1) > hand.zoom) return null
  return ([x, y]) => {
    const [u, v] = [x - one.from[0], y - one.from[1]]
    return [one.to[0] + along * u - across * v, one.to[1] + across * u + along * v]
  }
}

const apartBy = ([x, y]: Spot, [u, v]: Spot): number => Math.hypot(x - u, y - v)

/** The movement that most matches follow, among pairs picked in a fixed order; null without two that agree on one. */
const commonMovement = (matches: ReadonlyArray<Match>): Movement | null => {
  let best: { readonly count: number; readonly movement: Movement } | null = null
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const one = matches[(attempt * 7919) % matches.length]
    const other = matches[(attempt * 104_729 + 31) % matches.length]
    const movement = one === undefined || other === undefined ? null : movementBy(one, other)
    if (movement === null) continue
    const count = matches.filter(({ from, to }) => apartBy(movement(from), to) <= tolerance).length
    if (best === null || count > best.count) best = { count, movement }
  }
  return best?.movement ?? null
}

const evenly = (spots: ReadonlyArray<Spot>): ReadonlyArray<Spot> => {
  const step = Math.max(1, spots.length / mostAround)
  return Array.from({ length: Math.min(spots.length, mostAround) }, (_, index) => spots[Math.floor(index * step)]).flatMap((spot) =>
    spot === undefined ? [] : [spot]
  )
}

/** How the picture as a whole has moved, by what lies around the face, far and near. */
const movementBeside = (rest: ComparedFrame, turned: ComparedFrame, isFace: (at: Spot) => boolean): Movement | null => {
  const wide = scaledOutline(outlineOf(rest.points), outlines.around)
  const spots = evenly(texturedSpots(rest.image, wide, apart.around, (at) => !isFace(at)))
  const matches = spots.flatMap((from): ReadonlyArray<Match> => {
    const to = foundNear(rest.image, from, turned.image, from, reach)
    return to === null ? [] : [{ from, to }]
  })
  return matches.length < 2 ? null : commonMovement(matches)
}

const faceIn = (rest: ComparedFrame, turned: ComparedFrame) => {
  const [faceAtRest, faceTurned] = [rest, turned].map(({ points }) => scaledOutline(outlineOf(points), outlines.beyond))
  return (at: Spot): boolean => isWithin(faceAtRest ?? [], at) || isWithin(faceTurned ?? [], at)
}

/** How the picture as a whole has moved between two frames of one size; null where nothing around the face can be found again. */
export const movementAround = (rest: ComparedFrame, turned: ComparedFrame): Movement | null =>
  movementBeside(rest, turned, faceIn(rest, turned))

/**
 * Of what stands beside a face at rest, the share (0 to 1) that has not moved while the face turned; null where too little has texture. When
 * a head turns, its hair and ears turn with it; a face that is painted anew over a photograph leaves them where they were. The picture as a
 * whole may have moved: that movement is found first, and taken off.
 */
export const stillBeside = (rest: ComparedFrame, turned: ComparedFrame): number | null => {
  if (rest.image.width !== turned.image.width || rest.image.height !== turned.image.height) return null
  const before = outlineOf(rest.points)
  const isFace = faceIn(rest, turned)
  const around = scaledOutline(before, outlines.hair)
  const ys = around.map(([, y]) => y)
  const lowest = Math.min(...ys) + aboveShoulders * (Math.max(...before.map(([, y]) => y)) - Math.min(...ys))
  const beside = texturedSpots(rest.image, around, apart.beside, (at) => at[1] < lowest && !isFace(at))
  if (beside.length < fewestBlocks) return null
  const movement = movementBeside(rest, turned, isFace)
  if (movement === null) return 0
  const stayed = beside.filter((at) => {
    const [x, y] = movement(at)
    return foundNear(rest.image, at, turned.image, [Math.round(x), Math.round(y)], 1) !== null
  })
  return stayed.length / beside.length
}
