import { Context, Effect } from "effect"
import { defaultGraph } from "../../verification/workflows/default-graph.ts"
import { type LinkedGraph, linked } from "../../verification/workflows/links.ts"

const linkedDefault = linked(defaultGraph)

/** The graphs of versions, by their ids. The default workflow is the only one until an installation has others. */
export const WorkflowGraphs = Context.Reference<(version_id: string) => LinkedGraph>("@vouchkit/core/workflows/WorkflowGraphs", {
  defaultValue: () => () => linkedDefault
})

/** The graph of the version that a session is pinned to. */
export const graphOf = (version_id: string): Effect.Effect<LinkedGraph> => Effect.map(WorkflowGraphs, (graphs) => graphs(version_id))
