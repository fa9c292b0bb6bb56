import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { line, prose } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { withheldFrom } from "../../kernel/operation/withheld-records.ts"
import { blindRefusal } from "./blind.ts"
import { knownRefusal } from "./blind-readers.ts"
import { lockCase, lockWritableCase, moveCase } from "./change.ts"
import { Case, CaseId, CaseStore, type StoredCase, present } from "./model.ts"
import { addRemarks } from "./notes.ts"
import { assignmentRefusal, claimedBy, takingRefusal } from "./permission.ts"
import { CaseFilters, filterConditions } from "./search.ts"

const params = { case_id: CaseId }
const target = (row: StoredCase) => ({ type: "case", id: row.id })

/** Saves a case whose status or holder changed, and names both for the audit log. */
const keep = Effect.fnUntraced(function* (before: StoredCase, after: StoredCase) {
  const saved = yield* (yield* CaseStore).save(after)
  yield* note(
    target(before),
    (["status", "assigned_to", "priority"] as const)
      .filter((path) => before[path] !== after[path])
      .map((path) => ({ path, from: before[path], to: after[path] }))
  )
  return present(saved)
})

const claim = operation(
  {
    summary: "Claim a case",
    description:
      "Assigns the case to the caller: the dashboard user or the API key. If two callers claim at once, one wins. Claiming your own case changes nothing. Someone who made the decision that a blind case looks at again, or worked on its session, cannot claim the case. Its reviewer does not find that session, nor what belongs to it, until the case is decided.",
    method: "POST",
    path: "/cases/{case_id}/claim",
    access: scopes("cases:write"),
    effect: "write",
    params,
    output: Case,
    conflicts: ["case_already_claimed", "case_closed", "invalid_state_transition"],
    forbidden: ["forbidden"],
    emits: ["case.claimed"],
    tool: {
      name: "claim_case",
      title: "Claim a case",
      toolset: "cases",
      idempotent: true,
      description:
        "Take a case to work on it, so that no one else does. Use it before you decide. Not for cases that you leave for later. Next: get_case, then decide or escalate."
    },
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id }) {
    const row = yield* lockCase(case_id)
    const { actor } = yield* Caller
    yield* note(target(row))
    const refusal = blindRefusal(actor.id, row) ?? (yield* knownRefusal(actor.id, row))
    if (refusal !== undefined) return yield* refusal
    if (row.status === "in_review") return row.assigned_to === actor.id ? present(row) : yield* claimedBy(row)
    return yield* keep(row, yield* moveCase(row, "claim", { assignee: actor.id }))
  })
)

/** How many blind cases of sessions that the caller worked on are passed over before there is nothing to claim. */
const mostPassed = 20

/** The next case for the caller, locked, that is none of these and is not about one of them. */
const lockNext = Effect.fnUntraced(function* (wanted: CaseFilters, actor_id: string, passed: ReadonlyArray<string>) {
  return yield* (yield* CaseStore).lockFirst({
    where: [
      ...filterConditions({ ...wanted, status: "open" }, actor_id),
      { op: "not", of: { field: "not_for", op: "eq", value: actor_id } },
      { op: "not", of: { field: "id", op: "in", values: passed } },
      { op: "not", of: { field: "session_id", op: "in", values: passed } }
    ],
    order: [
      { field: "priority_rank", direction: "desc" },
      { field: "entered_review_at", direction: "asc" }
    ],
    limit: 1
  })
})

const claimNext = operation(
  {
    summary: "Claim the next unassigned case",
    description:
      "Returns the case with the highest priority; among equals, the one that has waited longest. No case goes to two callers. `case` is null when there is nothing to claim.",
    method: "POST",
    path: "/cases/claim-next",
    access: scopes("cases:write"),
    effect: "write",
    body: { queue: CaseFilters.fields.queue, priority: CaseFilters.fields.priority },
    output: Schema.Struct({ case: Schema.NullOr(Case) }).annotate({ identifier: "NextCase" }),
    conflicts: ["case_closed", "invalid_state_transition"],
    emits: ["case.claimed"],
    about: null
  },
  Effect.fnUntraced(function* (wanted) {
    const { actor } = yield* Caller
    const withheld = yield* withheldFrom(actor.id)
    const passed = [...withheld]
    for (let tries = 0; tries < mostPassed; tries += 1) {
      const row = yield* lockNext(wanted, actor.id, passed)
      if (row === undefined) break
      if ((yield* knownRefusal(actor.id, row)) === undefined) {
        return { case: yield* keep(row, yield* moveCase(row, "claim", { assignee: actor.id })) }
      }
      passed.push(row.id)
    }
    return { case: null }
  })
)

const release = operation(
  {
    summary: "Release a claimed case, so that someone else can claim it",
    method: "POST",
    path: "/cases/{case_id}/release",
    access: scopes("cases:write"),
    effect: "write",
    params,
    output: Case,
    forbidden: ["forbidden"],
    conflicts: ["case_already_claimed", "case_closed", "invalid_state_transition", "case_not_claimed"],
    emits: ["case.released"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id }) {
    const row = yield* lockCase(case_id)
    const refusal = takingRefusal(yield* Caller, row)
    if (refusal !== undefined) return yield* refusal
    return yield* keep(row, yield* moveCase(row, "release", { added: { previously_assigned_to: row.assigned_to } }))
  })
)

const assign = operation(
  {
    summary: "Assign a case to a reviewer, or unassign it",
    description: "`user_id` null unassigns the case. Assigning it to its current reviewer changes nothing.",
    method: "POST",
    path: "/cases/{case_id}/assign",
    access: scopes("cases:write"),
    effect: "write",
    params,
    body: { user_id: Schema.NullOr(line(64)) },
    output: Case,
    conflicts: ["case_closed", "invalid_state_transition", "case_already_claimed", "case_not_claimed"],
    forbidden: ["forbidden"],
    emits: ["case.assigned"],
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id, user_id }) {
    const row = yield* lockCase(case_id)
    const refusal =
      assignmentRefusal(yield* Caller) ??
      (user_id === null ? undefined : (blindRefusal(user_id, row) ?? (yield* knownRefusal(user_id, row))))
    if (refusal !== undefined) return yield* refusal
    yield* note(target(row))
    const already = row.assigned_to === user_id && row.status === (user_id === null ? "open" : "in_review")
    if (already) return present(row)
    const extras = { previously_assigned_to: row.assigned_to }
    return yield* keep(
      row,
      user_id === null
        ? yield* moveCase(row, "unassign", { added: extras })
        : yield* moveCase(row, "assign", { assignee: user_id, added: extras })
    )
  })
)

const escalate = operation(
  {
    summary: "Escalate a case to a senior reviewer",
    description:
      "Unassigns the case, raises its priority by one step and stores the reason as a note. In the dashboard, only senior reviewers can decide it afterwards.",
    method: "POST",
    path: "/cases/{case_id}/escalate",
    access: scopes("cases:decide", "cases:write"),
    effect: "write",
    params,
    body: { reason: prose(2000, { "x-personal": true, description: "Why, kept as a note on the case" }) },
    output: Case,
    forbidden: ["forbidden"],
    conflicts: ["case_already_claimed", "case_closed", "invalid_state_transition", "session_redacted", "case_not_claimed"],
    emits: ["case.note-added", "case.escalated"],
    tool: {
      name: "escalate_case",
      title: "Escalate a case",
      toolset: "cases",
      description:
        "Hand a case to a senior reviewer with a reason. Use it for whatever evidence does not decide. Not for plain cases. Next: another case."
    },
    about: ({ id, session_id, subject_id }) => subject_id ?? session_id ?? id
  },
  Effect.fnUntraced(function* ({ case_id, reason }) {
    const row = yield* lockWritableCase(case_id)
    const refusal = takingRefusal(yield* Caller, row)
    if (refusal !== undefined) return yield* refusal
    const argued = yield* addRemarks(row, [reason])
    return yield* keep(row, yield* moveCase(argued, "escalate", { added: { previously_assigned_to: row.assigned_to } }))
  })
)

export const caseAssignments = operations("cases", { claim, claimNext, release, assign, escalate })
