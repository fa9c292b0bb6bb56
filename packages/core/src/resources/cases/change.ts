import { Effect } from "effect"
import { announce } from "../../kernel/events/announce.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { lockSubject } from "../screening/change.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lockSession } from "../sessions/change.ts"
import type { EventType } from "../../kernel/events/catalogue.ts"
import { CaseStore, type StoredCase } from "./model.ts"
import { type CaseStep, type CaseTrigger, stepped, transitionOf } from "./transitions.ts"

/** What a webhook tells of a case: states, codes and tags; never whom it concerns, what was noted or what an integrator keeps with it. */
export const snapshot = (row: StoredCase) => ({
  id: row.id,
  object: "case",
  environment: row.environment,
  session_id: row.session_id,
  subject_id: row.subject_id,
  identity_id: row.identity_id,
  workflow_id: row.workflow_id,
  external_reference: row.external_reference,
  status: row.status,
  decision: row.decision,
  pending_decision: row.pending_decision,
  assigned_to: row.assigned_to,
  priority: row.priority,
  risk_score: row.risk_score,
  reason_codes: row.reason_codes,
  tags: row.tags,
  queue: row.queue,
  due_at: row.due_at,
  sla_breached: row.sla_breached,
  notes_count: row.notes_count,
  entered_review_at: row.entered_review_at,
  claimed_at: row.claimed_at,
  escalated_at: row.escalated_at,
  decided_at: row.decided_at,
  closed_at: row.closed_at,
  created_at: row.created_at,
  updated_at: row.updated_at
})

type Extras = Readonly<Record<string, unknown>>

/** Announces the case as it stands, under the sequence it already carries. */
export const tell = (row: StoredCase, type: EventType, extras: Extras = {}) =>
  announce({ type, resource: { type: "case", id: row.id }, sequence: row.sequence, data: { ...snapshot(row), ...extras } })

/** Counts the event in the case's sequence and announces it with the state that the case is saved in. */
export const announceCase = Effect.fnUntraced(function* (row: StoredCase, type: EventType, extras: Extras = {}) {
  const counted: StoredCase = { ...row, sequence: row.sequence + 1 }
  yield* tell(counted, type, extras)
  return counted
})

/** The case for a change, locked until the transaction ends. */
export const lockCase = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* CaseStore).lock(id)
  if (row === undefined) return yield* new NotFound()
  return row
})

const erased = new Conflict({
  code: "session_redacted",
  detail: "The personal data of this case was erased, so the case can no longer change."
})

/** As `lockCase`, for what might bring personal data back to a case from which it was erased. */
export const lockWritableCase = Effect.fnUntraced(function* (id: string) {
  const row = yield* lockCase(id)
  return row.erased_at === null ? row : yield* erased
})

/**
 * The case and what it is about, a session or a screening subject, both locked: always in this order, so that no two transactions wait for one
 * another.
 */
export const lockWithSubject = Effect.fnUntraced(function* (id: string) {
  const known = yield* (yield* CaseStore).find(id)
  if (known === undefined) return yield* new NotFound()
  const session = known.session_id === null ? null : yield* lockSession(known.session_id)
  const subject = known.subject_id === null ? null : yield* lockSubject(known.subject_id)
  return { session, subject, row: yield* lockWritableCase(id) }
})

/** Moves a locked case along the state machine, announces it, and answers the case to be saved. */
export const moveCase = Effect.fnUntraced(function* (
  row: StoredCase,
  trigger: CaseTrigger,
  { extras, ...step }: Omit<CaseStep, "at"> & { readonly extras?: Extras } = {}
) {
  const transition = transitionOf(row.status, trigger)
  if (transition instanceof Conflict) return yield* transition
  const next = stepped(row, trigger, transition.to, { ...step, at: yield* tenantNow })
  return yield* announceCase(next, transition.event, { previous_status: row.status, ...extras })
})
