import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type CheckFinding, recordChecks } from "../../resources/checks/record.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { supersede } from "../../resources/cases/open.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { saveBroughtOn, saveRun } from "../../resources/workflows/runs/announce.ts"
import { newRun } from "../../resources/workflows/runs/begin.ts"
import { type RunDecision, type StoredRun, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { hasWork, overdueOf, stateAt, stateOf, withState } from "../../resources/workflows/runs/state.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import type { RunOutcome, RunState } from "../../verification/workflows/run-state.ts"
import { endWith } from "../../verification/workflows/step.ts"
import { checksOfRun } from "../../resources/checks/session-runs.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { type Advanced, conclusionBy } from "./advance.ts"
import { asksAbout } from "../../verification/workflows/conditions.ts"
import { listening } from "./events.ts"
import { concludeSession, decideBy } from "./conclude.ts"
import { withOverrides } from "./reconsider.ts"
import { reviewIsOver, standBy, takenUp, unasked } from "./stand-by.ts"
import { supportingConclusions } from "../checks/supporting-documents.ts"
import { withFollowUp } from "../sessions/follow-up.ts"
import { conclusionOf, keptVerdicts, type RunWork } from "./work.ts"

/** A run and the graph that it goes through. */
export interface OpenRun {
  readonly session: StoredSession
  readonly graph: LinkedGraph
  readonly run: StoredRun
}

/** Where a session stands while its run goes on. */
export const whileRunning: ReadonlySet<StoredSession["status"]> = new Set<StoredSession["status"]>([
  "processing",
  "awaiting_external_decision",
  "in_review",
  "in_progress",
  "resubmission_required"
])

const isCurrent = (run: StoredRun | undefined, session: StoredSession): run is StoredRun =>
  run !== undefined && run.active_for !== null && run.run === session.run

/**
 * The run of a session's current checks, which one that was submitted before there were runs gets now; none where it is over. `locked` is a run that was
 * locked already, if that was the one of the session.
 */
export const openRun = Effect.fnUntraced(function* (session: StoredSession, lock: boolean, locked?: StoredRun) {
  const store = yield* WorkflowRunStore
  const { workflow_run_id, workflow_version_id } = session
  const graph = yield* graphOf(workflow_version_id)
  const known = locked !== undefined && locked.id === workflow_run_id ? locked : undefined
  const found = workflow_run_id === null ? undefined : (known ?? (yield* lock ? store.lock(workflow_run_id) : store.find(workflow_run_id)))
  if (isCurrent(found, session)) return { session, graph, run: found } satisfies OpenRun
  if (session.status !== "processing") return undefined
  const run = newRun(yield* makeId("wfr"), session, yield* tenantNow)
  if (lock) yield* store.insert(run)
  return { session: { ...session, workflow_run_id: run.id }, graph, run } satisfies OpenRun
})

/** What a run has come to, for those who bring it on. */
export const workOf = Effect.fnUntraced(function* ({ graph, run, session }: OpenRun) {
  // Nothing was recorded by a run that has not begun, but for what stands of the one before.
  const checks = run.nodes.length === 0 && run.kept === undefined ? [] : yield* checksOfRun(session)
  const asked = session.identity_id !== null && asksAbout(graph, "identity")
  const at = yield* tenantNow
  const work: RunWork = {
    session,
    identity: asked ? ((yield* (yield* IdentityStore).find(session.identity_id)) ?? null) : null,
    state: stateAt(graph, run, at),
    gates: run.gates ?? [],
    overdue: overdueOf(graph, run, at),
    made: new Map(),
    claimed: new Map(),
    kept: new Set(run.kept),
    absent: [],
    supporting: yield* supportingConclusions(session),
    records: [],
    notices: [],
    earlier: { checks, verdicts: withOverrides(run.verdicts, checks, session) }
  }
  return work
})

/** Records what a turn found that does not end its run, so that the next turn goes on from there. */
const keep = Effect.fnUntraced(function* ({ findings, work }: Advanced) {
  const checks = [...work.earlier.checks, ...(yield* recordChecks(work.session, findings))]
  const owing = findings.some(({ duties = [] }) => duties.length > 0)
  return { checks, session: owing ? withFollowUp(work.session, findings, yield* tenantNow) : work.session }
})

/** A session whose run is over, to be decided by that. Its case goes with the review that the run waited for. */
const released = Effect.fnUntraced(function* (session: StoredSession, before: StoredRun, after: StoredRun) {
  if (reviewIsOver(before, after) && after.outcome !== "review") yield* supersede({ session_id: session.id })
  return yield* takenUp(listening(session, [], after))
})

/** The last decision of each branch. */
const latest = (decisions: ReadonlyArray<RunDecision>): ReadonlyArray<RunDecision> => [
  ...new Map(decisions.map((decision) => [decision.node_id, decision])).values()
]

/** Writes what a run has come to, and what follows for its session. Answers whether there is more to be done. */
export const concludeBy = Effect.fnUntraced(function* ({ graph, run, session }: OpenRun, advanced: Advanced) {
  const { decisions, findings, work } = advanced
  const { outcome } = work.state
  const at = yield* tenantNow
  const stored: StoredRun = {
    ...withState(run, graph, work.state, at),
    ...(work.heard === undefined ? {} : { heard: work.heard }),
    ...(work.reconsidered === undefined ? {} : { reconsidered: work.reconsidered }),
    decisions: latest([...run.decisions, ...(work.redecided ?? []), ...decisions]),
    verdicts: keptVerdicts(work)
  }
  if (outcome === null) {
    const { checks, session: kept } = yield* keep(advanced)
    const { reason_codes } = conclusionOf(work)
    const moved = yield* standBy(unasked(kept, graph, work.state), graph, { before: run, after: stored }, { checks, reason_codes })
    const standing = listening(moved, graph, stored)
    if (standing !== session) yield* (yield* SessionStore).save(standing)
  } else {
    const over = unasked(work.session, graph, work.state)
    yield* concludeSession(yield* released(over, run, stored), findings, conclusionBy(work, outcome), work.earlier.checks)
  }
  yield* saveBroughtOn(run, stored, work.notices)
  return hasWork(graph, work.state)
})

const endEvents = ["workflow-run.completed", "workflow-run.failed"] as const

/** Ends a run by what was decided outside of its graph, and its session with it. Everything that the run found is recorded already. */
export const endRun = Effect.fnUntraced(function* (open: OpenRun, state: RunState, outcome: RunOutcome, status?: "timed_out") {
  const { graph, run, session } = open
  const work = yield* workOf(open)
  const ended = withState(run, graph, endWith(graph, state, outcome).state, yield* tenantNow)
  const decided = yield* decideBy(yield* released(session, run, ended), work.earlier.checks, conclusionBy(work, outcome))
  yield* saveRun(run, { ...ended, ...(status === undefined ? {} : { status }) }, endEvents)
  return decided
})

const outcomes = {
  approved: "approved",
  declined: "declined",
  in_review: "review",
  resubmission_required: "resubmission_required"
} as const satisfies Record<Conclusion["status"], RunOutcome["status"]>

/** Ends the run of a locked session by a conclusion that came from elsewhere than its graph; answers the session that can be decided by it. */
const endRunBy = Effect.fnUntraced(function* (given: StoredSession, { reason_codes, status }: Conclusion) {
  const open = yield* openRun(given, true)
  if (open === undefined) return given
  const { graph, run, session } = open
  const outcome: RunOutcome = { status: outcomes[status], reason_codes, with_conclusion: false, node_ids: [], failed: false }
  const { state } = endWith(graph, stateOf(run), outcome)
  yield* saveRun(run, withState(run, graph, state, yield* tenantNow), ["workflow-run.started", "workflow-run.completed"])
  return yield* takenUp(session)
})

/** Records checks and decides a locked session in the place of its workflow, whose run is over with that. */
export const decideInstead = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  conclusion: Conclusion
) {
  return yield* concludeSession(yield* endRunBy(session, conclusion), findings, conclusion)
})
