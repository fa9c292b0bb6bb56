import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const mark = (tag: string): GraphNode => ({ type: "action", config: { do: "tag", tag } })
const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
const graphs = {
  /** Conditions behind an action see what it did, and one on the way not taken does nothing. */
  wfv_tagged: graphOf(
    {
      capture,
      vip: mark("vip"),
      fork: passing.branch,
      other: mark("other"),
      bill,
      gate,
      done: end("approved"),
      no: end("declined", ["document_forged"])
    },
    [
      ["start", "capture"],
      ["capture", "vip"],
      ["vip", "fork"],
      { from: "fork", to: "bill", when: { contains: [{ var: "session.tags" }, "vip"] } },
      { from: "fork", to: "other" },
      ["other", "no"],
      ["bill", "gate"],
      ["gate", "done"]
    ]
  )
}

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "actions", graphs)
  afterAll(() => service.stop())

  describe(`actions of workflows over ${storage}`, () => {
    test("put a tag on the session once, and what comes behind them sees it", async () => {
      await events()
      const { call, current, id, statesOf, work } = await submitted("wfv_tagged", { tags: ["new"] })
      await work()
      expect(await current()).toMatchObject({ status: "awaiting_external_decision", tags: ["new", "vip"] })
      expect(await statesOf()).toMatchObject({ vip: "succeeded", bill: "succeeded", other: "skipped" })
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
      await work()
      expect(await current()).toMatchObject({ status: "approved", tags: ["new", "vip"] })
      const tagged = (await events()).filter(({ type }) => type === "session.tag-added")
      expect(tagged.map(({ data }) => data.changed_tags)).toEqual([["vip"]])
    })
  })
}
