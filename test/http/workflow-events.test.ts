import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
const behind = (node: GraphNode) =>
  graphOf({ capture, node, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "node"],
    ["node", "done"]
  ])
const graphs = {
  wfv_plain: behind(bill),
  wfv_gate: behind(gate),
  wfv_fails: behind({ type: "check", config: { type: "liveness" }, on_error: "fail" })
}

for (const storage of ["memory", "postgres"] as const) {
  const { customer, events, service, submitted } = await workflowService(storage, "events", graphs)
  afterAll(() => service.stop())
  const ofRuns = async () => (await events()).filter(({ type }) => type.startsWith("workflow-run."))
  const types = async () => (await ofRuns()).map(({ type }) => type.replace("workflow-run.", ""))

  describe(`events of workflow runs over ${storage}`, () => {
    test("say that a run began and ended, in the order of their sequence", async () => {
      await events()
      const { run, work } = await submitted("wfv_plain")
      await work()
      const announced = await ofRuns()
      expect(announced.map(({ type }) => type)).toEqual(["workflow-run.started", "workflow-run.completed"])
      const { id, session_id } = await run()
      expect(announced[1]?.data).toMatchObject({ id, session_id, status: "completed", outcome: "approved" })
    })

    test("say that a run waits and goes on", async () => {
      await events()
      const { call, id, work } = await submitted("wfv_gate")
      await work()
      expect(await types()).toEqual(["started", "paused"])
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
      expect(await types()).toEqual(["resumed"])
      await work()
      expect(await types()).toEqual(["completed"])
    })

    test("say that a run ended at a gate, failed, timed out or was cancelled", async () => {
      const ended = await submitted("wfv_gate")
      await ended.work()
      await events()
      await ended.call("POST", `/sessions/${ended.id}/external-decision`, { decision: "approve" })
      expect(await types()).toEqual(["completed"])
      const failing = await submitted("wfv_fails")
      await failing.work()
      expect(await types()).toEqual(["started", "failed"])
      const late = await submitted("wfv_gate")
      await late.work()
      await events()
      await late.pass(4_000)
      expect(await types()).toEqual(["completed"])
      const cancelled = await submitted("wfv_gate")
      await cancelled.work()
      await events()
      await cancelled.call("POST", `/workflow-runs/${(await cancelled.run()).id}/cancel`, {})
      expect(await types()).toEqual(["cancelled"])
    })

    test("do not speak of the default workflow", async () => {
      const { call } = await customer()
      const { id } = await call("POST", "/sessions", {})
      await call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "approve" }] })
      expect(await types()).toEqual([])
    })
  })
}
