import { describe, expect, test } from "bun:test"
import { drawn } from "@vouchkit/core/verification/workflows/diagram/svg"
import { escaped } from "@vouchkit/core/verification/workflows/diagram/texts"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import { type GraphNode, NodeState } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import * as fc from "fast-check"
import { end, graphOf, passing } from "../../../support/workflow-graphs.ts"

const boxes = (svg: string) =>
  [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/gu)].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height)
  }))

describe("the picture of a graph", () => {
  test("shows every node and edge, from the start down", () => {
    const svg = drawn(linked(defaultGraph), "Default", null)
    expect([...svg.matchAll(/<g id="(\w+)">/gu)].map(([, id]) => id ?? "").toSorted()).toEqual(Object.keys(defaultGraph.nodes).toSorted())
    expect(svg.match(/marker-end/gu)).toHaveLength(defaultGraph.edges.length)
    expect(svg).toContain("resubmission_required")
    expect(svg).not.toMatch(/<script|<style|style=|href|on\w+=/u)
  })

  test("lets no two nodes overlap, and draws nothing outside of itself", () => {
    const shape = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(shape, (arms) => {
        const nodes: Record<string, GraphNode> = {
          fork: passing.parallel,
          met: { type: "join", config: { mode: "all" } },
          done: end("approved")
        }
        const edges: Array<readonly [string, string]> = [["start", "fork"]]
        for (const [arm, length] of arms.entries()) {
          const way = Array.from({ length }, (_, index) => `n${arm}_${index}`)
          for (const id of way) nodes[id] = { type: "check", config: { type: "age" } }
          const whole = ["fork", ...way, "met"]
          edges.push(...whole.slice(1).map((to, index) => [whole[index] ?? "", to] as const))
        }
        edges.push(["met", "done"])
        const svg = drawn(linked(graphOf(nodes, edges)), "Any", null)
        const [, width = "0", height = "0"] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/u) ?? []
        const all = boxes(svg)
        expect(all).toHaveLength(Object.keys(nodes).length + 1)
        for (const one of all) {
          expect([one.x >= 0, one.x + one.width <= Number(width), one.y + one.height <= Number(height)]).toEqual([true, true, true])
          for (const other of all) {
            if (one === other || one.y !== other.y) continue
            expect(one.x + one.width <= other.x || other.x + other.width <= one.x).toBe(true)
          }
        }
      }),
      { numRuns: 40, endOnFailure: true }
    )
  })

  test("says the state of each node of a run in words, and which ways were taken", () => {
    for (const state of NodeState.literals) {
      const svg = drawn(linked(defaultGraph), "Run", { states: new Map([["lists", state]]), taken: new Set([0]) })
      const [, lists = ""] = svg.match(/<g id="lists">(.*?)<\/g>/u) ?? []
      expect(lists).toContain(state === "pending" ? "not reached" : ` ${state}<`)
      expect(svg.match(/, taken</gu)).toHaveLength(1)
    }
  })

  test("escapes every text, and shortens long ones", () => {
    const hostile = `"><script>alert('x')</script>&\u0000\u202e`
    const graph = graphOf({ fork: { type: "branch", name: hostile, config: {} }, yes: end("approved"), no: end("declined") }, [
      ["start", "fork"],
      { from: "fork", to: "yes", label: hostile, when: { eq: [{ var: "session.external_reference" }, hostile] } },
      { from: "fork", to: "no" }
    ])
    const svg = drawn(linked(graph), hostile.repeat(9), null)
    expect(svg).not.toContain("<script")
    expect(svg).toContain("&lt;script&gt;")
    // Whatever is left is well-formed: no text holds a sign that begins something else.
    expect(svg.replace(/<[^<>]*>/gu, "")).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/u)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const written = escaped(text)
        expect(written).not.toMatch(/[<>"'\p{Cs}\ufffe\uffff]|&(?!amp;|lt;|gt;|quot;|#39;)/u)
        expect([...written].every((character) => character >= " " || "\t\n\r".includes(character))).toBe(true)
      }),
      { endOnFailure: true }
    )
  })
})
