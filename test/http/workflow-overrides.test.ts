import { afterAll, describe, expect, test } from "bun:test"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const judged: GraphNode = { ...bill, on_error: "continue" } as GraphNode
const person: GraphNode = { type: "review", config: { queue: "first" } }
const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
const told: GraphNode = { type: "action", config: { do: "notify", message: "The bill did not pass" } }
const passed = { eq: [{ var: "checks.proof_of_address.outcome" }, "passed"] }
const reviewed: ReadonlyArray<GraphEdge> = [
  { from: "person", to: "accepted", label: "approved" },
  { from: "person", to: "refused", label: "rejected" }
]
const ends = { done: end("approved"), accepted: end("approved"), refused: end("declined", ["document_expired"]) }

const graphs = {
  /** A person looks at a bill that did not pass. */
  wfv_person: graphOf({ capture, bill: judged, fork: passing.branch, person, ...ends }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    { from: "fork", to: "done", when: passed },
    { from: "fork", to: "person" },
    ...reviewed
  ]),
  /** The same by what all checks lead to. */
  wfv_conclusion: graphOf({ capture, bill: judged, fork: passing.branch, person, no: end("declined"), ...ends }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    { from: "fork", to: "done", when: { eq: [{ var: "conclusion.status" }, "approved"] } },
    { from: "fork", to: "no", when: { eq: [{ var: "conclusion.status" }, "declined"] } },
    { from: "fork", to: "person" },
    ...reviewed
  ]),
  /** Either way has something to do and to wait for. */
  wfv_either: graphOf({ capture, bill: judged, fork: passing.branch, gate, told, person, ...ends }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    { from: "fork", to: "gate", when: passed },
    { from: "fork", to: "told" },
    ["gate", "done"],
    ["told", "person"],
    ...reviewed
  ])
}
const reason = "Called the landlord"

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "overrides", graphs)
  afterAll(() => service.stop())

  const resting = async (version: keyof typeof graphs, scenario: string) => {
    const session = await submitted(version, { scenario })
    await session.work()
    const { call, id } = session
    const check = async () => (await call("GET", `/sessions/${id}/checks`)).data[0]
    const override = async (outcome: "passed" | "review" | "failed", why = reason) => {
      const answer = await call("POST", `/checks/${(await check()).id}/override`, { outcome, reason: why })
      await session.work()
      return answer
    }
    const status = async () => (await session.current()).status
    const cases = async () => (await call("GET", `/cases?session_id=${id}`)).data
    return { ...session, check, override, status, cases }
  }

  describe(`overrides of checks over ${storage}`, () => {
    test("lead a run that waits for a person another way, and their case is closed", async () => {
      const { call, cases, id, override, run, status, statesOf } = await resting("wfv_person", "review")
      expect([await status(), await statesOf()]).toMatchObject(["in_review", { person: "waiting", done: "skipped" }])
      await override("passed")
      expect([await status(), await statesOf()]).toMatchObject(["approved", { person: "skipped", done: "succeeded", accepted: "skipped" }])
      expect(await run()).toMatchObject({ status: "completed", outcome: "approved" })
      const { decisions } = await run()
      expect(decisions.map((one: any) => [one.node_id, one.to])).toEqual([["fork", "done"]])
      expect((await cases()).map((one: any) => one.status)).toEqual(["closed"])
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true, differences: [] })
    })

    test("that change no way leave the run where it is, and the case shows them", async () => {
      const { cases, override, run, status } = await resting("wfv_person", "review")
      const before = await run()
      await override("failed")
      const { nodes } = await run()
      expect([await status(), nodes]).toEqual(["in_review", before.nodes])
      const [open] = await cases()
      expect([open.status, open.check_summary]).toMatchObject(["open", [{ outcome: "failed" }]])
    })

    test("count in what all checks lead to", async () => {
      const passes = await resting("wfv_conclusion", "review")
      await passes.override("passed")
      expect(await passes.status()).toBe("approved")
      const fails = await resting("wfv_conclusion", "error")
      expect(await fails.statesOf()).toMatchObject({ bill: "failed", person: "waiting" })
      await fails.override("review")
      expect(await fails.statesOf()).toMatchObject({ bill: "succeeded", person: "waiting" })
      await fails.override("passed")
      expect([await fails.status(), await fails.current()]).toMatchObject(["approved", { status_reason_codes: [] }])
    })

    test("do nothing twice, however often the run is led away and back", async () => {
      await events()
      const { call, id, override, run, status, statesOf, work } = await resting("wfv_either", "review")
      await override("passed")
      expect([await status(), await statesOf()]).toMatchObject([
        "awaiting_external_decision",
        { gate: "waiting", told: "skipped", person: "skipped" }
      ])
      await override("review")
      expect([await status(), await statesOf()]).toMatchObject(["in_review", { gate: "skipped", told: "succeeded", person: "waiting" }])
      await override("passed", "Called the landlord again")
      await override("passed", "Called the landlord again")
      const waiting = (await run()).gates[0]
      expect(waiting).toMatchObject({ key: "core", decision: null })
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
      await work()
      expect([await status(), await statesOf()]).toMatchObject(["approved", { gate: "succeeded", told: "skipped" }])
      const notified = (await events()).filter(({ data, type }) => type === "workflow-run.notified" && data.session_id === id)
      expect(notified).toHaveLength(1)
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("change the check and its case alone once the run is over", async () => {
      const { check, override, run, status, work } = await resting("wfv_person", "approved")
      const before = await run()
      expect([await status(), before.outcome]).toEqual(["approved", "approved"])
      await override("failed")
      expect(await work()).toBe(0)
      expect([await status(), (await check()).outcome, await run()]).toEqual(["approved", "failed", before])
    })
  })
}
