import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { Conflict, InvalidInput, invalid } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { notExecuted } from "../../../verification/workflows/executable.ts"
import { located, readGraph } from "../given-graph.ts"
import { announceWorkflow, type StoredWorkflow, WorkflowId, WorkflowStore, WorkflowVersionId } from "../model.ts"
import { lockInUse, lockVersion } from "../rows.ts"
import { present, type StoredVersion, WorkflowVersion, WorkflowVersionStore } from "./model.ts"

/** Refuses a graph that runs could not go through to its end. It was valid when it was stored; rules may have come since. */
const permitPublication = Effect.fnUntraced(function* (given: StoredVersion) {
  const graph = yield* readGraph(given.graph, ["graph"])
  const problems = notExecuted(graph)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, ["graph"]) })
})

/** Which versions of a workflow new sessions go by. */
type Course = Pick<StoredWorkflow, "published_version_id" | "rollout">

/** Where new sessions go once a version is published for a part of them, or for all; undefined where the others would have no version. */
const courseWith = ({ published_version_id }: Course, version_id: string, percentage: number): Course | undefined => {
  if (percentage === 100) return { published_version_id: version_id, rollout: null }
  if (published_version_id === null || published_version_id === version_id) return undefined
  return { published_version_id, rollout: { version_id, percentage } }
}

const versionsOf = ({ published_version_id, rollout }: Course): ReadonlyArray<string> =>
  [published_version_id, rollout?.version_id ?? null].flatMap((id) => id ?? [])

/** Archives what no new session goes by any more. */
const archiveReplaced = Effect.fnUntraced(function* (workflow_id: string, before: Course, after: Course, at: string) {
  const stay = versionsOf(after)
  const store = yield* WorkflowVersionStore
  for (const id of versionsOf(before).filter((one) => !stay.includes(one))) {
    const replaced = yield* lockVersion(workflow_id, id)
    yield* store.save({ ...replaced, status: "archived", archived_at: at, updated_at: at })
  }
})

const publish = operation(
  {
    summary: "Publish a version of a workflow",
    description:
      "From then on new sessions go by it, or `rollout_percentage` of 100 of them: a session always gets the same version, by a hash of its id. Only one version is rolled out beside the one that all others go by; what no new session goes by any more is archived. Publishing a version that is published sets its percentage, and publishing the one that all others go by ends the rollout. Sessions that exist keep the version that they began with.",
    method: "POST",
    path: "/workflows/{workflow_id}/versions/{version_id}/publish",
    access: scopes("workflows:write"),
    effect: "write",
    params: { workflow_id: WorkflowId, version_id: WorkflowVersionId },
    body: {
      rollout_percentage: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({ description: "100 if absent" })
      )
    },
    output: WorkflowVersion,
    conflicts: ["system_row", "row_archived", "not_a_draft"],
    emits: ["workflow.published"],
    about: null
  },
  Effect.fnUntraced(function* ({ rollout_percentage = 100, version_id, workflow_id }) {
    const workflow = yield* lockInUse(workflow_id)
    const version = yield* lockVersion(workflow_id, version_id)
    if (version.status === "archived") {
      return yield* new Conflict({
        code: "not_a_draft",
        detail: "The version is archived. Create a new version as a clone of it, and publish that.",
        context: { current_status: version.status }
      })
    }
    if (version.status === "draft") yield* permitPublication(version)
    const course = courseWith(workflow, version_id, rollout_percentage)
    if (course === undefined) {
      return yield* invalid(
        ["body", "rollout_percentage"],
        "rollout_without_other",
        "must be 100: the other sessions would have no version"
      )
    }
    yield* note({ type: "workflow_version", id: version_id }, [
      { path: "status", from: version.status, to: "published" },
      { path: "rollout_percentage", from: version.rollout_percentage, to: rollout_percentage }
    ])
    const ends = workflow.rollout !== null && course.rollout === null
    if (version.rollout_percentage === rollout_percentage && !ends) return present(version)
    const at = yield* tenantNow
    yield* archiveReplaced(workflow_id, workflow, course, at)
    const published = yield* (yield* WorkflowVersionStore).save({
      ...version,
      status: "published",
      rollout_percentage,
      published_at: version.published_at ?? at,
      updated_at: at
    })
    const announced = yield* announceWorkflow({ ...workflow, ...course, updated_at: at }, "workflow.published", {
      workflow_version_id: version_id,
      number: version.number,
      rollout_percentage
    })
    yield* (yield* WorkflowStore).save(announced)
    return present(published)
  })
)

export const workflowPublication = operations("workflow_versions", { publish })
