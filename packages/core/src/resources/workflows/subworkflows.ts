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

/** The trees of versions that were read already, so that none is read for each node that names it. */
type Known = Map<string, Tree>

const treeOf = (
  { graph, subworkflows = [], workflow_id }: Pick<StoredVersion, "graph" | "subworkflows" | "workflow_id">,
  known: Known
): Effect.Effect<Tree, StorageUnavailable, Tenant | WorkflowVersionStore> =>
  Effect.gen(function* () {
    const parts = new Map<string, Tree>()
    for (const { node_id, workflow_version_id } of subworkflows) parts.set(node_id, yield* pinned(workflow_version_id, known))
    const below = [...parts.values()]
    return {
      whole: whole(graph, new Map([...parts].map(([id, part]) => [id, part.whole]))),
      depth: Math.max(0, ...below.map(({ depth }) => depth + 1)),
      workflow_ids: new Set([workflow_id, ...below.flatMap(({ workflow_ids }) => [...workflow_ids])])
    }
  })

/** What is pinned or published is never removed. */
const pinned = Effect.fnUntraced(function* (version_id: string, known: Known) {
  const before = known.get(version_id)
  if (before !== undefined) return before
  const version = yield* (yield* WorkflowVersionStore).find(version_id)
  if (version === undefined) return yield* Effect.die(new Error("a version of a workflow is pinned to another one that is not stored"))
  const tree = yield* treeOf(version, known)
  known.set(version_id, tree)
  return tree
})

/** The graph of a version with those of its subworkflows in their places. */
export const wholeOf = (version: StoredVersion) => Effect.map(treeOf(version, new Map()), (tree) => tree.whole)

/** The versions that these workflows are published by, of those that are in use. */
const publishedVersions = Effect.fnUntraced(function* (workflow_ids: ReadonlyArray<string>) {
  if (workflow_ids.length === 0) return new Map<string, string>()
  const ids = [...new Set(workflow_ids)]
  const rows = yield* (yield* WorkflowStore).list({ where: [{ field: "id", op: "in", values: ids }], limit: ids.length })
  return new Map(
    rows.flatMap(({ archived_at, id, published_version_id }) =>
      archived_at === null && published_version_id !== null ? [[id, published_version_id] as const] : []
    )
  )
})

const nodesOf = (graph: Graph): number => Object.keys(graph.nodes).length

const problem = (node_id: string, code: string, message: string): GraphProblem => ({
  node_id,
  loc: ["nodes", node_id, "config", "workflow_id"],
  code,
  message
})

/** The versions that the subworkflows of a graph go by from now on, with their graphs, and what keeps it from having them one by one. */
const partsOf = Effect.fnUntraced(function* (graph: Graph, own_workflow_id: string | null) {
  const named = subworkflowsOf(graph)
  const published = yield* publishedVersions(named.map(([, workflow_id]) => workflow_id))
  const pins: Array<PinnedVersion> = []
  const problems: Array<GraphProblem> = []
  const parts = new Map<string, Whole>()
  const known: Known = new Map()
  let nodes = nodesOf(graph)
  for (const [node_id, workflow_id] of named) {
    const workflow_version_id = published.get(workflow_id)
    if (workflow_version_id === undefined) {
      problems.push(problem(node_id, "unknown_workflow", "names no workflow of this organization that is published and in use"))
      continue
    }
    // What is too large already is not read to its end.
    if (nodes > graphLimits.nodes) continue
    const tree = yield* pinned(workflow_version_id, known)
    if (own_workflow_id !== null && tree.workflow_ids.has(own_workflow_id)) {
      problems.push(problem(node_id, "circle", "names a workflow that leads back to this one"))
    } else if (tree.depth + 1 > graphLimits.subworkflows) {
      problems.push(
        problem(node_id, "too_deep", `leads through subworkflows that stand more than ${graphLimits.subworkflows} deep in one another`)
      )
    }
    nodes += nodesOf(tree.whole.graph)
    pins.push({ node_id, workflow_id, workflow_version_id })
    parts.set(node_id, tree.whole)
  }
  return { pins, parts, problems }
})

/** What keeps the nodes of a graph that may not be valid from having their subworkflows. */
export const partProblems = (graph: Graph) => Effect.map(partsOf(graph, null), ({ problems }) => problems)

/** The same with the whole graph, or everything that keeps it from having them. */
export const pinsOf = Effect.fnUntraced(function* (graph: Graph, own_workflow_id: string | null) {
  const { parts, pins, problems } = yield* partsOf(graph, own_workflow_id)
  const excess = problems.length === 0 && parts.size > 0 ? excessOf(graph, parts) : undefined
  if (excess !== undefined) {
    problems.push({ node_id: null, loc: ["nodes"], code: "too_large", message: `has, with its subworkflows, ${excess}` })
  }
  return { pins, problems, whole: problems.length === 0 ? whole(graph, parts) : undefined }
})
