import { expect, test } from "bun:test"
import { sharedJobs } from "@vouchkit/adapters/engines/process/shared-jobs"
import type { Job } from "@vouchkit/adapters/engines/process/protocol"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Deferred, Effect, Exit, Fiber } from "effect"

const reading = (bytes: ReadonlyArray<number>, changes: Partial<Extract<Job, { kind: "document" }>> = {}): Job => ({
  kind: "document",
  mime_type: "image/jpeg",
  country: null,
  bytes: Uint8Array.from(bytes),
  ...changes
})

/** An engine that answers the number of its job once it may, and tells how many jobs it began and how many were taken from it. */
const anEngine = Effect.gen(function* () {
  const gate = yield* Deferred.make<void, EngineUnavailable>()
  const seen = { begun: 0, interrupted: 0 }
  const run = yield* sharedJobs(() =>
    Effect.suspend(() => {
      const number = ++seen.begun
      return Effect.as(Deferred.await(gate), number)
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => void seen.interrupted++)))
  )
  const asked = (job: Job) => Effect.forkChild(run(job), { startImmediately: true })
  return { asked, gate, run, seen }
})
const withEngine = <A, E>(use: (engine: Effect.Success<typeof anEngine>) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(anEngine, use)))

test("a file that is asked for several times while it is being read is read once, and everybody gets the answer", () =>
  withEngine(({ asked, gate, seen }) =>
    Effect.gen(function* () {
      const askers = [yield* asked(reading([1, 2])), yield* asked(reading([1, 2])), yield* asked(reading([1, 2]))]
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.joinAll(askers)).toEqual([1, 1, 1])
      expect(seen.begun).toBe(1)
    })
  ))

test("other bytes, another country, another type and another question are read by themselves", () =>
  withEngine(({ asked, gate, seen }) =>
    Effect.gen(function* () {
      const jobs = [
        reading([1, 2]),
        reading([1, 3]),
        reading([1, 2], { country: "DE" }),
        reading([1, 2], { mime_type: "image/png" }),
        { ...reading([1, 2]), kind: "identity" } as Job
      ]
      const askers = []
      for (const job of jobs) askers.push(yield* asked(job))
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.joinAll(askers)).toEqual([1, 2, 3, 4, 5])
      expect(seen.begun).toBe(5)
    })
  ))

test("a reading that is over is not kept: who asks later has the file read again", () =>
  withEngine(({ gate, run }) =>
    Effect.gen(function* () {
      yield* Deferred.succeed(gate, undefined)
      expect([yield* run(reading([1])), yield* run(reading([1]))]).toEqual([1, 2])
    })
  ))

test("who gives up takes the reading from nobody else, and the last one ends it", () =>
  withEngine(({ asked, gate, seen }) =>
    Effect.gen(function* () {
      const [first, second] = [yield* asked(reading([1])), yield* asked(reading([1]))]
      yield* Fiber.interrupt(first)
      expect(seen.interrupted).toBe(0)
      yield* Fiber.interrupt(second)
      expect(seen).toEqual({ begun: 1, interrupted: 1 })
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(yield* asked(reading([1])))).toBe(2)
    })
  ))

test("an engine that fails says so to everybody who waits", () =>
  withEngine(({ asked, gate, seen }) =>
    Effect.gen(function* () {
      const askers = [yield* asked(reading([1])), yield* asked(reading([1]))]
      yield* Deferred.fail(gate, new EngineUnavailable({ reason: "crashed" }))
      const exits = yield* Effect.forEach(askers, Fiber.await)
      expect(exits.map(Exit.isFailure)).toEqual([true, true])
      expect(seen.begun).toBe(1)
    })
  ))
