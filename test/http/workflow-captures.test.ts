import { afterAll, describe, expect, test } from "bun:test"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { runJobs } from "../support/service-jobs.ts"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { aForm } from "../support/service.ts"
import { end, graphOf, passing } from "../support/workflow-graphs.ts"
import { bill, capture, lists, workflowService } from "../support/workflow-service.ts"

const more: GraphNode = { type: "capture", config: { steps: ["proof_of_address"], required: true } }
const document: GraphNode = { type: "check", config: { type: "document_extraction" } }
const selfie: GraphNode = { type: "capture", config: { steps: ["selfie"], required: true } }
const gate: GraphNode = { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } }
const inTime = (on_error: "continue" | "fail" | "review", [first, last] = [more, selfie]) =>
  graphOf({ capture, document, more: { ...first, timeout_s: 3600, on_error } as GraphNode, last, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "document"],
    ["document", "more"],
    ["more", "last"],
    ["last", "done"]
  ])
const graphs = {
  wfv_review: inTime("review"),
  wfv_prompt: inTime("continue"),
  wfv_continue: inTime("continue", [selfie, more]),
  wfv_fail: inTime("fail"),
  /** Those from abroad are asked for a proof of address, once their document is judged. */
  wfv_more: graphOf({ capture, document, fork: passing.branch, more, bill, lists, abroad: end("approved"), here: end("approved") }, [
    ["start", "capture"],
    ["capture", "document"],
    ["document", "fork"],
    { from: "fork", to: "more", when: { eq: [{ var: "session.expected.country" }, "RS"] } },
    { from: "fork", to: "here" },
    ["more", "bill"],
    ["bill", "lists"],
    ["lists", "abroad"]
  ]),
  /** A decision from outside and the person are waited for at once. */
  wfv_beside: graphOf(
    { capture, document, arms: passing.parallel, more, gate, met: { type: "join", config: { mode: "all" } }, done: end("approved") },
    [
      ["start", "capture"],
      ["capture", "document"],
      ["document", "arms"],
      ["arms", "more"],
      ["arms", "gate"],
      ["more", "met"],
      ["gate", "met"],
      ["met", "done"]
    ]
  )
}
const abroad = { required_steps: ["document"], expected: { first_name: "Ada", last_name: "Miller", country: "RS" } }

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "captures", graphs)
  afterAll(() => service.stop())

  describe(`captures behind checks over ${storage}`, () => {
    test("ask the person for more, and the same run goes on with what comes", async () => {
      const { call, current, id, run, simulate, statesOf, work } = await submitted("wfv_more", abroad)
      await work()
      const waiting = await current()
      expect(waiting).toMatchObject({
        status: "resubmission_required",
        status_reason_codes: [],
        required_steps: ["document", "proof_of_address"],
        completed_steps: ["document"],
        resubmission_count: 0
      })
      const before = await run()
      expect([before.status, await statesOf()]).toMatchObject(["waiting_input", { document: "succeeded", more: "waiting" }])
      const checks = async () => (await call("GET", `/checks?session_id=${id}`)).data.map(({ type }: any) => type).toSorted()
      expect(await checks()).toEqual(["document_extraction"])
      await events()
      await simulate("start", "upload_document", "submit")
      await work()
      expect([await current(), await run()]).toMatchObject([{ status: "approved" }, { id: before.id, status: "completed" }])
      expect(await checks()).toEqual(["document_extraction", "proof_of_address"])
      expect(await statesOf()).toMatchObject({ more: "succeeded", bill: "succeeded", here: "skipped" })
      const told = (await events())
        .map(({ type }) => type)
        .filter((type) => type.startsWith("session.") || type.startsWith("workflow-run."))
      expect(told).toEqual(["session.resumed", "session.submitted", "workflow-run.resumed", "session.approved", "workflow-run.completed"])
    })

    test("ask no one who does not come to them, nor for what is there", async () => {
      const here = await submitted("wfv_more", { ...abroad, expected: { country: "DE" } })
      await here.work()
      expect([(await here.current()).status, (await here.statesOf()).more]).toEqual(["approved", "skipped"])
      const there = await submitted("wfv_more", { ...abroad, required_steps: ["document", "proof_of_address"] })
      await there.work()
      expect([(await there.current()).status, (await there.statesOf()).more]).toEqual(["approved", "succeeded"])
    })

    test("refuse a submission without what they ask for, and are over once the session expires", async () => {
      const { ask, call, current, id, run, simulate, work } = await submitted("wfv_more", abroad)
      await work()
      const early = await ask("POST", `/sessions/${id}/submit`)
      expect([early.status, early.body.missing_steps]).toEqual([422, ["proof_of_address"]])
      await call("POST", `/sessions/${id}/expire`, {})
      const cancelled = await run()
      expect(cancelled.status).toBe("cancelled")
      await call("POST", `/sessions/${id}/resume`, {})
      await simulate("upload_document", "submit")
      await work()
      expect((await current()).status).toBe("approved")
      expect((await run()).id).not.toBe(cancelled.id)
    })

    test("have the checks made again that rest on what the person sent anew, or are compared with what changed", async () => {
      for (const change of ["document", "expected"] as const) {
        const { ask, call, current, id, key, run, simulate, work } = await submitted("wfv_more", abroad)
        await work()
        const before = await run()
        await simulate("start")
        if (change === "expected") await call("PATCH", `/sessions/${id}`, { expected: { first_name: "Grace" } })
        else await service.call("POST", `/sessions/${id}/documents`, { key, raw: aForm({ kind: "identity" }) })
        await simulate("upload_document")
        expect((await ask("POST", `/sessions/${id}/submit`)).status).toBe(200)
        await work()
        const after = await run()
        expect([before.status, after.id === before.id, after.status]).toEqual(["waiting_input", false, "completed"])
        expect((await call("GET", `/workflow-runs/${before.id}`)).status).toBe("cancelled")
        expect((await current()).status).toBe("approved")
        const made = (await call("GET", `/checks?session_id=${id}`)).data.filter(({ type }: any) => type === "document_extraction")
        expect(made).toHaveLength(2)
      }
    })

    test("wait behind a gate that is waited for at once", async () => {
      const { call, current, id, simulate, statesOf, work } = await submitted("wfv_beside", { required_steps: ["document"] })
      await work()
      expect([(await current()).status, await statesOf()]).toMatchObject([
        "awaiting_external_decision",
        { more: "waiting", gate: "waiting" }
      ])
      await call("POST", `/sessions/${id}/external-decision`, { decision: "continue" })
      await work()
      expect((await current()).status).toBe("resubmission_required")
      await simulate("start", "upload_document", "submit")
      await work()
      expect((await current()).status).toBe("approved")
    })

    test("are waited for as long as they say, and then lead where they say", async () => {
      for (const [version, status] of [
        ["wfv_review", "completed"],
        ["wfv_fail", "failed"]
      ] as const) {
        const { ask, call, current, id, pass, run, simulate, statesOf, work } = await submitted(version, { required_steps: ["document"] })
        await work()
        await pass(3_500)
        expect([(await current()).status, await statesOf()]).toMatchObject(["resubmission_required", { more: "waiting" }])
        // A person who is at it does not hold the time up.
        await simulate("start")
        await pass(200)
        expect([(await current()).status, (await run()).status, await statesOf()]).toMatchObject([
          "in_review",
          status,
          { more: "failed", last: "skipped" }
        ])
        expect((await current()).required_steps).toEqual(["document"])
        expect((await ask("POST", `/sessions/${id}/submit`)).status).toBe(409)
        expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
        await pass(10_000)
        expect((await current()).status).toBe("in_review")
      }
    })

    test("are gone past without what did not come in time, which is not asked for any more", async () => {
      const { call, current, id, pass, simulate, statesOf, work } = await submitted("wfv_continue", { required_steps: ["document"] })
      await work()
      expect((await current()).required_steps).toEqual(["document", "selfie"])
      await pass(3_700)
      expect([await current(), await statesOf()]).toMatchObject([
        { status: "resubmission_required", required_steps: ["document", "proof_of_address"], completed_steps: ["document"] },
        { more: "failed", last: "waiting" }
      ])
      await simulate("start", "upload_document", "submit")
      await work()
      expect([(await current()).status, await statesOf()]).toMatchObject(["approved", { last: "succeeded", done: "succeeded" }])
      expect(await call("GET", `/sessions/${id}/decision-replay`)).toMatchObject({ same: true })
    })

    test("that came in time are not late", async () => {
      const { current, pass, simulate, statesOf, work } = await submitted("wfv_prompt", { required_steps: ["document"] })
      await work()
      await pass(3_000)
      await simulate("start", "upload_document", "submit")
      await work()
      await pass(1_000)
      expect([(await current()).required_steps, await statesOf()]).toMatchObject([
        ["document", "proof_of_address", "selfie"],
        { more: "succeeded", last: "waiting" }
      ])
    })

    test("open the same link of the person again", async () => {
      const { call, current, id, work } = await submitted("wfv_more", abroad)
      await work()
      const link = await call("POST", `/sessions/${id}/links`, {})
      const token = new URL(link.url).pathname.split("/").at(-1)
      const verify = (method: string, path = "", raw?: FormData) =>
        service.call(method, `/verify/${token}${path}`, { ...(raw === undefined ? {} : { raw }) })
      await verify("POST", "/start")
      const { body } = await verify("GET")
      expect(body).toMatchObject({
        phase: "open",
        message: "Thank you so far. Please go on with what is still missing here, then submit.",
        steps: [
          { step: "document", completed: true },
          { step: "proof_of_address", completed: false }
        ]
      })
      expect((await verify("POST", "/documents", aForm({ kind: "proof_of_address" }))).status).toBe(201)
      expect((await verify("POST", "/submit")).status).toBe(200)
      await runJobs(service, "documents.read", runChecksJob)
      expect((await current()).status).toBe("approved")
    })
  })
}
