import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { findOpenCase, openCase, supersede } from "../../resources/cases/open.ts"
import { refreshCase } from "../../resources/cases/refresh.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { move } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StoredRun } from "../../resources/workflows/runs/model.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import { missingSteps } from "./work.ts"
import { hasWork, stateOf, waitingOf } from "../../resources/workflows/runs/state.ts"
import type { NodeState } from "../../verification/workflows/graph.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import { nodeOf, type RunState } from "../../verification/workflows/run-state.ts"
import { riskOf } from "../check-runs/session-risk.ts"

/** A session that waited for something outside, and is taken up by its workflow again. */
export const takenUp = Effect.fnUntraced(function* (session: StoredSession) {
  return session.status === "processing" ? session : yield* move(session, "workflow_goes_on")
})

/**
 * The session without the steps that captures asked the person for until their time was over: it is not asked for them any more, unless another capture
 * asks too.
 */
export const unasked = (session: StoredSession, graph: LinkedGraph, state: RunState): StoredSession => {
  const asked = (state_of: NodeState) =>
    graph.filter(({ id }) => nodeOf(state, id).state === state_of).flatMap((linked) => missingSteps(linked, session))
  const [dropped, kept] = [asked("failed"), asked("waiting")]
  const gone = dropped.filter((step) => !kept.includes(step) && session.required_steps.includes(step))
  return gone.length === 0 ? session : { ...session, required_steps: session.required_steps.filter((step) => !gone.includes(step)) }
}

const isAsking = ({ completed_steps, required_steps }: StoredSession): boolean =>
  required_steps.some((step) => !completed_steps.includes(step))

/** What a person is shown who looks at a session. */
interface Found {
  readonly checks: ReadonlyArray<StoredCheck>
  readonly reason_codes: ReadonlyArray<ReasonCode>
}

/** The case of a session that its workflow sends to a person, as the node asks for it: the one that is open, or a new one. */
const caseFor = Effect.fnUntraced(function* (session: StoredSession, { node }: LinkedGraph[number], { checks, reason_codes }: Found) {
  if (node.type !== "review") return
  if ((yield* findOpenCase(session.id)) !== undefined) {
    yield* refreshCase(session.id, checks, (before) => [...before, ...reason_codes])
    return
  }
  const { four_eyes, priority, queue, sla_hours } = node.config
  yield* openCase({
    session,
    checks,
    reason_codes,
    queue,
    ...(priority === undefined ? {} : { priority }),
    asked: { ...(four_eyes === undefined ? {} : { four_eyes }), ...(sla_hours === undefined ? {} : { sla_hours }) }
  })
})

/** The session with its risk as the checks so far leave it, and with a case, where its run has come to a review. */
const reviewed = Effect.fnUntraced(function* (session: StoredSession, review: LinkedGraph[number], found: Found) {
  const risk = yield* riskOf(session, found.checks, found.reason_codes)
  const weighed: StoredSession = { ...session, risk }
  yield* caseFor(weighed, review, found)
  return weighed
})

const waitsFor = ({ nodes }: StoredRun, node_id: string): boolean => nodes.some(({ id, state }) => id === node_id && state === "waiting")

/** Whether the run waited for a reviewer before, and does not any more. */
export const reviewIsOver = (before: StoredRun, after: StoredRun): boolean =>
  before.nodes.some(({ id, type }) => type === "review" && waitsFor(before, id)) &&
  !after.nodes.some(({ id, type }) => type === "review" && waitsFor(after, id))

/**
 * Moves a session to where it stands while its run waits, once nothing is left to be done: for a decision from outside, else for a reviewer, else for
 * the person. A review that the run goes on without is over for its case too.
 */
export const standBy = Effect.fnUntraced(function* (
  given: StoredSession,
  graph: LinkedGraph,
  { after, before }: { readonly before: StoredRun; readonly after: StoredRun },
  found: Found
) {
  if (reviewIsOver(before, after)) yield* supersede({ session_id: given.id })
  const state = stateOf(after)
  const rests = !hasWork(graph, state)
  const [review] = waitingOf(graph, state, "review")
  const begins = rests && review !== undefined && !(waitsFor(before, review.id) && given.status === "in_review")
  const session = begins ? yield* reviewed(given, review, found) : given
  const gate = rests ? after.gates?.find(({ decision, node_id }) => decision === null && waitsFor(after, node_id)) : undefined
  if (gate !== undefined) {
    if (session.status === "awaiting_external_decision") return session
    return yield* move(yield* takenUp(session), "await_external_decision", { gate: { gate_key: gate.key, expires_at: gate.expires_at } })
  }
  if (rests && review !== undefined) {
    if (session.status === "in_review") return session
    return yield* move(yield* takenUp(session), "send_to_review", { reason_codes: found.reason_codes })
  }
  const steps = waitingOf(graph, state, "capture").flatMap((linked) => missingSteps(linked, session))
  // What the person is already at goes on until it is submitted, unless its time is over and nothing of it is left.
  if (steps.length > 0 && waitsForPerson(session.status) && isAsking(session)) return session
  if (!rests || steps.length === 0) return yield* takenUp(session)
  return yield* move(yield* takenUp(session), "workflow_asks_for_more", { steps: [...new Set(steps)] })
})
