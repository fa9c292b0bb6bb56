/** A point of a picture. */
export type Spot = readonly [number, number]

/** The convex outline of points, by Andrew's monotone chain. */
export const outlineOf = (points: ReadonlyArray<Spot>): ReadonlyArray<Spot> => {
  const sorted = [...points].sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY)
  const half = (spots: ReadonlyArray<Spot>): ReadonlyArray<Spot> => {
    const chain: Array<Spot> = []
    for (const spot of spots) {
      for (let [before, last] = [chain.at(-2), chain.at(-1)]; before && last; [before, last] = [chain.at(-2), chain.at(-1)]) {
        if ((last[0] - before[0]) * (spot[1] - before[1]) - (last[1] - before[1]) * (spot[0] - before[0]) > 0) break
        chain.pop()
      }
      chain.push(spot)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const middleOf = (points: ReadonlyArray<Spot>): Spot => {
  const [x, y] = points.reduce(([sumX, sumY], [nextX, nextY]) => [sumX + nextX, sumY + nextY], [0, 0])
  return [x / Math.max(1, points.length), y / Math.max(1, points.length)]
}

/** The outline, larger or smaller around its middle. */
export const scaledOutline = (outline: ReadonlyArray<Spot>, scale: number): ReadonlyArray<Spot> => {
  const [middleX, middleY] = middleOf(outline)
  return outline.map(([x, y]): Spot => [middleX + (x - middleX) * scale, middleY + (y - middleY) * scale])
}

/** Whether a point lies within a convex outline, whichever way it runs. */
export const isWithin = (outline: ReadonlyArray<Spot>, [x, y]: Spot): boolean => {
  let side = 0
  for (const [index, [fromX, fromY]] of outline.entries()) {
    const [toX, toY] = outline[(index + 1) % outline.length] ?? [fromX, fromY]
    const turn = Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX))
    if (turn === 0) continue
    if (side !== 0 && turn !== side) return false
    side = turn
  }
  return side !== 0
}
