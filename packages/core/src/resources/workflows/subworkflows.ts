import { Effect } from "effect"
import type { Tenant } from "../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { type Graph, graphLimits } from "../../verification/workflows/graph.ts"
import { excessOf, subworkflowsOf, type Whole, whole } from "../../verification/workflows/subworkflows.ts"
import type { GraphProblem } from "../../verification/workflows/validate/problem.ts"
import { WorkflowStore } from "./model.ts"
import { type PinnedVersion, type StoredVersion, WorkflowVersionStore } from "./versions/model.ts"

/** A version with those that it is pinned to. */
interface Tree {
  readonly whole: Whole
  /** How many workflows stand in one another below it. */
  readonly depth: number
  /** It and all below it. */
  readonly workflow_ids: ReadonlySet<string>
}

const treeOf = ({
  graph,
  subworkflows = [],
  workflow_id
}: Pick<StoredVersion, "graph" | "subworkflows" | "workflow_id">): Effect.Effect<Tree, StorageUnavailable, Tenant | WorkflowVersionStore> =>
  Effect.gen(function* () {
    const parts = new Map<string, Tree>()
    for (const pin of subworkflows) parts.set(pin.node_id, yield* treeOf(yield* pinned(pin)))
    const below = [...parts.values()]
    return {
      whole: whole(graph, new Map([...parts].map(([id, part]) => [id, part.whole]))),
      depth: Math.max(0, ...below.map(({ depth }) => depth + 1)),
      workflow_ids: new Set([workflow_id, ...below.flatMap(({ workflow_ids }) => [...workflow_ids])])
    }
  })

/** What is pinned is never removed. */
const pinned = Effect.fnUntraced(function* ({ workflow_version_id }: PinnedVersion) {
  const version = yield* (yield* WorkflowVersionStore).find(workflow_version_id)
  return version ?? (yield* Effect.die(new Error("a version of a workflow is pinned to another one that is not stored")))
})

/** The graph of a version with those of its subworkflows in their places. */
export const wholeOf = (version: StoredVersion) => Effect.map(treeOf(version), (tree) => tree.whole)

/** The version of a workflow that is in use; undefined where there is none. */
const publishedVersion = Effect.fnUntraced(function* (workflow_id: string) {
  const workflow = yield* (yield* WorkflowStore).find(workflow_id)
  if (workflow === undefined || workflow.archived_at !== null || workflow.published_version_id === null) return undefined
  return yield* (yield* WorkflowVersionStore).find(workflow.published_version_id)
})

const problem = (node_id: string, code: string, message: string): GraphProblem => ({
  node_id,
  loc: ["nodes", node_id, "config", "workflow_id"],
  code,
  message
})

/** The versions that the subworkflows of a graph go by from now on, with the whole graph, or everything that keeps it from having them. */
export const pinsOf = Effect.fnUntraced(function* (graph: Graph, own_workflow_id: string | null) {
  const pins: Array<PinnedVersion> = []
  const problems: Array<GraphProblem> = []
  const parts = new Map<string, Whole>()
  for (const [node_id, workflow_id] of subworkflowsOf(graph)) {
    const version = yield* publishedVersion(workflow_id)
    if (version === undefined) {
      problems.push(problem(node_id, "unknown_workflow", "names no workflow of this organization that is published and in use"))
      continue
    }
    const tree = yield* treeOf(version)
    if (own_workflow_id !== null && tree.workflow_ids.has(own_workflow_id)) {
      problems.push(problem(node_id, "circle", "names a workflow that leads back to this one"))
    } else if (tree.depth + 1 > graphLimits.subworkflows) {
      problems.push(problem(node_id, "too_deep", `leads through more than ${graphLimits.subworkflows} workflows in one another`))
    }
    pins.push({ node_id, workflow_id, workflow_version_id: version.id })
    parts.set(node_id, tree.whole)
  }
  const excess = problems.length === 0 && parts.size > 0 ? excessOf(graph, parts) : undefined
  if (excess !== undefined) {
    problems.push({ node_id: null, loc: ["nodes"], code: "too_large", message: `has, with its subworkflows, ${excess}` })
  }
  return { pins, problems, whole: problems.length === 0 ? whole(graph, parts) : undefined }
})
