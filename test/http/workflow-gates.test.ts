import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { behindBill, bill, capture, workflowService } from "../support/workflow-service.ts"

const schema = {
  type: "object",
  properties: {
    score: { type: "integer", minimum: 0, maximum: 100 },
    tier: { type: "string", enum: ["gold", "silver"] },
    known: { type: "boolean" }
  },
  required: ["score"]
} as const
const gate = (key: string, on_timeout: "approve" | "decline" | "review", more: object = {}): GraphNode => ({
  type: "external_gate",
  config: { key, expires_in_s: 3600, on_timeout, ...more }
})
const graphs = {
  wfv_scored: graphOf(
    {
      capture,
      bill,
      ask: gate("core", "review", { schema }),
      fork: passing.branch,
      good: end("approved"),
      bad: end("declined", ["document_forged"])
    },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ["bill", "ask"],
      ["ask", "fork"],
      { from: "fork", to: "good", when: { gte: [{ var: "gate.core.data.score" }, 50] } },
      { from: "fork", to: "bad" }
    ]
  ),
  wfv_declines: behindBill(gate("late", "decline")),
  wfv_approves: behindBill(gate("late", "approve")),
  wfv_reviews: behindBill(gate("late", "review")),
  wfv_one_by_one: graphOf({ capture, bill, one: gate("one", "review"), two: gate("two", "review"), done: end("approved") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "one"],
    ["one", "two"],
    ["two", "done"]
  ]),
  wfv_two: graphOf(
    {
      capture,
      both: passing.parallel,
      one: gate("one", "review"),
      two: gate("two", "review"),
      all: { type: "join", config: { mode: "all" } },
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "both"],
      ["both", "one"],
      ["both", "two"],
      ["one", "all"],
      ["two", "all"],
      ["all", "done"]
    ]
  )
}

test("graphs with gates are valid", () => {
  for (const graph of Object.values(graphs)) expect(judgeGraph(JSON.parse(JSON.stringify(graph)))).toEqual({ graph })
})

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "gates", graphs)
  afterAll(() => service.stop())

  /** A session that waits at its gate. */
  const waiting = async (version: keyof typeof graphs) => {
    const session = await submitted(version)
    await session.work()
    const decide = (body: object) => session.ask("POST", `/sessions/${session.id}/external-decision`, body)
    return { ...session, decide }
  }
  const typesOf = async () => (await events()).map(({ type }) => type)

  describe(`gates over ${storage}`, () => {
    test("hold a session until its own system decides, and show what they wait for", async () => {
      await events()
      const { current, run, statesOf } = await waiting("wfv_scored")
      const session = await current()
      expect(session).toMatchObject({ status: "awaiting_external_decision", decision: null })
      const now = await run()
      expect(now).toMatchObject({ status: "paused", outcome: null })
      expect(now.gates).toEqual([
        {
          key: "core",
          node_id: "ask",
          requested_at: expect.any(String),
          expires_at: expect.any(String),
          schema,
          decision: null,
          decided_by: null,
          decided_at: null,
          data: null
        }
      ])
      expect(Date.parse(now.gates[0].expires_at) - Date.parse(now.gates[0].requested_at)).toBe(3_600_000)
      expect(await statesOf()).toMatchObject({ bill: "succeeded", ask: "waiting" })
      // Sessions of other tests may come to their gates meanwhile.
      const [required] = (await events()).filter(
        ({ data, type }) => type === "session.external-decision-required" && data.id === session.id
      )
      expect(required?.data).toMatchObject({ gate_key: "core", expires_at: now.gates[0].expires_at, previous_status: "processing" })
    })

    test("let the run go on, and conditions read what was sent", async () => {
      const good = await waiting("wfv_scored")
      await events()
      const answer = await good.decide({ gate_key: "core", decision: "continue", data: { score: 80, tier: "gold" }, reason: "fine" })
      expect([answer.status, answer.body.status]).toEqual([200, "processing"])
      await good.work()
      expect(await good.current()).toMatchObject({ status: "approved", decision: { decided_by: { type: "system" } } })
      const run = await good.run()
      expect(run.gates[0]).toMatchObject({ decision: "continue", data: { score: 80, tier: "gold" }, decided_by: { type: "api_key" } })
      expect(run.decisions.at(-1).conditions[0].traces[0]).toMatchObject({ field: "gate.core.data.score", actual: 80, result: "true" })
      expect((await typesOf()).filter((type) => type.startsWith("session."))).toEqual([
        "session.external-decision-received",
        "session.approved"
      ])
      const bad = await waiting("wfv_scored")
      await bad.decide({ decision: "continue", data: { score: 10 } })
      await bad.work()
      expect(await bad.current()).toMatchObject({ status: "declined", status_reason_codes: ["document_forged"] })
    })

    test("end the run by each other decision, in the name of who decided", async () => {
      for (const [decision, status, codes] of [
        ["approve", "approved", []],
        ["decline", "declined", ["external_decision_declined"]],
        ["review", "in_review", []]
      ] as const) {
        const { call, current, decide, id, run, work } = await waiting("wfv_scored")
        const answer = await decide({ decision })
        expect([answer.status, answer.body.status, answer.body.status_reason_codes]).toEqual([200, status, codes])
        if (status !== "in_review") expect(answer.body.decision.decided_by.type).toBe("api_key")
        expect((await call("GET", `/cases?session_id=${id}`)).data).toHaveLength(status === "in_review" ? 1 : 0)
        expect(await run()).toMatchObject({ status: "completed", outcome: decision === "review" ? "review" : status })
        await work()
        expect((await current()).status).toBe(status)
      }
    })

    test("refuse data that their schema does not allow, and name each member", async () => {
      const { current, decide } = await waiting("wfv_scored")
      const refused = async (body: object) => {
        const answer = await decide(body)
        expect(answer.status).toBe(422)
        return answer.body.errors.map(({ loc }: any) => loc.join("."))
      }
      expect(await refused({ decision: "continue" })).toEqual(["body.data.score"])
      expect(await refused({ decision: "continue", data: { score: 101, tier: "bronze", known: "yes", more: 1 } })).toEqual([
        "body.data.score",
        "body.data.tier",
        "body.data.known",
        "body.data.more"
      ])
      expect(await refused({ decision: "continue", data: { score: 1.5 } })).toEqual(["body.data.score"])
      expect((await decide({ decision: "continue", data: { score: { deep: 1 } } })).status).toBe(422)
      expect((await decide({ decision: "perhaps" })).status).toBe(422)
      expect((await current()).status).toBe("awaiting_external_decision")
    })

    test("take the same decision again without a change, and no other one", async () => {
      const { current, decide, run, work } = await waiting("wfv_scored")
      const body = { gate_key: "core", decision: "continue", data: { score: 80 } }
      await decide(body)
      await events()
      const again = await decide(body)
      expect([again.status, again.body.status]).toEqual([200, "processing"])
      expect(await decide({ ...body, data: { score: 10 } })).toMatchObject({ status: 409, body: { error: "no_pending_gate" } })
      await work()
      expect((await decide(body)).body.status).toBe("approved")
      expect(await decide({ decision: "decline" })).toMatchObject({ status: 409, body: { error: "no_pending_gate", pending_gates: [] } })
      expect((await typesOf()).filter((type) => type.startsWith("session."))).toEqual(["session.approved"])
      expect([(await run()).gates[0].data, (await current()).status]).toEqual([{ score: 80 }, "approved"])
    })

    test("do not take what was sent again for the gate before, which was not named", async () => {
      const { current, decide, run, work } = await waiting("wfv_one_by_one")
      await decide({ decision: "continue" })
      await work()
      expect(await decide({ decision: "continue" })).toMatchObject({ status: 200, body: { status: "awaiting_external_decision" } })
      expect((await run()).gates.map(({ decision }: any) => decision)).toEqual(["continue", null])
      await decide({ gate_key: "two", decision: "continue" })
      await work()
      expect((await current()).status).toBe("approved")
    })

    test("are asked for by their key where a session waits at several", async () => {
      const { current, decide, statesOf, work } = await waiting("wfv_two")
      expect(await decide({ decision: "continue" })).toMatchObject({ status: 422, body: { errors: [{ loc: ["body", "gate_key"] }] } })
      expect(await decide({ gate_key: "three", decision: "continue" })).toMatchObject({
        status: 409,
        body: { error: "no_pending_gate", pending_gates: ["one", "two"] }
      })
      await decide({ gate_key: "two", decision: "continue" })
      await work()
      expect([(await current()).status, await statesOf()]).toMatchObject([
        "awaiting_external_decision",
        { one: "waiting", two: "succeeded" }
      ])
      await decide({ decision: "continue" })
      await work()
      expect((await current()).status).toBe("approved")
    })

    test("close by themselves as their graph says once their time is over", async () => {
      for (const [version, status, codes] of [
        ["wfv_declines", "declined", ["external_decision_declined"]],
        ["wfv_approves", "approved", []],
        ["wfv_reviews", "in_review", ["check_unavailable"]]
      ] as const) {
        const { call, current, decide, id, pass, run, statesOf } = await waiting(version)
        await pass(3_500)
        expect((await current()).status).toBe("awaiting_external_decision")
        await pass(200)
        expect(await current()).toMatchObject({ status, status_reason_codes: codes })
        expect([(await run()).status, (await statesOf()).ask]).toEqual(["completed", "failed"])
        expect((await call("GET", `/cases?session_id=${id}`)).data).toHaveLength(status === "in_review" ? 1 : 0)
        expect((await decide({ decision: "continue" })).status).toBe(409)
      }
    })

    test("wait no longer for a session that expires, or whose run is cancelled", async () => {
      const expired = await waiting("wfv_declines")
      await expired.call("POST", `/sessions/${expired.id}/expire`)
      expect((await expired.run()).status).toBe("cancelled")
      expect((await expired.decide({ decision: "continue" })).status).toBe(409)
      const cancelled = await waiting("wfv_declines")
      await cancelled.call("POST", `/workflow-runs/${(await cancelled.run()).id}/cancel`, {})
      await cancelled.pass(4_000)
      expect(await cancelled.current()).toMatchObject({ status: "in_review" })
    })

    test("forget what was sent when the data of the session is erased", async () => {
      const { call, current, decide, id, run, work } = await waiting("wfv_scored")
      await decide({ decision: "continue", data: { score: 80 } })
      await work()
      await call("DELETE", `/sessions/${id}/data`, { reason: "asked by the person" })
      await work()
      expect((await current()).redacted_at).not.toBeNull()
      expect((await run()).gates[0]).toMatchObject({ decision: "continue", data: null })
    })

    test("are decided with the scope alone, and not by another organization", async () => {
      const { id, organization } = await waiting("wfv_scored")
      const path = `/sessions/${id}/external-decision`
      const body = { decision: "approve" }
      const weak = await service.key(["sessions:write", "workflows:trigger"], { organization })
      expect((await service.call("POST", path, { key: weak, body })).status).toBe(403)
      const other = await service.key("all", { organization: "org_elsewhere" })
      expect((await service.call("POST", path, { key: other, body })).status).toBe(404)
      const right = await service.key(["sessions:external-decision"], { organization })
      expect((await service.call("POST", path, { key: right, body })).status).toBe(200)
    })

    test("are not what a session waits at that has none", async () => {
      const { ask, id } = await submitted("wfv_declines")
      expect(await ask("POST", `/sessions/${id}/external-decision`, { decision: "approve" })).toMatchObject({
        status: 409,
        body: { error: "no_pending_gate", current_status: "processing" }
      })
    })
  })
}
