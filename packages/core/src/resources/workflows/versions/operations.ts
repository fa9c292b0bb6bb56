import { Effect, Schema } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { note } from "../../../kernel/audit/log.ts"
import { Conflict, invalid } from "../../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { staleness } from "../../../kernel/resource/version.ts"
import { readPage, takePage } from "../../../kernel/storage/pages.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { builtInVersion, defaultWorkflow } from "../built-in.ts"
import { GoldenTests } from "../../../verification/workflows/golden/model.ts"
import { GivenGraph, readGolden, readGraph } from "../given-graph.ts"
import { WorkflowId, WorkflowStore, WorkflowVersionId } from "../model.ts"
import { findAnyVersion, findVersion, findWorkflow, lockInUse, lockVersion } from "../rows.ts"
import { diffOf, WorkflowDiff } from "./diff.ts"
import { makeVersion } from "./make.ts"
import { withGraph, withShadow } from "./shadow.ts"
import { ListedVersion, present, presentListed, WorkflowVersion, WorkflowVersionStore } from "./model.ts"

const reading = scopes("workflows:read")
const writing = scopes("workflows:write")
const ofWorkflow = { workflow_id: WorkflowId }
const params = { ...ofWorkflow, version_id: WorkflowVersionId }

const list = operation(
  {
    summary: "List the versions of a workflow, newest first",
    description: "Without their graphs and tests: get a version to see these.",
    method: "GET",
    path: "/workflows/{workflow_id}/versions",
    access: reading,
    effect: "read",
    params: ofWorkflow,
    query: pageFields(),
    output: pageOf(ListedVersion)
  },
  Effect.fnUntraced(function* ({ after, limit, offset, workflow_id }) {
    const { id } = yield* findWorkflow(workflow_id)
    if (id === defaultWorkflow.id) {
      const { data, pagination } = yield* takePage([builtInVersion((yield* Tenant).environment)], { after, limit, offset })
      return { data: data.map(presentListed), pagination }
    }
    const where = [{ field: "workflow_id", op: "eq", value: id }] as const
    const { pagination, rows } = yield* readPage(yield* WorkflowVersionStore, { where }, { after, limit, offset })
    return { data: rows.map(presentListed), pagination }
  })
)

/** What a new version begins with. */
const content = Effect.fnUntraced(function* ({
  clone_of,
  golden_tests,
  graph
}: {
  readonly graph?: unknown
  readonly golden_tests?: GoldenTests
  readonly clone_of?: string
}) {
  if ((graph === undefined) === (clone_of === undefined)) {
    return yield* invalid(["body"], "graph_or_clone", "must hold either `graph` or `clone_of`")
  }
  const cloned = clone_of === undefined ? undefined : yield* findAnyVersion(clone_of)
  const read = cloned?.graph ?? (yield* readGraph(graph, ["body", "graph"]))
  const tests = golden_tests ?? cloned?.golden_tests ?? []
  return { graph: read, golden_tests: yield* readGolden(read, tests, ["body", "golden_tests"]) }
})

const create = operation(
  {
    summary: "Create a version of a workflow",
    description:
      "A draft with the graph that you send, or with that of another version (`clone_of`), of this workflow or another one. A graph that is not valid is refused with everything that is wrong with it.",
    method: "POST",
    path: "/workflows/{workflow_id}/versions",
    access: writing,
    effect: "write",
    params: ofWorkflow,
    body: {
      graph: Schema.optionalKey(GivenGraph),
      golden_tests: Schema.optionalKey(GoldenTests).annotateKey({ description: "Those of the version that is cloned, or none, if absent" }),
      clone_of: Schema.optionalKey(WorkflowVersionId).annotateKey({ description: "Version whose graph and tests it begins with" })
    },
    output: WorkflowVersion,
    status: 201,
    conflicts: ["system_row", "row_archived", "row_limit_reached"],
    about: null
  },
  Effect.fnUntraced(function* ({ workflow_id, ...given }) {
    const workflow = yield* lockInUse(workflow_id)
    return present((yield* makeVersion(workflow, yield* content(given))).version)
  })
)

const get = operation(
  {
    summary: "Get a version of a workflow",
    method: "GET",
    path: "/workflows/{workflow_id}/versions/{version_id}",
    access: reading,
    effect: "read",
    params,
    output: WorkflowVersion
  },
  ({ version_id, workflow_id }) => Effect.map(findVersion(workflow_id, version_id), present)
)

const replace = operation(
  {
    summary: "Replace the graph of a draft, and its tests",
    description:
      "Only drafts change. Its tests stay where you send none. With `shadow_percentage` the draft runs beside the published version, without effects: `GET …/shadow` shows where it would have led. One draft of a workflow does at a time; another graph begins a table of its own. Send the version of the draft that you read: if it has another one by now, the answer is 409.",
    method: "PUT",
    path: "/workflows/{workflow_id}/versions/{version_id}",
    access: writing,
    effect: "write",
    params,
    body: {
      graph: GivenGraph,
      golden_tests: Schema.optionalKey(GoldenTests),
      shadow_percentage: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))).annotateKey({
        description:
          "How many of 100 new sessions of the workflow are played through the draft, too, once they are decided; 0 for none, and as it was if absent"
      }),
      version: Schema.Int.annotate({ description: "The version of the draft that you read" })
    },
    output: WorkflowVersion,
    conflicts: ["system_row", "row_archived", "not_a_draft", "stale_object"]
  },
  Effect.fnUntraced(function* ({ golden_tests, graph: given, shadow_percentage, version, version_id, workflow_id }) {
    const workflow = yield* lockInUse(workflow_id)
    const before = yield* lockVersion(workflow_id, version_id)
    if (before.status !== "draft") {
      return yield* new Conflict({
        code: "not_a_draft",
        detail: `The version is ${before.status} and never changes. Create a new version as a clone of it.`,
        context: { current_status: before.status }
      })
    }
    const stale = staleness(before, version)
    if (stale !== undefined) return yield* stale
    const graph = yield* readGraph(given, ["body", "graph"])
    const tests = yield* readGolden(graph, golden_tests ?? before.golden_tests, ["body", "golden_tests"])
    const at = yield* tenantNow
    const changed = { ...withGraph(before, graph), golden_tests: tests, updated_at: at }
    const percentage = shadow_percentage ?? before.shadow_percentage ?? 0
    const shadowing = yield* withShadow(workflow, changed, percentage)
    const saved = yield* (yield* WorkflowVersionStore).save(shadowing.version)
    if (shadowing.workflow !== workflow) yield* (yield* WorkflowStore).save({ ...shadowing.workflow, updated_at: at })
    const changes = [{ path: "version", from: before.version, to: saved.version }]
    const shadows = { path: "shadow_percentage", from: before.shadow_percentage ?? 0, to: percentage }
    yield* note({ type: "workflow_version", id: version_id }, shadows.from === shadows.to ? changes : [...changes, shadows])
    return present(saved)
  })
)

const diff = operation(
  {
    summary: "Compare two versions of a workflow",
    description:
      "What leads from the graph of the first version to that of the second: nodes and edges that were added, removed or changed.",
    method: "GET",
    path: "/workflows/{workflow_id}/versions/{version_id}/diff/{other_version_id}",
    access: reading,
    effect: "read",
    params: { ...params, other_version_id: WorkflowVersionId },
    output: WorkflowDiff
  },
  Effect.fnUntraced(function* ({ other_version_id, version_id, workflow_id }) {
    return diffOf(yield* findVersion(workflow_id, version_id), yield* findVersion(workflow_id, other_version_id))
  })
)

export const workflowVersions = operations("workflow_versions", { list, create, get, replace, diff })
