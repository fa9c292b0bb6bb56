import { Effect } from "effect"
import { FaceIndex } from "../../verification/faces/face-index.ts"
import { conclude, type Conclusion } from "../../verification/conclusion.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { keepTrace } from "../checks/identity-document.ts"
import type { Traces } from "./evidence.ts"
import { judgesOf } from "./judges.ts"

export interface JudgedSession {
  readonly findings: ReadonlyArray<CheckFinding>
  readonly conclusion: Conclusion
  readonly traces: Traces
}

/** Within the transaction that records the checks. */
export const keepTraces = Effect.fnUntraced(function* (session: StoredSession, { document, face }: Traces) {
  if (document !== null) yield* keepTrace(document)
  if (face !== null) yield* (yield* FaceIndex).add(session.id, face, yield* tenantNow)
})

/** Makes the checks of a session outside of any transaction, each with where it alone would lead. */
export const makeChecks = Effect.fnUntraced(function* (session: StoredSession) {
  return yield* judgesOf(session.environment).session(session)
})

/** No engine looks into supporting documents: a person does, unless a script says how the session ends. */
const unjudged = ({ scenario, supporting_documents }: StoredSession): ReadonlyArray<Conclusion> =>
  supporting_documents === undefined || scenario !== null ? [] : [{ status: "in_review", reason_codes: ["authenticity_not_assured"] }]

/** The same, with where all of them together lead. */
export const judgeSession = Effect.fnUntraced(function* (session: StoredSession) {
  const { checks, traces } = yield* makeChecks(session)
  const judged: JudgedSession = {
    findings: checks.map(({ finding }) => finding),
    conclusion: conclude([...checks.map(({ conclusion }) => conclusion), ...unjudged(session)]),
    traces
  }
  return judged
})
