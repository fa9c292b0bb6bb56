import { describe, expect, test } from "bun:test"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import type { GoldenTest } from "@vouchkit/core/verification/workflows/golden/model"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"
import { runGolden } from "@vouchkit/core/verification/workflows/golden/run"
import { end, graphOf, join, passing } from "../../../support/workflow-graphs.ts"

const golden = (expected: GoldenTest["expected"], more: Partial<GoldenTest> = {}): GoldenTest => ({
  name: "One",
  facts: {},
  expected,
  ...more
})
const problems = (graph: Parameters<typeof runGolden>[0], one: GoldenTest) => runGolden(graph, [one])[0]?.problems

describe("a golden test", () => {
  test("leads through the default workflow by its conclusion, whose reasons count", () => {
    const facts = { "conclusion.status": "declined", "conclusion.reasons": ["document_forged"] }
    const path = ["proof_of_address", "lists", "declined"]
    const skipped = ["approved", "in_review"]
    expect(problems(defaultGraph, golden({ outcome: "declined", reason_codes: ["document_forged"], path, skipped }, { facts }))).toEqual([])
    // What is not known passes no condition.
    expect(problems(defaultGraph, golden({ outcome: "review", path: ["in_review"] }))).toEqual([])
    expect(problems(defaultGraph, golden({ outcome: "approved", path: ["approved"], skipped: ["in_review"] }))).toEqual([
      "outcome: expected approved, was review",
      "path: did not come to approved",
      "skipped: came to in_review"
    ])
  })

  test("says which nodes fail, and which way a review goes", () => {
    const graph = graphOf({ look: { type: "review", config: { queue: "default" } }, yes: end("approved"), no: end("declined") }, [
      ["start", "look"],
      { from: "look", to: "yes", label: "approved" },
      { from: "look", to: "no", label: "rejected" }
    ])
    expect(problems(graph, golden({ outcome: "approved" }))).toEqual([])
    expect(problems(graph, golden({ outcome: "declined" }, { nodes: { look: { state: "succeeded", way: "rejected" } } }))).toEqual([])
    expect(problems(graph, golden({ outcome: "review", skipped: ["yes", "no"] }, { nodes: { look: { state: "failed" } } }))).toEqual([])
  })

  test("compares names as all judges of names do", () => {
    const alike = { fuzzy_match: [{ var: "session.metadata.holder" }, "Zoë Müller", 0.9] }
    const graph = graphOf({ fork: passing.branch, same: end("approved"), other: end("review") }, [
      ["start", "fork"],
      { from: "fork", to: "same", when: alike },
      { from: "fork", to: "other" }
    ])
    expect(judgeGraph(JSON.parse(JSON.stringify(graph)))).toEqual({ graph })
    for (const [holder, outcome] of [
      ["Zoe Mueller", "approved"],
      ["MÜLLER, ZOË", "approved"],
      ["Hans Schmidt", "review"],
      [7, "review"]
    ] as const) {
      expect([holder, problems(graph, golden({ outcome }, { facts: { "session.metadata.holder": holder } }))]).toEqual([holder, []])
    }
    expect(problems(graph, golden({ outcome: "review" }))).toEqual([])
  })

  test("ends for every graph that waits, races and joins", () => {
    const graph = graphOf(
      {
        split: passing.parallel,
        pause: { type: "wait", config: { duration_s: 60 } },
        gate: { type: "external_gate", config: { key: "ours", expires_in_s: 60, on_timeout: "review" } },
        met: join("any"),
        done: end("approved")
      },
      [
        ["start", "split"],
        ["split", "pause"],
        ["split", "gate"],
        ["pause", "met"],
        ["gate", "met"],
        ["met", "done"]
      ]
    )
    expect(problems(graph, golden({ outcome: "approved", path: ["met", "done"] }))).toEqual([])
  })
})
