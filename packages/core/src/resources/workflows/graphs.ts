import { Context, Effect } from "effect"
import { defaultGraph } from "../../verification/workflows/default-graph.ts"
import { type LinkedGraph, linked } from "../../verification/workflows/links.ts"
import { defaultWorkflow } from "./built-in.ts"
import { wholeOf } from "./subworkflows.ts"
import { WorkflowVersionStore } from "./versions/model.ts"

const linkedDefault = linked(defaultGraph)

/** Graphs that are not stored, by the ids of their versions. */
export const WorkflowGraphs = Context.Reference<(version_id: string) => LinkedGraph | undefined>(
  "@vouchkit/core/workflows/WorkflowGraphs",
  {
    defaultValue: () => (version_id) => (version_id === defaultWorkflow.version_id ? linkedDefault : undefined)
  }
)

/** How many graphs a process keeps linked. */
const mostLinked = 200

/** Graphs that runs went through lately, by the ids of their versions: what sessions are pinned to never changes. */
const LinkedGraphs = Context.Reference<Map<string, LinkedGraph>>("@vouchkit/core/workflows/LinkedGraphs", {
  defaultValue: () => new Map()
})

/** The graph of the version that a session is pinned to. */
export const graphOf = Effect.fnUntraced(function* (version_id: string) {
  const known = (yield* WorkflowGraphs)(version_id) ?? (yield* LinkedGraphs).get(version_id)
  if (known !== undefined) return known
  const version = yield* (yield* WorkflowVersionStore).find(version_id)
  if (version === undefined) return yield* Effect.die(new Error("a session is pinned to a version of a workflow that is not stored"))
  const { graph: joined, scopes } = yield* wholeOf(version)
  const graph = linked(joined, scopes)
  if (version.status === "draft") return graph
  const kept = yield* LinkedGraphs
  const [oldest] = kept.size < mostLinked ? [] : kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(version_id, graph)
  return graph
})
