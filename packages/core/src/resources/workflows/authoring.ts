import { Effect, Schema } from "effect"
import { operatorsOf } from "../../kernel/conditions/catalogue.ts"
import { InvalidInput, invalid, Problem } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { notExecuted } from "../../verification/workflows/executable.ts"
import { judgeGolden } from "../../verification/workflows/golden/judge.ts"
import { goldenLimits, GoldenTests } from "../../verification/workflows/golden/model.ts"
import { runGolden } from "../../verification/workflows/golden/run.ts"
import { allFields, fieldsBehind, namedFields, type WorkflowField } from "../../verification/workflows/fields.ts"
import { type Graph, graphLimits, NodeId } from "../../verification/workflows/graph.ts"
import { orderOfGraph, settledBefore } from "../../verification/workflows/order.ts"
import { mostProblems } from "../../verification/workflows/validate/problem.ts"
import { GivenGraph, judged, located } from "./given-graph.ts"
import { pinsOf } from "./subworkflows.ts"
import { WorkflowVersionId } from "./model.ts"
import { findAnyVersion } from "./rows.ts"

const access = scopes("workflows:read")

const GraphProblem = Schema.Struct({
  node_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
    description: "The node that it is about; null for the graph as a whole"
  }),
  ...Problem.fields
}).annotate({ identifier: "WorkflowGraphProblem" })

/** What a graph is good for, and everything that speaks against it. */
const Validation = Schema.Struct({
  object: Schema.Literal("workflow_validation"),
  valid: Schema.Boolean.annotate({ description: "Whether it can be stored as a draft" }),
  publishable: Schema.Boolean.annotate({ description: "Whether runs can go through it, too, and all of its tests pass" }),
  problems: Schema.Array(GraphProblem)
    .check(Schema.isMaxLength(mostProblems))
    .annotate({ description: `At most ${mostProblems}, each with its place in the graph` }),
  golden_tests: Schema.Array(
    Schema.Struct({
      name: Schema.String.check(Schema.isMaxCodePoints(255)),
      passed: Schema.Boolean,
      problems: Schema.Array(Schema.String.check(Schema.isMaxCodePoints(4_000)))
        .check(Schema.isMaxLength(2 + 2 * graphLimits.nodes))
        .annotate({ description: "What came out otherwise than expected; empty where it passed" })
    })
  )
    .check(Schema.isMaxLength(goldenLimits.tests))
    .annotate({ description: "How each test comes out, where the graph is valid" })
}).annotate({ identifier: "WorkflowValidation" })

const validate = operation(
  {
    summary: "Validate a graph",
    description: "Lists everything that is wrong with a graph, and runs golden tests where it is valid. Nothing is stored.",
    method: "POST",
    path: "/workflows/validate",
    access,
    effect: "read",
    body: { graph: GivenGraph, golden_tests: Schema.optionalKey(GoldenTests) },
    output: Validation
  },
  Effect.fnUntraced(function* ({ golden_tests = [], graph }) {
    const read = judged(graph)
    const wrong = "graph" in read ? judgeGolden(read.graph, golden_tests) : []
    if (wrong.length > 0) {
      return yield* new InvalidInput({ code: "validation_error", problems: located(wrong, ["body", "golden_tests"]) })
    }
    const results = "graph" in read ? runGolden(read.graph, golden_tests) : []
    const problems = "graph" in read ? [...notExecuted(read.graph), ...(yield* pinsOf(read.graph, null)).problems] : read.problems
    const validation: typeof Validation.Type = {
      object: "workflow_validation",
      valid: "graph" in read,
      publishable: problems.length === 0 && results.every((result) => result.problems.length === 0),
      problems: problems.slice(0, mostProblems).map((problem) => ({ ...problem })),
      golden_tests: results.map((result) => ({ ...result, passed: result.problems.length === 0 }))
    }
    return validation
  })
)

/** A field with what conditions may ask of it. */
const Field = Schema.Struct({
  path: Schema.String.check(Schema.isMaxCodePoints(200)),
  type: Schema.Literals(["text", "code", "number", "date_time", "boolean", "list", "scalar"]),
  operators: Schema.Array(
    Schema.Literals(["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "between", "exists", "contains", "starts_with"])
  ),
  values: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isMaxCodePoints(255))).check(Schema.isMaxLength(100))).annotate({
    description: "The only values it takes; null where it takes many"
  })
}).annotate({ identifier: "WorkflowField" })

const mostFields = 200 + graphLimits.nodes * graphLimits.fields_of_gate

const presentField = ([path, { type, values }]: readonly [string, WorkflowField]): typeof Field.Type => ({
  path,
  type,
  operators: operatorsOf[type],
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

export const workflowAuthoring = operations("workflows", { validate, fields })
