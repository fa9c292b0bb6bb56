import { describe, expect, test } from "bun:test"
import type { Graph, GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { finished, isActive, nodeOf, type RunState, unbegun } from "@vouchkit/core/verification/workflows/run-state"
import { endWith, step } from "@vouchkit/core/verification/workflows/step"
import fc from "fast-check"

const check = (more: object = {}): GraphNode => ({ type: "check", config: { type: "age" }, ...more })
const end = (
  status: "approved" | "declined" | "review",
  reason_codes: ReadonlyArray<"document_forged" | "document_expired"> = []
): GraphNode => ({
  type: "end",
  config: { status, reason_codes: [...reason_codes] }
})
const join = (mode: "all" | "any" | number): GraphNode => ({
  type: "join",
  config: typeof mode === "number" ? { mode: "n", n: mode } : { mode }
})
const passing = {
  start: { type: "start", config: {} },
  branch: { type: "branch", config: {} },
  parallel: { type: "parallel", config: {} }
} as const

const graphOf = (nodes: Record<string, GraphNode>, edges: ReadonlyArray<GraphEdge | readonly [string, string]>): Graph => ({
  version: 1,
  start: "start",
  nodes: { start: passing.start, ...nodes },
  edges: edges.map((edge) => ("from" in edge ? edge : { from: edge[0], to: edge[1] }))
})

type Fate = "succeeded" | "failed"
/** Runs a graph to its end. `order` picks the active node that finishes next, `holds` says which edges have a condition that holds. */
const run = (
  graph: Graph,
  {
    fates = {},
    holds = () => true,
    order = (active) => active[0] ?? ""
  }: {
    readonly fates?: Readonly<Record<string, Fate>>
    readonly holds?: (place: number) => boolean | null
    readonly order?: (active: ReadonlyArray<string>) => string
  } = {}
): { readonly state: RunState; readonly steps: number } => {
  const links = linked(graph)
  let state = step(links, unbegun, ({ place }) => holds(place)).state
  let steps = 1
  while (state.outcome === null) {
    const now = state
    const active = links.filter(({ id }) => isActive(now, id)).map(({ id }) => id)
    if (active.length === 0) throw new Error("the run stands still")
    const id = order(active)
    state = step(links, finished(state, id, { state: fates[id] ?? "succeeded" }), ({ place }) => holds(place)).state
    steps += 1
  }
  return { state, steps }
}
const statesOf = (state: RunState, ...ids: ReadonlyArray<string>) => ids.map((id) => nodeOf(state, id).state)

describe("a run", () => {
  const two = graphOf({ split: passing.parallel, one: check(), other: check(), met: join("all"), done: end("approved") }, [
    ["start", "split"],
    ["split", "one"],
    ["split", "other"],
    ["one", "met"],
    ["other", "met"],
    ["met", "done"]
  ])

  test("begins what is ready and waits for it", () => {
    const { effects, state } = step(linked(two), unbegun, () => true)
    expect(effects).toEqual([
      { kind: "execute", node_id: "one" },
      { kind: "execute", node_id: "other" }
    ])
    expect(state.outcome).toBeNull()
    expect(step(linked(two), state, () => true)).toEqual({ state, effects: [] })
  })

  test("takes the first edge of a branch whose condition holds, and skips what the others lead to", () => {
    const graph = graphOf(
      { fork: passing.branch, risky: check(), calm: check(), no: end("declined", ["document_forged"]), yes: end("approved") },
      [
        ["start", "fork"],
        { from: "fork", to: "calm" },
        { from: "fork", to: "risky", when: { gte: [{ var: "risk.score" }, 70] } },
        ["risky", "no"],
        ["calm", "yes"]
      ]
    )
    const calm = run(graph, { holds: () => false }).state
    expect([calm.outcome?.status, ...statesOf(calm, "risky", "no", "calm")]).toEqual(["approved", "skipped", "skipped", "succeeded"])
    // What is not known passes no edge.
    expect(run(graph, { holds: () => null }).state.outcome?.status).toBe("approved")
    const risky = run(graph).state
    expect(risky.outcome).toEqual({
      status: "declined",
      reason_codes: ["document_forged"],
      with_conclusion: false,
      node_ids: ["no"],
      failed: false
    })
    expect(statesOf(risky, "calm", "yes")).toEqual(["skipped", "skipped"])
  })

  test("asks a branch once, whatever becomes known later", () => {
    const graph = graphOf({ split: passing.parallel, fork: passing.branch, slow: check(), no: end("declined"), yes: end("approved") }, [
      ["start", "split"],
      ["split", "fork"],
      ["split", "slow"],
      { from: "fork", to: "no", when: { gte: [{ var: "risk.score" }, 70] } },
      ["fork", "yes"],
      ["slow", "yes"]
    ])
    const links = linked(graph)
    const begun = step(links, unbegun, () => false).state
    const { state } = step(links, finished(begun, "slow", { state: "succeeded" }), () => true)
    expect([state.outcome?.status, ...statesOf(state, "no")]).toEqual(["approved", "skipped"])
  })

  test("takes the edges that the result of a review is labelled with", () => {
    const graph = graphOf({ look: { type: "review", config: { queue: "default" } }, yes: end("approved"), no: end("declined") }, [
      ["start", "look"],
      { from: "look", to: "yes", label: "approved" },
      { from: "look", to: "no", label: "rejected" }
    ])
    const links = linked(graph)
    const { effects, state } = step(links, unbegun, () => true)
    expect(effects).toEqual([{ kind: "wait", node_id: "look" }])
    expect(step(links, finished(state, "look", { state: "succeeded", way: "rejected" }), () => true).state.outcome?.status).toBe("declined")
    expect(step(links, finished(state, "look", { state: "succeeded", way: "approved" }), () => true).state.outcome?.status).toBe("approved")
  })

  test("keeps the first of two results of a node, and changes no more once it is over", () => {
    const links = linked(two)
    const begun = step(links, unbegun, () => true).state
    const once = finished(begun, "one", { state: "succeeded" })
    expect(finished(once, "one", { state: "failed" })).toEqual(once)
    const over = run(two).state
    expect(step(links, over, () => true)).toEqual({ state: over, effects: [] })
    expect(finished(over, "one", { state: "failed" })).toEqual(over)
    expect(
      endWith(links, over, { status: "declined", reason_codes: [], with_conclusion: false, node_ids: [], failed: false }).state
    ).toEqual(over)
  })

  test("goes to a person, goes on or fails where a node failed, as the node says", () => {
    const of = (on_error?: "review" | "continue" | "fail") =>
      run(
        graphOf({ one: check(on_error === undefined ? {} : { on_error }), done: end("approved") }, [
          ["start", "one"],
          ["one", "done"]
        ]),
        {
          fates: { one: "failed" }
        }
      ).state
    const person = { status: "review", reason_codes: ["check_unavailable"], with_conclusion: false, node_ids: ["one"] } as const
    expect(of().outcome).toEqual({ ...person, failed: false })
    expect(of("review").outcome).toEqual({ ...person, failed: false })
    expect(of("fail").outcome).toEqual({ ...person, node_ids: [], failed: true })
    expect(of("continue").outcome?.status).toBe("approved")
  })

  test("is not approved beside a node that failed, and cancels the rest where it fails for good", () => {
    const beside = run(two, { fates: { one: "failed" } }).state
    expect([beside.outcome?.status, ...statesOf(beside, "met", "done")]).toEqual(["review", "succeeded", "succeeded"])
    const failing = { ...two, nodes: { ...two.nodes, one: check({ on_error: "fail" }) } }
    const { state, steps } = run(failing, { fates: { one: "failed" } })
    expect([state.outcome?.failed, steps, ...statesOf(state, "other", "met")]).toEqual([true, 2, "cancelled", "cancelled"])
  })

  test("comes to the worst of several ends, with the reasons of all that are as bad", () => {
    const graph = graphOf(
      {
        split: passing.parallel,
        good: end("approved"),
        bad: end("declined", ["document_forged"]),
        worse: end("declined", ["document_expired"])
      },
      [
        ["start", "split"],
        ["split", "good"],
        ["split", "bad"],
        ["split", "worse"]
      ]
    )
    expect(run(graph).state.outcome).toMatchObject({
      status: "declined",
      reason_codes: ["document_forged", "document_expired"],
      node_ids: ["bad", "worse"]
    })
  })

  test("goes on behind a join of any with the first, and cancels what leads nowhere else", () => {
    const links = linked({ ...two, nodes: { ...two.nodes, met: join("any") } })
    const begun = step(links, unbegun, () => true).state
    const { effects, state } = step(links, finished(begun, "other", { state: "succeeded" }), () => true)
    expect(effects).toEqual([{ kind: "cancel", node_id: "one" }])
    expect([state.outcome?.status, ...statesOf(state, "one")]).toEqual(["approved", "cancelled"])
  })

  test("ends by a decision from outside with what has not settled cancelled", () => {
    const links = linked(two)
    const begun = step(links, unbegun, () => true).state
    const outcome = {
      status: "declined",
      reason_codes: ["external_decision_declined"],
      with_conclusion: false,
      node_ids: [],
      failed: false
    } as const
    const { effects, state } = endWith(links, begun, outcome)
    expect(effects.map(({ kind, node_id }) => `${kind} ${node_id}`).toSorted()).toEqual(["cancel one", "cancel other"])
    expect(state.outcome).toEqual(outcome)
    expect(statesOf(state, "split", "one", "met", "done")).toEqual(["succeeded", "cancelled", "cancelled", "cancelled"])
  })
})

/** What a random graph is made of: `links` draws the nodes before each that lead to it. */
interface Drawn {
  readonly kind: "check" | "branch" | "parallel" | "wait" | "all" | "any" | "n"
  readonly n: number
  readonly links: ReadonlyArray<number>
  readonly on_error: "review" | "continue" | "fail" | undefined
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom("check", "check", "branch", "parallel", "wait", "all", "any", "n"),
  n: fc.integer({ min: 1, max: 4 }),
  links: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  on_error: fc.constantFrom(undefined, "review", "continue", "fail")
})

const nodeFor = ({ kind, n, on_error }: Drawn): GraphNode => {
  if (kind === "all" || kind === "any") return join(kind)
  if (kind === "n") return join(n)
  if (kind === "wait") return { type: "wait", config: { duration_s: 1 } }
  return kind === "check" ? check(on_error === undefined ? {} : { on_error }) : passing[kind]
}
const ends = [end("approved"), end("review"), end("declined", ["document_forged"]), end("declined", ["document_expired"])]

/** A graph that keeps the rules: edges lead forward, each node is reached, and each but an end leads on, a branch with an else. */
const graphFrom = (parts: ReadonlyArray<Drawn>, last: ReadonlyArray<number>): Graph => {
  const nodes: Record<string, GraphNode> = {}
  const edges: Array<GraphEdge> = []
  const before = ["start"]
  const connect = (from: string, to: string) => {
    if (edges.some((edge) => edge.from === from && edge.to === to)) return
    edges.push({ from, to })
  }
  for (const [index, part] of parts.entries()) {
    const id = `n${index}`
    nodes[id] = nodeFor(part)
    for (const link of part.links) connect(before[link % before.length] ?? "start", id)
    before.push(id)
  }
  for (const [index, id] of before.entries()) {
    if (edges.some(({ from }) => from === id)) continue
    const place = last[index % last.length] ?? 0
    nodes[`end${place % ends.length}`] = ends[place % ends.length] ?? end("approved")
    connect(id, `end${place % ends.length}`)
  }
  // All edges of a branch but the last have a condition.
  const conditioned = edges.map((edge, place) => {
    const isBranch = nodes[edge.from]?.type === "branch"
    const isLast = !edges.slice(place + 1).some(({ from }) => from === edge.from)
    return isBranch && !isLast ? { ...edge, when: { exists: [{ var: "risk.score" }, true] } } : edge
  })
  return graphOf(nodes, conditioned)
}
const someGraph = fc
  .tuple(fc.array(drawn, { minLength: 1, maxLength: 18 }), fc.array(fc.nat(), { minLength: 1, maxLength: 8 }))
  .map(([parts, last]) => graphFrom(parts, last))
const fatesOf = (graph: Graph, bits: ReadonlyArray<boolean>): Readonly<Record<string, Fate>> =>
  Object.fromEntries(Object.keys(graph.nodes).map((id, index) => [id, bits[index % bits.length] === true ? "failed" : "succeeded"]))
const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })
const answers = fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 12 })
const orders = fc
  .infiniteStream(fc.nat())
  .map((stream) => (active: ReadonlyArray<string>) => active[(stream.next().value ?? 0) % active.length] ?? "")

describe("of a valid graph", () => {
  test("a run always ends, in no more steps than it has nodes, and every node is settled", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, orders, (graph, failing, holds, order) => {
        const { state, steps } = run(graph, {
          fates: fatesOf(graph, failing),
          holds: (place) => holds[place % holds.length] ?? null,
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
      fc.property(someGraph, bits, answers, orders, orders, (graph, failing, holds, one, other) => {
        const given = { fates: fatesOf(graph, failing), holds: (place: number) => holds[place % holds.length] ?? null }
        expect(run(graph, { ...given, order: other }).state.outcome).toEqual(run(graph, { ...given, order: one }).state.outcome)
      }),
      { numRuns: 3000 }
    )
  })

  test("a node is skipped exactly where no taken edge leads to it, and begins only once it has what it waits for", () => {
    fc.assert(
      fc.property(someGraph, bits, answers, orders, (graph, failing, holds, order) => {
        const { state } = run(graph, { fates: fatesOf(graph, failing), holds: (place) => holds[place % holds.length] ?? null, order })
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
})
