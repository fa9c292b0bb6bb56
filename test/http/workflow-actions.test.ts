import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, type Call, capture, workflowService } from "../support/workflow-service.ts"

const mark = (tag: string): GraphNode => ({ type: "action", config: { do: "tag", tag } })
const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
type Config = Extract<GraphNode, { type: "action" }>["config"]
const acting = (...configs: ReadonlyArray<Config>) => {
  const nodes = configs.map((config, place) => [`act${place}`, { type: "action", config } satisfies GraphNode] as const)
  const ids = nodes.map(([id]) => id)
  return graphOf(
    {
      capture,
      bill,
      ...Object.fromEntries(nodes),
      fork: passing.branch,
      risky: end("declined", ["document_forged"]),
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ...["bill", ...ids].map((id, place) => [id, ids[place] ?? "fork"] as const),
      { from: "fork", to: "risky", when: { gte: [{ var: "risk.score" }, 90] } },
      { from: "fork", to: "done" }
    ]
  )
}
const listed = (entry_type: string) => async (call: Call) => {
  const { id } = await call("POST", "/lists", { key: "seen", name: "Seen", kind: "flag", entry_type })
  return acting({ do: "add_to_list", list_id: id })
}
const related = async (call: Call) => {
  const { id } = await call("POST", "/identities", { identity_type: "organization", external_reference: "the-company" })
  return acting({ do: "create_relationship", relationship_type: "director_of", identity_id: id })
}
const graphs = {
  wfv_email: listed("email"),
  wfv_wallet: listed("wallet_address"),
  /** Its list is archived once it is published. */
  wfv_elsewhere: listed("email"),
  wfv_risky: acting({ do: "set_risk", score: 95 }),
  wfv_calm: acting({ do: "set_risk", score: 3 }),
  wfv_related: related,
  wfv_notified: acting({ do: "notify", message: "Look at this" }),
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

    const known = async (call: Call) => ({ identity_id: (await call("POST", "/identities", {})).id })
    const contact = { contact: { email: "ada@example.com" } }
    const errorOf = async ({ run }: { run: () => Promise<any> }) => (await run()).nodes.find(({ id }: any) => id === "act0").error
    const audit = async (call: Call, action: string) => (await call("GET", `/events?action=${action}`)).data

    test("add what the session shows to a list once, and the entry goes with the session", async () => {
      const { call, current, id, run, statesOf, work } = await submitted("wfv_email", contact)
      await work()
      await work()
      expect([(await current()).status, (await statesOf()).act0, await errorOf({ run })]).toEqual(["approved", "succeeded", null])
      const [list] = (await call("GET", "/lists")).data
      const { data } = await call("GET", `/lists/${list.id}/entries`)
      expect(data).toMatchObject([{ value: "ada@example.com", source: "workflow", created_by: { type: "system" } }])
      expect(list.entry_count).toBe(1)
      const [{ changes, target }] = await audit(call, "workflow_runs.add_to_list")
      expect([target, changes]).toEqual([
        { type: "list_entry", id: data[0].id },
        [{ path: "value_hash", from: null, to: data[0].value_hash }]
      ])
      // The list is looked up from then on, and holds the value already.
      const again = await call("POST", "/sessions", { workflow_id: (await current()).workflow_id, ...contact })
      await call("POST", `/sessions/${again.id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
      await work()
      expect((await call("GET", `/sessions/${again.id}`)).status).toBe("approved")
      expect((await call("GET", `/lists/${list.id}`)).entry_count).toBe(1)

      await call("DELETE", `/sessions/${id}/data?reason=asked`)
      expect((await call("GET", `/lists/${list.id}/entries?archived=true`)).data).toEqual([])
      expect((await call("GET", `/lists/${list.id}`)).entry_count).toBe(0)
    })

    test("are nodes that failed where they cannot be done, so that a person looks at the session", async () => {
      for (const [version, error] of [
        ["wfv_email", "value_unknown"],
        ["wfv_wallet", "value_unknown"],
        ["wfv_elsewhere", "list_not_available"],
        ["wfv_related", "no_identity"]
      ] as const) {
        const session = await submitted(version)
        if (version === "wfv_elsewhere") await session.call("DELETE", `/lists/${(await session.call("GET", "/lists")).data[0].id}`)
        await session.work()
        expect([(await session.current()).status, await errorOf(session)]).toEqual(["in_review", error])
      }
    })

    test("set the risk of the session, which conditions see and its decision keeps", async () => {
      await events()
      const risky = await submitted("wfv_risky")
      await risky.work()
      expect(await risky.current()).toMatchObject({ status: "declined", risk: { score: 95, level: "critical" } })
      expect((await risky.current()).risk.signals[0]).toBe("set_by_workflow")
      const assessed = await risky.call("GET", `/sessions/${risky.id}/risk`)
      expect([assessed.set_by_workflow, assessed.score < 95]).toEqual([95, true])
      expect(await audit(risky.call, "workflow_runs.set_risk")).toMatchObject([{ target: { type: "session", id: risky.id } }])
      const changed = (await events()).filter(({ type }) => type === "session.updated").map(({ data }) => data.changed)
      expect(changed).toEqual([["risk"]])

      const calm = await submitted("wfv_calm")
      await calm.work()
      expect(await calm.current()).toMatchObject({ status: "approved", risk: { score: 3, level: "low" } })
      // The next run begins without it.
      await calm.call("POST", `/sessions/${calm.id}/reprocess`)
      expect((await calm.call("GET", `/sessions/${calm.id}/risk`)).set_by_workflow).toBe(null)
      await calm.work()
      expect(await calm.current()).toMatchObject({ status: "approved", risk: { score: 3 } })
    })

    test("relate the identity of the session once, and never again what someone dismissed", async () => {
      await events()
      const { call, current, id, run, work } = await submitted("wfv_related", known)
      await work()
      const { identity_id, status } = await current()
      expect([status, await errorOf({ run })]).toEqual(["approved", null])
      const of = async () =>
        (await call("GET", `/identities/${identity_id}/relationships?status=confirmed&status=proposed&status=dismissed`)).data
      const [made] = await of()
      expect(made).toMatchObject({ type: "director_of", from_id: identity_id, status: "confirmed", source: "system" })
      expect(made.evidence).toEqual([{ kind: "given", document_ids: [], session_ids: [id] }])
      expect((await events()).filter(({ type }) => type === "identity.relationship-created")).toHaveLength(1)
      expect(await audit(call, "workflow_runs.create_relationship")).toMatchObject([{ target: { type: "relationship", id: made.id } }])

      await call("DELETE", `/identities/${identity_id}/relationships/${made.id}`)
      await call("POST", `/sessions/${id}/reprocess`)
      await work()
      expect([(await current()).status, (await of()).map((one: any) => one.status)]).toEqual(["approved", ["dismissed"]])
    })

    test("notify those who listen, between the start and the end of the run", async () => {
      await events()
      const { run, work } = await submitted("wfv_notified")
      await work()
      const about = (await events()).filter(({ type }) => type.startsWith("workflow-run."))
      expect(about.map(({ type }) => type)).toEqual(["workflow-run.started", "workflow-run.notified", "workflow-run.completed"])
      expect(about[1]?.data.notification).toEqual({ node_id: "act0", message: "Look at this" })
      expect(about[1]?.data.id).toBe((await run()).id)
    })
  })
}
