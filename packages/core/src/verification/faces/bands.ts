import { Schema } from "effect"
import { FaceModel, type FaceSimilarity, type FaceTemplate, sameModel } from "./analysis.ts"

/** The descriptor of 128 numbers that the local engine computes, at the version of its weights and of the alignment before them. */
export const localFaceModel: FaceModel = { name: "descriptor-128", version: "1" }

/** The comparison of a provider outside, whatever it computes: scores of 0 to 1 on a scale of its own, and no templates. */
export const externalFaceModel: FaceModel = { name: "external-similarity", version: "1" }

/** Up to this distance, two faces are likely those of one person. */
export const likelyDistance = 0.5
const likelyScore = 0.9
const farthestDistance = likelyDistance + likelyScore

/**
 * The score (0 to 1, higher is more alike) of a Euclidean distance of the local model: 1 at no distance, falling in a straight line to 0.9 at
 * 0.5, then by 0.1 for each 0.1 of distance to 0 at 1.4. Two images of a person taken on one day lie at 0.2 to 0.5, so that 0.90 and 0.80, at
 * which two faces are called likely and possibly the same, are distances of 0.5 and 0.6.
 */
export const scoreOfDistance = (distance: number): number => {
  if (!(distance >= 0)) return 0
  if (distance <= likelyDistance) return 1 - (distance * (1 - likelyScore)) / likelyDistance
  return Math.max(0, farthestDistance - distance)
}

/** Euclidean distance of two templates; null when they are of different models and say nothing about each other. */
export const templateDistance = (one: FaceTemplate, other: FaceTemplate): number | null => {
  if (!sameModel(one.model, other.model) || one.values.length !== other.values.length) return null
  let sum = 0
  for (let index = 0; index < one.values.length; index++) {
    const difference = (one.values[index] ?? 0) - (other.values[index] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

/** How much two templates are alike; null when their models differ. */
export const templateSimilarity = (one: FaceTemplate, other: FaceTemplate): FaceSimilarity | null => {
  const distance = templateDistance(one, other)
  return distance === null ? null : { model: one.model, distance, score: scoreOfDistance(distance) }
}

const Score = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Pixels = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 20, maximum: most }))

/**
 * From which score a match passes, and from which a person looks at it; less fails. Thresholds are true of one model: a match by another model
 * goes to a person. The two smallest widths are those of the face itself, in pixels.
 */
export const FaceBands = Schema.Struct({
  model: FaceModel,
  pass: Score,
  review: Score,
  min_portrait_width: Pixels(1000),
  min_selfie_width: Pixels(2000)
})
  .check(
    Schema.makeFilter(({ pass, review }) => (review > pass ? { path: ["review"], issue: "must not be greater than pass" } : undefined))
  )
  .annotate({ identifier: "FaceBands" })
export interface FaceBands extends Schema.Schema.Type<typeof FaceBands> {}

/** Distances 0.525 and 0.625 of the local model: measured on small sets (docs/engines.md), so they are settings and no promise. */
export const defaultFaceBands: FaceBands = {
  model: localFaceModel,
  pass: 0.875,
  review: 0.775,
  min_portrait_width: 60,
  min_selfie_width: 80
}

/** Nothing was measured for providers outside: high, so that a person looks at much that would pass. */
export const externalFaceBands: FaceBands = { ...defaultFaceBands, model: externalFaceModel, pass: 0.99, review: 0.8 }
