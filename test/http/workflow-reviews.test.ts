import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, lists, workflowService } from "../support/workflow-service.ts"

const look = (more: object = {}): GraphNode => ({ type: "review", config: { queue: "first_line", ...more } })
const ways = [
  { from: "look", to: "good", label: "approved" },
  { from: "look", to: "bad", label: "rejected" }
]
const begin: ReadonlyArray<readonly [string, string]> = [
  ["start", "capture"],
  ["capture", "bill"]
]
const ends = { good: end("approved"), bad: end("declined", ["document_forged"]) }
const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
const graphs = {
  wfv_simple: graphOf({ capture, bill, look: look({ priority: "urgent", sla_hours: 2 }), ...ends }, [...begin, ["bill", "look"], ...ways]),
  wfv_two_people: graphOf({ capture, bill, look: look({ four_eyes: true }), ...ends }, [...begin, ["bill", "look"], ...ways]),
  wfv_one_person: graphOf({ capture, bill, look: look({ four_eyes: false }), ...ends }, [...begin, ["bill", "look"], ...ways]),
  /** What is approved is looked up in lists, and what is rejected is approved after all: the graph has the last word. */
  wfv_goes_on: graphOf({ capture, bill, look: look(), lists, good: end("approved"), other: end("approved") }, [
    ...begin,
    ["bill", "look"],
    { from: "look", to: "lists", label: "approved" },
    { from: "look", to: "other", label: "rejected" },
    ["lists", "good"]
  ]),
  wfv_late: graphOf({ capture, bill, look: { ...look(), timeout_s: 3600, on_error: "continue" }, ...ends }, [
    ...begin,
    ["bill", "look"],
    ...ways
  ]),
  /** What a reviewer says in time counts; the rest of the run does not wait for longer. */
  wfv_late_beside: graphOf(
    {
      capture,
      both: passing.parallel,
      look: { ...look(), timeout_s: 3600, on_error: "continue" },
      pause: { type: "wait", config: { duration_s: 7200 } },
      met: { type: "join", config: { mode: "all" } },
      good: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "both"],
      ["both", "look"],
      ["both", "pause"],
      { from: "look", to: "met", label: "approved" },
      { from: "look", to: "met", label: "rejected" },
      ["pause", "met"],
      ["met", "good"]
    ]
  ),
  wfv_race: graphOf(
    {
      capture,
      both: passing.parallel,
      look: look(),
      gate,
      first: { type: "join", config: { mode: "any" } },
      good: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "both"],
      ["both", "look"],
      ["both", "gate"],
      { from: "look", to: "first", label: "approved" },
      { from: "look", to: "first", label: "rejected" },
      ["gate", "first"],
      ["first", "good"]
    ]
  )
}

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "reviews", graphs)
  afterAll(() => service.stop())

  /** A session that waits for a reviewer, with its case. */
  const inReview = async (version: keyof typeof graphs, settings: object = {}) => {
    const session = await submitted(version, {}, settings)
    await session.work()
    const cases = async () => (await session.call("GET", `/cases?session_id=${session.id}`)).data
    const [opened] = await cases()
    const decide = (verdict: "approve" | "reject", body: object = verdict === "reject" ? { reason_codes: ["document_tampered"] } : {}) =>
      session.ask("POST", `/cases/${opened.id}/${verdict}`, body)
    return { ...session, cases, opened, decide }
  }

  describe(`reviews of workflows over ${storage}`, () => {
    test("open the case of the session as their node asks for it", async () => {
      await events()
      const { cases, current, opened, run } = await inReview("wfv_simple")
      expect(await current()).toMatchObject({ status: "in_review", risk: { level: "low" } })
      expect(await run()).toMatchObject({ status: "in_review", outcome: null })
      expect(await cases()).toHaveLength(1)
      expect(opened).toMatchObject({ queue: "first_line", priority: "urgent", status: "open" })
      expect(Date.parse(opened.due_at) - Date.parse(opened.entered_review_at)).toBe(2 * 3_600_000)
      expect(opened.check_summary.map(({ type }: any) => type)).toEqual(["proof_of_address"])
      const types = (await events()).map(({ type }) => type).filter((type) => /^(?:case|session\.review)/u.test(type))
      expect(types).toEqual(["case.created", "session.review-required"])
    })

    test("decide the session at once where their edge leads to such an end, in the name of the reviewer", async () => {
      for (const [verdict, status, reasons] of [
        ["approve", "approved", []],
        ["reject", "declined", ["document_tampered", "document_forged"]]
      ] as const) {
        const { current, decide, run, statesOf } = await inReview("wfv_simple")
        await events()
        expect((await decide(verdict)).body).toMatchObject({ status: "closed", decision: verdict === "approve" ? "approved" : "rejected" })
        expect(await current()).toMatchObject({ status, status_reason_codes: reasons, decision: { decided_by: { type: "api_key" } } })
        expect(await run()).toMatchObject({ status: "completed", outcome: status })
        expect(await statesOf()).toMatchObject({ look: "succeeded", [verdict === "approve" ? "bad" : "good"]: "skipped" })
        expect((await run()).nodes.find(({ id }: any) => id === "look").way).toBe(verdict === "approve" ? "approved" : "rejected")
        const types = (await events()).map(({ type }) => type).filter((type) => /^(?:case|session)/u.test(type))
        expect(types).toEqual([verdict === "approve" ? "case.approved" : "case.rejected", `session.${status}`])
      }
    })

    test("go on with the graph, which has the last word", async () => {
      const listed = await inReview("wfv_goes_on")
      await events()
      await listed.decide("approve")
      expect((await listed.current()).status).toBe("processing")
      expect((await listed.run()).status).toBe("running")
      await listed.work()
      expect(await listed.current()).toMatchObject({ status: "approved", decision: { decided_by: { type: "system" } } })
      const types = (await events()).map(({ type }) => type).filter((type) => /^(?:case|session)/u.test(type))
      expect(types).toEqual(["case.approved", "session.updated", "session.approved"])
      const other = await inReview("wfv_goes_on")
      await other.decide("reject")
      await other.work()
      expect((await other.current()).status).toBe("approved")
    })

    test("take a decision once, and end with a request for another submission", async () => {
      const once = await inReview("wfv_simple")
      await once.decide("approve")
      expect(await once.decide("reject")).toMatchObject({ status: 409, body: { error: "case_closed" } })
      const again = await inReview("wfv_simple")
      await again.decide("reject", { reason_codes: ["document_unreadable"], allow_resubmission: true })
      expect(await again.current()).toMatchObject({ status: "resubmission_required", status_reason_codes: ["document_unreadable"] })
      const first = await again.run()
      expect(first).toMatchObject({ status: "completed", outcome: "resubmission_required" })
      await again.simulate("start", "upload_document", "submit")
      await again.work()
      expect((await again.run()).id).not.toBe(first.id)
      expect((await again.current()).status).toBe("in_review")
      expect(await again.cases()).toHaveLength(2)
    })

    test("come back to the same case after the person was asked for more", async () => {
      const { call, cases, current, opened, run, simulate, work } = await inReview("wfv_simple")
      await call("POST", `/cases/${opened.id}/request-information`, { steps: ["proof_of_address"], message: "A newer one, please" })
      expect([(await current()).status, (await run()).status]).toEqual(["resubmission_required", "cancelled"])
      await simulate("start", "upload_document", "submit")
      await work()
      expect((await current()).status).toBe("in_review")
      expect(await cases()).toMatchObject([{ id: opened.id, status: "open" }])
      await call("POST", `/cases/${opened.id}/approve`, {})
      expect([(await current()).status, (await run()).status]).toEqual(["approved", "completed"])
    })

    test("take two people where their node or their workflow says so, and the node goes before", async () => {
      for (const [version, settings, status] of [
        ["wfv_two_people", {}, "in_review"],
        ["wfv_simple", { four_eyes: true }, "in_review"],
        ["wfv_one_person", { four_eyes: true }, "approved"]
      ] as const) {
        const { current, decide, opened, organization } = await inReview(version, settings)
        await decide("approve")
        expect((await current()).status).toBe(status)
        if (status === "approved") continue
        expect(await decide("approve")).toMatchObject({ status: 403, body: { error: "four_eyes_same_user" } })
        const second = await service.key("all", { organization })
        expect((await service.call("POST", `/cases/${opened.id}/approve`, { key: second, body: {} })).status).toBe(200)
        expect((await current()).status).toBe("approved")
      }
    })

    test("are left to a person for good where no one decides in time", async () => {
      const { cases, current, decide, pass, run, statesOf } = await inReview("wfv_late")
      await pass(4_000)
      expect(await statesOf()).toMatchObject({ look: "failed" })
      expect([(await current()).status, (await run()).status]).toEqual(["in_review", "completed"])
      expect(await cases()).toMatchObject([{ status: "open" }])
      await decide("approve")
      expect((await current()).status).toBe("approved")
    })

    test("let go of their case once their time is over, where the run goes on without them", async () => {
      const { call, cases, current, decide, id, pass, statesOf } = await inReview("wfv_late_beside")
      expect([(await current()).status, await cases()]).toMatchObject(["in_review", [{ status: "open" }]])
      await pass(3_700)
      expect(await statesOf()).toMatchObject({ look: "failed", pause: "waiting" })
      expect(await cases()).toMatchObject([{ status: "closed", decision: "superseded" }])
      expect((await decide("approve")).status).toBe(409)
      await pass(3_700)
      expect([(await current()).status, await cases()]).toMatchObject(["approved", [{ decision: "superseded" }]])
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("let go of their case where the run goes on without them", async () => {
      const { call, cases, current, id, statesOf, work } = await inReview("wfv_race")
      expect((await current()).status).toBe("awaiting_external_decision")
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
      await work()
      expect(await statesOf()).toMatchObject({ look: "cancelled", gate: "succeeded" })
      expect((await current()).status).toBe("approved")
      expect(await cases()).toMatchObject([{ status: "closed", decision: "superseded" }])
    })

    test("go with a session that is processed again", async () => {
      const { call, cases, current, id, work } = await inReview("wfv_simple")
      await call("POST", `/sessions/${id}/reprocess`, {})
      expect((await cases())[0]).toMatchObject({ decision: "superseded" })
      await work()
      expect((await current()).status).toBe("in_review")
      expect(await cases()).toHaveLength(2)
    })
  })
}
