import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type CheckFinding, recordCheck } from "../../resources/checks/record.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { newRun } from "../../resources/workflows/runs/begin.ts"
import { type StoredRun, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { stateOf, withState } from "../../resources/workflows/runs/state.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import type { RunOutcome } from "../../verification/workflows/run-state.ts"
import { endWith } from "../../verification/workflows/step.ts"
import { checksOfRun } from "../check-runs/session-runs.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { type Advanced, conclusionBy } from "./advance.ts"
import { asksAbout } from "../../verification/workflows/conditions.ts"
import { concludeSession } from "./conclude.ts"
import { withFollowUp } from "../sessions/follow-up.ts"
import { type RunWork, verdictsOf } from "./work.ts"

/** A run and the graph that it goes through. */
export interface OpenRun {
  readonly session: StoredSession
  readonly graph: LinkedGraph
  readonly run: StoredRun
}

const isCurrent = (run: StoredRun | undefined, session: StoredSession): run is StoredRun =>
  run !== undefined && run.active_for !== null && run.run === session.run

/** The run of a session's current checks. One that was submitted before there were runs gets its own now. */
export const openRun = Effect.fnUntraced(function* (session: StoredSession, lock: boolean) {
  const store = yield* WorkflowRunStore
  const { workflow_run_id, workflow_version_id } = session
  const graph = yield* graphOf(workflow_version_id)
  const found = workflow_run_id === null ? undefined : yield* lock ? store.lock(workflow_run_id) : store.find(workflow_run_id)
  if (isCurrent(found, session)) return { session, graph, run: found } satisfies OpenRun
  const run = newRun(yield* makeId("wfr"), session, yield* tenantNow)
  if (lock) yield* store.insert(run)
  return { session: { ...session, workflow_run_id: run.id }, graph, run } satisfies OpenRun
})

/** What a run has come to, for those who bring it on. */
export const workOf = Effect.fnUntraced(function* ({ graph, run, session }: OpenRun) {
  // Nothing was recorded by a run that has not begun.
  const checks = run.nodes.length === 0 ? [] : yield* checksOfRun(session)
  const asked = session.identity_id !== null && asksAbout(graph, "identity")
  const work: RunWork = {
    session,
    identity: asked ? ((yield* (yield* IdentityStore).find(session.identity_id)) ?? null) : null,
    state: stateOf(run),
    made: null,
    claimed: new Set(),
    absent: [],
    records: [],
    earlier: { checks, verdicts: run.verdicts }
  }
  return work
})

/** Records what a turn found that does not end its run, so that the next turn goes on from there. */
const keep = Effect.fnUntraced(function* (before: StoredSession, { findings, work }: Advanced) {
  yield* Effect.forEach(findings, (finding) => recordCheck(work.session, finding))
  const owing = findings.some(({ duties = [] }) => duties.length > 0)
  const session = owing ? withFollowUp(work.session, findings, yield* tenantNow) : work.session
  if (session !== before) yield* (yield* SessionStore).save(session)
})

/** Writes what a run has come to, and what follows for its session. Answers whether there is more to be done. */
export const concludeBy = Effect.fnUntraced(function* ({ graph, run, session }: OpenRun, advanced: Advanced) {
  const { decisions, findings, work } = advanced
  const { outcome } = work.state
  const at = yield* tenantNow
  const stored: StoredRun = {
    ...withState(run, graph, work.state, at),
    decisions: [...run.decisions, ...decisions],
    verdicts: outcome === null ? verdictsOf(work) : []
  }
  if (outcome === null) yield* keep(session, advanced)
  else yield* concludeSession(work.session, findings, conclusionBy(work, outcome), work.earlier.checks)
  yield* (yield* WorkflowRunStore).save(stored)
  return outcome === null
})

const outcomes = {
  approved: "approved",
  declined: "declined",
  in_review: "review",
  resubmission_required: "resubmission_required"
} as const satisfies Record<Conclusion["status"], RunOutcome["status"]>

/** Ends the run of a locked session by a conclusion that came from elsewhere than its graph; answers the session with that run. */
const endRunBy = Effect.fnUntraced(function* (given: StoredSession, { reason_codes, status }: Conclusion) {
  const { graph, run, session } = yield* openRun(given, true)
  const outcome: RunOutcome = { status: outcomes[status], reason_codes, with_conclusion: false, node_ids: [], failed: false }
  const { state } = endWith(graph, stateOf(run), outcome)
  yield* (yield* WorkflowRunStore).save(withState(run, graph, state, yield* tenantNow))
  return session
})

/** Records checks and decides a locked session in the place of its workflow, whose run is over with that. */
export const decideInstead = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  conclusion: Conclusion
) {
  return yield* concludeSession(yield* endRunBy(session, conclusion), findings, conclusion)
})
