import { expect, test } from "bun:test"
import type { Graph, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { nodeOf } from "@vouchkit/core/verification/workflows/run-state"
import { alone, type Whole, whole } from "@vouchkit/core/verification/workflows/subworkflows"
import fc from "fast-check"
import { answers, bits, fatesOf, orders, someGraph, waysOf } from "../support/random-graphs.ts"
import { end, graphOf, run } from "../support/workflow-graphs.ts"

const part = (on_error?: "continue" | "fail"): GraphNode => ({
  type: "subworkflow",
  config: { workflow_id: "wfl_01hzzzzzzzzzzzzzzzzzzzzzzz" },
  ...(on_error === undefined ? {} : { on_error })
})
/** A graph whose checks are another graph each. */
const withParts = (graph: Graph, inner: Whole): Whole => {
  const checks = Object.entries(graph.nodes).filter(([, { type }]) => type === "check")
  const ids = checks.slice(0, 3).map(([id]) => id)
  const nodes = Object.fromEntries(
    Object.entries(graph.nodes).map(([id, node]) => [
      id,
      ids.includes(id) ? part(node.on_error === "continue" || node.on_error === "fail" ? node.on_error : undefined) : node
    ])
  )
  return whole({ ...graph, nodes }, new Map(ids.map((id) => [id, inner])))
}
const someWhole = fc
  .tuple(someGraph, someGraph, someGraph, fc.boolean())
  .map(([graph, inner, innermost, nested]) => withParts(graph, nested ? withParts(inner, alone(innermost)) : alone(inner)))

test("a subworkflow comes to what its graph comes to by itself, and what failed in it fails nothing else", () => {
  fc.assert(
    fc.property(someGraph, bits, answers, bits, orders, (graph, failing, holds, words, order) => {
      const [fates, ways] = [fatesOf(graph, failing), waysOf(graph, words)]
      const own = run(graph, { fates, ways, holds: (place) => holds[place % holds.length] ?? null, order }).state.outcome
      const parent = graphOf({ sub: part("continue"), done: end("approved") }, [
        ["start", "sub"],
        ["sub", "done"]
      ])
      const { graph: joined, scopes } = whole(parent, new Map([["sub", alone(graph)]]))
      const { state } = run(joined, {
        scopes,
        fates: Object.fromEntries(Object.entries(fates).map(([id, fate]) => [`sub__${id}`, fate])),
        ways: (id) => ways(id.replace("sub__", "")),
        // The edges of the parent come first.
        holds: (place) => holds[(place - parent.edges.length) % holds.length] ?? null,
        order
      })
      const { outcome } = nodeOf(state, "sub")
      expect([outcome?.status, outcome?.failed, outcome?.reason_codes]).toEqual([own?.status, own?.failed, own?.reason_codes])
      expect(state.outcome).toMatchObject({ status: "approved", failed: false })
    }),
    { numRuns: 1500, endOnFailure: true }
  )
})

test("a run with subworkflows always ends with every node settled, and the order in which nodes finish never changes the outcome", () => {
  fc.assert(
    fc.property(someWhole, bits, answers, bits, orders, orders, ({ graph, scopes }, failing, holds, words, one, other) => {
      const given = {
        scopes,
        fates: fatesOf(graph, failing),
        holds: (place: number) => holds[place % holds.length] ?? null,
        ways: waysOf(graph, words)
      }
      const { state, steps } = run(graph, { ...given, order: one })
      expect(steps).toBeLessThanOrEqual(Object.keys(graph.nodes).length + 1)
      const settled = ["succeeded", "failed", "skipped", "cancelled"]
      expect(Object.keys(graph.nodes).filter((id) => !settled.includes(nodeOf(state, id).state))).toEqual([])
      expect(run(graph, { ...given, order: other }).state.outcome).toEqual(state.outcome)
    }),
    { numRuns: 1500, endOnFailure: true }
  )
})
