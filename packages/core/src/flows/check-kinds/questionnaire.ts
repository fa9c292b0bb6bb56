import { Effect } from "effect"
import { type JudgedCheck, judgedCheck } from "../../resources/checks/conclusion.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { judgeAnswers } from "../checks/questionnaire.ts"
import { type CheckEntry, unmadeEntry } from "./kind.ts"

/** Where the step was asked for, having no answers at all is having none of those that are required. */
const judged = (session: StoredSession): ReadonlyArray<JudgedCheck> =>
  session.answers === undefined && !session.required_steps.includes("questionnaire")
    ? []
    : [judgedCheck("questionnaire", judgeAnswers(session.questions ?? [], session.answers ?? {}), session, { documents: [] })]

/** No engine reads answers: the sandbox judges those that were given, and a script stands for answers that only it gave. */
const ofSandbox = (session: StoredSession): JudgedCheck | null => {
  const { answers, questions = [] } = session
  const isScripted = answers === undefined && questions.some(({ accept }) => accept !== undefined)
  if (isScripted) return null
  const asked = answers === undefined ? [] : questions
  return judgedCheck("questionnaire", judgeAnswers(asked, answers ?? {}), session, { documents: [] })
}

export const questionnaireKind: CheckEntry = {
  ...unmadeEntry,
  session: { after: [], judge: ({ session }) => Effect.succeed({ checks: judged(session) }) },
  scripted: { absent: ofSandbox }
}
