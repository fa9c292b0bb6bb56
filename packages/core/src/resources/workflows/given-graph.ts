import { Effect, Schema } from "effect"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { once } from "../../kernel/schema/once.ts"
import { compileDeflector } from "../../kernel/wire/inflection.ts"
import { Graph } from "../../verification/workflows/graph.ts"
import { judgeGolden } from "../../verification/workflows/golden/judge.ts"
import type { GoldenTests } from "../../verification/workflows/golden/model.ts"
import { judgeGraph } from "../../verification/workflows/validate/judge.ts"
import { listed } from "../../verification/workflows/validate/problem.ts"

/** A graph as it is sent: rules of its own read it, which list everything that is wrong with it at once. */
export const GivenGraph = Schema.Unknown.annotate({
  "x-free-form": true,
  description: "A graph of the form of `WorkflowGraph`, which versions show"
})

const deflect = once(() => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Graph)
  return compileDeflector(schema, definitions)
})

/** The graph, or everything that is wrong with it. Its keys may come in any of the three spellings, as those of every request. */
export const judged = (given: unknown): ReturnType<typeof judgeGraph> => {
  const { collisions, value } = deflect()(given)
  const read = judgeGraph(value)
  if (collisions.length === 0) return read
  const twice = collisions.map((problem) => ({ ...problem, loc: problem.loc.slice(1), node_id: null }))
  return "graph" in read
    ? { problems: listed(twice), readable: read.graph, unread: new Set() }
    : { ...read, problems: listed([...twice, ...read.problems]) }
}

export const located = (problems: ReadonlyArray<Problem>, loc: Problem["loc"]): ReadonlyArray<Problem> =>
  problems.map(({ code, loc: within, message }) => ({ loc: [...loc, ...within], code, message }))

/** A valid graph; fails with every problem of one that is not. */
export const readGraph = (given: unknown, loc: Problem["loc"]) => {
  const read = judged(given)
  return "graph" in read
    ? Effect.succeed(read.graph)
    : Effect.fail(new InvalidInput({ code: "validation_error" as const, problems: located(read.problems, loc) }))
}

/** The tests of a valid graph; fails with every problem where they name what it does not have. */
export const readGolden = (graph: Graph, tests: GoldenTests, loc: Problem["loc"]) => {
  const problems = judgeGolden(graph, tests)
  return problems.length === 0
    ? Effect.succeed(tests)
    : Effect.fail(new InvalidInput({ code: "validation_error" as const, problems: located(problems, loc) }))
}
