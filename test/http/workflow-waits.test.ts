import { afterAll, describe, expect, test } from "bun:test"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import { end, graphOf } from "../support/workflow-graphs.ts"
import { bill, capture, workflowService } from "../support/workflow-service.ts"

const pause: GraphNode = { type: "wait", config: { duration_s: 3600 } }
const hear = (on_error: "continue" | "review" | "fail"): GraphNode => ({
  type: "wait",
  config: { event: "session.tag-added", timeout_s: 3600 },
  on_error
})
const behind = (node: GraphNode) =>
  graphOf({ capture, bill, node, done: end("approved") }, [
    ["start", "capture"],
    ["capture", "bill"],
    ["bill", "node"],
    ["node", "done"]
  ])
const graphs = {
  wfv_pause: behind(pause),
  wfv_cut_short: behind({ ...pause, timeout_s: 600 }),
  wfv_cut_short_or_go_on: behind({ ...pause, timeout_s: 600, on_error: "continue" }),
  wfv_long_enough: behind({ ...pause, timeout_s: 3600 }),
  wfv_hear: behind(hear("review")),
  wfv_hear_or_go_on: behind(hear("continue")),
  wfv_hear_or_fail: behind(hear("fail")),
  /** Two waits for the same event, one after the other. */
  wfv_twice: graphOf({ capture, one: hear("review"), two: hear("review"), done: end("approved") }, [
    ["start", "capture"],
    ["capture", "one"],
    ["one", "two"],
    ["two", "done"]
  ]),
  wfv_long: behind({ type: "wait", config: { duration_s: 30 * 86_400 } })
}

for (const storage of ["memory", "postgres"] as const) {
  const { events, service, submitted } = await workflowService(storage, "waits", graphs)
  afterAll(() => service.stop())

  const waiting = async (version: keyof typeof graphs) => {
    const session = await submitted(version)
    await session.work()
    const tag = (name: string) => session.call("POST", `/sessions/${session.id}/add-tag`, { tag: name })
    const status = async () => (await session.current()).status
    return { ...session, status, tag }
  }

  describe(`waits of workflows over ${storage}`, () => {
    test("end after their time, by the clock of the sandbox", async () => {
      const { pass, run, status, statesOf } = await waiting("wfv_pause")
      expect([await status(), (await run()).status, await statesOf()]).toMatchObject(["processing", "paused", { node: "waiting" }])
      const { due_at, started_at } = (await run()).nodes.find(({ id }: any) => id === "node")
      expect(Date.parse(due_at) - Date.parse(started_at)).toBe(3_600_000)
      await pass(3_500)
      expect(await status()).toBe("processing")
      await pass(200)
      expect([await status(), await statesOf()]).toMatchObject(["approved", { node: "succeeded" }])
    })

    test("have failed where their node may not take that long", async () => {
      const cut = await waiting("wfv_cut_short")
      await cut.pass(500)
      expect(await cut.status()).toBe("processing")
      await cut.pass(200)
      expect([await cut.status(), await cut.statesOf()]).toMatchObject(["in_review", { node: "failed", done: "skipped" }])
      const onwards = await waiting("wfv_cut_short_or_go_on")
      await onwards.pass(700)
      expect([await onwards.status(), await onwards.statesOf()]).toMatchObject(["approved", { node: "failed" }])
      const enough = await waiting("wfv_long_enough")
      await enough.pass(3_700)
      expect([await enough.status(), await enough.statesOf()]).toMatchObject(["approved", { node: "succeeded" }])
    })

    test("end with the event that they wait for, and with no other one", async () => {
      const { call, id, status, statesOf, tag, work } = await waiting("wfv_hear")
      await call("PATCH", `/sessions/${id}`, { metadata: { seen: 1 } })
      await work()
      expect(await statesOf()).toMatchObject({ node: "waiting" })
      await tag("seen")
      await work()
      expect([await status(), await statesOf()]).toMatchObject(["approved", { node: "succeeded" }])
      await tag("later")
      expect(await work()).toBe(0)
    })

    test("fail where the event does not come in time, and then do what their graph says", async () => {
      for (const [version, expected, outcome] of [
        ["wfv_hear", "in_review", "completed"],
        ["wfv_hear_or_go_on", "approved", "completed"],
        ["wfv_hear_or_fail", "in_review", "failed"]
      ] as const) {
        const { pass, run, status, statesOf } = await waiting(version)
        await pass(3_700)
        expect([await status(), (await run()).status, (await statesOf()).node]).toEqual([expected, outcome, "failed"])
      }
    })

    test("take one event each, however often it is reported", async () => {
      const { id, status, statesOf, tag, work } = await waiting("wfv_twice")
      await tag("first")
      const claim = Effect.flatMap(JobQueue, (queue) =>
        queue.claim({ limits: { [runChecksJob]: 100 }, lease_seconds: 1, now: "9999-01-01T00:00:00.000Z" })
      )
      const woken = (await service.runtime.runPromise(claim)).find(({ payload }: any) => payload.session_id === id)
      expect(woken?.payload).toMatchObject({ event: { type: "session.tag-added" } })
      const declaration = jobs.find(({ name }) => name === runChecksJob)
      if (declaration === undefined || woken === undefined) throw new Error("the job is not there")
      for (let times = 0; times < 2; times += 1) {
        await service.runtime.runPromise(Effect.ignore(runJob(declaration, woken, () => false)) as Effect.Effect<void>)
      }
      expect(await statesOf()).toMatchObject({ one: "succeeded", two: "waiting" })
      await tag("second")
      await work()
      expect(await status()).toBe("approved")
    })

    test("end with the run after 30 days, and a person looks at the session", async () => {
      const { call, id, pass, run, status } = await waiting("wfv_long")
      await pass(30 * 86_400 - 60)
      expect(await status()).toBe("processing")
      await pass(120)
      expect([await status(), (await run()).status, (await run()).outcome]).toEqual(["in_review", "timed_out", "review"])
      expect((await call("GET", `/cases?session_id=${id}`)).data).toHaveLength(1)
    })

    test("are over for a session that is expired, erased or processed again", async () => {
      const cancelled = await waiting("wfv_pause")
      await cancelled.call("POST", `/workflow-runs/${(await cancelled.run()).id}/cancel`, {})
      await cancelled.pass(4_000)
      expect([(await cancelled.run()).status, await cancelled.status()]).toEqual(["cancelled", "in_review"])
    })

    test("do not stall a run whose job was lost: the timer hands it out again", async () => {
      await events()
      const { pass, run, status } = await submitted("wfv_pause").then((session) => ({
        ...session,
        status: async () => (await session.current()).status
      }))
      const claim = Effect.flatMap(JobQueue, (queue) =>
        Effect.flatMap(
          queue.claim({ limits: { [runChecksJob]: 100, "documents.read": 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }),
          (claimed) => Effect.forEach(claimed, (one) => queue.complete(one))
        )
      )
      await service.runtime.runPromise(claim as Effect.Effect<unknown, unknown, never>)
      await pass(600)
      expect((await run()).status).toBe("queued")
      await pass(400)
      expect((await run()).status).toBe("paused")
      await pass(3_700)
      expect(await status()).toBe("approved")
      const told = (await events()).map(({ type }) => type).filter((type) => type.startsWith("workflow-run."))
      expect(told).toEqual(["started", "paused", "resumed", "completed"].map((what) => `workflow-run.${what}`))
    })
  })
}
