import type { EdgeField } from "./edges.ts"
import { areaOf, crossing, isConvex, type Quad, uprightOrder } from "./quad.ts"

/** Directions and distances at which lines are counted (Hough transform). */
const directions = 180
/** An edge this weak votes for no line. */
const votingChange = 5
const maxLines = 14
/** Lines closer than this in direction and distance are one line. */
const sameDirection = 6
const sameDistance = 8
/** A line has at least this many voters, as a share of the shorter side. */
const leastVoters = 0.22
/** Opposite sides of a document in a photograph are at most this far from parallel, neighbours from square, in degrees. */
const mostKeystone = 22
const leastShare = 0.05

interface Line {
  /** Direction of the normal in degrees, 0 to 179, and the distance along it. */
  readonly angle: number
  readonly offset: number
}

const turn = (a: number, b: number): number => {
  const apart = Math.abs(a - b) % 180
  return Math.min(apart, 180 - apart)
}

/** The lines that most edges lie on. Every edge votes only for lines along itself, give or take a few degrees. */
const strongLines = (field: EdgeField): ReadonlyArray<Line> => {
  const { across, down, height, strength, width } = field
  const reach = Math.ceil(Math.hypot(width, height))
  const votes = new Float32Array(directions * (2 * reach + 1))
  const sine = Float32Array.from({ length: directions }, (_, angle) => Math.sin((angle * Math.PI) / directions))
  const cosine = Float32Array.from({ length: directions }, (_, angle) => Math.cos((angle * Math.PI) / directions))
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      if ((strength[at] ?? 0) < votingChange) continue
      const normal = Math.round((Math.atan2(down[at] ?? 0, across[at] ?? 0) * directions) / Math.PI)
      // Strong edges count somewhat more than weak ones, and no more: the edge of a card may be its faintest line.
      const weight = Math.min(2, 0.6 + (strength[at] ?? 0) / 40)
      for (let step = -3; step <= 3; step++) {
        const angle = (normal + step + 2 * directions) % directions
        const offset = Math.round(x * (cosine[angle] ?? 0) + y * (sine[angle] ?? 0)) + reach
        const cell = angle * (2 * reach + 1) + offset
        votes[cell] = (votes[cell] ?? 0) + weight
      }
    }
  const least = leastVoters * Math.min(width, height)
  const peaks: Array<{ readonly angle: number; readonly offset: number; readonly count: number }> = []
  for (let cell = 0; cell < votes.length; cell++) {
    const count = votes[cell] ?? 0
    if (count >= least) peaks.push({ angle: Math.floor(cell / (2 * reach + 1)), offset: (cell % (2 * reach + 1)) - reach, count })
  }
  const lines: Array<Line> = []
  for (const { angle, offset } of peaks.sort((a, b) => b.count - a.count)) {
    if (lines.length >= maxLines) break
    const known = lines.some((line) => {
      const wrapped = Math.abs(line.angle - angle) > directions / 2
      return turn(line.angle, angle) < sameDirection && Math.abs(line.offset - (wrapped ? -offset : offset)) < sameDistance
    })
    if (!known) lines.push({ angle, offset })
  }
  return lines
}

const pointsOf = ({ angle, offset }: Line) => {
  const [nx, ny] = [Math.cos((angle * Math.PI) / directions), Math.sin((angle * Math.PI) / directions)]
  const [x, y] = [nx * offset, ny * offset]
  return [
    { x: x - ny * 100, y: y + nx * 100 },
    { x: x + ny * 100, y: y - nx * 100 }
  ] as const
}

const meeting = (one: Line, other: Line) => crossing(...pointsOf(one), ...pointsOf(other))

/** Figures whose sides are the strongest straight lines of a picture: they find a document on a background with texture. */
export const proposedByLines = (field: EdgeField): ReadonlyArray<Quad> => {
  const lines = strongLines(field)
  const pairs = lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap((other) => (turn(one.angle, other.angle) <= mostKeystone ? [[one, other] as const] : []))
  )
  const least = leastShare * field.width * field.height
  const slack = 0.02 * Math.max(field.width, field.height)
  const inside = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x >= -slack && y >= -slack && x <= field.width + slack && y <= field.height + slack
  return pairs.flatMap(([a, b], index) =>
    pairs.slice(index + 1).flatMap(([c, d]) => {
      if (turn(a.angle, c.angle) < 90 - mostKeystone || turn(b.angle, d.angle) < 90 - mostKeystone) return []
      const [p, q, r, s] = [meeting(a, c), meeting(a, d), meeting(b, d), meeting(b, c)]
      if (!(p && q && r && s)) return []
      const corners = uprightOrder([p, q, r, s])
      return corners.every(inside) && isConvex(corners) && areaOf(corners) >= least ? [corners] : []
    })
  )
}
