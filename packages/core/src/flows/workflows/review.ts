import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { saveRun } from "../../resources/workflows/runs/announce.ts"
import { wakeRun } from "../../resources/workflows/runs/queue.ts"
import { dueOf, stateOf, waitingOf, withState } from "../../resources/workflows/runs/state.ts"
import type { reviewLabels } from "../../verification/workflows/graph.ts"
import { finished, type RunState } from "../../verification/workflows/run-state.ts"
import { endWith } from "../../verification/workflows/step.ts"
import { decisionsOf } from "./advance.ts"
import { type OpenRun, openRun, workOf } from "./runs.ts"
import { movedOn } from "./work.ts"

/** The run of a locked session that waits for a reviewer; undefined where none does. */
export const runInReview = Effect.fnUntraced(function* (session: StoredSession) {
  const open = yield* openRun(session, true)
  return open !== undefined && waitingOf(open.graph, stateOf(open.run), "review").length > 0 ? open : undefined
})

const save = Effect.fnUntraced(function* ({ graph, run }: OpenRun, state: RunState, more: Partial<OpenRun["run"]> = {}) {
  yield* saveRun(run, { ...withState(run, graph, state, yield* tenantNow), ...more }, ["workflow-run.resumed", "workflow-run.completed"])
})

const agreeing = { approved: "approved", rejected: "declined" } as const

/**
 * Goes on over the edges of a review. Where these lead at once to an end that agrees with the reviewer, the reviewer decides the session, for the
 * reasons that are answered; else that is null, and a job brings the run on.
 */
export const goOnFromReview = Effect.fnUntraced(function* (open: OpenRun, way: (typeof reviewLabels)[number]) {
  const { graph, run, session } = open
  let state = stateOf(run)
  for (const { id } of waitingOf(graph, state, "review")) state = finished(state, id, { state: "succeeded", way })
  const { tried, work } = movedOn(graph, { ...(yield* workOf(open)), state })
  const { outcome } = work.state
  if (outcome?.status === agreeing[way] && session.status === "in_review") {
    yield* save(open, work.state, { decisions: [...run.decisions, ...decisionsOf(graph, tried, work)], verdicts: [] })
    return outcome.reason_codes
  }
  const at = yield* tenantNow
  const moved = withState(run, graph, state, at)
  yield* save(open, state, { status: "running", due_at: dueOf(moved, true, at) })
  yield* wakeRun(session)
  return null
})

/** Ends the run of a session that a reviewer sends back to its person. */
export const endForResubmission = Effect.fnUntraced(function* (open: OpenRun, reason_codes: ReadonlyArray<ReasonCode>) {
  const outcome = { status: "resubmission_required", reason_codes, with_conclusion: false, node_ids: [], failed: false } as const
  yield* save(open, endWith(open.graph, stateOf(open.run), outcome).state, { verdicts: [] })
})
