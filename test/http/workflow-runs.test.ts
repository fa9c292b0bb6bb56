import { afterAll, describe, expect, test } from "bun:test"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { WorkflowRunStore } from "@vouchkit/core/resources/workflows/runs/model"
import { Effect } from "effect"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs, operations } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { aService } from "../mcp/service.ts"
import { customersOf } from "../support/customers.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"
import { as } from "../support/tenants.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "runs")

  /** A session that was submitted, and whose checks have not run. */
  const submitted = async (body: object = {}) => {
    const { ask, call, key, organization } = await customer()
    const session = await call("POST", "/sessions", body)
    const simulate = (...types: ReadonlyArray<string>) =>
      call("POST", `/sessions/${session.id}/simulate`, { actions: types.map((type) => ({ type })) })
    const { workflow_run_id } = await simulate("start", "upload_document", "submit")
    const current = () => call("GET", `/sessions/${session.id}`)
    const run = () => call("GET", `/workflow-runs/${workflow_run_id}`)
    const work = () => runJobs(service, "documents.read", runChecksJob)
    return { ask, call, key, organization, id: session.id as string, run_id: workflow_run_id as string, current, run, simulate, work }
  }
  const statesOf = (run: any) => Object.fromEntries(run.nodes.map(({ id, state }: any) => [id, state]))

  describe(`workflow runs over ${storage}`, () => {
    test("begin with the submission and show what the default workflow did", async () => {
      const { current, run, run_id, work } = await submitted()
      expect(run_id).toMatch(/^wfr_/u)
      expect(await run()).toMatchObject({
        object: "workflow_run",
        workflow_id: "wfl_default",
        workflow_version_id: "wfv_default",
        status: "queued",
        outcome: null,
        nodes: []
      })
      await work()
      const done = await run()
      expect(done).toMatchObject({ status: "completed", outcome: "approved", reason_codes: [] })
      expect(done.ended_at).not.toBeNull()
      expect(statesOf(done)).toMatchObject({
        capture: "succeeded",
        proof_of_address: "succeeded",
        approved: "succeeded",
        declined: "skipped"
      })
      const [decision] = done.decisions
      expect([decision.node_id, decision.to]).toEqual(["conclusion", "approved"])
      expect(decision.conditions.map(({ result, to }: any) => [to, result])).toEqual([
        ["declined", "false"],
        ["resubmission_required", "false"],
        ["approved", "true"]
      ])
      expect(decision.conditions[2].traces).toEqual([
        { field: "conclusion.status", operator: "eq", expected: ["approved"], actual: "approved", result: "true" }
      ])
      expect(await current()).toMatchObject({ status: "approved", workflow_run_id: run_id })
    })

    test("end where their checks lead, and show a check that errored as a failed node", async () => {
      const declined = await submitted({ scenario: "declined" })
      await declined.work()
      expect(await declined.run()).toMatchObject({ status: "completed", outcome: "declined" })
      const failing = await submitted({ scenario: "error" })
      await failing.work()
      const run = await failing.run()
      expect([run.outcome, statesOf(run).proof_of_address]).toEqual(["review", "failed"])
      expect((await failing.current()).status).toBe("in_review")
    })

    test("are listed newest first, without their nodes, by session, workflow and status", async () => {
      const { call, id, run_id, work } = await submitted()
      await work()
      const again = (await call("POST", `/sessions/${id}/reprocess`)).workflow_run_id
      const ids = async (query: string) => (await call("GET", `/workflow-runs?${query}`)).data.map((one: any) => one.id)
      expect(await ids("")).toEqual([again, run_id])
      expect(await ids(`session_id=${id}&status=queued`)).toEqual([again])
      expect(await ids("workflow_id=wfl_default&status=completed&status=failed")).toEqual([run_id])
      expect(await ids("workflow_id=wfl_other")).toEqual([])
      const [first] = (await call("GET", "/workflow-runs")).data
      expect([first.status, "nodes" in first, "decisions" in first]).toEqual(["queued", false, false])
    })

    test("of another organization are not found", async () => {
      const { run_id } = await submitted()
      const { ask } = await customer()
      expect((await ask("GET", `/workflow-runs/${run_id}`)).status).toBe(404)
      expect((await ask("POST", `/workflow-runs/${run_id}/cancel`, {})).status).toBe(404)
      expect((await ask("GET", "/workflow-runs/wfr_nope")).status).toBe(404)
    })

    test("are over once they are cancelled: a person looks at the session, and the work that waited does nothing", async () => {
      const { ask, call, current, id, run, run_id, work } = await submitted()
      const cancelled = await call("POST", `/workflow-runs/${run_id}/cancel`, { reason: "no longer wanted" })
      expect(cancelled).toMatchObject({ id: run_id, status: "cancelled", outcome: null })
      expect(await current()).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
      await work()
      expect((await current()).status).toBe("in_review")
      expect((await call("GET", `/sessions/${id}/checks`)).data).toEqual([])
      expect((await call("GET", `/cases?session_id=${id}`)).data).toHaveLength(1)
      expect(await ask("POST", `/workflow-runs/${run_id}/cancel`, {})).toMatchObject({
        status: 409,
        body: { error: "run_over", current_status: "cancelled" }
      })
      expect((await run()).status).toBe("cancelled")
    })

    test("are over where a simulated action decides their session", async () => {
      const decided = await submitted()
      await decided.simulate("decline")
      expect(await decided.run()).toMatchObject({ status: "completed", outcome: "declined", reason_codes: ["reviewer_declined"] })
      await decided.work()
      expect(await decided.current()).toMatchObject({ status: "declined", status_reason_codes: ["reviewer_declined"] })
    })

    test("begin again by a trigger, once the one before is over", async () => {
      const { ask, call, current, id, run_id, work } = await submitted({ scenario: "review" })
      const trigger = (workflow = "wfl_default") =>
        ask("POST", `/workflows/${workflow}/trigger`, { session_id: id, reason: "lists were mended" })
      expect(await trigger()).toMatchObject({ status: 409, body: { error: "run_in_progress", workflow_run_id: run_id } })
      await work()
      expect((await trigger("wfl_other")).status).toBe(404)
      const { body, status } = await trigger()
      expect([status, body.status, body.session_id]).toEqual([201, "queued", id])
      expect(body.id).not.toBe(run_id)
      expect(await current()).toMatchObject({ status: "processing", workflow_run_id: body.id })
      await work()
      expect(await call("GET", `/workflow-runs/${body.id}`)).toMatchObject({ status: "completed", outcome: "review" })
    })

    test("come to one end where their job runs several times at once", async () => {
      const { call, id, run, run_id } = await submitted({ scenario: "review" })
      await runJobs(service, "documents.read")
      const declaration = jobs.find(({ name }) => name === runChecksJob)
      const claim = Effect.flatMap(JobQueue, (queue) =>
        queue.claim({ limits: { [runChecksJob]: 1000 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      )
      const queued = (await service.runtime.runPromise(claim)).find((one) => one.id === run_id)
      if (declaration === undefined || queued === undefined) throw new Error("the job is not there")
      const once = () => service.runtime.runPromise(Effect.ignore(runJob(declaration, queued, () => false)) as Effect.Effect<void>)
      await Promise.all([once(), once(), once()])
      await once()
      expect(await run()).toMatchObject({ status: "completed", outcome: "review" })
      expect((await call("GET", `/sessions/${id}/checks`)).data.map(({ type }: any) => type)).toEqual(["proof_of_address"])
      expect((await call("GET", `/cases?session_id=${id}`)).data).toHaveLength(1)
      expect((await call("GET", `/workflow-runs?session_id=${id}`)).data).toHaveLength(1)
    })

    test("give way to another run where a document that they look at is erased", async () => {
      const { call, current, id, run, run_id, work } = await submitted()
      const [document] = (await call("GET", `/documents?session_id=${id}`)).data
      await call("DELETE", `/documents/${document.id}`)
      expect((await run()).status).toBe("cancelled")
      const { workflow_run_id } = await current()
      expect(workflow_run_id).not.toBe(run_id)
      await work()
      expect((await call("GET", `/workflow-runs/${workflow_run_id}`)).status).toBe("completed")
    })

    test("are made for a session that was submitted before there were any", async () => {
      const { current, id, organization, run_id, work } = await submitted()
      const tenant = { organization, environment: "sandbox" } as const
      await service.runtime.runPromise(
        Effect.gen(function* () {
          const sessions = yield* SessionStore
          const runs = yield* WorkflowRunStore
          const session = yield* sessions.lock(id)
          const run = yield* runs.lock(run_id)
          if (session === undefined || run === undefined) throw new Error("they are not there")
          yield* sessions.save({ ...session, workflow_run_id: null })
          yield* runs.save({ ...run, active_for: null })
        }).pipe(as(tenant)) as Effect.Effect<void, unknown, never>
      )
      await work()
      const { status, workflow_run_id } = await current()
      expect([status, workflow_run_id === run_id, workflow_run_id !== null]).toEqual(["approved", false, true])
    })
  })
}

test("an agent reads a run and triggers another one", async () => {
  const agents = await aService(operations)
  const key = await agents.key()
  const done = async (tool: string, given: object) => {
    const { isError, structuredContent } = await agents.call(key, tool, given)
    expect(isError ?? false).toBe(false)
    return structuredContent as any
  }
  const { id } = await done("create_session", {})
  const { workflow_run_id } = await done("simulate_session", { session_id: id, actions: [{ type: "approve" }] })
  expect(await done("get_workflow_run", { workflow_run_id })).toMatchObject({ status: "completed", outcome: "approved" })
  const again = await done("trigger_workflow", { workflow_id: "wfl_default", session_id: id, reason: "lists were mended" })
  expect(again).toMatchObject({ status: "queued", session_id: id })
})
