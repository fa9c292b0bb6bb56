import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { Conflict, InvalidInput, invalid, NotFound } from "../../kernel/foundation/failure.ts"
import { line, prose } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { openCase } from "../../resources/cases/open.ts"
import { lockWritable, move } from "../../resources/sessions/change.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { allowed } from "../../resources/sessions/transitions.ts"
import { versionFor } from "../../resources/workflows/choice.ts"
import { findInUse } from "../../resources/workflows/rows.ts"
import { cancelRun } from "../../resources/workflows/runs/begin.ts"
import { present, WorkflowRun, WorkflowRunId, WorkflowRunStore, workflowRuns } from "../../resources/workflows/runs/model.ts"
import { madeCheckTypes } from "../../verification/check-kinds.ts"
import { NodeId } from "../../verification/workflows/graph.ts"
import { reprocessSession } from "../sessions/reprocess.ts"
import { standingBeside } from "./forced-checks.ts"
import { standingBefore } from "./from-node.ts"

/** A type of checks that sessions have. Agents are not shown all of them: few calls name one. */
const MadeCheck = line(64).check(
  Schema.makeFilter((type: string) => madeCheckTypes.some((made) => made === type) || "must be a type of checks")
)

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

/** The version that a session would go by from now on, of a workflow that is in use and published. */
const publishedFor = Effect.fnUntraced(function* (workflow_id: string, session_id: string) {
  yield* findInUse(workflow_id)
  const pinned = yield* versionFor(workflow_id, session_id)
  return pinned ?? (yield* unpublished)
})

const unpublished = new InvalidInput({
  code: "unknown_workflow" as const,
  problems: [{ loc: ["path", "workflow_id"], code: "unknown_workflow", message: "names a workflow of which no version is published yet" }]
})

/** What stands of the last run: what lies before the node that it goes on from, or all checks but those that are forced; nothing where it names neither. */
const standingOf = Effect.fnUntraced(function* (
  session: StoredSession,
  {
    force,
    node_id,
    workflow_id,
    workflow_version_id
  }: {
    readonly workflow_id: string
    readonly workflow_version_id: string
    readonly node_id: string | undefined
    readonly force: ReadonlyArray<string>
  }
) {
  if (node_id !== undefined) return yield* standingBefore(session, { workflow_id, node_id, force })
  return force.length === 0 ? undefined : yield* standingBeside(session, { version_id: workflow_version_id, force })
})

const trigger = operation(
  {
    summary: "Run a workflow again on a session",
    description:
      "For a session that is approved, declined or in review. It goes back to processing, its open case is closed as superseded, and the newest published version of the workflow makes all of its checks again, or those of `force` alone: the other checks that were completed stand as they were made. With `from_node` the version of its last run is gone through again from that node on, and of its checks only those of `force` are made again, beside look-ups in watchlists and lists. The reason is stored encrypted in the audit log.",
    method: "POST",
    path: "/workflows/{workflow_id}/trigger",
    access: scopes("workflows:trigger", "workflows:write"),
    effect: "write",
    params: { workflow_id: line(64).annotate({ description: "The workflow to run" }) },
    body: {
      session_id: SessionId,
      mode: Schema.optionalKey(Schema.Literals(["full", "from_node"])).annotateKey({
        description: "`full` if absent; `from_node` keeps what lies before it"
      }),
      node_id: Schema.optionalKey(NodeId),
      force: Schema.optionalKey(Schema.Array(MadeCheck).check(Schema.isMaxLength(madeCheckTypes.length), Schema.isUnique())).annotateKey({
        description: "Types of checks to make again; with `full`, all where this is absent or empty"
      }),
      reason
    },
    output: WorkflowRun,
    status: 201,
    conflicts: ["run_in_progress", "invalid_state_transition", "session_redacted", "stale_object", "case_closed", "row_archived"],
    invalid: ["unknown_workflow"],
    emits: ["session.reprocessed", "case.updated", "workflow-run.cancelled"],
    tool: {
      name: "trigger_workflow",
      title: "Run a workflow again",
      toolset: "workflows",
      description:
        "Run a workflow again on a session that is decided or in review: all of its checks, by the newest version. Use it after changes of workflow, lists or policies. Not for new evidence (resume_session). Its decision is gone until the run ends. Next: get_workflow_run."
    },
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ force = [], mode = "full", node_id, reason: given, session_id, workflow_id }) {
    yield* because(given)
    if ((mode === "from_node") !== (node_id !== undefined)) {
      return yield* invalid(["body", "node_id"], "node_of_mode", "must be there with the mode `from_node`, and with no other")
    }
    const session = yield* lockWritable(session_id)
    const pinned = yield* publishedFor(workflow_id, session_id)
    const store = yield* WorkflowRunStore
    const [active] = yield* store.list({ where: [{ field: "active_for", op: "eq", value: session_id }], limit: 1 })
    if (active !== undefined) {
      return yield* new Conflict({
        code: "run_in_progress",
        detail: "A run of this session is not over. Wait for it, or cancel it first.",
        context: { workflow_run_id: active.id, current_status: active.status }
      })
    }
    const standing = allowed(session.status).includes("reprocess") ? yield* standingOf(session, { ...pinned, node_id, force }) : undefined
    const { workflow_run_id } = yield* reprocessSession(node_id === undefined ? { ...session, ...pinned } : session, standing)
    yield* note({ type: "session", id: session_id }, node_id === undefined ? [] : [{ path: "node_id", from: null, to: node_id }])
    return present(yield* find(workflow_run_id ?? ""))
  })
)

export const workflowRunActions = operations("workflow_runs", { cancel })
export const workflowTrigger = operations("workflows", { trigger })
