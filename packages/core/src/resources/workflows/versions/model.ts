import { Context, Schema, Struct } from "effect"
import { EnvironmentName } from "../../../kernel/foundation/environment.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../../kernel/resource/resource.ts"
import { Version } from "../../../kernel/resource/version.ts"
import type { CollectionOf } from "../../../kernel/storage/collection.ts"
import { Graph, graphLimits, NodeId } from "../../../verification/workflows/graph.ts"
import { GoldenTests } from "../../../verification/workflows/golden/model.ts"
import { WorkflowId, WorkflowVersionId } from "../model.ts"

/** How many versions a workflow has in all: none is ever removed, since sessions are pinned to them. */
export const mostVersions = 1_000

const WorkflowVersionStatus = Schema.Literals(["draft", "published", "archived"]).annotate({
  identifier: "WorkflowVersionStatus",
  description:
    "`draft`: can change, and no session goes by it; `published`: new sessions go by it; `archived`: only sessions that began by it do"
})

/** The version that a subworkflow goes by. */
const PinnedVersion = Schema.Struct({
  node_id: NodeId.annotate({ description: "The node of the subworkflow" }),
  workflow_id: WorkflowId,
  workflow_version_id: WorkflowVersionId
}).annotate({ identifier: "PinnedWorkflowVersion" })
export interface PinnedVersion extends Schema.Schema.Type<typeof PinnedVersion> {}

/** One version of a workflow. Neither its graph nor its tests change once it is published. */
export const WorkflowVersion = Schema.Struct({
  id: WorkflowVersionId,
  object: Schema.Literal("workflow_version"),
  environment: EnvironmentName,
  workflow_id: WorkflowId,
  number: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({ description: "Counts the versions of the workflow, from 1" }),
  status: WorkflowVersionStatus,
  graph: Graph,
  golden_tests: GoldenTests,
  subworkflows: Schema.Array(PinnedVersion)
    .check(Schema.isMaxLength(graphLimits.nodes))
    .annotate({ description: "Which versions its subworkflows go by, from when it is published; none before" }),
  rollout_percentage: Schema.NullOr(Schema.Int).annotate({
    description: "How many of 100 new sessions go by it since it was published; null for a draft"
  }),
  shadow_percentage: Schema.NullOr(Schema.Int).annotate({
    description: "How many of 100 new sessions are played through the draft, too, without effects; null where none is"
  }),
  version: Version,
  published_at: Schema.NullOr(Timestamp),
  archived_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "WorkflowVersion" })
export interface WorkflowVersion extends Schema.Schema.Type<typeof WorkflowVersion> {}

/** A version in a list, without its graph and its tests. */
export const ListedVersion = WorkflowVersion.mapFields(Struct.omit(["graph", "golden_tests"])).annotate({
  identifier: "ListedWorkflowVersion"
})

export interface StoredVersion extends Stored<WorkflowVersion, "shadow_percentage" | "subworkflows"> {
  /** Absent in drafts, and in versions that have none. */
  readonly subworkflows?: ReadonlyArray<PinnedVersion>
  /** Absent where no session is played through it. */
  readonly shadow_percentage?: number
  /** How often its graph was replaced: what came of one graph says nothing of the next. Absent before the first time. */
  readonly graph_changes?: number
}

export const workflowVersions = resource<StoredVersion>()({
  object: "workflow_version",
  schema: WorkflowVersion,
  in_schema_order: true,
  table: "workflow_versions",
  columns: { workflow_id: { type: "text", filtered: true }, created_at: { type: "text" } },
  derived: {
    shadow_percentage: ({ shadow_percentage = null }) => shadow_percentage,
    subworkflows: ({ subworkflows = [] }) => subworkflows
  }
})

export class WorkflowVersionStore extends Context.Service<WorkflowVersionStore, CollectionOf<typeof workflowVersions>>()(
  "@vouchkit/core/workflows/WorkflowVersionStore"
) {}

export const { present } = workflowVersions

/** Names the graph of a version as it is now. */
export const nameOfGraph = ({ graph_changes = 0, id }: StoredVersion): string => `${id}/${graph_changes}`

export const presentListed = (row: StoredVersion) => Struct.omit(present(row), ["graph", "golden_tests"])
