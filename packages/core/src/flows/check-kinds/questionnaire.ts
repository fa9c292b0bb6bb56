import { Effect } from "effect"
import { approved } from "../../verification/conclusion.ts"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"
import { type CheckEntry, unmadeEntry } from "./kind.ts"

const answered = (session: StoredSession): ReadonlyArray<JudgedCheck> => {
  if (session.answers === undefined) return []
  const finding: JudgedCheck["finding"] = {
    type: "questionnaire",
    status: "completed",
    outcome: "passed",
    score: null,
    threshold: null,
    reasons: [],
    details: null,
    policy: null,
    input_document_ids: [],
    simulated: isSimulated(session.environment),
    part: "questionnaire"
  }
  return [{ finding, conclusion: approved }]
}

export const questionnaireKind: CheckEntry = {
  ...unmadeEntry,
  session: { after: [], judge: ({ session }) => Effect.succeed({ checks: answered(session) }) }
}
