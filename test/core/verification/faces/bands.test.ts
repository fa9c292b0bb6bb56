import { describe, expect, test } from "bun:test"
import {
  defaultFaceBands,
  FaceBands,
  localFaceModel,
  scoreOfDistance,
  templateDistance,
  templateSimilarity
} from "@vouchkit/core/verification/faces/bands"
import { Schema } from "effect"
import fc from "fast-check"
import { distanceOfScore, templateAt } from "../../../support/faces.ts"

const refuses = (bands: unknown): boolean => !Schema.is(FaceBands)(bands)

describe("the scale of face scores", () => {
  test("a smaller distance never scores less", () => {
    const distances = fc.double({ min: 0, max: 3, noNaN: true })
    fc.assert(
      fc.property(distances, distances, (one, other) => {
        expect(scoreOfDistance(Math.min(one, other))).toBeGreaterThanOrEqual(scoreOfDistance(Math.max(one, other)))
      })
    )
  })

  test("every score stands for one distance, and that distance gives the score again", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (score) => {
        expect(scoreOfDistance(distanceOfScore(score))).toBeCloseTo(score, 9)
      })
    )
  })

  test("likely and possible are the distances 0.5 and 0.6", () => {
    expect(scoreOfDistance(0.5)).toBeCloseTo(0.9, 9)
    expect(scoreOfDistance(0.6)).toBeCloseTo(0.8, 9)
    expect([scoreOfDistance(0), scoreOfDistance(1.4), scoreOfDistance(9)]).toEqual([1, 0, 0])
  })

  test("what is no distance scores nothing", () => {
    expect([scoreOfDistance(Number.NaN), scoreOfDistance(-1)]).toEqual([0, 0])
  })
})

describe("templates", () => {
  test("are compared by Euclidean distance", () => {
    expect(templateDistance(templateAt(0), templateAt(0.4))).toBeCloseTo(0.4, 9)
    expect(templateSimilarity(templateAt(0), templateAt(0.4))?.model).toEqual(localFaceModel)
  })

  test("of two versions or lengths say nothing about each other", () => {
    const other = { ...templateAt(0), model: { ...localFaceModel, version: "2" } }
    expect(templateDistance(templateAt(0), other)).toBeNull()
    expect(templateSimilarity(templateAt(0), { ...templateAt(0), values: [1, 2, 3] })).toBeNull()
  })
})

describe("bands", () => {
  test("of the default are valid, and stand at distances 0.525 and 0.625", () => {
    expect(refuses(defaultFaceBands)).toBe(false)
    expect(distanceOfScore(defaultFaceBands.pass)).toBeCloseTo(0.525, 9)
    expect(distanceOfScore(defaultFaceBands.review)).toBeCloseTo(0.625, 9)
  })

  test("out of order, out of range or for tiny faces are refused", () => {
    expect(refuses({ ...defaultFaceBands, review: 0.9, pass: 0.8 })).toBe(true)
    expect(refuses({ ...defaultFaceBands, review: 0.8, pass: 0.8 })).toBe(false)
    expect(refuses({ ...defaultFaceBands, pass: 1.1 })).toBe(true)
    expect(refuses({ ...defaultFaceBands, min_portrait_width: 5 })).toBe(true)
  })
})
