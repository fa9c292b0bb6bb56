import { Schema } from "effect"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import { fieldsBehind, type WorkflowField } from "../fields.ts"
import { type Graph, graphLimits, reviewLabels } from "../graph.ts"
import { likenessesIn } from "../likenesses.ts"
import type { Facts, GoldenTest } from "./model.ts"

/** Problems that are listed of the tests of one version. */
const mostListed = 200

type Place = Problem["loc"]
const problem = (loc: Place, code: string, message: string): Problem => ({ loc, code, message })

const fits = ({ operand, type }: WorkflowField, value: Facts[string]): boolean => {
  const is = Schema.is(operand)
  if (type === "list") return typeof value === "object" && value.every((one) => is(one))
  return typeof value !== "object" && is(value)
}

type Unread = ReadonlySet<string>
type Catalogue = ReturnType<typeof fieldsBehind>

const factProblems = (
  facts: Facts,
  { fields, named }: Catalogue,
  { at, unread }: { readonly at: Place; readonly unread: Unread }
): ReadonlyArray<Problem> =>
  Object.entries(facts).flatMap(([path, value]) => {
    const field = Object.hasOwn(fields, path) ? fields[path] : named?.(path)
    // A node that cannot be read may bring it.
    if (field === undefined && unread.size > 0) return []
    if (field === undefined)
      return [problem([...at, path], "unknown_field", "names no field that this graph brings; GET /workflows/fields lists all")]
    return fits(field, value)
      ? []
      : [problem([...at, path], "wrong_fact", `must be a value of the field, which is of the type ${field.type}`)]
  })

const nodeProblems = (
  { expected, nodes = {} }: GoldenTest,
  graph: Graph,
  { at, unread }: { readonly at: Place; readonly unread: Unread }
): ReadonlyArray<Problem> => {
  const unknown = (id: string, loc: Place) =>
    Object.hasOwn(graph.nodes, id) || unread.has(id) ? [] : [problem([...at, ...loc], "unknown_node", "names no node of the graph")]
  const ways = Object.entries(nodes).flatMap(([id, { way }]) => {
    const node = Object.hasOwn(graph.nodes, id) ? graph.nodes[id] : undefined
    const right = way === undefined || unread.has(id) || (node?.type === "review" && reviewLabels.some((label) => label === way))
    return right ? [] : [problem([...at, "nodes", id, "way"], "unknown_way", "must be approved or rejected, and only a review has one")]
  })
  return [
    ...Object.keys(nodes).flatMap((id) => unknown(id, ["nodes", id])),
    ...ways,
    ...(expected.path ?? []).flatMap((id, index) => unknown(id, ["expected", "path", index])),
    ...(expected.skipped ?? []).flatMap((id, index) => unknown(id, ["expected", "skipped", index]))
  ]
}

/** Tests are run while a request waits for them. */
const likenessProblems = ({ edges }: Graph, tests: ReadonlyArray<GoldenTest>): ReadonlyArray<Problem> => {
  const asked = likenessesIn(edges) * tests.length
  if (asked <= graphLimits.likenesses_in_tests) return []
  const message = `ask for ${asked} comparisons by fuzzy_match, and may ask for ${graphLimits.likenesses_in_tests}: have fewer tests or comparisons`
  return [problem([], "too_many_likenesses", message)]
}

/**
 * What is wrong with tests themselves: they name what their graph does not have. Where they lead is another matter. `unread` are nodes of a graph that is
 * not valid which are there and cannot be read.
 */
export const judgeGolden = (graph: Graph, tests: ReadonlyArray<GoldenTest>, unread: Unread = new Set()): ReadonlyArray<Problem> => {
  const names = new Set<string>()
  const nodes = Object.entries(graph.nodes).map(([id, node]) => ({ id, node }))
  const catalogue = fieldsBehind(nodes, nodes)
  const ofTests = tests.flatMap((test, index) => {
    const repeated = names.has(test.name)
    names.add(test.name)
    return [
      ...(repeated ? [problem([index, "name"], "not_unique", "is the name of another test")] : []),
      ...factProblems(test.facts, catalogue, { at: [index, "facts"], unread }),
      ...nodeProblems(test, graph, { at: [index], unread })
    ]
  })
  return [...likenessProblems(graph, tests), ...ofTests].slice(0, mostListed)
}
