import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { Conflict, InvalidInput, invalid } from "../../kernel/foundation/failure.ts"
import { prose } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { canonicalJson } from "../../kernel/wire/canonical-json.ts"
import { announceSession, lockWritable, move } from "../../resources/sessions/change.ts"
import { present, Session, SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { StoredGate } from "../../resources/workflows/runs/gates.ts"
import { saveRun } from "../../resources/workflows/runs/announce.ts"
import { WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { wakeRun } from "../../resources/workflows/runs/queue.ts"
import { dueOf, stateOf, withState } from "../../resources/workflows/runs/state.ts"
import { endOfDecision, GateData, GateDecision, gateProblems } from "../../verification/workflows/gate.ts"
import { NodeId } from "../../verification/workflows/graph.ts"
import { finished } from "../../verification/workflows/run-state.ts"
import { endRun, type OpenRun, openRun } from "./runs.ts"

interface Given {
  readonly gate_key?: string
  readonly decision: GateDecision
  readonly reason?: string
  readonly data?: GateData
}

/** Tells a decision that is sent again from another one, without keeping its words. */
const digestOf = ({ data, decision, gate_key, reason }: Given): string =>
  createHash("sha256")
    .update(canonicalJson({ gate_key: gate_key ?? null, decision, reason: reason ?? null, data: data ?? null }))
    .digest("hex")

const noGate = (session: StoredSession, keys: ReadonlyArray<string>) =>
  new Conflict({
    code: "no_pending_gate",
    detail:
      keys.length === 0
        ? `The session is ${session.status} and waits at no gate. A gate takes one decision, before it expires.`
        : `The session waits at no gate of this key. It waits at: ${keys.join(", ")}.`,
    context: { current_status: session.status, pending_gates: keys }
  })

/** The gate that is meant: named, or the only one that waits. */
const gateFor = Effect.fnUntraced(function* (session: StoredSession, pending: ReadonlyArray<StoredGate>, gate_key: string | undefined) {
  const meant = gate_key === undefined ? pending : pending.filter(({ key }) => key === gate_key)
  const [gate, ...more] = meant
  if (gate === undefined)
    return yield* noGate(
      session,
      pending.map(({ key }) => key)
    )
  if (more.length > 0) {
    const keys = meant.map(({ key }) => key).join(", ")
    return yield* invalid(["body", "gate_key"], "missing", `is required: the session waits at several gates (${keys})`)
  }
  return gate
})

const received = Effect.fnUntraced(function* (session: StoredSession, gate: { readonly gate_key: string; readonly expires_at: string }) {
  return session.status === "awaiting_external_decision"
    ? yield* move(session, "receive_external_decision", { gate })
    : yield* announceSession(session, "session.external-decision-received", gate)
})

/** The run with what was decided at one of its gates. */
const answered = Effect.fnUntraced(function* (run: OpenRun["run"], gate: StoredGate, given: Given, at: string) {
  const { actor } = yield* Caller
  const { data = null, decision } = given
  const decided: StoredGate = {
    ...gate,
    decision,
    decided_by: { type: actor.type, id: actor.id },
    decided_at: at,
    data,
    digest: digestOf(given)
  }
  return { ...run, gates: (run.gates ?? []).map((one) => (one.node_id === gate.node_id ? decided : one)) }
})

/** Takes a decision at a gate of a locked session: the run goes on, or is over. */
const decide = Effect.fnUntraced(function* (session: StoredSession, open: OpenRun, gate: StoredGate, given: Given) {
  const problems = gateProblems(gate.schema ?? undefined, given.data, given.decision)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
  const at = yield* tenantNow
  const run = yield* answered(open.run, gate, given, at)
  const processing = yield* received(session, { gate_key: gate.key, expires_at: gate.expires_at })
  const state = finished(stateOf(run), gate.node_id, { state: "succeeded" })
  if (given.decision !== "continue") {
    return yield* endRun({ ...open, session: processing, run }, state, endOfDecision[given.decision])
  }
  const moved = withState(run, open.graph, state, at)
  yield* wakeRun(processing)
  const saved = yield* (yield* SessionStore).save(processing)
  yield* saveRun(open.run, { ...moved, status: "running", due_at: dueOf(moved, true, at) }, ["workflow-run.resumed"])
  return saved
})

const externalDecision = operation(
  {
    summary: "Decide at the external gate that a session waits at",
    description:
      "For a session that is awaiting_external_decision. `continue` lets its workflow go on, and conditions behind the gate read what its schema names of the data as `gate.<key>.data.<name>`; each of the other decisions ends the workflow with that status. Name the gate where a workflow has several: the same body once more changes nothing, at whatever gate the session waits by then. The reason is stored encrypted in the audit log.",
    method: "POST",
    path: "/sessions/{session_id}/external-decision",
    access: scopes("sessions:external-decision"),
    effect: "write",
    params: { session_id: SessionId },
    body: {
      gate_key: Schema.optionalKey(NodeId.annotate({ description: "The gate; the only one that waits unless stated" })),
      decision: GateDecision,
      reason: Schema.optionalKey(prose(2000, { "x-personal": true, description: "Why; stored encrypted in the audit log" })),
      data: Schema.optionalKey(GateData)
    },
    output: Session,
    conflicts: ["no_pending_gate", "invalid_state_transition", "session_redacted", "stale_object", "conflict", "case_closed"],
    emits: [
      "session.external-decision-received",
      "case.created",
      "case.updated",
      "session.approved",
      "session.declined",
      "session.review-required",
      "session.resubmission-required",
      "session.updated",
      "identity.created",
      "identity.updated",
      "workflow-run.resumed",
      "workflow-run.completed",
      "workflow-run.failed"
    ],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ session_id, ...given }) {
    yield* because(given.reason)
    const session = yield* lockWritable(session_id)
    const open = yield* openRun(session, true)
    const gates = open?.run.gates ?? (yield* gatesOfLast(session))
    const pending = open === undefined ? [] : gates.filter(({ decision }) => decision === null)
    const digest = digestOf(given)
    // Without a gate, what is sent again must not decide at the next one.
    const namesPending = pending.some(({ key }) => key === given.gate_key)
    yield* note({ type: "session", id: session_id })
    if (!namesPending && gates.some((gate) => gate.digest === digest)) return present(session)
    const gate = yield* gateFor(session, pending, given.gate_key)
    if (open === undefined) return yield* noGate(session, [])
    return present(yield* decide(session, open, gate, given))
  })
)

/** The gates of a run that is over. */
const gatesOfLast = Effect.fnUntraced(function* ({ workflow_run_id }: StoredSession) {
  const run = workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(workflow_run_id)
  return run?.gates ?? []
})

export const externalDecisions = operations("sessions", { externalDecision })
