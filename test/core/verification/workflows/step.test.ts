import { describe, expect, test } from "bun:test"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { finished, nodeOf, type RunState, unbegun } from "@vouchkit/core/verification/workflows/run-state"
import { endWith, step } from "@vouchkit/core/verification/workflows/step"
import { check, end, graphOf, join, passing, run } from "../../../support/workflow-graphs.ts"

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
