import { Context, Schema } from "effect"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { Description, Label, Timestamp } from "../../kernel/foundation/text.ts"
import { announcing, resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"

/** The workflow that every organization has is named by a word, and all others by their ids. */
const named = (prefix: "wfl" | "wfv", noun: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_(?:default|[0-9a-hjkmnp-tv-z]{26})$`, "u"), {
      message: `must be an id that starts with ${prefix}_`,
      description: `Identifier of a ${noun}; \`${prefix}_default\` is built in`,
      examples: [`${prefix}_01jgfjjz00e8r4v2m9k3txqwpn`]
    })
  )
export const WorkflowId = named("wfl", "workflow")
export const WorkflowVersionId = named("wfv", "workflow version")

/** How many workflows an organization has in use in one environment, beside the built-in one. */
export const mostWorkflows = 100

export const FourEyes = Schema.Boolean.annotate({
  description: "Two people have to agree on cases of its sessions, as they are when a case opens"
})
export const SlaHours = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 24 * 90 })).annotate({
  description: "Hours after which cases of its sessions are overdue; 24 where it says nothing"
})
const RolloutPercentage = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
const ShadowPercentage = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({
  description: "How many of 100 new sessions are played through it"
})

/** A workflow: what it is called, what it asks of reviewers, and which of its versions new sessions go by. */
export const Workflow = Schema.Struct({
  id: WorkflowId,
  object: Schema.Literal("workflow"),
  environment: EnvironmentName,
  name: Label,
  description: Schema.NullOr(Description),
  system: Schema.Boolean.annotate({ description: "Built in: every organization has the workflow, and it cannot change" }),
  four_eyes: FourEyes,
  sla_hours: Schema.NullOr(SlaHours),
  published_version_id: Schema.NullOr(WorkflowVersionId).annotate({
    description: "The version that new sessions go by; null until one is published"
  }),
  rollout: Schema.NullOr(Schema.Struct({ version_id: WorkflowVersionId, percentage: RolloutPercentage })).annotate({
    description: "Another version, by which a part of the new sessions goes"
  }),
  shadow: Schema.NullOr(Schema.Struct({ version_id: WorkflowVersionId, percentage: ShadowPercentage })).annotate({
    description: "A draft that a part of the new sessions is played through, too, without effects"
  }),
  archived: Schema.Boolean,
  archived_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Workflow" })
export interface Workflow extends Schema.Schema.Type<typeof Workflow> {}

/** What is stored of a workflow: what the API shows, and what only our own rules read. */
export interface StoredWorkflow extends Stored<Workflow, "archived" | "shadow"> {
  /** Absent where no draft ever ran beside its versions. */
  readonly shadow?: Workflow["shadow"]
  /** The number of its last version; 0 while it has none. */
  readonly last_number: number
  /** Its events so far. */
  readonly sequence: number
}

export const workflows = resource<StoredWorkflow>()({
  object: "workflow",
  schema: Workflow,
  in_schema_order: true,
  table: "workflows",
  columns: { archived_at: { type: "text" }, created_at: { type: "text" } },
  derived: { archived: ({ archived_at }) => archived_at !== null, shadow: ({ shadow = null }) => shadow },
  snapshot: [
    "id",
    "object",
    "environment",
    "name",
    "four_eyes",
    "sla_hours",
    "published_version_id",
    "rollout",
    "created_at",
    "updated_at"
  ],
  adds: {
    "workflow.published": {
      workflow_version_id: WorkflowVersionId.annotate({ description: "The version that was published" }),
      number: Schema.Int.annotate({ description: "Its number among the versions of the workflow" }),
      rollout_percentage: RolloutPercentage.annotate({ description: "The part of the new sessions that goes by it from now on" })
    }
  }
})

export class WorkflowStore extends Context.Service<WorkflowStore, CollectionOf<typeof workflows>>()(
  "@vouchkit/core/workflows/WorkflowStore"
) {}

export const { present } = workflows
export const announceWorkflow = announcing(workflows)
