import { Effect } from "effect"
import { move } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StoredRun } from "../../resources/workflows/runs/model.ts"
import { hasWork, stateOf, waitingOf } from "../../resources/workflows/runs/state.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"

/** A session that waited for something outside, and is taken up by its workflow again. */
export const takenUp = Effect.fnUntraced(function* (session: StoredSession) {
  return session.status === "processing" ? session : yield* move(session, "workflow_goes_on")
})

/** The gate that the run waits at, the first of several. */
const openGate = (run: StoredRun) => run.gates?.find(({ decision, node_id }) => decision === null && isWaiting(run, node_id))

const isWaiting = ({ nodes }: StoredRun, node_id: string): boolean => nodes.some(({ id, state }) => id === node_id && state === "waiting")

/** Moves a session to where it stands while its run waits: once nothing is left to be done, for a decision from outside. */
export const standBy = Effect.fnUntraced(function* (session: StoredSession, graph: LinkedGraph, run: StoredRun) {
  const state = stateOf(run)
  const gate = openGate(run)
  const waits = !hasWork(graph, state) && gate !== undefined && waitingOf(graph, state, "external_gate").length > 0
  if (!waits) return session.status === "awaiting_external_decision" ? yield* takenUp(session) : session
  if (session.status === "awaiting_external_decision") return session
  return yield* move(yield* takenUp(session), "await_external_decision", { gate: { gate_key: gate.key, expires_at: gate.expires_at } })
})
