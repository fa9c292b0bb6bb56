import { Effect } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Conflict, InvalidInput, invalid } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { runGolden } from "../../verification/workflows/golden/run.ts"
import { notExecuted } from "../../verification/workflows/executable.ts"
import { located, readGraph } from "../../resources/workflows/given-graph.ts"
import { announceWorkflow, type StoredWorkflow, WorkflowStore } from "../../resources/workflows/model.ts"
import { pinsOf } from "../../resources/workflows/subworkflows.ts"
import { unknownReferences } from "./references.ts"
import { lockInUse, lockVersion } from "../../resources/workflows/rows.ts"
import { type StoredVersion, WorkflowVersionStore } from "../../resources/workflows/versions/model.ts"
import { withoutShadow } from "../../resources/workflows/versions/shadow.ts"

/**
 * Refuses a graph that runs could not go through to its end, or that leads elsewhere than its tests expect. It was valid when it was stored; rules may
 * have come since. Answers the versions that its subworkflows go by.
 */
const permitPublication = Effect.fnUntraced(function* (given: StoredVersion) {
  const graph = yield* readGraph(given.graph, ["graph"])
  const { pins, problems: unpinned } = yield* pinsOf(graph, given.workflow_id)
  const problems = [...notExecuted(graph), ...unpinned, ...(yield* unknownReferences(graph))]
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, ["graph"]) })
  const results = runGolden(graph, given.golden_tests)
  const failed = results.filter((result) => result.problems.length > 0)
  if (failed.length === 0) return pins
  return yield* new Conflict({
    code: "golden_tests_failed",
    detail: `${failed.length} of ${results.length} golden tests fail; \`failed\` names each with what came out otherwise. Mend the graph or the tests.`,
    context: { failed }
  })
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

/** Lets new sessions go by a version, or a part of them. */
export const publishVersion = Effect.fnUntraced(function* (workflow_id: string, version_id: string, rollout_percentage: number) {
  const workflow = yield* lockInUse(workflow_id)
  const version = yield* lockVersion(workflow_id, version_id)
  if (version.status === "archived") {
    return yield* new Conflict({
      code: "not_a_draft",
      detail: "The version is archived. Create a new version as a clone of it, and publish that.",
      context: { current_status: version.status }
    })
  }
  const subworkflows = version.status === "draft" ? yield* permitPublication(version) : (version.subworkflows ?? [])
  const course = courseWith(workflow, version_id, rollout_percentage)
  if (course === undefined) {
    return yield* invalid(["body", "rollout_percentage"], "rollout_without_other", "must be 100: the other sessions would have no version")
  }
  yield* note({ type: "workflow_version", id: version_id }, [
    { path: "status", from: version.status, to: "published" },
    { path: "rollout_percentage", from: version.rollout_percentage, to: rollout_percentage }
  ])
  const ends = workflow.rollout !== null && course.rollout === null
  if (version.rollout_percentage === rollout_percentage && !ends) return version
  const at = yield* tenantNow
  yield* archiveReplaced(workflow_id, workflow, course, at)
  const alone = withoutShadow(workflow, version)
  const published = yield* (yield* WorkflowVersionStore).save({
    ...alone.version,
    status: "published",
    ...(subworkflows.length === 0 ? {} : { subworkflows }),
    rollout_percentage,
    published_at: version.published_at ?? at,
    updated_at: at
  })
  const announced = yield* announceWorkflow({ ...alone.workflow, ...course, updated_at: at }, "workflow.published", {
    workflow_version_id: version_id,
    number: version.number,
    rollout_percentage
  })
  yield* (yield* WorkflowStore).save(announced)
  return published
})
