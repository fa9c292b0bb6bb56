import { Effect, Schema } from "effect"
import { fuzzyOperatorsOf } from "../../kernel/conditions/catalogue.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { allFields, fieldsBehind, namedFields, type WorkflowField } from "../../verification/workflows/fields.ts"
import { type Graph, graphLimits, NodeId } from "../../verification/workflows/graph.ts"
import { orderOfGraph, settledBefore } from "../../verification/workflows/order.ts"
import { WorkflowVersionId } from "./model.ts"
import { findAnyVersion } from "./rows.ts"

const access = scopes("workflows:read")

/** A field with what conditions may ask of it. */
const Field = Schema.Struct({
  path: Schema.String.check(Schema.isMaxCodePoints(200)),
  type: Schema.Literals(["text", "code", "number", "date_time", "boolean", "list", "scalar"]),
  operators: Schema.Array(
    Schema.Literals(["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "between", "exists", "contains", "starts_with", "fuzzy_match"])
  ),
  values: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isMaxCodePoints(255))).check(Schema.isMaxLength(100))).annotate({
    description: "The only values it takes; null where it takes many"
  })
}).annotate({ identifier: "WorkflowField" })

const mostFields = 200 + graphLimits.nodes * graphLimits.fields_of_gate

const presentField = ([path, { type, values }]: readonly [string, WorkflowField]): typeof Field.Type => ({
  path,
  type,
  operators: fuzzyOperatorsOf(type),
  values: values ?? null
})

/** The fields that conditions of the edges which lead on from a node may name. */
const fieldsAt = (graph: Graph, node_id: string): Readonly<Record<string, WorkflowField>> => {
  const nodeOf = (id: string) => graph.nodes[id]
  const settled = settledBefore(orderOfGraph(graph), nodeOf).get(node_id) ?? new Set()
  const all = Object.entries(graph.nodes).map(([id, node]) => ({ id, node }))
  const nodes = all.filter(({ id }) => settled.has(id))
  return { ...fieldsBehind(nodes, all).fields, ...namedFields }
}

const fields = operation(
  {
    summary: "List the fields that conditions of workflows may name",
    description:
      "With their types and operators. With a version and one of its nodes, only those that are settled whenever a run comes to that node; a field that is not is refused at that place.",
    method: "GET",
    path: "/workflows/fields",
    access,
    effect: "read",
    query: {
      workflow_version_id: Schema.optionalKey(WorkflowVersionId),
      node_id: Schema.optionalKey(NodeId)
    },
    output: Schema.Struct({ data: Schema.Array(Field).check(Schema.isMaxLength(mostFields)) })
  },
  Effect.fnUntraced(function* ({ node_id, workflow_version_id }) {
    if ((node_id === undefined) !== (workflow_version_id === undefined)) {
      return yield* invalid(["query"], "node_of_version", "must hold `node_id` and `workflow_version_id`, or neither")
    }
    if (node_id === undefined || workflow_version_id === undefined) {
      return { data: Object.entries({ ...allFields, ...namedFields }).map(presentField) }
    }
    const { graph } = yield* Effect.catchTag(findAnyVersion(workflow_version_id), "NotFound", () =>
      invalid(["query", "workflow_version_id"], "unknown_version", "names no version of a workflow of this organization")
    )
    if (!Object.hasOwn(graph.nodes, node_id)) return yield* invalid(["query", "node_id"], "unknown_node", "names no node of that version")
    return { data: Object.entries(fieldsAt(graph, node_id)).map(presentField) }
  })
)

export const workflowAuthoring = operations("workflows", { fields })
