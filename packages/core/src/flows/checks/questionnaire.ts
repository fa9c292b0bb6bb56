import { type CheckVerdict, outcomeOfReasons, type VerdictReason } from "../../verification/verdict.ts"
import { isAccepted, type Question } from "../../resources/sessions/answers.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"

/** Names the question by its key, which is the integrator's, and nothing that a person wrote. */
const reasonOf = (code: "questionnaire_answer" | "questionnaire_incomplete", severity: "fail" | "review", key: string): VerdictReason => ({
  code,
  severity,
  message:
    code === "questionnaire_answer" ? `The answer to ${key} is not one that you accept.` : `The required answer to ${key} is missing.`
})

/** A session of answers alone is approved as soon as they are given: its result says what that rests on. */
const nothingJudged: VerdictReason = {
  code: "no_reference_data",
  severity: "info",
  message: "No question says which answers you accept: the answers are kept, and nothing was judged."
}

const nothingFound = { score: null, confidence: null, threshold: null, details: null } as const

/**
 * Judges the answers of a person. A required answer that is missing is asked for again; an answer that its question does not accept fails or goes
 * to review, as the question says. Where no question that was answered says what it accepts, nothing was judged and nothing passed.
 */
export const judgeAnswers = (questions: ReadonlyArray<Question>, answers: NonNullable<StoredSession["answers"]>): CheckVerdict<null> => {
  const missing = questions
    .filter(({ key, required = true }) => required && !Object.hasOwn(answers, key))
    .map(({ key }) => reasonOf("questionnaire_incomplete", "fail", key))
  if (missing.length > 0) return { outcome: "failed", ...nothingFound, reasons: missing, session_reasons: ["questionnaire_incomplete"] }

  const judged = questions.filter(({ accept, key }) => accept !== undefined && Object.hasOwn(answers, key))
  if (judged.length === 0) return { outcome: "not_applicable", ...nothingFound, reasons: [nothingJudged], session_reasons: [] }
  const others = judged
    .filter((question) => !isAccepted(question, answers[question.key]))
    .map(({ key, on_other = "review" }) => reasonOf("questionnaire_answer", on_other, key))
  return {
    outcome: outcomeOfReasons(others),
    ...nothingFound,
    reasons: others,
    session_reasons: others.length === 0 ? [] : ["questionnaire_answer"]
  }
}
