import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { behindBill, workflowService } from "../support/workflow-service.ts"

const gate = (more: object): GraphNode => ({
  type: "external_gate",
  config: { key: "core", expires_in_s: 3600, on_timeout: "review", ...more }
})
const graphs = {
  open: behindBill(gate({})),
  closed: behindBill(gate({ schema: { type: "object", properties: { note: { type: "string" }, limit: { type: "number" } } } }))
}
const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) })
/** An object of so many bytes as JSON without spaces. */
const sized = (bytes: number) => ({ list: [["x".repeat(bytes - '{"list":[[""]]}'.length)]] })

for (const storage of ["memory", "postgres"] as const) {
  const { service, submitted } = await workflowService(storage, "gate_data", graphs)
  afterAll(() => service.stop())
  /** A session that waits at its gate. */
  const waiting = async (version: keyof typeof graphs) => {
    const session = await submitted(version)
    await session.work()
    const path = `/sessions/${session.id}/external-decision`
    const decide = (data: unknown) => session.ask("POST", path, { decision: "continue", data })
    return { ...session, decide, path }
  }

  describe(`data of decisions over ${storage}`, () => {
    test("is any JSON as deep and as long as metadata, where the gate names no members", async () => {
      const { current, decide, run, work } = await waiting("open")
      for (const [wrong, loc] of [
        [nested(6), "body.data.in.in.in.in.in"],
        [sized(16 * 1024 + 1), "body.data"],
        [["list"], "body.data"]
      ] as const) {
        const { body, status } = await decide(wrong)
        expect([status, body.errors[0].loc.join(".")]).toEqual([422, loc])
      }
      const data = { result: { scores: [1, 2.5, null], approvedBy: { nameOf: "team", ok: true } }, deep: nested(4), none: null }
      expect((await decide(data)).status).toBe(200)
      // The same once more changes nothing.
      expect((await decide(data)).body.status).toBe("processing")
      await work()
      expect([(await current()).status, (await run()).gates[0].data]).toEqual(["approved", data])
      const largest = await waiting("open")
      expect((await largest.decide(sized(16 * 1024))).status).toBe(200)
    })

    test("keeps its keys as they are in every spelling", async () => {
      const { id, key, path, run } = await waiting("open")
      const data = { someMember: { inner_member: 1 }, other_member: [{ aB: 1, a_c: 2 }] }
      const sent = { key, body: { decision: "continue", data }, headers: { "Key-Inflection": "camel" } }
      expect((await service.call("POST", path, sent)).body.id).toBe(id)
      expect((await run()).gates[0].data).toEqual(data)
    })

    test("has the members alone that the gate names, each of the type that it says", async () => {
      const { decide, run } = await waiting("closed")
      const refused = async (data: object) => (await decide(data)).body.errors.map(({ loc, message }: any) => `${loc.join(".")} ${message}`)
      expect(await refused({ note: { text: "x" }, limit: [1], more: 1 })).toEqual([
        "body.data.note must be a text",
        "body.data.limit must be a number",
        "body.data.more is not among the properties of the gate"
      ])
      expect(await refused({ note: null })).toEqual(["body.data.note must be a text"])
      expect((await decide({ note: "fine", limit: 2 })).status).toBe(200)
      expect((await run()).gates[0].data).toEqual({ note: "fine", limit: 2 })
    })
  })
}
