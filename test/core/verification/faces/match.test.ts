import { describe, expect, test } from "bun:test"
import type { FaceMatchEvidence } from "@vouchkit/core/verification/faces/analysis"
import { defaultFaceBands, localFaceModel, scoreOfDistance } from "@vouchkit/core/verification/faces/bands"
import { FaceMatchDetails, judgeFaceMatch } from "@vouchkit/core/verification/faces/match"
import { Schema } from "effect"
import fc from "fast-check"
import { aFace } from "../../../support/faces.ts"

const at = (distance: number, changes: Partial<FaceMatchEvidence> = {}): FaceMatchEvidence => ({
  portrait: [aFace({ width: 120 })],
  selfie: [aFace()],
  similarity: { model: localFaceModel, distance, score: scoreOfDistance(distance) },
  ...changes
})
const judge = (evidence: FaceMatchEvidence) => {
  const { details, outcome, reasons, session_reasons } = judgeFaceMatch(evidence, defaultFaceBands)
  expect(Schema.is(FaceMatchDetails)(details)).toBe(true)
  return [outcome, reasons.map(({ code }) => code), session_reasons]
}

describe("a face match", () => {
  test("passes, is looked at or fails by its bands", () => {
    expect(judge(at(0.4))).toEqual(["passed", [], []])
    expect(judge(at(0.58))).toEqual(["review", ["face_below_pass"], ["face_mismatch"]])
    expect(judge(at(0.7))).toEqual(["failed", ["face_mismatch"], ["face_mismatch"]])
  })

  test("never turns better as the faces become less alike", () => {
    const rank = { passed: 2, review: 1, failed: 0, not_applicable: -1 } as const
    const distance = fc.double({ min: 0, max: 2, noNaN: true })
    const outcomeAt = (value: number) => rank[judgeFaceMatch(at(value), defaultFaceBands).outcome]
    fc.assert(fc.property(distance, distance, (one, other) => outcomeAt(Math.min(one, other)) >= outcomeAt(Math.max(one, other))))
  })

  test("without a face in the selfie asks for another selfie", () => {
    expect(judge(at(0.4, { selfie: [], similarity: null }))).toEqual(["failed", ["face_not_found"], ["face_not_found"]])
  })

  test("with a second person before the camera asks for another selfie, and with one far behind asks a reviewer", () => {
    expect(judge(at(0.4, { selfie: [aFace(), aFace({ width: 200 })] }))).toEqual(["failed", ["multiple_faces"], ["multiple_faces"]])
    expect(judge(at(0.4, { selfie: [aFace(), aFace({ width: 90 })] }))).toEqual(["review", ["bystander"], ["multiple_faces"]])
  })

  test("of a small, blurred, dark or turned selfie says that it is unclear, and accuses nobody", () => {
    for (const poor of [{ width: 60 }, { sharpness: 0.05 }, { brightness: 0.1 }, { yaw: -40 }, { pitch: 35 }])
      expect(judge(at(0.9, { selfie: [aFace(poor)] }))).toEqual(["failed", ["selfie_unclear"], ["selfie_unclear"]])
  })

  test("with a portrait that is missing, tiny or blurred goes to a person, however alike the faces seem", () => {
    for (const distance of [0.2, 0.9]) {
      expect(judge(at(distance, { portrait: [aFace({ width: 45 })] }))).toEqual(["review", ["portrait_too_small"], ["document_unreadable"]])
      expect(judge(at(distance, { portrait: [aFace({ width: 120, sharpness: 0.05 })] }))[1]).toEqual(["portrait_unclear"])
    }
    expect(judge(at(0.2, { portrait: [], similarity: null }))).toEqual(["review", ["portrait_not_found"], ["document_unreadable"]])
  })

  test("by another model than the thresholds were set for goes to a person", () => {
    const similarity = { model: { name: "provider", version: "7" }, score: 0.99, distance: null }
    expect(judge(at(0, { similarity }))).toEqual(["review", ["face_model_not_calibrated"], ["check_unavailable"]])
    expect(judgeFaceMatch(at(0, { similarity }), { ...defaultFaceBands, model: similarity.model }).outcome).toBe("passed")
  })

  test("that was never made does not pass, nor does one whose score is no number", () => {
    expect(judge(at(0, { similarity: null }))[0]).toBe("review")
    expect(judge(at(0, { similarity: { model: localFaceModel, score: Number.NaN, distance: null } }))[1]).toEqual(["not_compared"])
  })

  test("against the portrait of a chip says so", () => {
    const verdict = judgeFaceMatch(at(0.3), defaultFaceBands, "chip")
    expect([verdict.details.portrait_source, verdict.score, verdict.confidence]).toEqual(["chip", scoreOfDistance(0.3), 0.95])
  })
})
