import { expect, test } from "bun:test"
import { CheckType } from "@vouchkit/core/resources/checks/model"
import { checksOfStep, firstCheckOf, kindOf } from "@vouchkit/core/verification/check-kinds"
import { anotherSubmission } from "@vouchkit/core/verification/resubmission"

test("the checks of a step stand in the order in which its evidence is judged", () => {
  expect(checksOfStep("document")).toEqual(["document_extraction", "document_authenticity", "age"])
  expect(checksOfStep("selfie")).toEqual(["liveness", "face_match"])
  expect(checksOfStep("consent")).toEqual([])
})

test("a step whose answers are words has no check that stands for an engine that failed", () => {
  expect([firstCheckOf("document"), firstCheckOf("questionnaire"), firstCheckOf("consent")]).toEqual([
    "document_extraction",
    undefined,
    undefined
  ])
})

test("every published type of check has a label that a reviewer reads", () => {
  for (const type of CheckType.literals) expect(kindOf(type).label).not.toBe("")
})

test("the last submission that is left asks again, and the next one declines for that reason first", () => {
  const codes = ["document_unreadable"] as const
  expect(anotherSubmission(codes, { resubmission_count: 0, max_resubmissions: 1 })).toEqual({
    status: "resubmission_required",
    reason_codes: codes
  })
  expect(anotherSubmission(codes, { resubmission_count: 1, max_resubmissions: 1 })).toEqual({
    status: "declined",
    reason_codes: ["resubmission_limit_exceeded", "document_unreadable"]
  })
})
