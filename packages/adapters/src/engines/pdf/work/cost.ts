/** What drawing something once takes. */
export interface Cost {
  /** Drawing operations. */
  readonly steps: number
  /** How often something is painted, and the area painted by it in the square units of the content that draws it. */
  readonly paints: number
  readonly area: number
  /** Pixels of pictures that are gone through, each time that they are drawn. */
  readonly samples: number
}

export const free: Cost = { steps: 0, paints: 0, area: 0, samples: 0 }

export const sum = (one: Cost, other: Cost): Cost => ({
  steps: one.steps + other.steps,
  paints: one.paints + other.paints,
  area: one.area + other.area,
  samples: one.samples + other.samples
})

export const times = (cost: Cost, count: number): Cost => ({
  steps: cost.steps * count,
  paints: cost.paints * count,
  area: cost.area * count,
  samples: cost.samples * count
})
