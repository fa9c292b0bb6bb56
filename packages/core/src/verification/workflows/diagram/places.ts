import type { Hop, Layered, Spot } from "./layers.ts"

/** How often the layers are gone through, down and up: the work is bounded, and more of it shows little. */
const sweeps = 4
/** Free space between neighbours. */
const gap = 28

type Neighbours = ReadonlyMap<string, ReadonlyArray<string>>

const neighboursOf = (hops: ReadonlyArray<Hop>, own: keyof Hop, other: keyof Hop): Neighbours => {
  const found = new Map<string, Array<string>>()
  for (const hop of hops) {
    const known = found.get(hop[own])
    if (known === undefined) found.set(hop[own], [hop[other]])
    else known.push(hop[other])
  }
  return found
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Where neighbours of a spot stand on the average; where it stands itself if it has none. */
const wanted = (key: string, neighbours: Neighbours, at: ReadonlyMap<string, number>): number => {
  const places = (neighbours.get(key) ?? []).flatMap((other) => at.get(other) ?? [])
  return places.length === 0 ? (at.get(key) ?? 0) : mean(places)
}

/** The order in each layer that crosses few edges: each spot comes to the middle of what it is connected with. */
const ordered = ({ layers }: Layered, up: Neighbours, down: Neighbours): ReadonlyArray<ReadonlyArray<Spot>> => {
  const at = new Map(layers.flatMap((row) => row.map(({ key }, index) => [key, index] as const)))
  const rows = layers.map((row) => [...row])
  const arrange = (row: Array<Spot>, neighbours: Neighbours): void => {
    const middle = new Map(row.map(({ key }) => [key, wanted(key, neighbours, at)]))
    row.sort((one, other) => (middle.get(one.key) ?? 0) - (middle.get(other.key) ?? 0))
    for (const [index, { key }] of row.entries()) at.set(key, index)
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const row of rows) arrange(row, up)
    for (const row of rows.toReversed()) arrange(row, down)
  }
  return rows
}

interface Block {
  readonly sum: number
  readonly spots: ReadonlyArray<Spot>
}

const distance = (one: Spot, other: Spot): number => (one.width + other.width) / 2 + gap

/**
 * Places for a row in its order, as near to those that are wanted as their widths allow: where neighbours would overlap they move together, to where
 * all of them are nearest (isotonic regression).
 */
const fitted = (row: ReadonlyArray<Spot>, want: (key: string) => number): ReadonlyMap<string, number> => {
  const offsets = new Map<string, number>()
  let offset = 0
  for (const [index, spot] of row.entries()) {
    const before = row[index - 1]
    if (before !== undefined) offset += distance(before, spot)
    offsets.set(spot.key, offset)
  }
  const target = (spot: Spot) => want(spot.key) - (offsets.get(spot.key) ?? 0)
  const average = ({ spots, sum }: Block) => sum / spots.length
  const blocks: Array<Block> = []
  for (const spot of row) {
    let block: Block = { sum: target(spot), spots: [spot] }
    for (;;) {
      const before = blocks.at(-1)
      if (before === undefined || average(before) <= average(block)) break
      blocks.pop()
      block = { sum: before.sum + block.sum, spots: [...before.spots, ...block.spots] }
    }
    blocks.push(block)
  }
  return new Map(blocks.flatMap((block) => block.spots.map(({ key }) => [key, average(block) + (offsets.get(key) ?? 0)] as const)))
}

/** The horizontal middle of every spot; the leftmost edge of any is at 0. */
export const placesOf = (graph: Layered): { readonly at: ReadonlyMap<string, number>; readonly width: number } => {
  const up = neighboursOf(graph.hops, "to", "from")
  const down = neighboursOf(graph.hops, "from", "to")
  const rows = ordered(graph, up, down)
  const at = new Map<string, number>()
  for (const row of rows) for (const [key, place] of fitted(row, () => 0)) at.set(key, place)
  const settle = (row: ReadonlyArray<Spot>, neighbours: Neighbours): void => {
    for (const [key, place] of fitted(row, (one) => wanted(one, neighbours, at))) at.set(key, place)
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const row of rows) settle(row, up)
    for (const row of rows.toReversed()) settle(row, down)
  }
  const spots = rows.flat()
  const left = Math.min(0, ...spots.map(({ key, width }) => (at.get(key) ?? 0) - width / 2))
  const right = Math.max(0, ...spots.map(({ key, width }) => (at.get(key) ?? 0) + width / 2))
  return { at: new Map([...at].map(([key, place]) => [key, place - left])), width: right - left }
}
