import { Effect } from "effect"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
import { located, readGraph } from "../../../resources/workflows/given-graph.ts"
import { graphOf } from "../../../resources/workflows/graphs.ts"
import { findVersion } from "../../../resources/workflows/rows.ts"
import { pinsOf } from "../../../resources/workflows/subworkflows.ts"
import type { StoredVersion } from "../../../resources/workflows/versions/model.ts"
import type { Graph } from "../../../verification/workflows/graph.ts"
import { linked } from "../../../verification/workflows/links.ts"

/** A graph with its subworkflows as they are published now. */
const withSubworkflows = Effect.fnUntraced(function* (graph: Graph, workflow_id: string, loc: Problem["loc"]) {
  const { problems, whole } = yield* pinsOf(graph, workflow_id)
  if (whole === undefined) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, loc) })
  return linked(whole.graph, whole.scopes)
})

/** A graph that is sent. */
export const rehearsedGraph = (given: unknown, workflow_id: string) =>
  Effect.flatMap(readGraph(given, ["body", "graph"]), (graph) => withSubworkflows(graph, workflow_id, ["body", "graph"]))

/** That of a version; of a draft, with its subworkflows as they are published now. */
export const graphOfVersion = ({ graph, id, status, workflow_id }: StoredVersion) =>
  status === "draft" ? withSubworkflows(graph, workflow_id, ["graph"]) : graphOf(id)

export const rehearsedVersion = (workflow_id: string, version_id: string) =>
  Effect.flatMap(findVersion(workflow_id, version_id), graphOfVersion)
