import type { GreyImage } from "../pdf/render.ts"
import { foundNear, texturedSpots } from "./blocks.ts"
import { isWithin, outlineOf, scaledOutline, type Spot } from "./outline.ts"

/** A frame in grey, in which a face is about `comparedWidth` pixels wide, with the points of its mesh. */
export interface ComparedFrame {
  readonly image: GreyImage
  readonly points: ReadonlyArray<Spot>
}
/** Width of the face in frames that are compared: enough for hair and ears to have texture, and little work. */
export const comparedWidth = 96

/** How far the picture as a whole may have moved between two frames, and the pixels between blocks that it is found by; the most of these. */
const reach = 16
const apart = 8
const mostAround = 120
/** How far off a block may lie from where the picture as a whole has moved, in pixels. */
const tolerance = 1.5
/** Sizes in terms of the face's own outline: what surely is no face, and how far the movement is looked for. */
const outlines = { beyond: 1.06, around: 2.2 } as const
/** Pairs of blocks that are tried as the movement of the whole picture. */
const mostTries = 300
/** A hand that shakes neither turns nor nears a picture by more than this between two frames. */
const hand = { turn: 0.12, zoom: 0.15 } as const

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
export const movementBeside = (rest: ComparedFrame, turned: ComparedFrame, isFace: (at: Spot) => boolean): Movement | null => {
  const wide = scaledOutline(outlineOf(rest.points), outlines.around)
  const spots = evenly(texturedSpots(rest.image, wide, apart, (at) => !isFace(at)))
  const matches = spots.flatMap((from): ReadonlyArray<Match> => {
    const to = foundNear(rest.image, from, turned.image, from, reach)
    return to === null ? [] : [{ from, to }]
  })
  return matches.length < 2 ? null : commonMovement(matches)
}

export const faceIn = (rest: ComparedFrame, turned: ComparedFrame) => {
  const [faceAtRest, faceTurned] = [rest, turned].map(({ points }) => scaledOutline(outlineOf(points), outlines.beyond))
  return (at: Spot): boolean => isWithin(faceAtRest ?? [], at) || isWithin(faceTurned ?? [], at)
}

/** How the picture as a whole has moved between two frames of one size; null where nothing around the face can be found again. */
export const movementAround = (rest: ComparedFrame, turned: ComparedFrame): Movement | null =>
  movementBeside(rest, turned, faceIn(rest, turned))
