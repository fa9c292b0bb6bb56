import { expect, test } from "bun:test"
import { answerProblems, type Question, Questions } from "@vouchkit/core/resources/sessions/answers"
import { Schema } from "effect"

const questions: ReadonlyArray<Question> = [
  { key: "purpose", label: "Why do you open an account?", type: "choice", options: ["savings", "business"] },
  { key: "income", label: "Income a year", type: "number" },
  { key: "politically_exposed", label: "Do you hold a public office?", type: "boolean" },
  { key: "since", label: "Since when do you live there?", type: "date", required: false },
  { key: "remarks", label: "Anything else?", type: "text", required: false }
]
const codes = (answers: Record<string, string | number | boolean>) =>
  answerProblems(questions, answers).map(({ code, loc }) => `${loc.at(-1)} ${code}`)

test("complete answers of the right kinds have no problem", () => {
  expect(codes({ purpose: "savings", income: 1, politically_exposed: false, since: "2020-02-29", remarks: "none" })).toEqual([])
  expect(codes({ purpose: "business", income: 0, politically_exposed: true })).toEqual([])
})

test("everything that is wrong is told at once, each where it stands", () => {
  expect(codes({ purpose: "fun", income: "much", since: "2021-02-29", remarks: " ", extra: true })).toEqual([
    "purpose invalid_answer",
    "income invalid_answer",
    "since invalid_answer",
    "remarks invalid_answer",
    "extra unknown_question",
    "politically_exposed missing"
  ])
})

test("questions need keys of their own, and options exactly where there is a choice", () => {
  const accepts = Schema.is(Questions)
  expect(accepts(questions)).toBe(true)
  expect(accepts([])).toBe(false)
  const [first] = questions
  expect(accepts([first, first])).toBe(false)
  expect(accepts([{ key: "a", label: "A", type: "choice" }])).toBe(false)
  expect(accepts([{ key: "a", label: "A", type: "text", options: ["x"] }])).toBe(false)
  expect(accepts([{ key: "A-b", label: "A", type: "text" }])).toBe(false)
})
