import { Effect, Schema } from "effect"
import { TimestampInput } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { WorkflowId, WorkflowVersionId } from "../../../resources/workflows/model.ts"
import { findVersion } from "../../../resources/workflows/rows.ts"
import { nameOfGraph } from "../../../resources/workflows/versions/model.ts"
import { comparison, mostSessions, usualSessions } from "./comparison.ts"
import { graphOfVersion } from "./graphs.ts"
import { tallied } from "./rehearse.ts"
import { shadowedSessions } from "./shadowed-runs.ts"

/** What a draft that ran beside the published version would have made of its sessions. */
const WorkflowShadow = Schema.Struct({
  object: Schema.Literal("workflow_shadow"),
  workflow_version_id: WorkflowVersionId.annotate({ description: "The draft" }),
  shadow_percentage: Schema.NullOr(Schema.Int).annotate({
    description: "How many of 100 new sessions are played through it now; null where none is"
  }),
  ...comparison
}).annotate({ identifier: "WorkflowShadow" })

const shadow = operation(
  {
    summary: "Get what a draft would have made of the sessions that it ran beside",
    description:
      "The table that `simulate` shows, of the sessions that were played through the draft when their runs ended, by what was known at that moment. Each counts by its last run. Sessions that were played through an earlier graph of the draft, or were erased, are left out. A version keeps its table once it is published.",
    method: "GET",
    path: "/workflows/{workflow_id}/versions/{version_id}/shadow",
    access: scopes("workflows:read"),
    effect: "read",
    quota: "heavy",
    params: { workflow_id: WorkflowId, version_id: WorkflowVersionId },
    query: {
      from: Schema.optionalKey(TimestampInput).annotateKey({ description: "Runs that began at this time or later" }),
      to: Schema.optionalKey(TimestampInput).annotateKey({ description: "Runs that began before this time" }),
      limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostSessions }))).annotateKey({
        description: `How many sessions to count at most, newest first; ${usualSessions} if absent`
      })
    },
    output: WorkflowShadow
  },
  Effect.fnUntraced(function* ({ from, limit = usualSessions, to, version_id, workflow_id }) {
    const version = yield* findVersion(workflow_id, version_id)
    const graph = yield* graphOfVersion(version)
    const { all, more } = yield* shadowedSessions({ graph: nameOfGraph(version), from, to }, limit)
    return {
      object: "workflow_shadow" as const,
      workflow_version_id: version.id,
      shadow_percentage: version.shadow_percentage ?? null,
      ...tallied(graph, all),
      more
    }
  })
)

export const workflowShadow = operations("workflow_versions", { shadow })
