import { Effect } from "effect"
import { announcing, type EventOf } from "../../kernel/resource/resource.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import type { Assurance } from "../../verification/assurance.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { PoaPolicyFlag } from "../../verification/proof-of-address/policy.ts"
import type { StoredSession } from "../sessions/model.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import { checksOfSession, mostChecks } from "./session-runs.ts"
import { checks, CheckStore, type CheckType, type StoredCheck } from "./model.ts"

/** Counts the event in the check's sequence and announces it with the state that the check is saved in. */
export const announceCheck = announcing(checks)

type Ended = "completed" | "errored"
/** How the end of a check is announced. */
const endings = { completed: "check.completed", errored: "check.errored" } as const satisfies Record<Ended, EventOf<"check">>

export interface CheckFinding<Status extends Ended = Ended> {
  readonly type: CheckType
  readonly status: Status
  readonly outcome: StoredCheck["outcome"]
  readonly score: number | null
  readonly confidence?: number | null
  readonly threshold: number | null
  readonly reasons: StoredCheck["reasons"]
  readonly details: StoredCheck["details"]
  readonly policy: StoredCheck["policy"]
  readonly input_document_ids: ReadonlyArray<string>
  readonly simulated: boolean
  /** Left out where it is that of its kind. */
  readonly assurance?: Assurance
  /** Layout fingerprints of accepted documents that the assurance rests on. */
  readonly rests_on?: ReadonlyArray<string>
  /** What the policy asks for later because of this check; kept with the session and not with the check. */
  readonly duties?: ReadonlyArray<PoaPolicyFlag>
  /** Tells checks of one run and type apart, such as one per document. */
  readonly part: string
}

/** The members of a check that has not been made yet, or has to be made again. */
export const unmade = {
  passed: null,
  outcome: null,
  action_override: null,
  score: null,
  confidence: null,
  threshold: null,
  reasons: [],
  details: null,
  policy: null,
  retryable: false,
  started_at: null,
  completed_at: null
} as const satisfies Partial<StoredCheck>

/** What was not made, or had nothing to be made of, assures nothing. */
const saysNothing = ({ outcome, status }: Pick<CheckFinding, "outcome" | "status">): boolean =>
  status === "errored" || outcome === "not_applicable"

/** The members of a check that follow from what was found. */
const found = ({ duties: _duties, part: _part, ...finding }: CheckFinding) => ({
  ...finding,
  assurance: saysNothing(finding) ? ("none" as const) : (finding.assurance ?? kindOf(finding.type).assurance),
  passed: finding.outcome === null ? null : finding.outcome === "passed",
  action_override: finding.outcome === "review" ? ("review" as const) : null,
  confidence: finding.confidence ?? null
})

/** Ends a locked check that waits for its result, and announces that. What it was made of goes once nothing can be made of it any more. */
export const finishCheck = Effect.fnUntraced(function* <Status extends Ended>(
  { input, ...check }: StoredCheck,
  finding: CheckFinding<Status>
) {
  const instant = yield* tenantNow
  const retryable = finding.status === "errored" && check.attempt < check.max_attempts
  const finished: StoredCheck = {
    ...check,
    ...found(finding),
    // What the check was asked about stays among them, so that erasing a document finds it.
    input_document_ids: [...new Set([...check.input_document_ids, ...finding.input_document_ids])].slice(0, 50),
    retryable,
    started_at: check.started_at ?? instant,
    completed_at: instant,
    updated_at: instant,
    ...(input === undefined || !retryable ? {} : { input })
  }
  const reported = yield* announceCheck(finished, endings[finding.status], {})
  return yield* (yield* CheckStore).save(reported)
})

const runKeyOf = (session: StoredSession, { part, type }: CheckFinding) => `${session.id}/${session.run}/${type}/${part}`

const recorded = Effect.fnUntraced(function* <Status extends Ended>(session: StoredSession, finding: CheckFinding<Status>) {
  const instant = yield* tenantNow
  const check: StoredCheck = {
    id: yield* makeId("chk"),
    environment: session.environment,
    session_id: session.id,
    subject: null,
    ...found(finding),
    provider_label: finding.type,
    attempt: 1,
    max_attempts: 3,
    retryable: finding.status === "errored",
    overridden: null,
    node_id: null,
    started_at: instant,
    completed_at: instant,
    tags: [],
    run_key: runKeyOf(session, finding),
    sequence: 0,
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  const created = yield* announceCheck(check, "check.created", {})
  const finished = yield* announceCheck(created, endings[finding.status], {})
  yield* (yield* CheckStore).insert(finished)
  return finished
})

/** Records finished checks of the session's current run, in this order; a second recording of the same part finds the first one. */
export const recordChecks = Effect.fnUntraced(function* <Status extends Ended>(
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding<Status>>
) {
  if (findings.length === 0) return []
  const keys = [...new Set(findings.map((finding) => runKeyOf(session, finding)))]
  const store = yield* CheckStore
  // Who decides the session asks for these too.
  const newest = yield* store.list(checksOfSession(session.id))
  const all = newest.length < mostChecks
  const known = all ? newest : yield* store.list({ where: [{ field: "run_key", op: "in", values: keys }], limit: keys.length })
  const byKey = new Map(known.map((check) => [check.run_key, check]))
  const checks: Array<StoredCheck> = []
  for (const finding of findings) {
    const key = runKeyOf(session, finding)
    const check = byKey.get(key) ?? (yield* recorded(session, finding))
    byKey.set(key, check)
    checks.push(check)
  }
  return checks
})

/** Records one finished check of the session's current run, as `recordChecks` does. */
export const recordCheck = Effect.fnUntraced(function* <Status extends Ended>(session: StoredSession, finding: CheckFinding<Status>) {
  const [known] = yield* (yield* CheckStore).list({
    where: [{ field: "run_key", op: "eq", value: runKeyOf(session, finding) }],
    limit: 1
  })
  return known ?? (yield* recorded(session, finding))
})
