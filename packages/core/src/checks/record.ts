import { Effect } from "effect"
import { announce } from "../events/announce.ts"
import { makeId } from "../foundation/id.ts"
import { tenantNow } from "../sandbox/clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import type { EventType } from "../webhooks/event-types.ts"
import { CheckStore, type CheckType, type StoredCheck } from "./model.ts"

/** What an event tells of a check: outcome and codes, never what was read in a document. */
export const snapshot = (check: StoredCheck) => ({
  id: check.id,
  object: "check",
  environment: check.environment,
  session_id: check.session_id,
  type: check.type,
  status: check.status,
  passed: check.passed,
  outcome: check.outcome,
  action_override: check.action_override,
  score: check.score,
  reasons: check.reasons,
  provider_label: check.provider_label,
  attempt: check.attempt,
  retryable: check.retryable,
  simulated: check.simulated,
  created_at: check.created_at,
  updated_at: check.updated_at
})

const announceCheck = Effect.fnUntraced(function* (check: StoredCheck, type: EventType) {
  const counted: StoredCheck = { ...check, sequence: check.sequence + 1 }
  yield* announce({ type, resource: { type: "check", id: check.id }, sequence: counted.sequence, data: snapshot(counted) })
  return counted
})

export interface CheckFinding {
  readonly type: CheckType
  readonly status: "completed" | "errored"
  readonly outcome: StoredCheck["outcome"]
  readonly score: number | null
  readonly threshold: number | null
  readonly reasons: StoredCheck["reasons"]
  readonly details: StoredCheck["details"]
  readonly policy: StoredCheck["policy"]
  readonly input_document_ids: ReadonlyArray<string>
  readonly simulated: boolean
  /** Tells checks of one run and type apart, such as one per document. */
  readonly part: string
}

/** Records a finished check of the session's current run; a second recording of the same part finds the first one. */
export const recordCheck = Effect.fnUntraced(function* (session: StoredSession, finding: CheckFinding) {
  const store = yield* CheckStore
  const run_key = `${session.id}/${session.run}/${finding.type}/${finding.part}`
  const [known] = yield* store.list({ where: [{ field: "run_key", op: "eq", value: run_key }], limit: 1 })
  if (known !== undefined) return known
  const instant = yield* tenantNow
  const { part: _part, ...found } = finding
  const check: StoredCheck = {
    id: yield* makeId("chk"),
    environment: session.environment,
    session_id: session.id,
    subject: null,
    ...found,
    passed: finding.outcome === null ? null : finding.outcome === "passed",
    action_override: finding.outcome === "review" ? "review" : null,
    confidence: null,
    provider_label: finding.type,
    attempt: 1,
    max_attempts: 3,
    retryable: finding.status === "errored",
    overridden: null,
    node_id: null,
    started_at: instant,
    completed_at: instant,
    tags: [],
    run_key,
    sequence: 0,
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  const created = yield* announceCheck(check, "check.created")
  const finished = yield* announceCheck(created, finding.status === "errored" ? "check.errored" : "check.completed")
  yield* store.insert(finished)
  return finished
})
