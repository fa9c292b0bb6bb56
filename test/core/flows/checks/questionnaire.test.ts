import { expect, test } from "bun:test"
import { judgeAnswers } from "@vouchkit/core/flows/checks/questionnaire"

const question = { key: "income", label: "Income", type: "number" } as const

test("a required answer that is missing is asked for again, whatever the question accepts", () => {
  for (const asked of [question, { ...question, accept: [1] }]) {
    expect(judgeAnswers([asked], {})).toMatchObject({ outcome: "failed", session_reasons: ["questionnaire_incomplete"] })
  }
  expect(judgeAnswers([{ ...question, required: false }], {})).toMatchObject({ outcome: "not_applicable", session_reasons: [] })
})
