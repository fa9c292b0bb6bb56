import { Context, Schema, Struct } from "effect"
import { ConditionTrace, Truth } from "../../../kernel/conditions/evaluate.ts"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { ReasonCode } from "../../../kernel/foundation/reason-codes.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import type { CheckType } from "../../../verification/check-kinds.ts"
import { presentGate, RunGate, type StoredGate } from "./gates.ts"
import { impersonalFields } from "../../../verification/workflows/fields.ts"
import { graphLimits, NodeId, NodeState, nodeTypes } from "../../../verification/workflows/graph.ts"
import type { WeighedConclusion } from "../../../verification/conclusion.ts"
import { NodeError, type NodeResult, type RunOutcome } from "../../../verification/workflows/run-state.ts"

export const WorkflowRunId = idSchema("wfr")

/** What a node of a workflow says to those who listen. */
const RunNotification = Schema.Struct({
  node_id: NodeId.annotate({ description: "The node that notifies" }),
  message: Schema.String.check(Schema.isMaxCodePoints(255)).annotate({ description: "What the workflow has it say" })
}).annotate({ description: "What a node of the workflow says" })
export interface RunNotification extends Schema.Schema.Type<typeof RunNotification> {}

export const WorkflowRunStatus = Schema.Literals([
  "queued",
  "running",
  "waiting_input",
  "paused",
  "in_review",
  "completed",
  "failed",
  "cancelled",
  "timed_out"
]).annotate({ identifier: "WorkflowRunStatus" })
export type WorkflowRunStatus = typeof WorkflowRunStatus.Type

const nullable = <S extends Schema.Codec<any, any>>(schema: S) => Schema.NullOr(schema)

const Outcome = Schema.Literals(["approved", "declined", "review", "resubmission_required"])

/** One node of a run, once the run has come to it. */
const RunNode = Schema.Struct({
  id: NodeId,
  type: Schema.Literals(nodeTypes),
  state: NodeState,
  attempts: Schema.Int,
  way: nullable(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
    description: "The label of the edges that a review went on over"
  }),
  error: nullable(NodeError).annotate({ description: "Why an action failed; null for every other node" }),
  outcome: nullable(Outcome).annotate({ description: "Where a subworkflow led; null for every other node" }),
  failed_attempts: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int.annotate({ description: "Its number, from 1" }),
      error: nullable(NodeError).annotate({ description: "Why it failed, where that is known" }),
      ended_at: Timestamp
    })
  )
    .check(Schema.isMaxLength(graphLimits.attempts))
    .annotate({ description: "Attempts that failed and were followed by another one, or will be" }),
  started_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  due_at: nullable(Timestamp).annotate({ description: "When it ends by itself or is tried again, where it waits" })
}).annotate({ identifier: "WorkflowRunNode" })
type RunNode = typeof RunNode.Type

/** As it is stored. */
export interface StoredNode extends Omit<RunNode, "error" | "failed_attempts" | "outcome"> {
  /** Of a subworkflow that came to its end; absent in all other nodes. */
  readonly outcome?: RunOutcome
  /** What it came to before an override led the run another way; absent in all others. */
  readonly earlier?: NodeResult
  /** Absent in nodes that did not fail, or of which it is not known why. */
  readonly error?: NodeError
  /** Absent in nodes that were tried once. */
  readonly failed_attempts?: RunNode["failed_attempts"]
}

const presentNode = ({ earlier: _earlier, error, failed_attempts = [], outcome, ...node }: StoredNode): RunNode => ({
  ...node,
  error: error ?? null,
  outcome: outcome?.status ?? null,
  failed_attempts
})

const unlessImpersonal = { "x-personal-unless": { member: "field", matches: impersonalFields } }

/** What one comparison came to. Agents do not see what is asked of fields that may name a person. */
const RunTrace = ConditionTrace.mapFields(
  Struct.evolve({
    expected: (expected) => expected.annotate(unlessImpersonal),
    actual: (actual) => actual.annotate(unlessImpersonal)
  })
).annotate({ identifier: "ConditionTrace" })

/** Why a branch went the way it went: its conditions in the order in which they were tried, up to the one that was met. */
const Decision = Schema.Struct({
  node_id: NodeId,
  to: nullable(NodeId),
  conditions: Schema.Array(
    Schema.Struct({ to: NodeId, result: Truth, traces: Schema.Array(RunTrace).check(Schema.isMaxLength(50)) })
  ).check(Schema.isMaxLength(graphLimits.edges))
}).annotate({ identifier: "WorkflowRunDecision" })
export interface RunDecision extends Schema.Schema.Type<typeof Decision> {}

/** One workflow at work on one session. */
export const WorkflowRun = Schema.Struct({
  id: WorkflowRunId,
  object: Schema.Literal("workflow_run"),
  environment: EnvironmentName,
  session_id: idSchema("ses"),
  workflow_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  workflow_version_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  status: WorkflowRunStatus,
  outcome: nullable(Outcome).annotate({
    description:
      "Where the workflow led, once the run is over; a reviewer or the mark of an identity may have decided the session otherwise"
  }),
  reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  nodes: Schema.Array(RunNode).check(Schema.isMaxLength(graphLimits.nodes)).annotate({ description: "The nodes that the run has come to" }),
  decisions: Schema.Array(Decision).check(Schema.isMaxLength(graphLimits.nodes)),
  gates: Schema.Array(RunGate)
    .check(Schema.isMaxLength(graphLimits.nodes))
    .annotate({ description: "The external gates that the run has come to" }),
  started_at: nullable(Timestamp),
  ended_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "WorkflowRun" })
export interface WorkflowRun extends Schema.Schema.Type<typeof WorkflowRun> {}

/** Where another graph would have led a run, by what was found in it. */
interface RunShadow {
  /** The graph, as `nameOfGraph` names it. */
  readonly graph: string
  readonly after: RunOutcome["status"]
  readonly first_node: string | null
  readonly nodes: ReadonlyArray<string>
  readonly lacks_check: boolean
}

/** What is stored of a run: what the API shows, and what only our own rules read. */
export interface StoredRun extends Stored<WorkflowRun, "gates" | "nodes"> {
  readonly nodes: ReadonlyArray<StoredNode>
  /** Absent in runs that came to none. */
  readonly gates?: ReadonlyArray<StoredGate>
  /** Types of checks that were made by the run before and stand; absent where there are none. */
  readonly kept?: ReadonlyArray<CheckType>
  /** The place of the last event that it waited for and that came; absent before. */
  readonly heard?: number
  /** The last override of each check that it looked at its ways again for, by the place of that among the events of the check; absent before. */
  readonly reconsidered?: Readonly<Record<string, number>>
  /** Its events so far. */
  readonly sequence: number
  /** Which run of the session's checks it is; a job names it. */
  readonly run: number
  /** Places of the edges that were taken. */
  readonly taken: ReadonlyArray<number>
  readonly ending: RunOutcome | null
  /** Where each check that was recorded by a job before the last one would lead alone. */
  readonly verdicts: ReadonlyArray<WeighedConclusion>
  /** Where a draft that ran beside its version would have led; absent where none did. */
  readonly shadow?: RunShadow
  /** The session while the run is not over, so that it has one at most. */
  readonly active_for: string | null
  /** When a timer looks at it: the first of its waits ends, its work should be done, or its time is over. */
  readonly due_at: string | null
}

export const workflowRuns = resource<StoredRun>()({
  object: "workflow_run",
  schema: WorkflowRun,
  table: "workflow_runs",
  counted: { by: "status" },
  columns: {
    session_id: { type: "text", filtered: true },
    workflow_id: { type: "text", filtered: true },
    status: { type: "text", filtered: true },
    shadow_graph: { type: "text", path: ["shadow", "graph"], filtered: true },
    active_for: { type: "text" },
    due_at: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["active_for"]],
  snapshot: [
    "id",
    "object",
    "environment",
    "session_id",
    "workflow_id",
    "workflow_version_id",
    "status",
    "outcome",
    "reason_codes",
    "started_at",
    "ended_at",
    "created_at",
    "updated_at"
  ],
  adds: { "workflow-run.notified": { notification: RunNotification } },
  derived: { gates: ({ gates = [] }) => gates.map(presentGate), nodes: ({ nodes }) => nodes.map(presentNode) }
})

export class WorkflowRunStore extends Context.Service<WorkflowRunStore, CollectionOf<typeof workflowRuns>>()(
  "@vouchkit/core/workflows/WorkflowRunStore"
) {}

export const { present } = workflowRuns
