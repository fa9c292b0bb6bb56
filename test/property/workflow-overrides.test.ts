import { expect, test } from "bun:test"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { reconsidered } from "@vouchkit/core/verification/workflows/reconsider"
import { finished, isActive, nodeOf, type RunState } from "@vouchkit/core/verification/workflows/run-state"
import { step } from "@vouchkit/core/verification/workflows/step"
import type { Graph } from "@vouchkit/core/verification/workflows/graph"
import fc from "fast-check"
import { answers, bits, fatesOf, orders, someGraph, waysOf } from "../support/random-graphs.ts"
import { type Fate, run } from "../support/workflow-graphs.ts"

type Holds = (place: number) => boolean | null
interface Going {
  readonly fates: Readonly<Record<string, Fate>>
  readonly ways: (id: string) => "approved" | "rejected"
}

/** Goes on with a run until it is over. */
const goOn = (graph: Graph, from: RunState, holds: Holds, { fates, ways }: Going): RunState => {
  const links = linked(graph)
  let state = from
  while (state.outcome === null) {
    const now = state
    const next = links.find(({ id }) => isActive(now, id))
    if (next === undefined) throw new Error("the run stands still")
    const fate = fates[next.id] ?? "succeeded"
    const isReview = next.node.type === "review" && fate === "succeeded"
    const result = isReview ? { state: "succeeded" as const, way: ways(next.id) } : { state: fate }
    state = step(links, finished(state, next.id, result), ({ place }) => holds(place)).state
  }
  return state
}

/** A random run on its way, whose branches went by some answers, and the answers that hold from then on. */
const onItsWay = fc
  .tuple(someGraph, bits, answers, answers, bits, orders, fc.nat())
  .map(([graph, failing, before, after, words, order, place]) => {
    const going: Going = { fates: fatesOf(graph, failing), ways: waysOf(graph, words) }
    const holds =
      (given: typeof before): Holds =>
      (edge) =>
        given[edge % given.length] ?? null
    const rests: Array<RunState> = []
    run(graph, {
      ...going,
      holds: holds(before),
      order: (active, state) => {
        rests.push(state)
        return order(active)
      }
    })
    return { graph, going, before: holds(before), after: holds(after), state: rests[place % Math.max(rests.length, 1)] }
  })
  .filter(({ state }) => state !== undefined)

const again = (graph: Graph, state: RunState, ids: ReadonlyArray<string>, holds: Holds) =>
  reconsidered(linked(graph), state, new Set(ids), ({ place }) => holds(place))

test("a run whose ways are decided again from its start ends where one ends that went there from the beginning", () => {
  fc.assert(
    fc.property(onItsWay, ({ after, going, graph, state }) => {
      if (state === undefined) return
      const fresh = run(graph, { ...going, holds: after }).state
      expect(goOn(graph, again(graph, state, ["start"], after), after, going).outcome).toEqual(fresh.outcome)
    }),
    { numRuns: 2000, endOnFailure: true }
  )
})

test("what was done stays done: nothing that came to a result is executed or awaited again, even where the run is led away and back", () => {
  fc.assert(
    fc.property(onItsWay, fc.nat(), ({ after, before, graph, state }, place) => {
      if (state === undefined) return
      const ids = [Object.keys(graph.nodes)[place % Object.keys(graph.nodes).length] ?? "start"]
      const away = again(graph, state, ids, after)
      const back = again(graph, away, ids, before)
      const settled = Object.keys(state.nodes).filter((id) => ["succeeded", "failed"].includes(nodeOf(state, id).state))
      for (const id of settled) {
        expect(isActive(away, id)).toBe(false)
        if (away.outcome === null) expect(isActive(back, id)).toBe(false)
      }
    }),
    { numRuns: 2000, endOnFailure: true }
  )
})

test("deciding again by what was known then changes no node and no way", () => {
  fc.assert(
    fc.property(onItsWay, fc.nat(), ({ before, graph, state }, place) => {
      if (state === undefined) return
      const done = Object.keys(graph.nodes).filter((id) => nodeOf(state, id).state === "succeeded")
      const same = again(graph, state, [done[place % done.length] ?? "start"], before)
      const shown = (one: RunState) => Object.keys(graph.nodes).map((id) => [id, nodeOf(one, id).state])
      expect(shown(same)).toEqual(shown(state))
      expect(same.taken.toSorted()).toEqual(state.taken.toSorted())
    }),
    { numRuns: 2000, endOnFailure: true }
  )
})
