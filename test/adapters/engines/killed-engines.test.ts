import { afterEach, beforeEach, expect, test } from "bun:test"
import { EnginePool } from "@vouchkit/adapters/engines/process/engine-pool"
import { pooledIdentityDocumentReader } from "@vouchkit/adapters/engines/identity/identity-document-reader"
import { makeWorkerPool } from "@vouchkit/adapters/engines/process/pool"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { Effect, Fiber, Layer } from "effect"
import { liveWork, readingWith } from "../../support/live-work.ts"

/** What the engine process does with the next document. */
let fate: "killed" | "hangs" | "crashes" | "works" = "works"
const killed: Array<number> = []

const isReply = (reply: unknown): reply is { readonly pid: number } => typeof reply === "object" && reply !== null && "pid" in reply

const processes = (timeoutMs: number) =>
  makeWorkerPool({
    entry: new URL("../../support/engine-worker.ts", import.meta.url),
    concurrency: 1,
    timeoutMs,
    recycleAfter: 100,
    maxQueue: 4,
    maxResidentBytes: 1024 ** 3
  })

/**
 * Real processes under the reader that ships: killed from outside while they work, hanging in a loop, or ending by themselves. Only those that
 * hang are not waited for, so that none is late because the machine is busy.
 */
const pool = Layer.effect(
  EnginePool,
  Effect.map(Effect.all([processes(400), processes(60_000)]), ([hasty, patient]) =>
    EnginePool.of({
      run: () =>
        Effect.gen(function* () {
          if (fate === "works") return { identity: readingWith(), uprights: [] }
          if (fate === "crashes") return yield* patient.run({ task: "crash" })
          if (fate === "hangs") return yield* hasty.run({ task: "hang" })
          // The process that answers here is the one that is idle, so that it takes the next job too.
          const reply = yield* patient.run({ task: "echo", value: 1 })
          const pid = isReply(reply) ? reply.pid : 0
          const working = yield* Effect.forkChild(patient.run({ task: "hang" }))
          yield* Effect.yieldNow
          killed.push(pid)
          process.kill(pid, "SIGKILL")
          return yield* Fiber.join(working)
        })
    })
  )
)
const start = () => liveWork(pooledIdentityDocumentReader.pipe(Layer.provide(pool)))
let work: ReturnType<typeof liveWork>
beforeEach(() => {
  killed.length = 0
  work = start()
})
afterEach(() => work.stop())

const passport = { kind: "identity", document_type: "passport", side: "front" } as const
const submitted = () => work.submitted([passport], { required_steps: ["document"] })
const documentOf = async (session_id: string) => {
  const [document] = await work.run(
    Effect.flatMap(DocumentStore, (store) => store.list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 1 }))
  )
  return document
}

for (const [name, end] of [
  ["killed with SIGKILL while it reads", "killed"],
  ["hanging in a loop that nothing interrupts", "hangs"],
  ["ending by itself", "crashes"]
] as const) {
  test(`an engine process ${name} costs its check and nothing else: errored, to be retried, for a person to see`, async () => {
    fate = end
    const { id } = await submitted()
    // The run of the checks alone, and its three retries.
    expect(await work.work("sessions.run_checks")).toBe(4)
    if (end === "killed") {
      expect(killed).toHaveLength(4)
      for (const pid of killed) expect(() => process.kill(pid, 0)).toThrow()
    }
    const session = await work.sessionOf(id)
    expect(session).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
    expect((await work.checksOf(id)).map(({ outcome, retryable, status, type }) => ({ outcome, retryable, status, type }))).toEqual([
      { type: "document_extraction", status: "errored", outcome: null, retryable: true }
    ])
    // The next document finds a process that works.
    fate = "works"
    const next = await submitted()
    await work.work("sessions.run_checks")
    expect((await work.checksOf(next.id)).every(({ status }) => status === "completed")).toBe(true)
  })
}

test("a document that no engine could read in time is held against nobody: its checks try again, and then say that they could not", async () => {
  fate = "crashes"
  const { id } = await submitted()
  expect(await work.work("documents.read")).toBe(4)
  expect((await documentOf(id))?.status).toBe("failed")
  await work.work("sessions.run_checks")
  expect(await work.sessionOf(id)).toMatchObject({ status: "in_review", status_reason_codes: ["check_unavailable"] })
})

test("a document that no engine could read in time is read by its checks, once engines are back", async () => {
  fate = "crashes"
  const { id } = await submitted()
  await work.work("documents.read")
  fate = "works"
  await work.work("sessions.run_checks")
  expect((await documentOf(id))?.status).toBe("processed")
  expect((await work.checksOf(id)).every(({ status }) => status === "completed")).toBe(true)
})

test("nothing is left in processing when its checks have given up", async () => {
  fate = "crashes"
  const { id } = await submitted()
  await work.work("sessions.run_checks")
  expect((await documentOf(id))?.status).toBe("failed")
})
