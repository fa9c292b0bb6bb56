import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { WorkflowRunStore } from "@vouchkit/core/resources/workflows/runs/model"
import { Effect } from "effect"
import { customersOf } from "../support/customers.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"
import { as } from "../support/tenants.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customer = customersOf(service, "replay")

  const decided = async (body: object = {}) => {
    const { ask, call, organization } = await customer()
    const { id } = await call("POST", "/sessions", body)
    const simulate = (...types: ReadonlyArray<string>) =>
      call("POST", `/sessions/${id}/simulate`, { actions: types.map((type) => ({ type })) })
    await simulate("start", "upload_document", "submit")
    const replay = () => ask("GET", `/sessions/${id}/decision-replay`)
    const work = () => runJobs(service, "documents.read", runChecksJob)
    return { ask, call, id: id as string, organization, replay, simulate, work }
  }

  describe(`the replay of a decision over ${storage}`, () => {
    test("comes out the same, whatever the decision was, and as often as it is asked for", async () => {
      for (const scenario of ["approved", "declined", "review", "resubmission"]) {
        const { call, id, replay, work } = await decided({ scenario, required_steps: ["document", "selfie"] })
        expect(await replay()).toMatchObject({ status: 409, body: { error: "run_in_progress" } })
        await work()
        const { workflow_run_id } = await call("GET", `/sessions/${id}`)
        const { body } = await replay()
        expect(body).toEqual({
          object: "decision_replay",
          session_id: id,
          workflow_id: "wfl_default",
          workflow_version_id: "wfv_default",
          workflow_run_id,
          same: true,
          decided_outside: false,
          differences: []
        })
        expect((await replay()).body).toEqual(body)
      }
    })

    test("shows what does not follow from what was known", async () => {
      const { call, id, organization, replay, work } = await decided()
      await work()
      const { workflow_run_id } = await call("GET", `/sessions/${id}`)
      // A record that someone changed in the database: the branch knew something else than what it decided by.
      await service.runtime.runPromise(
        as({ organization, environment: "sandbox" })(
          Effect.gen(function* () {
            const store = yield* WorkflowRunStore
            const run = yield* store.find(workflow_run_id)
            if (run === undefined) throw new Error("there is no run")
            const decisions = run.decisions.map((decision) => ({
              ...decision,
              conditions: decision.conditions.map((condition) => ({
                ...condition,
                traces: condition.traces.map((trace) => ({ ...trace, actual: "declined" }))
              }))
            }))
            yield* store.save({ ...run, decisions })
          }) as Effect.Effect<void, any, any>
        ) as Effect.Effect<void>
      )
      const { body } = await replay()
      expect(body).toMatchObject({ same: false, decided_outside: false })
      expect(body.differences).toContainEqual({ node_id: "declined", recorded: "skipped", replayed: "succeeded" })
      expect(body.differences.at(-1)).toMatchObject({ node_id: null, recorded: expect.stringContaining('"approved"') })
    })

    test("says where something else than the graph decided", async () => {
      const { replay, simulate } = await decided()
      await simulate("fail_check")
      expect((await replay()).body).toMatchObject({ same: false, decided_outside: true })
    })

    test("is not made of a session that has no run, or was erased", async () => {
      const { ask, call, id, replay, work } = await decided()
      const { id: fresh } = await call("POST", "/sessions", {})
      expect(await ask("GET", `/sessions/${fresh}/decision-replay`)).toMatchObject({ status: 409, body: { error: "run_in_progress" } })
      expect((await ask("GET", "/sessions/ses_00000000000000000000000000/decision-replay")).status).toBe(404)
      await work()
      await call("DELETE", `/sessions/${id}/data`)
      expect(await replay()).toMatchObject({ status: 409, body: { error: "session_redacted" } })
    })
  })
}
