/** A point of one page and the same point of another. */
export interface PointPair {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

type Place = readonly [number, number]
export type Alignment = (place: Place) => Place
export const inPlace: Alignment = (place) => place

interface Affine {
  readonly x: readonly [number, number, number]
  readonly y: readonly [number, number, number]
}

const at = (row: readonly [number, number, number], [x, y]: Place): number => row[0] * x + row[1] * y + row[2]
const applied =
  ({ x, y }: Affine): Alignment =>
  (place) => [at(x, place), at(y, place)]

/** Solves three equations in three unknowns; null where they do not settle them. */
const solved = (rows: ReadonlyArray<readonly [number, number, number, number]>): readonly [number, number, number] | null => {
  const [p, q, r] = rows
  if (p === undefined || q === undefined || r === undefined) return null
  const [a1, a2, a3, s1] = p
  const [b1, b2, b3, s2] = q
  const [c1, c2, c3, s3] = r
  const determinant = (x1: number, x2: number, x3: number, y1: number, y2: number, y3: number, z1: number, z2: number, z3: number) =>
    x1 * (y2 * z3 - y3 * z2) - x2 * (y1 * z3 - y3 * z1) + x3 * (y1 * z2 - y2 * z1)
  const whole = determinant(a1, a2, a3, b1, b2, b3, c1, c2, c3)
  if (!(Math.abs(whole) > 1e-9)) return null
  return [
    determinant(s1, a2, a3, s2, b2, b3, s3, c2, c3) / whole,
    determinant(a1, s1, a3, b1, s2, b3, c1, s3, c3) / whole,
    determinant(a1, a2, s1, b1, b2, s2, c1, c2, s3) / whole
  ]
}

/** Left edges that differ by less stand in one column, which says nothing of how wide a picture is. */
const narrowest = 0.05

/** Of one column: the scale of its heights, which is that of its width as well. */
const fittedColumn = (pairs: ReadonlyArray<PointPair>): Affine | null => {
  const [count, sy, yy] = [pairs.length, total(pairs, ({ from }) => from[1]), total(pairs, ({ from }) => from[1] ** 2)]
  const whole = count * yy - sy ** 2
  if (!(whole > 1e-6)) return null
  const line = (of: (pair: PointPair) => number): readonly [number, number] => {
    const [s, ys] = [total(pairs, of), total(pairs, (pair) => pair.from[1] * of(pair))]
    const slope = (count * ys - sy * s) / whole
    return [slope, (s - slope * sy) / count]
  }
  const [scale, down] = line(({ to }) => to[1])
  const [slant, right] = line(({ from, to }) => to[0] - scale * from[0])
  return { x: [scale, slant, right], y: [0, scale, down] }
}

const total = (pairs: ReadonlyArray<PointPair>, of: (pair: PointPair) => number): number => pairs.reduce((sum, pair) => sum + of(pair), 0)

/** The least squares of any number of pairs, by their normal equations. */
const fitted = (pairs: ReadonlyArray<PointPair>): Affine | null => {
  const lefts = pairs.map(({ from }) => from[0])
  if (Math.max(...lefts) - Math.min(...lefts) < narrowest) return fittedColumn(pairs)
  const sum = (of: (pair: PointPair) => number): number => total(pairs, of)
  const [sx, sy] = [sum(({ from }) => from[0]), sum(({ from }) => from[1])]
  const [xx, xy, yy] = [sum(({ from: [x] }) => x * x), sum(({ from: [x, y] }) => x * y), sum(({ from: [, y] }) => y * y)]
  const row = (of: (pair: PointPair) => number) =>
    solved([
      [xx, xy, sx, sum((pair) => pair.from[0] * of(pair))],
      [xy, yy, sy, sum((pair) => pair.from[1] * of(pair))],
      [sx, sy, pairs.length, sum(of)]
    ])
  const [x, y] = [row(({ to }) => to[0]), row(({ to }) => to[1])]
  return x === null || y === null ? null : { x, y }
}

/** Two pictures of one layout differ in framing by no more than this: a page is neither mirrored nor pulled askew. */
const plausible = ({ x, y }: Affine): boolean =>
  x[0] > 0.5 &&
  x[0] < 2 &&
  y[1] > 0.5 &&
  y[1] < 2 &&
  Math.abs(x[1]) < 0.15 &&
  Math.abs(y[0]) < 0.15 &&
  x[0] / y[1] > 0.7 &&
  x[0] / y[1] < 1.43

const rounds = 200
const fewestPairs = 5

/** Always the same numbers, so that a document is judged alike on every machine. */
const draws = (): (() => number) => {
  let state = 12_345
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const holding = (affine: Affine, pairs: ReadonlyArray<PointPair>, within: number): ReadonlyArray<PointPair> =>
  pairs.filter(({ from, to }) => Math.max(Math.abs(at(affine.x, from) - to[0]), Math.abs(at(affine.y, from) - to[1])) <= within)

/**
 * Lays one picture over another: the affine map on which most pairs agree, found by trying triples and refined over those that hold. What was moved
 * on one of them does not bend the map. Null where too few agree.
 */
export const alignmentOf = (pairs: ReadonlyArray<PointPair>, within: number): Alignment | null => {
  if (pairs.length < fewestPairs) return null
  const draw = draws()
  const one = (): PointPair | undefined => pairs[Math.floor(draw() * pairs.length)]
  let best: { readonly affine: Affine; readonly pairs: ReadonlyArray<PointPair> } | null = null
  for (let round = 0; round < rounds; round++) {
    const triple = [one(), one(), one()].flatMap((pair) => pair ?? [])
    const affine = fitted(triple)
    if (affine === null || !plausible(affine)) continue
    const agreeing = holding(affine, pairs, within)
    if (best === null || agreeing.length > best.pairs.length) best = { affine, pairs: agreeing }
  }
  for (let pass = 0; pass < 3 && best !== null; pass++) {
    const affine = fitted(best.pairs)
    if (affine === null || !plausible(affine)) break
    const agreeing = holding(affine, pairs, within)
    if (agreeing.length < best.pairs.length) break
    best = { affine, pairs: agreeing }
  }
  return best === null || best.pairs.length < Math.max(fewestPairs, pairs.length / 2) ? null : applied(best.affine)
}
