import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { CheckStore } from "../checks/model.ts"
import { pageOf } from "../../kernel/foundation/page.ts"
import { Metadata } from "../../kernel/foundation/metadata.ts"
import { GivenReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { Label, Tag, Tags, line } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lockWritable } from "../sessions/change.ts"
import { SessionId } from "../sessions/model.ts"
import { allowed } from "../sessions/transitions.ts"
import { CaseCounts, countCases } from "./counts.ts"
import { openDemoCase } from "./demo.ts"
import { CaseWithNotes, withLatestNotes } from "./latest-notes.ts"
import { Case, CaseDecision, CaseId, CaseStatus, CaseStore, present } from "./model.ts"
import { findOpenCase, openCase } from "./open.ts"
import { type CaseSearch, caseListFields, caseQuery, caseSearchFields } from "./search.ts"
import { CasePriority } from "../../verification/case-priority.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const Cases = pageOf(Case)

const found = Effect.fnUntraced(function* (asked: CaseSearch, place: "body" | "query") {
  const { actor } = yield* Caller
  const { pagination, rows } = yield* readPage(yield* CaseStore, caseQuery(asked, actor.id), asked, place)
  return { data: rows.map(present), pagination }
})

const several = <S extends Schema.Codec<any, any>>(item: S) => Schema.optionalKey(Schema.Array(item).check(Schema.isMaxLength(100)))

const list = operation(
  {
    summary: "List review cases, newest in review first",
    description: "`assigned_to` is the id of a reviewer, `me` or `unassigned`. POST /cases/search has more filters.",
    method: "GET",
    path: "/cases",
    access: scopes("cases:read"),
    effect: "read",
    query: {
      ...caseListFields,
      status: several(CaseStatus),
      decision: several(CaseDecision),
      priority: several(CasePriority),
      queue: several(Label),
      tag: several(Tag),
      reason_code: several(GivenReasonCode),
      assigned_to: Schema.optionalKey(line(64)),
      session_id: Schema.optionalKey(line(64)),
      subject_id: Schema.optionalKey(line(64)),
      identity_id: Schema.optionalKey(line(64)),
      external_reference: Schema.optionalKey(Label),
      workflow_id: several(line(64)),
      sla_breached: Schema.optionalKey(Schema.Boolean)
    },
    output: Cases
  },
  Effect.fnUntraced(function* ({ after, limit, offset, reason_code, sort_by, sort_order, tag, ...filters }) {
    const named = {
      ...filters,
      ...(tag === undefined ? {} : { tags: tag }),
      ...(reason_code === undefined ? {} : { reason_codes: reason_code })
    }
    return yield* found({ filters: named, sort_by, sort_order, limit, offset, ...(after === undefined ? {} : { after }) }, "query")
  })
)

const search = operation(
  {
    summary: "Search review cases",
    description:
      "A case must match all filters and all words of `query`. A filter that takes an array also takes a single value; an empty array filters nothing. The search sees changes at once: there is no delayed index.",
    method: "POST",
    path: "/cases/search",
    access: scopes("cases:read"),
    effect: "read",
    quota: "search",
    body: caseSearchFields,
    output: Cases,
    tool: {
      name: "search_cases",
      title: "Search cases",
      toolset: "cases",
      description:
        "Search review cases by words and filters; all have to match. Use it to find work. Not for numbers alone: get_case_counts. Next: get_case, then claim_case."
    }
  },
  (asked) => found(asked, "body")
)

const get = operation(
  {
    summary: "Get a review case with its latest notes",
    method: "GET",
    path: "/cases/{case_id}",
    access: scopes("cases:read"),
    effect: "read",
    params: { case_id: CaseId },
    output: CaseWithNotes,
    tool: {
      name: "get_case",
      title: "Get a case",
      toolset: "cases",
      description:
        "Get a case: reasons, check summary, checklist, who wrote notes and when, with the text of agents' notes. Use it before any decision. Not to find cases: search_cases. Next: list_session_checks, then approve_case, reject_case or escalate_case."
    }
  },
  Effect.fnUntraced(function* ({ case_id }) {
    const row = yield* (yield* CaseStore).find(case_id)
    return row === undefined ? yield* new NotFound() : yield* withLatestNotes(row)
  })
)

const counts = operation(
  {
    summary: "Count the review cases under each tab of the work list",
    method: "GET",
    path: "/cases/counts",
    access: scopes("cases:read"),
    effect: "read",
    output: CaseCounts,
    tool: {
      name: "get_case_counts",
      title: "Count cases",
      toolset: "cases",
      description: "Count the cases under each tab of the work list. Use it to see how much waits. Not to read cases. Next: search_cases."
    }
  },
  () => countCases
)

const create = operation(
  {
    summary: "Open a review case for a session that is in review and has none",
    description:
      "A session gets its case when it enters review; use this to open another one if that case is missing. The status of the session does not change. Without `reason_codes` the case takes those of the session.",
    method: "POST",
    path: "/cases",
    access: scopes("cases:write"),
    effect: "write",
    body: {
      session_id: SessionId,
      reason_codes: Schema.optionalKey(Schema.Array(GivenReasonCode).check(Schema.isMaxLength(50))),
      priority: Schema.optionalKey(CasePriority),
      queue: Schema.optionalKey(Label),
      tags: Schema.optionalKey(Tags),
      metadata: Schema.optionalKey(Metadata)
    },
    output: Case,
    status: 201,
    conflicts: ["conflict", "invalid_state_transition", "session_redacted"],
    emits: ["case.created"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ reason_codes, session_id, ...given }) {
    const session = yield* lockWritable(session_id)
    if (session.status !== "in_review") {
      return yield* new Conflict({
        code: "invalid_state_transition",
        detail: "A case can be opened only for a session that is in review.",
        context: { current_status: session.status, allowed: allowed(session.status) }
      })
    }
    const open = yield* findOpenCase(session_id)
    if (open !== undefined) {
      return yield* new Conflict({
        code: "conflict",
        detail: "The session already has an open case. Use that case.",
        context: { case_id: open.id }
      })
    }
    const checks = yield* (yield* CheckStore).list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 100 })
    const opened = yield* openCase({ session, checks, reason_codes: reason_codes ?? session.status_reason_codes, ...given })
    yield* note({ type: "case", id: opened.id })
    return present(opened)
  })
)

const demo = operation(
  {
    summary: "Create a demo case",
    description: "Sandbox only. Creates a simulated session of an invented person in review, with its case.",
    method: "POST",
    path: "/cases/demo",
    access: scopes("cases:write"),
    effect: "write",
    output: Case,
    conflicts: ["invalid_state_transition", "session_redacted"],
    status: 201,
    forbidden: ["sandbox_only"],
    emits: ["session.created", "session.submitted", "check.created", "check.completed", "case.created", "session.review-required"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* () {
    const opened = yield* openDemoCase
    yield* note({ type: "case", id: opened.id })
    return present(opened)
  })
)

export const cases = operations("cases", { list, search, get, counts, create, createDemo: demo })
