import { Schema } from "effect"
import { isCalendarDate } from "../../kernel/foundation/moment.ts"
import { CalendarDate, line, optionalProse, Timestamp } from "../../kernel/foundation/text.ts"
import type { Problem } from "../../kernel/foundation/failure.ts"

const personal = { "x-personal": true } as const

/** A question as a person sees it: what it accepts would be the answer. */
const shownFields = {
  key: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/u), Schema.isMaxLength(64)),
  label: line(500),
  type: Schema.Literals(["text", "boolean", "number", "date", "choice"]),
  required: Schema.optionalKey(Schema.Boolean),
  /** For a choice. */
  options: Schema.optionalKey(Schema.Array(line(255)).check(Schema.isBetweenLength(1, 50), Schema.isUnique()))
} as const
export const AskedQuestion = Schema.Struct(shownFields).annotate({ identifier: "AskedQuestion" })
export const asAsked = ({ accept: _accept, on_other: _other, ...shown }: Question): typeof AskedQuestion.Type => shown

const AcceptedValue = Schema.Union([line(255), Schema.Finite, Schema.Boolean])
/** Numbers, or dates as YYYY-MM-DD, from one bound to the other, both included; one bound may be left out. */
const AcceptedRange = Schema.Struct({
  minimum: Schema.optionalKey(Schema.Union([Schema.Finite, CalendarDate])),
  maximum: Schema.optionalKey(Schema.Union([Schema.Finite, CalendarDate]))
}).annotate({ identifier: "AcceptedRange" })

/** A question that a person is asked (capture of a questionnaire). */
export const Question = Schema.Struct({
  ...shownFields,
  accept: Schema.optionalKey(
    Schema.Union([Schema.Array(AcceptedValue).check(Schema.isBetweenLength(1, 50)), AcceptedRange]).annotate({
      description:
        "Answers that pass: a list of values, or for numbers and dates a range. Texts are compared without case and outer spaces."
    })
  ),
  on_other: Schema.optionalKey(
    Schema.Literals(["review", "fail"]).annotate({ description: "What any other answer leads to; default review" })
  )
}).annotate({ identifier: "Question" })
export interface Question extends Schema.Schema.Type<typeof Question> {}

type Bound = number | string
const suits = (bound: Bound, type: Question["type"]): boolean => (type === "number" ? typeof bound === "number" : typeof bound === "string")

/** What no answer could ever meet, or no type of question can be asked. */
const acceptFault = (question: Question): string | undefined => {
  const { accept, on_other, type } = question
  if (accept === undefined) return on_other === undefined ? undefined : "must give accept where on_other is given"
  if ("minimum" in accept || "maximum" in accept) {
    if (type !== "number" && type !== "date") return "must give a range only for a number or a date"
    const { maximum, minimum } = accept
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined)
    if (!bounds.every((bound) => suits(bound, type))) return "must give bounds of the type of the question"
    return minimum !== undefined && maximum !== undefined && minimum > maximum ? "must not begin a range after its end" : undefined
  }
  if (!Array.isArray(accept)) return "must give a range at least one bound"
  return accept.every((value) => misfit(question, value) === null) ? undefined : "must accept only values that answer the question"
}

/** What all questions of a session together may hold, as JSON: they stand in every answer that shows the session. */
const longestQuestions = 16_384

export const Questions = Schema.Array(Question).check(
  Schema.isBetweenLength(1, 50),
  Schema.makeFilter((questions) =>
    new Set(questions.map(({ key }) => key)).size === questions.length ? undefined : "must not use a key twice"
  ),
  Schema.makeFilter((questions) =>
    questions.every(({ options, type }) => (type === "choice") === (options !== undefined))
      ? undefined
      : "must give options for each choice question, and only for those"
  ),
  Schema.makeFilter((questions) => questions.map(acceptFault).find((fault) => fault !== undefined)),
  Schema.makeFilter((questions) =>
    JSON.stringify(questions).length <= longestQuestions ? undefined : `must not have more than ${longestQuestions} characters in all`
  )
)

const Answer = Schema.Union([optionalProse(2000), Schema.Finite, Schema.Boolean]).annotate(personal)

/** Answers by the key of their question; personal throughout. */
export const Answers = Schema.Record(Schema.String.check(Schema.isMaxLength(64)), Answer)
  .check(Schema.isMaxProperties(50))
  .annotate(personal)
export type Answers = typeof Answers.Type

/** What a person said to the words of consent of that version. */
export const Consent = Schema.Struct({
  granted: Schema.Boolean,
  text_version: Schema.String.check(Schema.isMaxCodePoints(32)),
  at: Timestamp
}).annotate({ identifier: "Consent" })
export interface Consent extends Schema.Schema.Type<typeof Consent> {}

const misfit = ({ options, type }: Question, answer: Answers[string]): string | null => {
  switch (type) {
    case "boolean":
      return typeof answer === "boolean" ? null : "must be true or false"
    case "number":
      return typeof answer === "number" ? null : "must be a number"
    case "date":
      return typeof answer === "string" && isCalendarDate(answer) ? null : "must be a date as YYYY-MM-DD"
    case "choice":
      return typeof answer === "string" && options?.includes(answer) === true ? null : "must be one of the options"
    case "text":
      return typeof answer === "string" && answer.trim() !== "" ? null : "must be a text"
  }
}

const spelled = (value: Answers[string] | undefined) => (typeof value === "string" ? value.trim().toLowerCase() : value)

/** Whether a question accepts an answer; one that does not say what it accepts takes any. */
export const isAccepted = ({ accept }: Question, answer: Answers[string] | undefined): boolean => {
  if (accept === undefined) return true
  if ("minimum" in accept || "maximum" in accept) {
    const { maximum, minimum } = accept
    // Dates of this spelling are in the order of their letters.
    if (typeof answer === "boolean" || answer === undefined) return false
    return (minimum === undefined || answer >= minimum) && (maximum === undefined || answer <= maximum)
  }
  return Array.isArray(accept) && accept.some((value) => spelled(value) === spelled(answer))
}

/** Everything that is wrong with answers: unknown questions, values of another type, and required ones that are missing. */
export const answerProblems = (questions: ReadonlyArray<Question>, answers: Answers): ReadonlyArray<Problem> => {
  const known = new Map(questions.map((question) => [question.key, question]))
  const wrong = Object.entries(answers).flatMap(([key, answer]): ReadonlyArray<Problem> => {
    const question = known.get(key)
    const message = question === undefined ? "is not asked" : misfit(question, answer)
    return message === null
      ? []
      : [{ loc: ["body", "answers", key], code: question === undefined ? "unknown_question" : "invalid_answer", message }]
  })
  const missing = questions
    .filter(({ key, required = true }) => required && !Object.hasOwn(answers, key))
    .map(({ key }): Problem => ({ loc: ["body", "answers", key], code: "missing", message: "is required" }))
  return [...wrong, ...missing]
}
