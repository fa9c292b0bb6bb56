import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { line, prose } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { openCase } from "../../resources/cases/open.ts"
import { lockWritable, move } from "../../resources/sessions/change.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { versionFor } from "../../resources/workflows/choice.ts"
import { cancelRun } from "../../resources/workflows/runs/begin.ts"
import { present, WorkflowRun, WorkflowRunId, WorkflowRunStore, workflowRuns } from "../../resources/workflows/runs/model.ts"
import { reprocessSession } from "../sessions/reprocess.ts"

const { find } = lookUps(WorkflowRunStore, workflowRuns)
const reason = Schema.optionalKey(prose(2000, { "x-personal": true, description: "Why; stored encrypted in the audit log" }))

/** A session without its run is never decided by itself: a person looks at it. One that waits for the person goes on waiting. */
const withoutRun = Effect.fnUntraced(function* (session: StoredSession) {
  const trigger =
    session.status === "processing" ? "send_to_review" : session.status === "awaiting_external_decision" ? "external_gate_timed_out" : null
  if (trigger === null) return
  const reason_codes = ["check_unavailable"] as const
  yield* openCase({ session, checks: [], reason_codes })
  yield* (yield* SessionStore).save(yield* move(session, trigger, { reason_codes }))
})

const cancel = operation(
  {
    summary: "Cancel a workflow run",
    description:
      "What the run has not finished is not done any more. A session that it was processing goes to review; one that waits for the person begins a new run with the next submission.",
    method: "POST",
    path: "/workflow-runs/{workflow_run_id}/cancel",
    access: scopes("workflows:trigger"),
    effect: "write",
    params: { workflow_run_id: WorkflowRunId },
    body: { reason },
    output: WorkflowRun,
    conflicts: ["run_over", "invalid_state_transition", "session_redacted", "conflict"],
    emits: ["case.created", "session.review-required", "workflow-run.cancelled"],
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ reason: given, workflow_run_id }) {
    yield* because(given)
    // Sessions are locked before what belongs to them.
    const session = yield* lockWritable((yield* find(workflow_run_id)).session_id)
    yield* note({ type: "workflow_run", id: workflow_run_id })
    const current = yield* find(workflow_run_id)
    if (current.active_for === null) {
      return yield* new Conflict({
        code: "run_over",
        detail: `The run is ${current.status} and can no longer be cancelled.`,
        context: { current_status: current.status }
      })
    }
    const cancelled = yield* cancelRun(session)
    if (cancelled === undefined) return yield* new NotFound()
    yield* withoutRun(session)
    return present(cancelled)
  })
)

const trigger = operation(
  {
    summary: "Run a workflow again on a session",
    description:
      "For a session that is approved, declined or in review. It goes back to processing, its open case is closed as superseded, and the newest published version of the workflow makes all of its checks again. The reason is stored encrypted in the audit log.",
    method: "POST",
    path: "/workflows/{workflow_id}/trigger",
    access: scopes("workflows:trigger", "workflows:write"),
    effect: "write",
    params: { workflow_id: line(64).annotate({ description: "The workflow to run" }) },
    body: { session_id: SessionId, reason },
    output: WorkflowRun,
    status: 201,
    conflicts: ["run_in_progress", "invalid_state_transition", "session_redacted", "stale_object", "case_closed"],
    emits: ["session.reprocessed", "case.updated", "workflow-run.cancelled"],
    tool: {
      name: "trigger_workflow",
      title: "Run a workflow again",
      toolset: "workflows",
      description:
        "Run a workflow again on a session that is approved, declined or in review: all of its checks, by the newest version. Use it after a change of the workflow, of lists or of a policy. Not for a session that waits or processes, or for new evidence (resume_session). Its decision is gone until the run ends. Next: get_workflow_run."
    },
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ reason: given, session_id, workflow_id }) {
    yield* because(given)
    const session = yield* lockWritable(session_id)
    const pinned = (yield* versionFor(workflow_id, session_id)) ?? (yield* new NotFound())
    const store = yield* WorkflowRunStore
    const [active] = yield* store.list({ where: [{ field: "active_for", op: "eq", value: session_id }], limit: 1 })
    if (active !== undefined) {
      return yield* new Conflict({
        code: "run_in_progress",
        detail: "A run of this session is not over. Wait for it, or cancel it first.",
        context: { workflow_run_id: active.id, current_status: active.status }
      })
    }
    const { workflow_run_id } = yield* reprocessSession({ ...session, ...pinned })
    yield* note({ type: "session", id: session_id })
    return present(yield* find(workflow_run_id ?? ""))
  })
)

export const workflowRunActions = operations("workflow_runs", { cancel })
export const workflowTrigger = operations("workflows", { trigger })
