import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode, Retry } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf } from "../support/workflow-graphs.ts"
import { bill, type Call, capture, workflowService } from "../support/workflow-service.ts"

const retry: Retry = { attempts: 3, waits_s: [5, 600] }
const behind = (node: GraphNode) =>
  graphOf({ capture, bill, node, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "node"],
    ["node", "done"]
  ])
/** Relates the session to a company that the test archives, so that it fails until the company is restored. */
const relating =
  (more: Partial<GraphNode>) =>
  async (call: Call): Promise<ReturnType<typeof graphOf>> => {
    const { id } = await call("POST", "/identities", { identity_type: "organization", external_reference: "the-company" })
    const config = { do: "create_relationship", relationship_type: "director_of", identity_id: id } as const
    return behind({ type: "action", config, ...more } as GraphNode)
  }
const checking = (more: Partial<GraphNode>) =>
  graphOf({ capture, node: { ...bill, ...more } as GraphNode, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "node"],
    ["node", "done"]
  ])
const graphs = {
  wfv_relating: relating({ retry }),
  wfv_relating_or_on: relating({ retry, on_error: "continue" }),
  wfv_checking: checking({ retry: { attempts: 2 } }),
  wfv_checking_or_on: checking({ retry: { attempts: 2 }, on_error: "continue" }),
  wfv_once: checking({ on_error: "continue" }),
  wfv_relating_in_time: relating({ retry, timeout_s: 60, on_error: "continue" }),
  wfv_checking_in_time: checking({ retry: { attempts: 3, waits_s: [600] }, timeout_s: 30 })
}
const known = async (call: Call) => ({ identity_id: (await call("POST", "/identities", {})).id })

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "retries", graphs)
  afterAll(() => service.stop())

  const tried = async (version: keyof typeof graphs, given: object | typeof known = known) => {
    const session = await submitted(version, given)
    const { data } = await session.call("GET", "/identities?external_reference=the-company")
    const archived = async (yes: boolean) => {
      if (data.length > 0) await session.call("POST", `/identities/${data[0].id}/${yes ? "archive" : "restore"}`)
    }
    await archived(true)
    await session.work()
    const node = async () => (await session.run()).nodes.find(({ id }: any) => id === "node")
    const status = async () => (await session.current()).status
    return { ...session, archived, node, status }
  }

  describe(`retries of nodes over ${storage}`, () => {
    test("come after their waits, one attempt each, until one succeeds", async () => {
      const { archived, call, current, node, pass, run, status } = await tried("wfv_relating")
      const first = await node()
      expect(first).toMatchObject({ state: "waiting", attempts: 1, error: "identity_not_available", ended_at: null })
      expect(first.failed_attempts).toMatchObject([{ attempt: 1, error: "identity_not_available" }])
      expect(Date.parse(first.due_at) - Date.parse(first.failed_attempts[0].ended_at)).toBe(5_000)
      expect([await status(), (await run()).status]).toEqual(["processing", "running"])

      await pass(6)
      expect(await node()).toMatchObject({ state: "waiting", attempts: 2 })
      await archived(false)
      await pass(300)
      await pass(1)
      expect(await node()).toMatchObject({ state: "waiting", attempts: 2 })
      await pass(300)
      expect(await node()).toMatchObject({ state: "succeeded", attempts: 3, error: null, due_at: null })
      expect((await node()).failed_attempts.map(({ attempt }: any) => attempt)).toEqual([1, 2])
      const { data } = await call("GET", `/identities/${(await current()).identity_id}/relationships`)
      expect([await status(), data.map(({ type }: any) => type)]).toEqual(["approved", ["director_of"]])
    })

    test("end with the last one, and then the graph says what follows", async () => {
      for (const [version, expected] of [
        ["wfv_relating", "in_review"],
        ["wfv_relating_or_on", "approved"]
      ] as const) {
        const { node, pass, status } = await tried(version)
        await pass(6)
        await pass(601)
        expect(await node()).toMatchObject({ state: "failed", attempts: 3, error: "identity_not_available", due_at: null })
        expect([await status(), (await node()).failed_attempts.length]).toEqual([expected, 2])
        await pass(10_000)
        expect(await node()).toMatchObject({ attempts: 3 })
      }
    })

    test("of a check leave one check, however often it was tried", async () => {
      for (const [version, expected] of [
        ["wfv_checking", "in_review"],
        ["wfv_checking_or_on", "approved"]
      ] as const) {
        await events()
        const { call, id, node, pass, status } = await tried(version, { scenario: "error" })
        expect([(await node()).state, await status()]).toEqual(["waiting", "processing"])
        expect((await call("GET", `/sessions/${id}/checks`)).data).toEqual([])
        await pass(3)
        expect(await node()).toMatchObject({ state: "failed", attempts: 2 })
        expect(await status()).toBe(expected)
        const checks = (await call("GET", `/sessions/${id}/checks`)).data
        expect(checks.map((one: any) => [one.type, one.status])).toEqual([["proof_of_address", "errored"]])
        expect((await events()).filter(({ data, type }) => type === "check.created" && data.session_id === id)).toHaveLength(1)
      }
      const once = await tried("wfv_once", { scenario: "error" })
      expect([await once.status(), (await once.node()).failed_attempts]).toEqual(["approved", []])
    })

    test("are over once the time of the node is", async () => {
      const { archived, node, pass, run, status } = await tried("wfv_relating_in_time")
      const { started_at } = await node()
      await pass(6)
      expect(await node()).toMatchObject({ state: "waiting", attempts: 2, started_at })
      expect(Date.parse((await node()).due_at) - Date.parse(started_at)).toBe(60_000)
      await archived(false)
      await pass(60)
      expect(await node()).toMatchObject({ state: "failed", attempts: 2, due_at: null })
      expect((await node()).failed_attempts.map(({ attempt }: any) => attempt)).toEqual([1])
      expect([await status(), (await run()).status]).toEqual(["approved", "completed"])
      const late = await tried("wfv_checking_in_time", { scenario: "error" })
      await late.pass(29)
      expect(await late.node()).toMatchObject({ state: "waiting", attempts: 1 })
      await late.pass(2)
      expect(await late.node()).toMatchObject({ state: "failed", attempts: 1 })
      expect(await late.current()).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
      const checks = (await late.call("GET", `/sessions/${late.id}/checks`)).data
      expect(checks.map((one: any) => [one.type, one.status])).toEqual([["proof_of_address", "errored"]])
    })

    test("come once, however often the timer looks", async () => {
      const { archived, node, pass } = await tried("wfv_relating")
      await pass(6)
      await pass(1)
      expect(await node()).toMatchObject({ attempts: 2 })
      await archived(false)
      await pass(601)
      expect(await node()).toMatchObject({ state: "succeeded", attempts: 3 })
    })

    test("are over with the run", async () => {
      const cancelled = await tried("wfv_relating")
      await cancelled.call("POST", `/workflow-runs/${(await cancelled.run()).id}/cancel`, {})
      await cancelled.pass(700)
      expect(await cancelled.node()).toMatchObject({ state: "cancelled", attempts: 1, due_at: null })
      expect(await cancelled.status()).toBe("in_review")
      await cancelled.call("DELETE", `/sessions/${cancelled.id}/data?reason=asked`)
      expect((await cancelled.current()).redacted_at).not.toBeNull()
    })
  })
}
