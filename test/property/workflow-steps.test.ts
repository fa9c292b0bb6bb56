import { describe, expect, test } from "bun:test"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { orderOfGraph, reachable } from "@vouchkit/core/verification/workflows/order"
import { nodeOf, type RunState } from "@vouchkit/core/verification/workflows/run-state"
import fc from "fast-check"
import { answers, bits, fatesOf, orders, someGraph, waysOf } from "../support/random-graphs.ts"
import { run } from "../support/workflow-graphs.ts"

describe("of a valid graph", () => {
  test("a run always ends, in no more steps than it has nodes, and every node is settled", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, bits, orders, (graph, failing, holds, words, order) => {
        const { state, steps } = run(graph, {
          fates: fatesOf(graph, failing),
          holds: (place) => holds[place % holds.length] ?? null,
          ways: waysOf(graph, words),
          order
        })
        expect(steps).toBeLessThanOrEqual(Object.keys(graph.nodes).length + 1)
        expect(
          Object.keys(graph.nodes).every((id) => ["succeeded", "failed", "skipped", "cancelled"].includes(nodeOf(state, id).state))
        ).toBe(true)
      }),
      { numRuns: 2000 }
    )
  })

  test("the order in which nodes finish never changes the outcome", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, bits, orders, orders, (graph, failing, holds, words, one, other) => {
        const given = {
          fates: fatesOf(graph, failing),
          holds: (place: number) => holds[place % holds.length] ?? null,
          ways: waysOf(graph, words)
        }
        expect(run(graph, { ...given, order: other }).state.outcome).toEqual(run(graph, { ...given, order: one }).state.outcome)
      }),
      { numRuns: 3000 }
    )
  })

  test("a node is skipped exactly where no taken edge leads to it, and begins only once it has what it waits for", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, bits, orders, (graph, failing, holds, words, order) => {
        const { state } = run(graph, {
          fates: fatesOf(graph, failing),
          holds: (place) => holds[place % holds.length] ?? null,
          ways: waysOf(graph, words),
          order
        })
        for (const { id, into } of linked(graph)) {
          if (into.length === 0) continue
          const reached = into.some(({ place }) => state.taken.includes(place))
          const { state: now } = nodeOf(state, id)
          if (now === "skipped") expect(reached).toBe(false)
          if (now === "succeeded" || now === "failed") expect(reached).toBe(true)
        }
      }),
      { numRuns: 2000 }
    )
  })

  test("a join never waits for what cannot come: whenever a run rests, something that leads to each of its joins is still at work", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, bits, orders, (graph, failing, holds, words, order) => {
        const links = linked(graph)
        const { before } = orderOfGraph(graph)
        const rests = (active: ReadonlyArray<string>, state: RunState): string => {
          for (const { id, node } of links) {
            if (node.type !== "join" || nodeOf(state, id).state !== "pending") continue
            const ahead = reachable(id, before)
            expect(active.some((one) => ahead.has(one))).toBe(true)
          }
          return order(active)
        }
        run(graph, {
          fates: fatesOf(graph, failing),
          holds: (place) => holds[place % holds.length] ?? null,
          ways: waysOf(graph, words),
          order: rests
        })
      }),
      { numRuns: 2000, endOnFailure: true }
    )
  })
})
