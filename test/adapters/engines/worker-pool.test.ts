import { expect, spyOn, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { makeWorkerPool, type WorkerPool, type WorkerPoolOptions } from "@vouchkit/adapters/engines/process/pool"
import type { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { inTurnOf } from "@vouchkit/core/kernel/jobs/turns"
import { Cause, Effect, Exit, Fiber } from "effect"

const options: WorkerPoolOptions = {
  entry: new URL("../../support/engine-worker.ts", import.meta.url),
  concurrency: 1,
  timeoutMs: 60_000,
  recycleAfter: 100,
  maxQueue: 10,
  maxResidentBytes: 1024 ** 3
}

const withPool = <A, E>(overrides: Partial<WorkerPoolOptions>, use: (pool: WorkerPool) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(makeWorkerPool({ ...options, ...overrides }), use)))

const echo = (pool: WorkerPool, value: unknown) =>
  pool.run({ task: "echo", value }) as Effect.Effect<{ value: unknown; pid: number }, EngineUnavailable>

const reasonOf = (exit: Exit.Exit<unknown, EngineUnavailable>): string | null => {
  if (Exit.isSuccess(exit)) return null
  const failure = Cause.findErrorOption(exit.cause)
  return failure._tag === "Some" ? failure.value.reason : null
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const ended = async (pid: number): Promise<void> => {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve))
}

test("a job reaches a process of its own and its answer comes back, bytes included", () =>
  withPool({}, (pool) =>
    Effect.gen(function* () {
      const { pid, value } = yield* echo(pool, { bytes: new Uint8Array([1, 2, 255]) })
      expect(value).toEqual({ bytes: new Uint8Array([1, 2, 255]) })
      expect(pid).not.toBe(process.pid)
    })
  ))

test("a process is used again for the next job", () =>
  withPool({}, (pool) =>
    Effect.gen(function* () {
      expect((yield* echo(pool, 1)).pid).toBe((yield* echo(pool, 2)).pid)
    })
  ))

test("a process is replaced after the jobs it may do", () =>
  withPool({ recycleAfter: 2 }, (pool) =>
    Effect.gen(function* () {
      const pids = [(yield* echo(pool, 1)).pid, (yield* echo(pool, 2)).pid, (yield* echo(pool, 3)).pid]
      expect(pids[0]).toBe(pids[1])
      expect(pids[2]).not.toBe(pids[1])
    })
  ))

test("an organization that keeps its process busy does not keep another from one, and gets no second for itself", () =>
  withPool({ spare: 1 }, (pool) =>
    Effect.gen(function* () {
      const of = (owner: string) => inTurnOf({ owner, rank: 0 })
      const held = yield* Effect.forkChild(of("busy")(pool.run({ task: "hang" })))
      const queued = yield* Effect.forkChild(of("busy")(echo(pool, "queued")))
      expect((yield* of("other")(echo(pool, "other"))).value).toBe("other")
      expect(queued.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(held)
      expect((yield* Fiber.join(queued)).value).toBe("queued")
    })
  ))

test("the further process is started ahead once there is another organization, and never for one alone", async () => {
  const started = spyOn(Bun, "spawn")
  await withPool({ spare: 1, warmUp: { task: "echo" } }, (pool) =>
    Effect.gen(function* () {
      const of = (owner: string) => inTurnOf({ owner, rank: 0 })
      for (const value of [1, 2, 3]) yield* of("busy")(echo(pool, value))
      expect(started).toHaveBeenCalledTimes(1)
      yield* of("other")(echo(pool, "other"))
      const held = yield* Effect.forkChild(of("busy")(pool.run({ task: "hang" })))
      yield* Effect.yieldNow
      expect(started).toHaveBeenCalledTimes(2)
      expect((yield* of("other")(echo(pool, "other"))).value).toBe("other")
      expect(started).toHaveBeenCalledTimes(2)
      yield* Fiber.interrupt(held)
    })
  ).finally(() => started.mockRestore())
})

test("where others wait, a process is replaced by one that was started during its last job", async () => {
  const started = spyOn(Bun, "spawn")
  await withPool({ recycleAfter: 2 }, (pool) =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(echo(pool, 1))
      const last = yield* Effect.forkChild(pool.run({ task: "hang" }))
      const next = yield* Effect.forkChild(echo(pool, 3))
      const { pid } = yield* Fiber.join(first)
      yield* Effect.yieldNow
      expect(started).toHaveBeenCalledTimes(2)
      yield* Fiber.interrupt(last)
      expect((yield* Fiber.join(next)).pid).not.toBe(pid)
      expect(started).toHaveBeenCalledTimes(2)
    })
  ).finally(() => started.mockRestore())
})

test("a process that crashes fails its own job only", () =>
  withPool({ concurrency: 2 }, (pool) =>
    Effect.gen(function* () {
      const [crashed, answered] = yield* Effect.all([Effect.exit(pool.run({ task: "crash" })), echo(pool, "alive")], { concurrency: 2 })
      expect(reasonOf(crashed)).toBe("crashed")
      expect(answered.value).toBe("alive")
      expect((yield* echo(pool, "again")).value).toBe("again")
    })
  ))

test("a job that loops for ever is ended at the time limit, and the next job is served", () =>
  withPool({ timeoutMs: 3000 }, (pool) =>
    Effect.gen(function* () {
      expect(reasonOf(yield* Effect.exit(pool.run({ task: "hang" })))).toBe("timeout")
      // The next process may take longer to start than this pool waits, on a machine that is busy.
      expect((yield* Effect.retry(echo(pool, "next"), { times: 10 })).value).toBe("next")
    })
  ))

test("more jobs than may wait are refused at once", () =>
  withPool({ maxQueue: 1 }, (pool) =>
    Effect.gen(function* () {
      const jobs = [1, 2, 3, 4].map((value) => Effect.exit(echo(pool, value)))
      const reasons = (yield* Effect.all(jobs, { concurrency: "unbounded" })).map(reasonOf)
      expect(reasons.filter((reason) => reason === null)).toHaveLength(2)
      expect(reasons.filter((reason) => reason === "overloaded")).toHaveLength(2)
    })
  ))

test("interrupting a job ends its process and frees its place", () =>
  withPool({ maxQueue: 0 }, (pool) =>
    Effect.gen(function* () {
      const { pid } = yield* echo(pool, "first")
      const fiber = yield* Effect.forkChild(pool.run({ task: "hang" }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => ended(pid))
      expect((yield* echo(pool, "second")).pid).not.toBe(pid)
    })
  ))

test("a process that crashes while it gets ready fails the job that takes it, and no other", () =>
  withPool({ spare: 1, warmUp: { task: "crash" } }, (pool) =>
    Effect.gen(function* () {
      const of = (owner: string) => inTurnOf({ owner, rank: 0 })
      yield* of("busy")(echo(pool, 1))
      yield* of("other")(echo(pool, 2))
      const held = yield* Effect.forkChild(of("busy")(pool.run({ task: "hang" })))
      expect((yield* Effect.retry(of("other")(echo(pool, 3)), { times: 1 })).value).toBe(3)
      yield* Fiber.interrupt(held)
    })
  ))

// Elsewhere an engine that loops goes on until someone ends it.
test.skipIf(process.platform !== "linux")("a process that loops ends with a service that is killed", async () => {
  const service = Bun.spawn([process.execPath, new URL("../../support/hanging-engine.ts", import.meta.url).pathname], { stdout: "pipe" })
  const { value } = await service.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  expect(isRunning(pid)).toBe(true)
  service.kill("SIGKILL")
  // Who takes over orphans need not ask how they ended.
  const loops = () => /^\d+ \(.*\) [^ZX]/u.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "")
  while (loops()) await new Promise((resolve) => setImmediate(resolve))
})

test("the end of the scope ends every process", async () => {
  const pid = await withPool({}, (pool) => Effect.map(echo(pool, null), (answer) => answer.pid))
  await ended(pid)
  expect(isRunning(pid)).toBe(false)
})

test("a process holds none of the service's environment", async () => {
  process.env.VOUCHKIT_TEST_SECRET = "secret"
  const { names } = await withPool(
    {},
    (pool) => pool.run({ task: "environment" }) as Effect.Effect<{ names: ReadonlyArray<string> }, EngineUnavailable>
  )
  delete process.env.VOUCHKIT_TEST_SECRET
  expect(names).not.toContain("VOUCHKIT_TEST_SECRET")
  expect(
    names.filter(
      (name) => !["TZ", "LANG", "TMPDIR", "BUN_RUNTIME_TRANSPILER_CACHE_PATH"].includes(name) && !name.startsWith("NODE_CHANNEL")
    )
  ).toEqual([])
})

test("organizations take turns at the workers, and each has its urgent jobs done first", () =>
  withPool({ maxQueue: 100 }, (pool) =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const ask = (owner: string, rank: number) =>
        Effect.forkChild(
          inTurnOf({ owner, rank })(
            Effect.andThen(
              echo(pool, owner),
              Effect.sync(() => void order.push(`${owner} ${rank}`))
            )
          ),
          { startImmediately: true }
        )
      const asked: Array<Fiber.Fiber<unknown, unknown>> = []
      for (let made = 0; made < 20; made += 1) asked.push(yield* ask("hog", 1))
      asked.push(yield* ask("hog", 0), yield* ask("other", 1))
      yield* Fiber.joinAll(asked)
      expect(order.indexOf("other 1")).toBeLessThanOrEqual(2)
      expect(order.indexOf("hog 0")).toBeLessThanOrEqual(2)
    })
  ))
