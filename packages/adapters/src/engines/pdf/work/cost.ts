/** What drawing something once takes. */
export interface Cost {
  /** Drawing operations. */
  readonly steps: number
  /** How often something is painted, and the area painted by it in the square units of the content that draws it, both by the weight of a pixel. */
  readonly paints: number
  readonly area: number
  /** Length of the edges of shapes, in the units of the content. */
  readonly edges: number
  /** What going through the pixels of pictures takes, each time that they are drawn. */
  readonly samples: number
}

export const free: Cost = { steps: 0, paints: 0, area: 0, edges: 0, samples: 0 }

export const sum = (one: Cost, other: Cost): Cost => ({
  steps: one.steps + other.steps,
  paints: one.paints + other.paints,
  area: one.area + other.area,
  edges: one.edges + other.edges,
  samples: one.samples + other.samples
})

export const times = (cost: Cost, count: number): Cost => ({
  steps: cost.steps * count,
  paints: cost.paints * count,
  area: cost.area * count,
  edges: cost.edges * count,
  samples: cost.samples * count
})
