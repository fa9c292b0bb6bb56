import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FairTurns, inTurn } from "@vouchkit/core/kernel/fairness/fair-turns"
import { untimed } from "@vouchkit/core/kernel/jobs/job-time"
import { currentTurn } from "@vouchkit/core/kernel/jobs/turns"
import { Effect, type Scope } from "effect"
import { makeWorkers } from "./workers.ts"

export interface WorkerPoolOptions {
  /** The program that a worker runs. */
  readonly entry: URL
  /** Workers at most that one organization has at once; they are started when first needed. */
  readonly concurrency: number
  /** Further workers, for organizations that would wait while another has all of these. */
  readonly spare?: number
  /** Milliseconds for one job. */
  readonly timeoutMs: number
  /** Jobs that a worker does before it is replaced, so that what libraries leak does not add up. */
  readonly recycleAfter: number
  /** Jobs that may wait for a worker; more are refused at once. */
  readonly maxQueue: number
  /** What a worker that is started before it is needed does first, so that its first job does not wait for what it loads. */
  readonly warmUp?: object
  /** A worker that grows beyond this is ended (where the system tells its size). */
  readonly maxResidentBytes: number
}

export interface WorkerPool {
  /**
   * Gives a job to the next free worker and answers what the worker answers; organizations take turns. A job that runs out of time, crashes its worker or is
   * interrupted takes that worker with it and no other; the next job finds a fresh one.
   */
  readonly run: (job: object) => Effect.Effect<unknown, EngineUnavailable>
}

/**
 * A bounded pool of worker processes, ended with the scope.
 *
 * Processes and not threads: a loop inside WebAssembly cannot be stopped in a Bun thread, native code of the image library can end its whole
 * process, and a thread would share its memory limit and its environment with the service.
 */
export const makeWorkerPool = (options: WorkerPoolOptions): Effect.Effect<WorkerPool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = new FairTurns(options.concurrency + (options.spare ?? 0), options.concurrency)
    const workers = makeWorkers(options, turns.capacity)
    let load = 0
    const perform = (job: object) =>
      Effect.callback<unknown, EngineUnavailable>((resume) => {
        const worker = workers.take(load > 1)
        const begin = () =>
          worker.process.ask(
            job,
            (answer) => {
              workers.giveBack(worker)
              resume(Effect.succeed(answer))
            },
            () => {
              workers.end(worker)
              resume(Effect.fail(new EngineUnavailable({ reason: "crashed" })))
            }
          )
        if (worker.ready === null) begin()
        else void worker.ready.then(begin)
        return Effect.sync(() => workers.end(worker))
      }).pipe(
        Effect.timeoutOrElse({ duration: options.timeoutMs, orElse: () => Effect.fail(new EngineUnavailable({ reason: "timeout" })) })
      )

    const run = (job: object) =>
      Effect.suspend(() => {
        if (load >= options.concurrency + options.maxQueue) return Effect.fail(new EngineUnavailable({ reason: "overloaded" }))
        load += 1
        const performed = Effect.flatMap(currentTurn, (turn) => {
          workers.seen(turn.owner)
          return inTurn(turns, { ...turn, amount: 1 }, perform(job))
        })
        // The worker's own time is limited from its turn on.
        return untimed(performed).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              load -= 1
            })
          )
        )
      })

    yield* Effect.addFinalizer(() => Effect.sync(workers.endAll))
    return { run }
  })
