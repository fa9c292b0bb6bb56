import { now } from "@vouchkit/core/foundation/time"
import { type AnyJob, JobQueue, type QueuedJob } from "@vouchkit/core/operation/job"
import { Duration, Effect, Fiber, Latch, Layer, type Scope } from "effect"
import { type JobRequirements, leaseSeconds, runJob } from "./run-job.ts"

/** Jobs that become due later are found by looking; those that are due at once wake the worker. */
const lookEverySeconds = 0.5
const afterTroubleSeconds = 2
/** How long running jobs may go on after the worker was asked to stop. */
export const graceSeconds = 25

/**
 * Runs due jobs until the scope ends, each kind up to its own concurrency. Jobs of other names are left alone. At the end
 * nothing new is taken, running jobs get `graceSeconds`, and what still runs then is handed back to the queue.
 */
export const runWorker = Effect.fnUntraced(function* <const Jobs extends ReadonlyArray<AnyJob>>(
  jobs: Jobs
): Effect.fn.Return<void, never, JobQueue | Scope.Scope | JobRequirements<Jobs>> {
  const queue = yield* JobQueue
  const declarations = new Map(jobs.map((job) => [job.name as string, job]))
  const running = new Map<Fiber.Fiber<void>, string>()
  const freed = yield* Latch.make(false)
  let stopping = false

  const room = (): Record<string, number> => {
    const taken = Map.groupBy(running.values(), (name) => name)
    return Object.fromEntries(jobs.map(({ concurrency, name }) => [name, concurrency - (taken.get(name)?.length ?? 0)]))
  }

  const launch = (queued: QueuedJob): Effect.Effect<void, never, any> => {
    const declaration = declarations.get(queued.name)
    if (declaration === undefined) return Effect.void
    const run: Effect.Effect<void, never, any> = runJob(declaration, queued, () => stopping)
    return Effect.map(Effect.forkDetach(run), (fiber) => {
      running.set(fiber, queued.name)
      fiber.addObserver(() => {
        running.delete(fiber)
        freed.openUnsafe()
      })
    })
  }

  /** Not interruptible: what was claimed is always launched. */
  const take = Effect.uninterruptible(
    Effect.gen(function* () {
      freed.closeUnsafe()
      const claimed = yield* queue.claim({ limits: room(), lease_seconds: leaseSeconds, now: yield* now })
      yield* Effect.forEach(claimed, launch, { discard: true })
      return claimed.length
    })
  )
  const turn = take.pipe(
    Effect.flatMap((count) => (count > 0 ? Effect.void : Effect.raceFirst(queue.awaitWork(lookEverySeconds), freed.await))),
    Effect.catchTag("StorageUnavailable", (failure) =>
      Effect.andThen(Effect.logWarning("the queue cannot be reached", failure.cause), Effect.sleep(Duration.seconds(afterTroubleSeconds)))
    )
  )

  /** Waits for what runs, then takes back what does not end. */
  const drain = Effect.gen(function* () {
    stopping = true
    if (running.size > 0) yield* Effect.logInfo("waiting for running jobs", { running: running.size })
    const ended = Effect.suspend(() => Fiber.awaitAll([...running.keys()]))
    yield* Effect.timeoutOrElse(Effect.asVoid(ended), { duration: Duration.seconds(graceSeconds), orElse: () => Effect.void })
    yield* Fiber.interruptAll([...running.keys()])
  })

  yield* Effect.addFinalizer(() => drain)
  yield* Effect.forkScoped(Effect.forever(turn))
})

export const workerLayer = <const Jobs extends ReadonlyArray<AnyJob>>(
  jobs: Jobs
): Layer.Layer<never, never, JobQueue | JobRequirements<Jobs>> => Layer.effectDiscard(runWorker(jobs))
