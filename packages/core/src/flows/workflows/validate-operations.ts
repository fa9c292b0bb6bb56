import { Effect, Schema } from "effect"
import { Problem } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { GivenGraph, judged, located } from "../../resources/workflows/given-graph.ts"
import { partProblems, pinsOf } from "../../resources/workflows/subworkflows.ts"
import { notExecuted } from "../../verification/workflows/executable.ts"
import { judgeGolden } from "../../verification/workflows/golden/judge.ts"
import { goldenLimits, GoldenTests } from "../../verification/workflows/golden/model.ts"
import { runGolden } from "../../verification/workflows/golden/run.ts"
import { graphLimits } from "../../verification/workflows/graph.ts"
import { type GraphProblem, listed, mostProblems } from "../../verification/workflows/validate/problem.ts"
import { unknownReferences } from "./references.ts"

const ListedProblem = Schema.Struct({
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
  problems: Schema.Array(ListedProblem)
    .check(Schema.isMaxLength(mostProblems))
    .annotate({
      description: `At most ${mostProblems}, each with its place in the graph, or in \`golden_tests\` where it begins with that; where there are more, the last one says how many`
    }),
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
    .annotate({ description: "How each test comes out, where the graph is valid and nothing is wrong with the tests themselves" })
}).annotate({ identifier: "WorkflowValidation" })

/** What keeps a graph from being published, beside what makes it no valid one. */
const obstacles = Effect.fnUntraced(function* (read: ReturnType<typeof judged>) {
  const graph = "graph" in read ? read.graph : read.readable
  // Only a valid graph can be judged with its subworkflows in their places.
  const ofParts = "graph" in read ? (yield* pinsOf(graph, null)).problems : yield* partProblems(graph)
  return [...notExecuted(graph), ...ofParts, ...(yield* unknownReferences(graph))]
})

/** What is wrong with tests themselves, as problems beside those of their graph. */
const testProblems = (read: ReturnType<typeof judged>, tests: GoldenTests): ReadonlyArray<GraphProblem> => {
  const found = "graph" in read ? judgeGolden(read.graph, tests) : judgeGolden(read.readable, tests, read.unread)
  return located(found, ["golden_tests"]).map((problem) => ({ ...problem, node_id: null }))
}

const validate = operation(
  {
    summary: "Validate a graph",
    description:
      "Lists everything that is wrong with a graph and with golden tests, and runs these where nothing is. Of a graph with more than twice as many nodes or edges as it may have, or too many bytes, nothing else is looked at. What it names is looked up: lists, identities, types of relationships and workflows. Nothing is stored.",
    method: "POST",
    path: "/workflows/validate",
    access: scopes("workflows:read"),
    effect: "read",
    body: { graph: GivenGraph, golden_tests: Schema.optionalKey(GoldenTests) },
    output: Validation
  },
  Effect.fnUntraced(function* ({ golden_tests = [], graph }) {
    const read = judged(graph)
    const wrong = testProblems(read, golden_tests)
    const results = "graph" in read && wrong.length === 0 ? runGolden(read.graph, golden_tests) : []
    const problems = [...("graph" in read ? [] : read.problems), ...wrong, ...(yield* obstacles(read))]
    const validation: typeof Validation.Type = {
      object: "workflow_validation",
      valid: "graph" in read,
      publishable: problems.length === 0 && results.every((result) => result.problems.length === 0),
      problems: listed(problems).map((problem) => ({ ...problem })),
      golden_tests: results.map((result) => ({ ...result, passed: result.problems.length === 0 }))
    }
    return validation
  })
)

export const workflowValidation = operations("workflows", { validate })
