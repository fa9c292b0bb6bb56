import { expect, test } from "bun:test"
import { judgeGolden } from "@vouchkit/core/verification/workflows/golden/judge"
import { type Graph, graphLimits } from "@vouchkit/core/verification/workflows/graph"
import { alone, excessOf } from "@vouchkit/core/verification/workflows/subworkflows"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"
import { end, graphOf, passing } from "../../../support/workflow-graphs.ts"

/** A graph that compares a name so often. */
const comparing = (count: number): Graph => {
  const alike = Array.from({ length: count }, (_, index) => ({
    not: { fuzzy_match: [{ var: "session.external_reference" }, `Ada Miller ${index}`, 0.9] }
  }))
  return graphOf({ fork: passing.branch, yes: end("approved"), no: end("review") }, [
    ["start", "fork"],
    { from: "fork", to: "yes", when: { or: alike } },
    ["fork", "no"]
  ])
}
const codes = (graph: Graph) => {
  const judged = judgeGraph(graph)
  return "problems" in judged ? judged.problems.map(({ code, loc }) => `${loc.join(".")} ${code}`) : []
}
const tests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Test ${index}`, facts: {}, expected: { outcome: "review" as const } }))

test("a graph compares names only so often, since each comparison takes long", () => {
  expect(codes(comparing(graphLimits.likenesses))).toEqual([])
  expect(codes(comparing(graphLimits.likenesses + 1))).toEqual(["edges too_many_likenesses"])
})

test("the golden tests of a graph compare names only so often, all together", () => {
  const most = graphLimits.likenesses_in_tests / graphLimits.likenesses
  const graph = comparing(graphLimits.likenesses)
  expect(judgeGolden(graph, tests(most))).toEqual([])
  expect(judgeGolden(graph, tests(most + 1))).toMatchObject([{ loc: [], code: "too_many_likenesses" }])
  expect(judgeGolden(comparing(0), tests(most + 1))).toEqual([])
})

test("workflows that stand in one another compare names no more often than one", () => {
  const graph = comparing(graphLimits.likenesses - 1)
  expect(excessOf(graph, new Map([["sub", alone(comparing(1))]]))).toBeUndefined()
  expect(excessOf(graph, new Map([["sub", alone(comparing(2))]]))).toContain("6 comparisons by fuzzy_match")
})
