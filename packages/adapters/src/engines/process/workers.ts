import { type EngineProcess, startProcess } from "./child-process.ts"
import type { WorkerPoolOptions } from "./pool.ts"

/**
 * Niceness of workers: the service answers its callers first, however many jobs wait, and an organization that asks for one thing goes before what others
 * have asked for much of. More would starve them where programs beside the service are busy.
 */
const niceness = { common: 5, forFew: 1 } as const

export interface Worker {
  readonly process: EngineProcess
  /** Whether it is kept for organizations that have asked for one thing alone. */
  readonly forFew: boolean
  readonly jobsDone: number
  /** Of one that was started ahead: it is ready once its first work is done. */
  readonly ready: Promise<void> | null
}

/** The processes of a pool: which of them does the next job, and which are started before they are needed. */
export const makeWorkers = (options: WorkerPoolOptions, capacity: number) => {
  const idle: Array<Worker> = []
  const all = new Set<EngineProcess>()
  let known: string | undefined
  let several = false

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
  const taken = (forFew: boolean): Worker => {
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
  const spareIsMissing = () => several && idle.length === 0 && all.size >= options.concurrency && all.size < capacity
  const end = (worker: Worker) => {
    worker.process.kill()
    all.delete(worker.process)
  }

  return {
    /** One organization is never given more than its own workers, so the further ones are started once there is another. */
    seen: (owner: string) => {
      several ||= known !== undefined && known !== owner
      known = owner
    },
    /** The worker of the next job; `othersWait` for one. */
    take: (forFew: boolean, othersWait: boolean): Worker => {
      const worker = taken(forFew)
      if (spareIsMissing()) startAhead(true)
      // It does its last jobs, and others wait, or may come.
      const isLast = worker.jobsDone + lastJobs === options.recycleAfter
      if (isLast && (several || (othersWait && idle.length === 0))) startAhead(worker.forFew)
      return worker
    },
    giveBack: (worker: Worker) => {
      const used = { ...worker, jobsDone: worker.jobsDone + 1, ready: null }
      if (used.jobsDone >= options.recycleAfter || !used.process.alive()) return end(used)
      idle.push(used)
    },
    end,
    endAll: () => {
      for (const process of all) process.kill()
      all.clear()
      idle.length = 0
    }
  }
}
