import { afterAll, describe, expect, test } from "bun:test"
import type { Graph, GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, type Call, capture, workflowService } from "../support/workflow-service.ts"

const outcomeIs = (outcome: string) => ({ eq: [{ var: "checks.proof_of_address.outcome" }, outcome] })
const person: GraphNode = { type: "review", config: { queue: "addresses" } }
const reviewed: ReadonlyArray<GraphEdge> = [
  { from: "person", to: "accepted", label: "approved" },
  { from: "person", to: "refused", label: "rejected" }
]
/** What several workflows do with a bill: it passes, it fails, or a person looks at it. */
const address = graphOf(
  {
    bill: { ...bill, on_error: "continue" },
    fork: passing.branch,
    person,
    done: end("approved"),
    bad: end("declined", ["document_forged"]),
    accepted: end("approved"),
    refused: end("declined", ["document_expired"])
  },
  [
    ["start", "bill"],
    ["bill", "fork"],
    { from: "fork", to: "done", when: outcomeIs("passed") },
    { from: "fork", to: "bad", when: outcomeIs("failed") },
    { from: "fork", to: "person" },
    ...reviewed
  ]
)
/** One that asks a system outside, and goes by what that says. */
const asking = graphOf(
  {
    gate: {
      type: "external_gate",
      config: {
        key: "core",
        expires_in_s: 3600,
        on_timeout: "review",
        schema: { type: "object", properties: { known: { type: "boolean" } }, required: ["known"] }
      }
    },
    fork: passing.branch,
    done: end("approved"),
    bad: end("declined", ["document_forged"])
  },
  [
    ["start", "gate"],
    ["gate", "fork"],
    { from: "fork", to: "done", when: { eq: [{ var: "gate.core.data.known" }, true] } },
    { from: "fork", to: "bad" }
  ]
)
const part = (workflow_id: string, more: object = {}): GraphNode => ({ type: "subworkflow", config: { workflow_id }, ...more })
const behind = (node: GraphNode): Graph =>
  graphOf({ capture, sub: node, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "sub"],
    ["sub", "done"]
  ])
const deciding = (node: GraphNode): Graph =>
  graphOf(
    { capture, sub: { ...node, on_error: "continue" } as GraphNode, fork: passing.branch, done: end("approved"), no: end("review") },
    [
      ["start", "capture"],
      ["capture", "sub"],
      ["sub", "fork"],
      { from: "fork", to: "no", when: { eq: [{ var: "subworkflow.sub.outcome" }, "review"] } },
      { from: "fork", to: "done" }
    ]
  )

/** Publishes a graph as a new version of a workflow. */
const publish = async (call: Call, workflow_id: string, graph: Graph) => {
  const draft = await call("POST", `/workflows/${workflow_id}/versions`, { graph })
  return call("POST", `/workflows/${workflow_id}/versions/${draft.id}/publish`, {})
}
const published = async (call: Call, graph: Graph, name = "Part") => {
  const { id } = await call("POST", "/workflows", { name })
  await publish(call, id, graph)
  return id as string
}
const using = (graph: Graph, around: (node: GraphNode) => Graph) => async (call: Call) => around(part(await published(call, graph)))
const graphs = {
  wfv_address: using(address, behind),
  wfv_deciding: using(address, deciding),
  wfv_asking: using(asking, behind),
  wfv_nested: async (call: Call) => behind(part(await published(call, behind(part(await published(call, address, "Innermost")))))),
  wfv_in_time: async (call: Call) => behind(part(await published(call, asking), { timeout_s: 1800 })),
  wfv_gone_past: async (call: Call) => behind(part(await published(call, address), { timeout_s: 3600, on_error: "continue" })),
  wfv_within_in_time: async (call: Call) =>
    deciding(part(await published(call, behind(part(await published(call, asking), { timeout_s: 600 }))), { timeout_s: 3600 })),
  wfv_waiting: using(behind({ type: "wait", config: { duration_s: 30 * 86_400 } } as GraphNode), behind)
}

for (const storage of ["memory", "postgres"] as const) {
  const { customer, service, submitted } = await workflowService(storage, "subworkflows", graphs)
  afterAll(() => service.stop())

  const going = async (version: keyof typeof graphs, scenario?: string) => {
    const session = await submitted(version, scenario === undefined ? {} : { scenario })
    await session.work()
    const status = async () => (await session.current()).status
    const node = async (id: string) => (await session.run()).nodes.find((one: any) => one.id === id)
    const cases = async () => (await session.call("GET", `/cases?session_id=${session.id}`)).data
    return { ...session, status, node, cases }
  }

  describe(`subworkflows over ${storage}`, () => {
    test("are run within the run, and let it go on where they approve", async () => {
      const { call, id, node, run, status, statesOf } = await going("wfv_address", "approved")
      expect([await status(), (await run()).outcome]).toEqual(["approved", "approved"])
      expect(await statesOf()).toMatchObject({
        sub__start: "succeeded",
        sub__bill: "succeeded",
        sub__bad: "skipped",
        sub: "succeeded",
        done: "succeeded"
      })
      expect([(await node("sub")).outcome, (await node("sub__done")).outcome]).toEqual(["approved", null])
      expect((await call("GET", `/sessions/${id}/checks`)).data.map(({ type }: any) => type)).toEqual(["proof_of_address"])
      expect((await call("GET", `/workflow-runs?session_id=${id}`)).data).toHaveLength(1)
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("that do not approve end the run as they ended, unless their node says that it goes on", async () => {
      const declined = await going("wfv_address", "declined")
      expect(await declined.current()).toMatchObject({ status: "declined", status_reason_codes: ["document_forged"] })
      expect(await declined.statesOf()).toMatchObject({ sub: "succeeded", done: "skipped" })
      expect((await declined.node("sub")).outcome).toBe("declined")
      const decided = await going("wfv_deciding", "declined")
      expect([await decided.status(), (await decided.node("sub")).outcome]).toEqual(["approved", "declined"])
      expect((await decided.run()).decisions.find(({ node_id }: any) => node_id === "fork").conditions[0].traces).toMatchObject([
        { field: "subworkflow.sub.outcome", actual: "declined", result: "false" }
      ])
    })

    test("ask a person, whose word leads on within them and behind them", async () => {
      for (const [verdict, expected] of [
        ["approve", "approved"],
        ["reject", "declined"]
      ] as const) {
        const { ask, cases, statesOf, status, work } = await going("wfv_nested", "review")
        const [open] = await cases()
        expect([await status(), open.queue]).toEqual(["in_review", "addresses"])
        expect(await statesOf()).toMatchObject({ sub__sub__person: "waiting" })
        const reasons = verdict === "reject" ? { reason_codes: ["document_tampered"] } : {}
        expect((await ask("POST", `/cases/${open.id}/${verdict}`, reasons)).status).toBe(200)
        await work()
        expect([await status(), await statesOf()]).toMatchObject([expected, { sub__sub: "succeeded", sub: "succeeded" }])
      }
    })

    test("have gates of their own names", async () => {
      const { ask, id, status, work } = await going("wfv_asking")
      expect(await status()).toBe("awaiting_external_decision")
      const decide = (body: object) => ask("POST", `/sessions/${id}/external-decision`, { decision: "continue", ...body })
      expect((await decide({ gate_key: "core", data: { known: true } })).status).not.toBe(200)
      expect((await decide({ gate_key: "sub__core", data: {} })).status).toBe(422)
      expect((await decide({ gate_key: "sub__core", data: { known: true } })).status).toBe(200)
      await work()
      expect(await status()).toBe("approved")
    })

    test("keep to the version that was published when theirs was", async () => {
      const { call } = await customer()
      const inner = await published(call, address)
      const outer = await call("POST", "/workflows", { name: "Outer" })
      const first = await publish(call, outer.id, behind(part(inner)))
      const [pin] = first.subworkflows
      expect(pin).toMatchObject({ node_id: "sub", workflow_id: inner })
      const later = await publish(call, inner, asking)
      expect(later.id).not.toBe(pin.workflow_version_id)
      expect((await call("GET", `/workflows/${outer.id}/versions/${first.id}`)).subworkflows).toEqual([pin])
      const draft = await call("POST", `/workflows/${outer.id}/versions`, { clone_of: first.id })
      expect(draft.subworkflows).toEqual([])
      const second = await call("POST", `/workflows/${outer.id}/versions/${draft.id}/publish`, {})
      expect(second.subworkflows).toEqual([{ ...pin, workflow_version_id: later.id }])
    })

    test("are refused where they cannot be run", async () => {
      const { ask, call } = await customer()
      const innermost = await published(call, address)
      const [inner, second] = [await published(call, behind(part(innermost))), await call("POST", "/workflows", { name: "Second" })]
      const deepest = await published(call, behind(part(inner)))
      const archived = await published(call, address)
      await call("DELETE", `/workflows/${archived}`)
      const unpublished = await call("POST", "/workflows", { name: "Unpublished" })
      const refusal = async (workflow_id: string, graph: Graph) => {
        const draft = await call("POST", `/workflows/${workflow_id}/versions`, { graph })
        const { body, status } = await ask("POST", `/workflows/${workflow_id}/versions/${draft.id}/publish`, {})
        return [status, body.errors.map(({ code, loc }: any) => [code, loc.join(".")])]
      }
      const at = "graph.nodes.sub.config.workflow_id"
      for (const id of [archived, unpublished.id, "wfl_01hzzzzzzzzzzzzzzzzzzzzzzz"]) {
        expect(await refusal(second.id, behind(part(id)))).toEqual([422, [["unknown_workflow", at]]])
      }
      expect(await refusal(innermost, behind(part(innermost)))).toEqual([422, [["circle", at]]])
      expect(await refusal(innermost, behind(part(inner)))).toEqual([422, [["circle", at]]])
      // Three deep below the outer one.
      await publish(call, second.id, behind(part(deepest)))
      expect(await refusal(unpublished.id, behind(part(second.id)))).toEqual([422, [["too_deep", at]]])
      const many = Array.from({ length: 12 }, (_, index) => [`part${index}`, part(innermost)] as const)
      const ids = many.map(([id]) => id)
      const crowded = graphOf({ ...Object.fromEntries(many), done: end("approved") }, [
        ...["start", ...ids].map((id, index) => [id, ids[index] ?? "done"] as const)
      ])
      expect(await refusal(unpublished.id, crowded)).toEqual([422, [["too_large", "graph.nodes"]]])
      expect(await call("POST", "/workflows/validate", { graph: behind(part(archived)) })).toMatchObject({
        valid: true,
        publishable: false,
        problems: [{ node_id: "sub", code: "unknown_workflow" }]
      })
      // Of another organization.
      const other = await customer()
      const foreign = await other.call("POST", "/workflows", { name: "Foreign" })
      const draft = await other.call("POST", `/workflows/${foreign.id}/versions`, { graph: behind(part(innermost)) })
      expect((await other.ask("POST", `/workflows/${foreign.id}/versions/${draft.id}/publish`, {})).status).toBe(422)
    })

    test("are tested by where they led, and rehearsed with what is in them", async () => {
      const { call, id } = await going("wfv_deciding", "declined")
      const inner = await published(call, address)
      const graph = deciding(part(inner))
      const golden = (outcome: string, expected: string) => ({
        name: `${outcome} inside`,
        facts: { "subworkflow.sub.outcome": outcome },
        expected: { outcome: expected }
      })
      const golden_tests = [golden("review", "review"), golden("declined", "approved")]
      expect(await call("POST", "/workflows/validate", { graph, golden_tests })).toMatchObject({ publishable: true })
      const silent = await call("POST", "/workflows/validate", {
        graph: behind(part(inner)),
        golden_tests: [golden("declined", "declined")]
      })
      expect(silent.golden_tests).toMatchObject([{ passed: true }])
      const { workflow_id } = await call("GET", `/sessions/${id}`)
      const played = await call("POST", `/workflows/${workflow_id}/simulate`, { graph: behind(part(inner)) })
      expect(played.outcomes).toEqual([{ before: "approved", after: "declined", sessions: 1 }])
      expect(played.nodes.find(({ node_id }: any) => node_id === "sub__bad").sessions).toBe(1)
      const { workflow_version_id } = await call("GET", `/sessions/${id}`)
      expect((await call("POST", `/workflows/${workflow_id}/simulate`, { version_id: workflow_version_id })).differing).toBe(0)
    })

    test("take as long as their node says, and then what of them waits is over", async () => {
      const { ask, call, cases, id, pass, run, statesOf, status } = await going("wfv_in_time")
      await pass(1_700)
      expect([await status(), await statesOf()]).toMatchObject(["awaiting_external_decision", { sub__gate: "waiting" }])
      await pass(200)
      expect([await status(), (await run()).status, await statesOf()]).toMatchObject([
        "in_review",
        "completed",
        { sub__start: "succeeded", sub__gate: "cancelled", sub__done: "cancelled", sub: "failed", done: "skipped" }
      ])
      expect(await cases()).toMatchObject([{ status: "open", reason_codes: ["check_unavailable"] }])
      expect((await ask("POST", `/sessions/${id}/external-decision`, { decision: "continue", data: { known: true } })).status).toBe(409)
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true, differences: [] })
    })

    test("that are late are gone past where their node says so, and let go of their case", async () => {
      const { call, cases, id, pass, statesOf, status } = await going("wfv_gone_past", "review")
      expect([await status(), await cases()]).toMatchObject(["in_review", [{ status: "open" }]])
      await pass(3_700)
      expect([await status(), await statesOf()]).toMatchObject(["approved", { sub__person: "cancelled", sub: "failed", done: "succeeded" }])
      expect(await cases()).toMatchObject([{ status: "closed", decision: "superseded" }])
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true, differences: [] })
    })

    test("that are in time within one another end by the one whose time is over first", async () => {
      const { call, id, node, pass, statesOf, status } = await going("wfv_within_in_time")
      await pass(700)
      expect([await status(), await statesOf()]).toMatchObject([
        "in_review",
        { sub__sub__gate: "cancelled", sub__sub: "failed", no: "succeeded" }
      ])
      expect((await node("sub")).outcome).toBe("review")
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("have their whole time again where a new run goes on from within them", async () => {
      const { call, id, pass, statesOf, status, work, workflow_id } = await going("wfv_in_time")
      await pass(1_900)
      await call("POST", `/workflows/${workflow_id}/trigger`, {
        session_id: id,
        mode: "from_node",
        node_id: "sub__gate",
        reason: "Answered late"
      })
      await work()
      expect([await status(), await statesOf()]).toMatchObject(["awaiting_external_decision", { sub__gate: "waiting" }])
      await pass(1_700)
      expect(await status()).toBe("awaiting_external_decision")
      await pass(200)
      expect([await status(), await statesOf()]).toMatchObject(["in_review", { sub: "failed" }])
    })

    test("are over with the run: when it is cancelled, when its time is over, and when its session is erased", async () => {
      const cancelled = await going("wfv_waiting")
      expect(await cancelled.statesOf()).toMatchObject({ sub__sub: "waiting" })
      await cancelled.call("POST", `/workflow-runs/${(await cancelled.run()).id}/cancel`, {})
      expect([(await cancelled.statesOf()).sub__sub, await cancelled.status()]).toEqual(["cancelled", "in_review"])
      await cancelled.call("DELETE", `/sessions/${cancelled.id}/data?reason=asked`)
      await cancelled.pass(40 * 86_400)
      expect((await cancelled.current()).redacted_at).not.toBeNull()

      const late = await going("wfv_waiting")
      await late.pass(30 * 86_400 + 60)
      expect([await late.status(), (await late.run()).status]).toEqual(["in_review", "timed_out"])
    })
  })
}
