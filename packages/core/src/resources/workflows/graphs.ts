import { Effect } from "effect"
import { defaultGraph } from "../../verification/workflows/default-graph.ts"
import { type LinkedGraph, linked } from "../../verification/workflows/links.ts"

const linkedDefault = linked(defaultGraph)

/** The graph of the version that a session is pinned to. */
export const graphOf = (_version_id: string): Effect.Effect<LinkedGraph> => Effect.succeed(linkedDefault)
