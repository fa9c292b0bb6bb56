import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { GivenReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { NoteBody } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { type Verdict, decideCase, reopenCase } from "./decide.ts"
import { addRemarks } from "../../resources/cases/notes.ts"
import { Case, CaseId, CaseStore, type StoredCase, present } from "../../resources/cases/model.ts"

const params = { case_id: CaseId }
const Remark = Schema.optionalKey(NoteBody.annotate({ "x-personal": true, description: "Kept as a note on the case" }))
const remarks = { note: Remark, reason: Remark }
const Reasons = Schema.Array(GivenReasonCode).check(Schema.isMaxLength(50))

const conflicts = [
  "case_closed",
  "case_already_claimed",
  "case_not_claimed",
  "invalid_state_transition",
  "session_redacted",
  "conflict"
] as const
const forbidden = ["forbidden", "four_eyes_same_user"] as const

/** Names the decision for the audit log, by states and codes alone. */
const recorded = Effect.fnUntraced(function* (row: StoredCase, reason_codes: ReadonlyArray<string> = []) {
  yield* note({ type: "case", id: row.id }, [
    { path: "status", from: null, to: row.status },
    { path: "decision", from: null, to: row.decision ?? row.pending_decision?.decision ?? null },
    ...(reason_codes.length === 0 ? [] : [{ path: "reason_codes", from: null, to: reason_codes }])
  ])
  return present(row)
})

/** How many people have to agree is what the workflow of the case said when it opened. */
const decided = Effect.fnUntraced(function* <Kind extends Verdict["verdict"]>({
  remarks,
  ...verdict
}: Omit<Verdict<Kind>, "four_eyes" | "remarked"> & { readonly remarks: ReadonlyArray<string | undefined> }) {
  const known = yield* (yield* CaseStore).find(verdict.case_id)
  const four_eyes = known?.four_eyes === true
  return yield* recorded(yield* decideCase({ ...verdict, four_eyes, remarked: (row) => addRemarks(row, remarks) }), verdict.reason_codes)
})

const approve = operation(
  {
    summary: "Approve a case, and its session with it",
    description:
      "API keys decide without claiming the case; dashboard users must claim it first. If the workflow requires two people, the first decision waits in `pending_decision` until another person confirms it. Deciding a reopened case confirms the decision of the session or, with cases:decide, overrides it. Approving the case of a screening subject resolves its open hits as no match; resolved hits stay as they are.",
    method: "POST",
    path: "/cases/{case_id}/approve",
    access: scopes("cases:decide", "cases:write"),
    effect: "write",
    params,
    body: {
      ...remarks,
      reason_codes: Schema.optionalKey(Reasons).annotateKey({ description: "Codes that say why" })
    },
    output: Case,
    conflicts,
    forbidden,
    emits: [
      "case.note-added",
      "screening.hit-resolved",
      "case.updated",
      "case.approved",
      "session.approved",
      "session.updated",
      "identity.created",
      "identity.updated",
      "workflow-run.resumed",
      "workflow-run.completed"
    ],
    tool: {
      name: "approve_case",
      title: "Approve a case",
      toolset: "cases",
      scope: "cases:decide",
      description:
        "Approve a case, and its session with it. Use it only if each reason of the case is answered by evidence. Not in doubt: escalate_case. Where two people have to agree, it waits for another person. It resolves open hits of a screening case as no match. Next: another case."
    },
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  ({ case_id, note: remark, reason, reason_codes = [] }) =>
    decided({ case_id, verdict: "approve", reason_codes, remarks: [reason, remark] })
)

const reject = operation(
  {
    summary: "Reject a case: decline its session, or ask the person to submit again",
    description:
      "With `allow_resubmission` the person gets another attempt, and the session becomes `resubmission_required`. A session without attempts left is declined, also with `resubmission_limit_exceeded`. See approve for who may decide. Rejecting the case of a screening subject confirms its open hits; no one can submit again there.",
    method: "POST",
    path: "/cases/{case_id}/reject",
    access: scopes("cases:decide", "cases:write"),
    effect: "write",
    params,
    body: {
      reason_codes: Reasons.check(Schema.isMinLength(1, { message: "must name at least one reason" })).annotateKey({
        description: "Codes that say why, such as those of the case"
      }),
      allow_resubmission: Schema.optionalKey(Schema.Boolean).annotateKey({
        description: "true asks the person for new evidence instead of declining"
      }),
      ...remarks
    },
    output: Case,
    conflicts,
    forbidden,
    emits: [
      "case.note-added",
      "screening.hit-resolved",
      "case.updated",
      "case.rejected",
      "case.resubmission-requested",
      "session.declined",
      "session.updated",
      "session.resubmission-required",
      "identity.created",
      "identity.updated",
      "workflow-run.resumed",
      "workflow-run.completed"
    ],
    tool: {
      name: "reject_case",
      title: "Reject a case",
      toolset: "cases",
      scope: "cases:decide",
      description:
        "Reject a case, and decline its session, or with allow_resubmission ask the person for new evidence. Use it when evidence shows why; give reason_codes and a note. Not in doubt: escalate_case. Next: another case."
    },
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  ({ allow_resubmission = false, case_id, note: remark, reason, reason_codes }) =>
    decided({ case_id, verdict: "reject", reason_codes, allow_resubmission, remarks: [reason, remark] })
)

const reopen = operation(
  {
    summary: "Reopen a closed case",
    description:
      "Possible within 30 days after the case was closed, unless the data of the session was erased. The session keeps its decision until the case is decided again; the new decision confirms or overrides it. A session that has moved on since (processed again, waiting for the person, expired) cannot be reopened.",
    method: "POST",
    path: "/cases/{case_id}/reopen",
    access: scopes("cases:decide"),
    effect: "write",
    params,
    body: remarks,
    output: Case,
    conflicts: ["invalid_state_transition", "session_redacted", "reopen_window_passed", "conflict", "case_closed"],
    emits: ["case.note-added", "case.reopened"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id, note: remark, reason }) {
    return yield* recorded(yield* reopenCase(case_id, [reason, remark]))
  })
)

export const caseDecisions = operations("cases", { approve, reject, reopen })
