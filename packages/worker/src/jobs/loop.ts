import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { type AnyJob, JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Clock, Duration, Effect, Fiber, Latch, Layer, Result, type Scope } from "effect"
import { type PartitionClaim, CapacityShares } from "./capacity-shares.ts"
import { type JobRequirements, leaseSeconds, runJob, type WorkerPorts } from "./run-job.ts"
import { smallestBatch, isForBatch, runBatch } from "./batched-jobs.ts"
import { graceSeconds } from "../settings/shutdown.ts"

/** Jobs that become due later are found by looking; those that are due at once wake the worker. */
const lookEverySeconds = 0.5
const afterTroubleSeconds = 2

/** The fibers that run jobs, with the kind of each and how many runs of its kind it counts as. */
type Running = Map<Fiber.Fiber<void>, { readonly name: string; readonly count: number }>

interface CapacityParts {
  readonly clock: Clock.Clock
  readonly freed: Latch.Latch
  readonly running: Running
}

/** How many more runs of each kind this worker takes. */
const capacityOf = (jobs: ReadonlyArray<AnyJob>, { clock, freed, running }: CapacityParts) => {
  const shares = new Map(
    jobs.flatMap(({ concurrency, partitions, name }) =>
      partitions === undefined ? [] : [[name as string, new CapacityShares(partitions, concurrency)]]
    )
  )

  /** What every kind has capacity for, with the slots of its partitions; and apart from that what slow partitions have capacity for. */
  const capacity = () => {
    const taken = new Map<string, number>()
    for (const { count, name } of running.values()) taken.set(name, (taken.get(name) ?? 0) + count)
    const limits: Record<string, number> = {}
    const partitions: Record<string, PartitionClaim["partitions"]> = {}
    const slow: Array<readonly [string, PartitionClaim]> = []
    for (const { concurrency, name } of jobs) {
      const claims = shares.get(name)?.claims(clock.currentTimeMillisUnsafe())
      limits[name] = claims === undefined ? concurrency - (taken.get(name) ?? 0) : claims.prompt.limit
      if (claims === undefined) continue
      partitions[name] = claims.prompt.partitions
      if (claims.slow.limit > 0) slow.push([name, claims.slow])
    }
    return { limits, partitions, slow }
  }

  /** Takes up the capacity of a run; the answered function gives it back. */
  const takeUp = ({ partition, name }: QueuedJob): (() => void) => {
    const share = shares.get(name)
    const taken = share?.started(partition, clock.currentTimeMillisUnsafe())
    return () => {
      if (taken !== undefined) share?.ended(taken, clock.currentTimeMillisUnsafe())
      freed.openUnsafe()
    }
  }

  return { capacity, takeUp }
}

interface LaunchParts {
  readonly batched_jobs: boolean
  readonly declarations: ReadonlyMap<string, AnyJob>
  readonly running: Running
  readonly stopping: () => boolean
  readonly takeUp: (queued: QueuedJob) => () => void
}

/** Launches claimed jobs in fibers of their own. */
const launching = ({ batched_jobs, declarations, running, stopping, takeUp }: LaunchParts) => {
  const follow = (fiber: Fiber.Fiber<void>, name: string, count: number, ended: () => void) => {
    running.set(fiber, { name, count })
    fiber.addObserver(() => {
      running.delete(fiber)
      ended()
    })
  }
  const launch = (queued: QueuedJob, giveBack: () => void): Effect.Effect<void, never, any> => {
    const declaration = declarations.get(queued.name)
    if (declaration === undefined) return Effect.sync(giveBack)
    const run: Effect.Effect<void, never, any> = Effect.asVoid(runJob(declaration, queued, stopping))
    return Effect.map(Effect.forkDetach(run), (fiber) => follow(fiber, queued.name, 1, giveBack))
  }
  /** Many runs of a kind that takes them as a batch by one fiber, every other by one of its own. */
  return (claimed: ReadonlyArray<QueuedJob>): Effect.Effect<void, never, any> =>
    Effect.forEach(
      Map.groupBy(claimed, (queued) => (batched_jobs && isForBatch(declarations.get(queued.name), queued) ? queued.name : "")),
      ([name, group]) => {
        const declaration = declarations.get(name)
        const taken = group.map((queued) => ({ queued, giveBack: takeUp(queued) }))
        if (declaration === undefined || group.length < smallestBatch) {
          return Effect.forEach(taken, ({ giveBack, queued }) => launch(queued, giveBack), { discard: true })
        }
        const batch = runBatch(declaration, taken, { launch, stopping })
        // Kinds that are batched have partitions, which count their runs themselves.
        return Effect.map(Effect.forkDetach(batch), (fiber) => follow(fiber, name, 0, () => {}))
      },
      { discard: true }
    )
}

/**
 * Runs due jobs until the scope ends, each kind up to its own concurrency. Jobs of other names are left alone. At the end
 * nothing new is taken, running jobs get `grace_seconds`, and what still runs then is handed back to the queue.
 */
export const runWorker = Effect.fnUntraced(function* <const Jobs extends ReadonlyArray<AnyJob>>(
  jobs: Jobs,
  grace_seconds = graceSeconds
): Effect.fn.Return<void, never, WorkerPorts | Scope.Scope | JobRequirements<Jobs>> {
  const queue = yield* JobQueue
  const declarations = new Map(jobs.map((job) => [job.name as string, job]))
  const running: Running = new Map()
  const clock = yield* Clock.Clock
  const freed = yield* Latch.make(false)
  let stopping = false

  const { capacity, takeUp } = capacityOf(jobs, { clock, freed, running })
  const { batched_jobs } = yield* FastPaths
  const launchAll = launching({ batched_jobs, declarations, running, stopping: () => stopping, takeUp })

  /** Not interruptible: what was claimed is always launched. */
  const take = Effect.uninterruptible(
    Effect.gen(function* () {
      freed.closeUnsafe()
      const { partitions, limits, slow } = capacity()
      const at = yield* now
      const claims = [
        queue.claim({ limits, partitions, lease_seconds: leaseSeconds, now: at }),
        ...slow.map(([name, { partitions: own, limit }]) =>
          queue.claim({ limits: { [name]: limit }, partitions: { [name]: own }, lease_seconds: leaseSeconds, now: at })
        )
      ]
      // Each for itself: what one of them claimed is launched, whatever becomes of another.
      const results = yield* Effect.forEach(claims, Effect.result, { concurrency: "unbounded" })
      let claimed = 0
      for (const result of results) {
        if (Result.isFailure(result)) continue
        claimed += result.success.length
        yield* launchAll(result.success)
      }
      const failed = results.find(Result.isFailure)
      return failed === undefined || claimed > 0 ? claimed : yield* Effect.fail(failed.failure)
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
    yield* Effect.timeoutOrElse(Effect.asVoid(ended), { duration: Duration.seconds(grace_seconds), orElse: () => Effect.void })
    yield* Fiber.interruptAll([...running.keys()])
  })

  yield* Effect.addFinalizer(() => drain)
  yield* Effect.forkScoped(Effect.forever(turn))
})

export const workerLayer = <const Jobs extends ReadonlyArray<AnyJob>>(
  jobs: Jobs,
  grace_seconds: number
): Layer.Layer<never, never, WorkerPorts | JobRequirements<Jobs>> => Layer.effectDiscard(runWorker(jobs, grace_seconds))
