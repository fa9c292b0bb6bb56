import type { LinkedGraph } from "../links.ts"

/** What stands in a layer: a node, or a place at which a long edge passes it. */
export interface Spot {
  readonly key: string
  readonly layer: number
  readonly width: number
}

/** A way between neighbouring layers. */
export interface Hop {
  readonly from: string
  readonly to: string
}

export interface Layered {
  /** Spots of each layer, from the start down. */
  readonly layers: ReadonlyArray<ReadonlyArray<Spot>>
  readonly hops: ReadonlyArray<Hop>
  /** By the place of each edge, the spots that it passes from its node to the other one. */
  readonly passed: ReadonlyMap<number, ReadonlyArray<string>>
}

const passingWidth = 10

/** The layer of each node: below everything that leads to it. */
const depthsOf = (graph: LinkedGraph): ReadonlyMap<string, number> => {
  const depths = new Map<string, number>()
  for (const { id, into } of graph) depths.set(id, Math.max(0, ...into.map(({ edge }) => (depths.get(edge.from) ?? 0) + 1)))
  return depths
}

/** Puts the nodes of a valid graph into layers, and leads edges that pass layers through a place in each. */
export const layered = (graph: LinkedGraph, widthOf: (id: string) => number): Layered => {
  const depths = depthsOf(graph)
  const spots: Array<Spot> = graph.map(({ id }) => ({ key: id, layer: depths.get(id) ?? 0, width: widthOf(id) }))
  const hops: Array<Hop> = []
  const passed = new Map<number, ReadonlyArray<string>>()
  for (const { edge, place } of graph.flatMap(({ out }) => out)) {
    const [above, below] = [depths.get(edge.from) ?? 0, depths.get(edge.to) ?? 0]
    const between = Array.from({ length: Math.max(0, below - above - 1) }, (_, index) => ({
      // No id of a node holds a space.
      key: `${place} ${index}`,
      layer: above + 1 + index,
      width: passingWidth
    }))
    spots.push(...between)
    const way = [edge.from, ...between.map(({ key }) => key), edge.to]
    passed.set(place, way)
    hops.push(...way.slice(1).map((to, index) => ({ from: way[index] ?? to, to })))
  }
  const layers = Map.groupBy(spots, ({ layer }) => layer)
  return { layers: [...layers].toSorted(([one], [other]) => one - other).map(([, row]) => row), hops, passed }
}
