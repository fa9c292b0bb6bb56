import { afterAll, describe, expect, test } from "bun:test"
import type { GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, type Call, capture, lists, workflowService } from "../support/workflow-service.ts"

const when = (from: string, to: string, condition: NonNullable<GraphEdge["when"]>): GraphEdge => ({ from, to, when: condition })
/** A flag list that the person is not on, so that there is one to look at. */
const withList = async (call: Call) => {
  const { id } = await call("POST", "/lists", { key: "seen", name: "Seen", kind: "flag", entry_type: "email" })
  await call("POST", `/lists/${id}/entries`, { value: "someone.else@example.com" })
}
const document: GraphNode = { type: "check", config: { type: "document_extraction" } }
const tag: GraphNode = { type: "action", config: { do: "tag", tag: "seen" } }
const gate: GraphNode = {
  type: "external_gate",
  config: {
    key: "core",
    expires_in_s: 3600,
    on_timeout: "review",
    schema: { type: "object", properties: { limit: { type: "integer" } } }
  }
}
const graphs = {
  /** The bill beside a gate, a branch by both, and lists behind it. */
  both: graphOf(
    {
      capture,
      par: passing.parallel,
      bill,
      gate,
      all: { type: "join", config: { mode: "all" } },
      tag,
      fork: passing.branch,
      lists,
      yes: end("approved"),
      no: end("declined", ["document_expired"])
    },
    [
      ["start", "capture"],
      ["capture", "par"],
      ["par", "bill"],
      ["par", "gate"],
      ["bill", "all"],
      ["gate", "all"],
      ["all", "tag"],
      ["tag", "fork"],
      when("fork", "lists", { gte: [{ var: "gate.core.data.limit" }, 10] }),
      { from: "fork", to: "no" },
      ["lists", "yes"]
    ]
  ),
  /** Two checks that engines make, and records. */
  several: graphOf({ capture, document, bill, lists, fork: passing.branch, yes: end("approved"), no: end("review") }, [
    ["start", "capture"],
    ["capture", "document"],
    ["document", "bill"],
    ["bill", "lists"],
    ["lists", "fork"],
    when("fork", "yes", { eq: [{ var: "conclusion.status" }, "approved"] }),
    { from: "fork", to: "no" }
  ]),
  /** What all verdicts say, once the tags were looked at. */
  judged: graphOf({ capture, bill: { ...bill, on_error: "continue" }, fork: passing.branch, yes: end("approved"), no: end("review") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "fork"],
    when("fork", "yes", { or: [{ contains: [{ var: "session.tags" }, "vip"] }, { eq: [{ var: "conclusion.status" }, "approved"] }] }),
    { from: "fork", to: "no" }
  ])
}

for (const storage of ["memory", "postgres"] as const) {
  const { service, submitted } = await workflowService(storage, "triggers", graphs)
  afterAll(() => service.stop())

  /** A session whose workflow is over. */
  const over = async (version: keyof typeof graphs, given: object, limit = 20) => {
    const session = await submitted(version, async (call) => {
      await withList(call)
      return given
    })
    const { call, id, workflow_id } = session
    await session.work()
    if (version === "both") {
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue", data: { limit } })
      await session.work()
    }
    const trigger = (body: object) => session.ask("POST", `/workflows/${workflow_id}/trigger`, { session_id: id, ...body })
    const checks = async (): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries((await call("GET", `/sessions/${id}/checks`)).data.toReversed().map((one: any) => [one.type, one.id]))
    return { ...session, checks, trigger }
  }

  describe(`a workflow that goes on from a node over ${storage}`, () => {
    test("keeps what lies before it, and makes no check again that was made", async () => {
      const { call, checks, current, id, run, statesOf, trigger, work } = await over("both", { contact: { email: "ada@example.com" } })
      expect((await current()).status).toBe("approved")
      const [before, first] = [await checks(), await run()]
      const answer = await trigger({ mode: "from_node", node_id: "fork" })
      expect(answer).toMatchObject({ status: 201, body: { status: "queued", workflow_version_id: first.workflow_version_id } })
      expect(answer.body.nodes.map(({ id: node }: any) => node)).toEqual(["start", "capture", "par", "bill", "gate", "all", "tag"])
      expect((await current()).status).toBe("processing")
      await work()
      expect(await current()).toMatchObject({ status: "approved", tags: ["seen"] })
      expect(await statesOf()).toEqual(Object.fromEntries(first.nodes.map(({ id: node, state }: any) => [node, state])))
      const again = await run()
      expect(again.id).not.toBe(first.id)
      expect(again.gates).toEqual(first.gates)
      const after = await checks()
      expect(after.proof_of_address).toBe(before.proof_of_address as string)
      // Records of the organization are looked at again.
      expect(after.list_lookup).not.toBe(before.list_lookup as string)
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true, workflow_run_id: again.id })
      expect((await call("GET", `/events?target_id=${id}`)).data[0].changes).toContainEqual({ path: "node_id", from: null, to: "fork" })
    })

    test("makes the checks again that are forced, and asks a gate again that lies behind the node", async () => {
      const { call, checks, current, id, statesOf, trigger, work } = await over("both", {})
      const before = await checks()
      expect((await trigger({ mode: "from_node", node_id: "par", force: ["proof_of_address"] })).status).toBe(201)
      await work()
      expect(await current()).toMatchObject({ status: "awaiting_external_decision" })
      expect(await statesOf()).toMatchObject({ bill: "succeeded", gate: "waiting" })
      expect((await checks()).proof_of_address).not.toBe(before.proof_of_address as string)
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue", data: { limit: 1 } })
      await work()
      expect((await current()).status).toBe("declined")
    })

    test("decides again by what its checks found, for the reasons that they had", async () => {
      const { call, checks, current, id, trigger, work } = await over("judged", { scenario: "declined" })
      const first = await current()
      expect(first.status).toBe("in_review")
      const before = await checks()
      expect((await trigger({ mode: "from_node", node_id: "fork" })).status).toBe(201)
      await work()
      const { status, status_reason_codes } = await current()
      expect({ status, status_reason_codes }).toEqual({ status: "in_review", status_reason_codes: first.status_reason_codes })
      expect(await checks()).toEqual(before)
      // One case is closed, and another one is open.
      const cases = (await call("GET", `/cases?session_id=${id}`)).data
      expect(cases.map((one: any) => one.status).toSorted()).toEqual(["closed", "open"])
      await call("PATCH", `/sessions/${id}`, { tags: ["vip"] })
      expect((await trigger({ mode: "from_node", node_id: "fork" })).status).toBe(201)
      await work()
      expect((await current()).status).toBe("approved")
    })

    test("goes through what was cancelled, where something else than its graph ended the run", async () => {
      const session = await submitted("both")
      const { ask, call, current, id, run, statesOf, work, workflow_id } = session
      await work()
      await call("POST", `/workflow-runs/${(await run()).id}/cancel`, {})
      expect((await current()).status).toBe("in_review")
      const answer = await ask("POST", `/workflows/${workflow_id}/trigger`, { session_id: id, mode: "from_node", node_id: "bill" })
      expect(answer.status).toBe(201)
      await work()
      expect(await statesOf()).toMatchObject({ bill: "succeeded", gate: "waiting" })
      expect((await current()).status).toBe("awaiting_external_decision")
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue", data: { limit: 11 } })
      await work()
      expect((await current()).status).toBe("approved")
    })

    test("is all of it with the mode full, by the newest version", async () => {
      const { call, checks, current, run, trigger, work, workflow_id } = await over("judged", {})
      const before = await checks()
      const newer = await call("POST", `/workflows/${workflow_id}/versions`, { clone_of: (await run()).workflow_version_id })
      await call("POST", `/workflows/${workflow_id}/versions/${newer.id}/publish`, {})
      expect((await trigger({ mode: "from_node", node_id: "start" })).body.workflow_version_id).not.toBe(newer.id)
      await work()
      expect(await checks()).toEqual(before)
      expect((await trigger({ mode: "full", force: ["proof_of_address"] })).body).toMatchObject({
        workflow_version_id: newer.id,
        nodes: []
      })
      await work()
      expect((await current()).status).toBe("approved")
      expect((await checks()).proof_of_address).not.toBe(before.proof_of_address as string)
    })

    test("makes no other check again where it is forced to make some, in all of the newest version", async () => {
      const { call, checks, current, id, run, trigger, work } = await over("several", {
        required_steps: ["document", "proof_of_address"],
        scenario: "declined"
      })
      const [before, first] = [await checks(), await current()]
      expect(Object.keys(before).toSorted()).toEqual(["document_extraction", "list_lookup", "proof_of_address"])
      expect(first.status).toBe("in_review")
      expect((await trigger({ mode: "full", force: ["proof_of_address"] })).body).toMatchObject({ status: "queued", nodes: [] })
      await work()
      const after = await checks()
      expect(after.document_extraction).toBe(before.document_extraction as string)
      expect(after.proof_of_address).not.toBe(before.proof_of_address as string)
      expect(after.list_lookup).not.toBe(before.list_lookup as string)
      // What stands leads where it led before.
      expect(await current()).toMatchObject({ status: "in_review", status_reason_codes: first.status_reason_codes })
      expect((await run()).nodes.map(({ id: node }: any) => node)).toContain("document")
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
      expect((await trigger({ mode: "full" })).status).toBe(201)
      await work()
      const again = await checks()
      expect(Object.values(again).filter((one) => Object.values(after).includes(one))).toEqual([])
      const { body, status } = await trigger({ force: ["face_match"] })
      expect([status, body.errors[0].loc, body.errors[0].code]).toEqual([422, ["body", "force"], "not_made_again"])
      expect((await current()).status).toBe("in_review")
    })

    test("says of a workflow of one's own why it has no version to go by, and of no other that it is there", async () => {
      const { ask, call, checks, current, trigger, workflow_id, id } = await over("judged", {})
      const before = await checks()
      const { id: unpublished } = await call("POST", "/workflows", { name: "Not yet" })
      const asked = async (of: string) => {
        const { body, status } = await ask("POST", `/workflows/${of}/trigger`, { session_id: id })
        return { status, error: body.error, loc: body.errors?.[0]?.loc }
      }
      expect(await asked(unpublished)).toEqual({ status: 422, error: "unknown_workflow", loc: ["path", "workflow_id"] })
      await call("PATCH", `/workflows/${workflow_id}`, { archived: true })
      expect(await asked(workflow_id)).toEqual({ status: 409, error: "row_archived", loc: undefined })
      expect((await trigger({ mode: "from_node", node_id: "fork" })).body.error).toBe("row_archived")
      expect((await asked("wfl_01jgfjjz00e8r4v2m9k3txqwpn")).status).toBe(404)
      expect((await asked("anything")).status).toBe(404)
      const other = await submitted("judged")
      expect((await asked(other.workflow_id)).status).toBe(404)
      expect([(await current()).status, await checks()]).toEqual(["approved", before])
    })

    test("names a node that its last run came to, and checks that are made from there on", async () => {
      const { ask, call, id, trigger, work } = await over("both", {}, 1)
      const refused = async (body: object) => {
        const { body: answer, status } = await trigger(body)
        return [status, ...(answer.errors ?? []).map(({ code, loc }: any) => `${loc.join(".")} ${code}`)]
      }
      expect(await refused({ mode: "from_node" })).toEqual([422, "body.node_id node_of_mode"])
      expect(await refused({ node_id: "fork" })).toEqual([422, "body.node_id node_of_mode"])
      expect(await refused({ mode: "from_node", node_id: "nowhere" })).toEqual([422, "body.node_id node_not_reached"])
      expect(await refused({ mode: "from_node", node_id: "yes" })).toEqual([422, "body.node_id node_not_reached"])
      expect(await refused({ mode: "from_node", node_id: "fork", force: ["proof_of_address"] })).toEqual([422, "body.force not_made_again"])
      expect((await refused({ mode: "from_node", node_id: "bill", force: ["phone"] }))[0]).toBe(422)
      const other = { session_id: id, mode: "from_node", node_id: "start" }
      expect((await ask("POST", "/workflows/wfl_default/trigger", other)).body.errors[0].code).toBe("other_workflow")
      expect((await trigger({ mode: "from_node", node_id: "fork" })).status).toBe(201)
      expect((await trigger({ mode: "from_node", node_id: "fork" })).body.error).toBe("run_in_progress")
      await work()
      const { id: fresh } = await call("POST", "/sessions", {})
      expect((await ask("POST", "/workflows/wfl_default/trigger", { ...other, session_id: fresh })).body.error).toBe(
        "invalid_state_transition"
      )
    })
  })
}
