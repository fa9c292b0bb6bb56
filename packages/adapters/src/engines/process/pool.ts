import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FairTurns, inTurn } from "@vouchkit/core/kernel/fairness/fair-turns"
import { untimed } from "@vouchkit/core/kernel/jobs/job-time"
import { currentTurn } from "@vouchkit/core/kernel/jobs/turns"
import { Effect, type Scope } from "effect"
import { type EngineProcess, startProcess } from "./child-process.ts"

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
 * Niceness of workers: the service answers its callers first, however many jobs wait, and an organization that asks for one thing goes before what others
 * have asked for much of. More would starve them where programs beside the service are busy.
 */
const niceness = { common: 5, forFew: 1 } as const

interface Worker {
  readonly process: EngineProcess
  /** Whether it is kept for organizations that have asked for one thing alone. */
  readonly forFew: boolean
  readonly jobsDone: number
  /** Of one that was started ahead: it is ready once its first work is done. */
  readonly ready: Promise<void> | null
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
    const idle: Array<Worker> = []
    const all = new Set<EngineProcess>()
    /** What each organization has asked for and not been answered yet. */
    const asked = new Map<string, number>()
    let load = 0
    const ask = (owner: string, more: 1 | -1) => {
      const count = (asked.get(owner) ?? 0) + more
      if (count === 0) asked.delete(owner)
      else asked.set(owner, count)
      load += more
    }

    const start = (forFew: boolean): Worker => {
      const process = startProcess(options.entry, options.maxResidentBytes, forFew ? niceness.forFew : niceness.common)
      all.add(process)
      return { process, forFew, jobsDone: 0, ready: null }
    }
    /** The worker that was used last is the one that has everything loaded. */
    const lastIdle = (forFew: boolean): number => {
      const found = idle.findLastIndex((worker) => worker.forFew === forFew)
      return found === -1 ? idle.length - 1 : found
    }
    const take = (forFew: boolean): Worker => {
      while (idle.length > 0) {
        const [worker] = idle.splice(lastIdle(forFew), 1)
        if (worker?.process.alive() === true) return worker
        if (worker !== undefined) all.delete(worker.process)
      }
      return start(forFew)
    }
    /** A worker takes seconds to start, which nobody should wait for who could have been expected: it becomes the last of the idle ones. */
    const startAhead = (forFew: boolean) => {
      const worker = start(forFew)
      const { warmUp } = options
      const ready = warmUp === undefined ? null : new Promise<void>((resolve) => worker.process.ask(warmUp, () => resolve(), resolve))
      idle.unshift({ ...worker, ready })
    }
    const lastJobs = Math.max(1, Math.min(10, options.recycleAfter - 1))
    let known: string | undefined
    let several = false
    /** One organization is never given more than its own workers, so the further ones are started once there is another. */
    const seen = (owner: string) => {
      several ||= known !== undefined && known !== owner
      known = owner
    }
    const spareIsMissing = () => several && idle.length === 0 && all.size >= options.concurrency && all.size < turns.capacity
    const end = (worker: Worker) => {
      worker.process.kill()
      all.delete(worker.process)
    }
    const giveBack = (worker: Worker) => {
      const used = { ...worker, jobsDone: worker.jobsDone + 1, ready: null }
      if (used.jobsDone >= options.recycleAfter || !used.process.alive()) return end(used)
      idle.push(used)
    }

    const perform = (owner: string, job: object) =>
      Effect.callback<unknown, EngineUnavailable>((resume) => {
        const worker = take(asked.size > 1 && asked.get(owner) === 1)
        if (spareIsMissing()) startAhead(true)
        // It does its last jobs, and others wait, or may come.
        if (worker.jobsDone + lastJobs === options.recycleAfter && (several || (load > 1 && idle.length === 0))) startAhead(worker.forFew)
        const begin = () =>
          worker.process.ask(
            job,
            (answer) => {
              giveBack(worker)
              resume(Effect.succeed(answer))
            },
            () => {
              end(worker)
              resume(Effect.fail(new EngineUnavailable({ reason: "crashed" })))
            }
          )
        if (worker.ready === null) begin()
        else void worker.ready.then(begin)
        return Effect.sync(() => end(worker))
      }).pipe(
        Effect.timeoutOrElse({ duration: options.timeoutMs, orElse: () => Effect.fail(new EngineUnavailable({ reason: "timeout" })) })
      )

    const run = (job: object) =>
      Effect.suspend(() => {
        if (load >= options.concurrency + options.maxQueue) return Effect.fail(new EngineUnavailable({ reason: "overloaded" }))
        return Effect.flatMap(currentTurn, (turn) => {
          seen(turn.owner)
          ask(turn.owner, 1)
          // The worker's own time is limited from its turn on.
          return untimed(inTurn(turns, { ...turn, amount: 1 }, perform(turn.owner, job))).pipe(
            Effect.ensuring(Effect.sync(() => ask(turn.owner, -1)))
          )
        })
      })

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const process of all) process.kill()
        all.clear()
        idle.length = 0
      })
    )
    return { run }
  })
