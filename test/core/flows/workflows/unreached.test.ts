import { afterAll, expect, test } from "bun:test"
import { bringOn } from "@vouchkit/core/flows/workflows/due"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { type StoredRun, WorkflowRunStore } from "@vouchkit/core/resources/workflows/runs/model"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import type { GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { Effect, Layer } from "effect"
import { aFace, analysisOf } from "../../../support/faces.ts"
import { liveWork } from "../../../support/live-work.ts"
import { end, graphOf } from "../../../support/workflow-graphs.ts"

const graph = (more: Partial<GraphNode>) =>
  linked(
    graphOf(
      {
        capture: { type: "capture", config: { steps: "session", required: true } },
        live: { type: "check", config: { type: "liveness" }, ...more } as GraphNode,
        done: end("declined", ["document_forged"])
      },
      [
        ["start", "capture"],
        ["capture", "live"],
        ["live", "done"]
      ]
    )
  )
const graphs = new Map([
  ["wfv_silent", graph({})],
  ["wfv_retried", graph({ retry: { attempts: 2, waits_s: [30] } })],
  ["wfv_on", graph({ retry: { attempts: 4 }, on_error: "continue" })],
  ["wfv_on_as_usual", graph({ on_error: "continue" })],
  ["wfv_failing", graph({ on_error: "fail" })],
  ["wfv_in_time", graph({ timeout_s: 40, on_error: "continue" })]
])
const engine = { failures: 0, asked: 0 }
const face = Layer.succeed(LivenessDetector)({
  assess: () => {
    engine.asked += 1
    if (engine.asked <= engine.failures) return Effect.fail(new EngineUnavailable({ reason: "crashed" }))
    return Effect.succeed({ kind: "still" as const, analysis: analysisOf(aFace()) })
  }
})
const graphOfVersion = Layer.succeed(WorkflowGraphs)((id: string) => graphs.get(id))
const work = liveWork(Layer.merge(graphOfVersion, face))
afterAll(() => work.stop())

/** A session whose engine fails so many times, and a way to have its timer come at once. */
const goesBy = async (workflow_version_id: string, failures: number) => {
  Object.assign(engine, { failures, asked: 0 })
  const { id } = await work.submitted([{ kind: "selfie" }], { workflow_version_id, required_steps: ["selfie"] })
  await work.work("documents.read", runChecksJob)
  const run = async () => {
    const { workflow_run_id } = await work.sessionOf(id)
    const found = await work.run(Effect.flatMap(WorkflowRunStore, (store) => store.find(workflow_run_id ?? "")))
    if (found === undefined) throw new Error("there is no run")
    return found
  }
  const node = async () => (await run()).nodes.find((one) => one.id === "live")
  const pass = async () => {
    const { id: run_id } = await run()
    const past = "2020-01-01T00:00:00.000Z"
    await work.run(
      Effect.gen(function* () {
        const { transaction } = yield* UnitOfWork
        const store = yield* WorkflowRunStore
        yield* transaction(
          Effect.gen(function* () {
            const locked = yield* store.lock(run_id)
            if (locked === undefined) throw new Error("there is no run")
            const nodes = locked.nodes.map((one) => (one.due_at === null ? one : { ...one, due_at: past }))
            yield* store.save({ ...locked, nodes, due_at: past })
            yield* bringOn(run_id)
          })
        )
      })
    )
    return work.work(runChecksJob)
  }
  return { node, pass, run, session: () => work.sessionOf(id), checks: () => work.checksOf(id) }
}

test("a node whose engine is away is tried again where its graph says so, and recovers", async () => {
  const { checks, node, pass, session } = await goesBy("wfv_retried", 1)
  expect(await node()).toMatchObject({ state: "waiting", attempts: 1, failed_attempts: [{ attempt: 1, error: null }] })
  expect([engine.asked, (await session()).status, await checks()]).toEqual([1, "processing", []])
  await pass()
  expect(await node()).toMatchObject({ state: "succeeded", attempts: 2 })
  expect((await checks()).map(({ status, type }) => [type, status])).toEqual([["liveness", "completed"]])
})

test("a node whose engine stays away fails after its last attempt, for a check that could not be made", async () => {
  const { checks, node, pass, session } = await goesBy("wfv_retried", 9)
  await pass()
  expect(await node()).toMatchObject({ state: "failed", attempts: 2 })
  expect(engine.asked).toBe(2)
  expect((await checks()).map(({ status, type }) => [type, status])).toEqual([["liveness", "errored"]])
  expect([(await session()).status, (await session()).status_reason_codes]).toEqual(["in_review", ["check_unavailable"]])
  expect(await pass()).toBe(0)
})

test("a graph that goes on without a check does so once the engine stayed away", async () => {
  const { node, pass, session } = await goesBy("wfv_on", 9)
  for (const attempts of [1, 2, 3]) {
    expect(await node()).toMatchObject({ state: "waiting", attempts })
    await pass()
  }
  expect(await node()).toMatchObject({ state: "failed", attempts: 4 })
  expect(await session()).toMatchObject({ status: "declined", status_reason_codes: ["document_forged"] })
})

test("a graph that says what follows and nothing of retries has the engine asked four times", async () => {
  for (const [version, expected] of [
    ["wfv_on_as_usual", { status: "declined", status_reason_codes: ["document_forged"] }],
    ["wfv_failing", { status: "in_review", status_reason_codes: ["check_unavailable"] }]
  ] as const) {
    const { node, pass, run, session } = await goesBy(version, 9)
    for (const [index, seconds] of [2, 10, 60].entries()) {
      const waiting = await node()
      expect(waiting).toMatchObject({ state: "waiting", attempts: index + 1 })
      expect(Date.parse(waiting?.due_at ?? "") - Date.parse((await run()).updated_at)).toBe(seconds * 1000)
      await pass()
    }
    expect(await node()).toMatchObject({ state: "failed", attempts: 4 })
    expect([engine.asked, await session()]).toMatchObject([4, expected])
  }
})

test("a graph that says how long a node may take has the engine asked until then", async () => {
  const { checks, node, pass, run, session } = await goesBy("wfv_in_time", 9)
  await pass()
  await pass()
  const { due_at = null, started_at = null } = (await node()) ?? {}
  expect(Date.parse(due_at ?? "") - Date.parse(started_at ?? "")).toBe(40_000)
  const { id: run_id } = await run()
  await work.run(
    Effect.gen(function* () {
      const { transaction } = yield* UnitOfWork
      const store = yield* WorkflowRunStore
      const begun = (locked: StoredRun) => locked.nodes.map((one) => ({ ...one, started_at: "2020-01-01T00:00:00.000Z" }))
      yield* transaction(
        Effect.flatMap(store.lock(run_id), (locked) =>
          locked === undefined ? Effect.void : store.save({ ...locked, nodes: begun(locked) })
        )
      )
    })
  )
  await pass()
  expect(await node()).toMatchObject({ state: "failed", attempts: 3 })
  expect([engine.asked, (await checks()).map(({ status }) => status)]).toEqual([3, ["errored"]])
  expect((await session()).status).toBe("declined")
})

test("a graph that says nothing of it leaves the engine to its job, which tries again and then asks a person", async () => {
  const recovered = await goesBy("wfv_silent", 2)
  expect([engine.asked, await recovered.node()]).toMatchObject([3, { state: "succeeded", attempts: 1 }])
  const { node, session } = await goesBy("wfv_silent", 99)
  expect([(await session()).status, (await session()).status_reason_codes]).toEqual(["in_review", ["check_unavailable"]])
  expect(await node()).toMatchObject({ state: "cancelled" })
})
