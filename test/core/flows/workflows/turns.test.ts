import { afterAll, describe, expect, test } from "bun:test"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { WorkflowRunStore } from "@vouchkit/core/resources/workflows/runs/model"
import type { StoredSession } from "@vouchkit/core/resources/sessions/model"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"
import { Effect, Layer } from "effect"
import { liveWork } from "../../../support/live-work.ts"
import { end, graphOf, passing } from "../../../support/workflow-graphs.ts"

const capture: GraphNode = { type: "capture", config: { steps: "session", required: true } }
const check = (type: "proof_of_address" | "liveness" | "age", more: object = {}): GraphNode => ({
  type: "check",
  config: { type },
  ...more
})
const when = (from: string, to: string, condition: GraphEdge["when"]): GraphEdge => ({ from, to, when: condition ?? {} })

/** Graphs beside the default one, by the versions that sessions of these tests are pinned to. */
const graphs = {
  wfv_lists_first: graphOf(
    {
      capture,
      lists: { type: "list_lookup", config: {} },
      fork: passing.branch,
      bill: check("proof_of_address"),
      done: end("approved"),
      stopped: end("declined", ["document_expired"])
    },
    [
      ["start", "capture"],
      ["capture", "lists"],
      ["lists", "fork"],
      when("fork", "bill", { ne: [{ var: "session.expected.country" }, "RS"] }),
      { from: "fork", to: "stopped" },
      ["bill", "done"]
    ]
  ),
  wfv_face: graphOf({ capture, face: check("liveness"), done: end("approved") }, [
    ["start", "capture"],
    ["capture", "face"],
    ["face", "done"]
  ]),
  wfv_by_risk: graphOf(
    { capture, bill: check("proof_of_address"), fork: passing.branch, calm: end("approved"), risky: end("review", ["document_expired"]) },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ["bill", "fork"],
      when("fork", "risky", { gte: [{ var: "risk.score" }, 1] }),
      { from: "fork", to: "calm" }
    ]
  ),
  wfv_beyond: graphOf(
    { capture, other: { type: "subworkflow", config: { workflow_id: "wfl_01hzzzzzzzzzzzzzzzzzzzzzzz" } }, done: end("approved") },
    [
      ["start", "capture"],
      ["capture", "other"],
      ["other", "done"]
    ]
  )
}
const links = new Map(Object.entries(graphs).map(([id, graph]) => [id, linked(graph)]))
const work = liveWork(
  Layer.succeed(WorkflowGraphs)((version_id: string) => {
    const found = links.get(version_id)
    if (found === undefined) throw new Error(version_id)
    return found
  }),
  "sandbox"
)
afterAll(() => work.stop())

/** A session that was submitted, after all that its workflow does with it. */
const judged = async (workflow_version_id: keyof typeof graphs, overrides: Partial<StoredSession> = {}) => {
  const { id } = await work.submitted([{ kind: "proof_of_address" }], { workflow_version_id, ...overrides })
  await work.work("documents.read", runChecksJob)
  const session = await work.sessionOf(id)
  const run = await work.run(Effect.flatMap(WorkflowRunStore, (store) => store.find(session.workflow_run_id ?? "")))
  if (run === undefined) throw new Error("there is no run")
  const checks = (await work.checksOf(id)).map(({ outcome, type }) => `${type} ${outcome}`)
  return { session, run, checks, states: Object.fromEntries(run.nodes.map((node) => [node.id, node.state])) }
}

describe("a run through a graph of its own", () => {
  test("keeps to graphs that are valid", () => {
    for (const graph of Object.values(graphs)) expect(judgeGraph(JSON.parse(JSON.stringify(graph)))).toEqual({ graph })
  })

  test("takes another turn for checks that a look at the lists leads to", async () => {
    const { checks, run, session, states } = await judged("wfv_lists_first", { expected: { country: "DE" } })
    expect([session.status, session.status_reason_codes]).toEqual(["approved", []])
    expect(checks).toEqual(["proof_of_address passed"])
    expect(states).toMatchObject({ lists: "succeeded", bill: "succeeded", done: "succeeded", stopped: "skipped" })
    expect(run.nodes.find(({ id }) => id === "bill")).toMatchObject({ attempts: 1 })
    expect(run.decisions).toHaveLength(1)
  })

  test("makes no check that no way leads to, and ends with the reasons of its end", async () => {
    const { checks, session } = await judged("wfv_lists_first", { expected: { country: "RS" } })
    expect([session.status, session.status_reason_codes, checks]).toEqual(["declined", ["document_expired"], []])
    // Who does not say where they are from passes no condition about it.
    expect((await judged("wfv_lists_first")).session.status).toBe("declined")
  })

  test("goes to a person where a check is asked for that nothing was submitted for", async () => {
    const { checks, run, session, states } = await judged("wfv_face")
    expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["check_unavailable"]])
    expect(checks).toEqual(["liveness null"])
    expect([run.status, run.outcome, states.face, states.done]).toEqual(["completed", "review", "failed", "skipped"])
  })

  test("reads the risk that its checks so far leave", async () => {
    expect((await judged("wfv_by_risk")).session.status).toBe("approved")
    const { run, session } = await judged("wfv_by_risk", { scenario: "declined" })
    expect(session.risk?.score ?? 0).toBeGreaterThan(0)
    expect([run.outcome, session.status, session.status_reason_codes]).toEqual(["review", "in_review", ["document_expired"]])
  })

  test("is never left standing: what cannot go on goes to a person", async () => {
    const { run, session } = await judged("wfv_beyond")
    expect([session.status, session.status_reason_codes]).toEqual(["in_review", ["check_unavailable"]])
    expect(run.active_for).toBeNull()
  })
})
