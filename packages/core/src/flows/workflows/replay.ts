import { Effect, Schema } from "effect"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId, SessionStore } from "../../resources/sessions/model.ts"
import { sessionRedacted } from "../../resources/sessions/redacted.ts"
import { WorkflowId, WorkflowVersionId } from "../../resources/workflows/model.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { WorkflowRunId, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { graphLimits } from "../../verification/workflows/graph.ts"
import { replayed } from "../../verification/workflows/replay.ts"

const text = (description: string) => Schema.String.check(Schema.isMaxCodePoints(8_000)).annotate({ description })

/** Whether the decision of a session comes out the same once more. */
const DecisionReplay = Schema.Struct({
  object: Schema.Literal("decision_replay"),
  session_id: SessionId,
  workflow_id: WorkflowId,
  workflow_version_id: WorkflowVersionId,
  workflow_run_id: WorkflowRunId,
  same: Schema.Boolean.annotate({ description: "Whether every node, every way and the outcome come out the same, character by character" }),
  decided_outside: Schema.Boolean.annotate({
    description:
      "Whether the run was ended by something else than its graph, such as a reviewer or a scripted check; what it had not done by then differs"
  }),
  differences: Schema.Array(
    Schema.Struct({
      node_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
        description: "The node; null for the run as a whole"
      }),
      recorded: text("What it came to then"),
      replayed: text("What it comes to now")
    })
  )
    .check(Schema.isMaxLength(graphLimits.nodes + 2))
    .annotate({ description: "What comes out otherwise, in the order of the graph" })
}).annotate({ identifier: "DecisionReplay" })

const notOver = (status: string) =>
  new Conflict({
    code: "run_in_progress" as const,
    detail: `The session has no run that is over; it is ${status}. Ask again when its run is over.`,
    context: { current_status: status }
  })

const replay = operation(
  {
    summary: "Replay the decision of a session",
    description:
      "Goes once more through the version of the workflow that the session is pinned to, with what its nodes came to and what its branches knew then, and compares every node, way and the outcome. Nothing is executed or stored.",
    method: "GET",
    path: "/sessions/{session_id}/decision-replay",
    access: scopes("verifications:read"),
    effect: "read",
    params: { session_id: SessionId },
    output: DecisionReplay,
    conflicts: ["session_redacted", "run_in_progress"]
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const session = yield* (yield* SessionStore).find(session_id)
    if (session === undefined) return yield* new NotFound()
    if (session.redacted_at !== null) return yield* sessionRedacted
    const run = session.workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(session.workflow_run_id)
    if (run === undefined || run.ending === null) return yield* notOver(session.status)
    const { workflow_id, workflow_version_id } = run
    const differences = replayed(yield* graphOf(workflow_version_id), run)
    return {
      object: "decision_replay" as const,
      session_id,
      workflow_id,
      workflow_version_id,
      workflow_run_id: run.id,
      same: differences.length === 0,
      decided_outside: differences.length > 0 && run.ending.node_ids.length === 0,
      differences: differences.map((difference) => ({ ...difference }))
    }
  })
)

export const decisionReplay = operations("sessions", { decisionReplay: replay })
