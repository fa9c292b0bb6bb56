import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { RequestMessage } from "../sessions/information-request.ts"
import { move } from "../sessions/change.ts"
import { SessionStore } from "../sessions/model.ts"
import { SessionStep } from "../../verification/steps.ts"
import { lockWithSubject, moveCase } from "./change.ts"
import { cancelRun } from "../workflows/runs/begin.ts"
import { Case, CaseId, CaseStore, present } from "./model.ts"
import { addRemarks } from "./notes.ts"
import { decisionRefusal } from "./permission.ts"
import { statusChanged } from "./waiting.ts"

const noOneToAsk = new Conflict({
  code: "conflict",
  detail: "This case is about a screening subject without a session, so there is no one to ask. Approve or reject it."
})

const request = operation(
  {
    summary: "Ask the person for more, and keep the case until they answer",
    description:
      "The case waits as `awaiting_subject`, and its session becomes `resubmission_required` for the named steps alone; a step that the session did not ask for is added. The person reads the message on the page of their link, and it is kept as a note. The next submission brings the same case back to `open` with its notes, and the session to review. It is possible even if the person has no attempts left.",
    method: "POST",
    path: "/cases/{case_id}/request-information",
    access: scopes("cases:decide"),
    effect: "write",
    params: { case_id: CaseId },
    body: {
      steps: Schema.Array(SessionStep).check(Schema.isBetweenLength(1, SessionStep.literals.length), Schema.isUnique()),
      message: RequestMessage
    },
    output: Case,
    conflicts: ["case_closed", "case_already_claimed", "case_not_claimed", "invalid_state_transition", "session_redacted", "conflict"],
    forbidden: ["forbidden"],
    emits: ["case.note-added", "case.updated", "session.resubmission-required", "workflow-run.cancelled"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id, message, steps }) {
    const { row, session } = yield* lockWithSubject(case_id)
    yield* note({ type: "case", id: case_id }, [
      { path: "status", from: row.status, to: "awaiting_subject" },
      { path: "requested_steps", from: null, to: steps }
    ])
    if (session === null) return yield* noOneToAsk
    const refusal = decisionRefusal(yield* Caller, row)
    if (refusal !== undefined) return yield* refusal
    if (steps.includes("questionnaire") && session.questions === undefined) {
      return yield* invalid(["body", "steps"], "not_asked", "cannot name questionnaire: this session has no questions")
    }
    if (steps.includes("supporting_documents") && session.supporting_documents === undefined) {
      return yield* invalid(["body", "steps"], "not_asked", "cannot name supporting_documents: this session was created without any")
    }
    // What comes is looked at from the start; a workflow that waits for this reviewer does not go on before.
    yield* cancelRun(session)
    const moved = yield* moveCase(yield* addRemarks(row, [message]), "request_information", statusChanged)
    const asked = yield* move(session, "reviewer_requests_information", {
      reason_codes: row.reason_codes,
      request: { steps, message, requested_at: yield* tenantNow }
    })
    yield* (yield* SessionStore).save(asked)
    return present(yield* (yield* CaseStore).save(moved))
  })
)

export const caseInformation = operations("cases", { requestInformation: request })
