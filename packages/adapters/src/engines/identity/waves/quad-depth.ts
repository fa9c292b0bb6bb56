import type { Quad } from "../quad.ts"

/** How far a place lies within some figures; negative outside of all of them. */
export type Depth = (x: number, y: number) => number

/** Three numbers for each edge: the depth of a place behind it is `across * x + down * y + start`. */
const edgesOf = (quads: ReadonlyArray<Quad>): Float64Array =>
  Float64Array.from(
    quads.flatMap((quad) =>
      quad.flatMap((one, index) => {
        const other = quad[(index + 1) % quad.length] ?? one
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const length = Math.max(1, Math.hypot(dx, dy))
        return [-dy / length, dx / length, (dy * one.x - dx * one.y) / length]
      })
    )
  )

/** Measures how far places lie within figures: by the nearest edge of each, and of several figures by the one that they lie deepest in. */
export const depthIn = (quads: ReadonlyArray<Quad>): Depth => {
  const edges = edgesOf(quads)
  return (x, y) => {
    let deepest = Number.NEGATIVE_INFINITY
    for (let quad = 0; quad < edges.length; quad += 12) {
      let depth = Number.POSITIVE_INFINITY
      for (let edge = quad; edge < quad + 12; edge += 3)
        depth = Math.min(depth, (edges[edge] ?? 0) * x + (edges[edge + 1] ?? 0) * y + (edges[edge + 2] ?? 0))
      deepest = Math.max(deepest, depth)
    }
    return deepest
  }
}
