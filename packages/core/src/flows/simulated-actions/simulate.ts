import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { decideSessionCase } from "../cases/decide.ts"
import { findOpenCase } from "../../resources/cases/open.ts"
import { CheckStore, CheckType } from "../../resources/checks/model.ts"
import { recordCheck } from "../../resources/checks/record.ts"
import { type Conclusion, conclusionOf } from "../../verification/conclusion.ts"
import { submissionsSpent } from "../../verification/resubmission.ts"
import { concludeUnavailable } from "../workflows/run-session.ts"
import { decideInstead } from "../workflows/runs.ts"
import { addSimulatedDocument, isUploadStep } from "../../resources/documents/upload.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { sandboxOnly } from "../../kernel/access/sandbox-only.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import { lockWritable, move } from "../../resources/sessions/change.ts"
import { Session, SessionId, SessionStore, type StoredSession, present } from "../../resources/sessions/model.ts"
import { allSupporting } from "../../resources/sessions/supporting-documents.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { checksOfStep, kindOf } from "../../verification/check-kinds.ts"
import { simulatedFinding } from "../scripted-checks/findings.ts"
import { awaitedSteps, scriptedStep } from "../sandbox/step-checks.ts"
import { subjectOfSession } from "../sandbox/subject.ts"
import { expireSession, startSession, submitSession } from "../sessions/lifecycle.ts"

/** What can be made to happen to a sandbox session. */
export const SimulatedAction = Schema.Literals([
  "start",
  "upload_document",
  "submit",
  "pass_check",
  "fail_check",
  "review_check",
  "poa_passed",
  "poa_review",
  "poa_failed",
  "screening_hit",
  "screening_clear",
  "nfc_pass",
  "nfc_fail",
  "external_approve",
  "external_decline",
  "approve",
  "decline",
  "request_resubmission",
  "expire",
  "provider_error"
]).annotate({ identifier: "SimulatedActionType" })

const Action = Schema.Struct({
  type: SimulatedAction,
  /** For pass_check, fail_check and review_check; the first check that the session waits for when left out. */
  check_type: Schema.optionalKey(CheckType)
}).annotate({ identifier: "SimulatedAction" })
type Action = typeof Action.Type

/** Brings a session that still waits for the person to where its checks would run. */
const toProcessing = Effect.fnUntraced(function* (session: StoredSession) {
  let current = session
  if (current.status === "created" || current.status === "resubmission_required") current = yield* startSession(current, "start")
  if (current.status !== "in_progress") return current
  if (missingSteps(current).some(isUploadStep)) current = yield* upload(current)
  if (missingSteps(current).length > 0) current = yield* answer(current)
  return yield* submitSession(current)
})

const missingSteps = ({ completed_steps, required_steps }: StoredSession) =>
  required_steps.filter((step) => !completed_steps.includes(step))

/** A document for every step that still waits for one; where none does, one more for the first that asks for one. */
const upload = Effect.fnUntraced(function* (session: StoredSession) {
  const missing = missingSteps(session).filter(isUploadStep)
  const [first = "proof_of_address"] = session.required_steps.filter(isUploadStep)
  let current = session
  for (const step of missing.length > 0 ? missing : [first]) {
    yield* addSimulatedDocument(current, step)
    current = yield* lockWritable(current.id)
  }
  return current
})

/** Steps that no single file completes count as done, as if the person had done them. */
const answer = Effect.fnUntraced(function* (session: StoredSession) {
  const words = missingSteps(session).filter((step) => !isUploadStep(step))
  return yield* (yield* SessionStore).save({
    ...session,
    ...(session.supporting_documents === undefined ? {} : { supporting_documents: allSupporting(session.supporting_documents, true) }),
    completed_steps: [...session.completed_steps, ...words],
    updated_at: yield* tenantNow
  })
})

/** Records a scripted check and concludes the session by it. */
const checked = Effect.fnUntraced(function* (
  session: StoredSession,
  finding: {
    readonly type: typeof CheckType.Type
    readonly outcome: "passed" | "review" | "failed"
    readonly codes?: ReadonlyArray<PoaReasonCode>
    readonly reasons?: ReadonlyArray<ReasonCode>
  },
  conclusion: Conclusion
) {
  const current = yield* toProcessing(session)
  const subject = yield* subjectOfSession(current)
  return yield* decideInstead(current, [yield* simulatedFinding(subject, finding.type, finding.outcome, finding)], conclusion)
})

/** Whether a check of every step that the session waits for has passed in its current run. */
const allPassed = Effect.fnUntraced(function* (session: StoredSession, type: typeof CheckType.Type) {
  const checks = yield* (yield* CheckStore).list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 100 })
  const run = `${session.id}/${session.run}/`
  const passed = new Set([
    type,
    ...checks.filter(({ outcome, run_key }) => outcome === "passed" && run_key?.startsWith(run)).map((one) => one.type)
  ])
  return awaitedSteps(session).every((step) => checksOfStep(step).some((one) => passed.has(one)))
})

/** A check that passes decides nothing by itself unless it is the last one that the session waits for. */
const recorded = Effect.fnUntraced(function* (session: StoredSession, type: typeof CheckType.Type) {
  const current = yield* toProcessing(session)
  const finding = yield* simulatedFinding(yield* subjectOfSession(current), type, "passed")
  const isAwaited = awaitedSteps(current).some((step) => checksOfStep(step).some((one) => one === type))
  if (isAwaited && (yield* allPassed(current, type))) {
    return yield* decideInstead(current, [finding], { status: "approved", reason_codes: [] })
  }
  yield* recordCheck(current, finding)
  return current
})

/** What the person can put right asks for another submission while one is left. */
const failedCheck = (session: StoredSession, type: typeof CheckType.Type) => {
  const isProof = type === "proof_of_address"
  const reason = isProof ? "poa_failed" : (kindOf(type).failure ?? "document_data_inconsistent")
  const session_reasons: ReadonlyArray<ReasonCode> = isProof && !submissionsSpent(session) ? [reason, "document_expired"] : [reason]
  return checked(
    session,
    { type, outcome: "failed", reasons: [reason], ...(isProof ? { codes: ["document_too_old"] as const } : {}) },
    conclusionOf({ outcome: "failed", session_reasons }, session)
  )
}

const reviewedCheck = (session: StoredSession, type: typeof CheckType.Type) =>
  checked(
    session,
    { type, outcome: "review", ...(type === "proof_of_address" ? { codes: ["name_below_pass"] as const } : {}) },
    {
      status: "in_review",
      reason_codes: [type === "proof_of_address" ? "poa_review" : (kindOf(type).failure ?? "document_data_inconsistent")]
    }
  )

/** The decision itself: by the session's open case when it is under review, else by the engine. */
const decided = Effect.fnUntraced(function* (session: StoredSession, decision: "approve" | "decline" | "request_resubmission") {
  if (session.status === "in_review") {
    const open = yield* findOpenCase(session.id)
    if (open !== undefined) {
      yield* decideSessionCase({
        case_id: open.id,
        verdict: decision === "approve" ? "approve" : "reject",
        allow_resubmission: decision === "request_resubmission",
        reason_codes: decision === "approve" ? [] : ["reviewer_declined"],
        four_eyes: false
      })
      return yield* lockWritable(session.id)
    }
  }
  const current = yield* toProcessing(session)
  const conclusion: Record<typeof decision, Conclusion> = {
    approve: { status: "approved", reason_codes: [] },
    decline: { status: "declined", reason_codes: ["reviewer_declined"] },
    request_resubmission: { status: "resubmission_required", reason_codes: ["document_data_missing"] }
  }
  return yield* decideInstead(current, [], conclusion[decision])
})

/** Takes the session through an external gate, which the default workflow has none of by itself. */
const gated = Effect.fnUntraced(function* (session: StoredSession, approves: boolean) {
  const store = yield* SessionStore
  const current = yield* toProcessing(session)
  const waiting =
    current.status === "awaiting_external_decision" ? current : yield* store.save(yield* move(current, "await_external_decision"))
  const received = yield* store.save(yield* move(waiting, "receive_external_decision"))
  return yield* decideInstead(
    received,
    [],
    approves ? { status: "approved", reason_codes: [] } : { status: "declined", reason_codes: ["external_decision_declined"] }
  )
})

const apply = (session: StoredSession, { check_type = checksOfStep(scriptedStep(session))[0] ?? "proof_of_address", type }: Action) => {
  switch (type) {
    case "start":
      return startSession(session, "start")
    case "upload_document":
      return upload(session)
    case "submit":
      return submitSession(session)
    case "pass_check":
      return recorded(session, check_type)
    case "poa_passed":
      return recorded(session, "proof_of_address")
    case "screening_clear":
      return recorded(session, "aml_screening")
    case "nfc_pass":
      return recorded(session, "nfc_chip")
    case "fail_check":
      return failedCheck(session, check_type)
    case "poa_failed":
      return failedCheck(session, "proof_of_address")
    case "nfc_fail":
      return failedCheck(session, "nfc_chip")
    case "review_check":
      return reviewedCheck(session, check_type)
    case "poa_review":
      return reviewedCheck(session, "proof_of_address")
    case "screening_hit":
      return reviewedCheck(session, "aml_screening")
    case "external_approve":
      return gated(session, true)
    case "external_decline":
      return gated(session, false)
    case "approve":
      return decided(session, "approve")
    case "decline":
      return decided(session, "decline")
    case "request_resubmission":
      return decided(session, "request_resubmission")
    case "expire":
      return expireSession(session, "forced")
    case "provider_error":
      return Effect.flatMap(toProcessing(session), (current) =>
        Effect.andThen(concludeUnavailable({ session_id: current.id, run: current.run }), lockWritable(current.id))
      )
  }
}

const ofRuns = ["workflow-run.cancelled", "workflow-run.started", "workflow-run.resumed", "workflow-run.completed"] as const
const simulate = operation(
  {
    summary: "Simulate actions on a sandbox session, in the given order",
    description:
      "Sandbox only. Applies all actions or none. An action first performs the steps that are still missing, so a single `approve` is enough. An action that the state machine does not allow returns 409.",
    method: "POST",
    path: "/sessions/{session_id}/simulate",
    access: scopes("sessions:write"),
    effect: "write",
    params: { session_id: SessionId },
    body: {
      actions: Schema.Array(Action).check(Schema.isBetweenLength(1, 20)).annotateKey({ description: "What happens, in this order" })
    },
    output: Session,
    conflicts: ["invalid_state_transition", "session_redacted", "case_already_claimed", "case_closed", "case_not_claimed"],
    invalid: ["missing_steps"],
    forbidden: ["sandbox_only", "forbidden", "four_eyes_same_user"],
    emits: [
      "session.started",
      "session.resumed",
      "session.submitted",
      "session.approved",
      "session.declined",
      "identity.created",
      "identity.updated",
      "session.review-required",
      "session.updated",
      "session.resubmission-required",
      "session.expired",
      "session.external-decision-required",
      "session.external-decision-received",
      "document.uploaded",
      "check.created",
      "check.completed",
      "check.errored",
      "case.created",
      "case.updated",
      "case.approved",
      "case.rejected",
      "case.resubmission-requested",
      ...ofRuns
    ],
    tool: {
      name: "simulate_session",
      title: "Simulate a sandbox session",
      toolset: "sessions",
      description: "Play actions on a sandbox session, in order. Use it to try things out. Not with live keys. Next: get_session_result."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ actions, session_id }) {
    let session = yield* lockWritable(session_id)
    yield* sandboxOnly(session.environment, "Simulation exists in the sandbox only. Use a sandbox key.")
    for (const action of actions) session = yield* apply(session, action)
    yield* note({ type: "session", id: session_id })
    return present(session)
  })
)

export const sessionSimulation = operations("sessions", { simulate })
