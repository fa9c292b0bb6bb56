import { Effect } from "effect"
import { CheckStore } from "../../resources/checks/model.ts"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId, SessionStore } from "../../resources/sessions/model.ts"
import { assessRisk } from "./assess.ts"
import { SessionRiskAssessment } from "./model.ts"
import { riskEvidence } from "./evidence.ts"
import { setScore } from "./set.ts"
import { riskSignals } from "./signals.ts"

const mostChecks = 100

const assess = operation(
  {
    summary: "Get the risk assessment of a session",
    description:
      "Grades the latest check of each type, the document, the countries, the last attempt with its device and network, and the history of the session. The score is 0 to 100, and the effects of the contributions add up to it. It decides nothing on its own.",
    method: "GET",
    path: "/sessions/{session_id}/risk",
    access: scopes("verifications:read"),
    effect: "read",
    params: { session_id: SessionId },
    output: SessionRiskAssessment
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const session = yield* (yield* SessionStore).find(session_id)
    if (session === undefined) return yield* new NotFound()
    const where = [{ field: "session_id", op: "eq", value: session_id }] as const
    const checks = yield* (yield* CheckStore).list({
      where,
      order: [{ field: "created_at", direction: "desc" }],
      limit: mostChecks
    })
    return {
      session_id,
      object: "risk_assessment" as const,
      environment: session.environment,
      ...assessRisk(riskSignals(yield* riskEvidence(session, checks))),
      set_by_workflow: setScore(session) ?? null
    }
  })
)

export const sessionRisk = operations("sessions", { assessRisk: assess })
