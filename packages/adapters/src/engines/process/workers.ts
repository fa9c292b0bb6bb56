import { type EngineProcess, startProcess } from "./child-process.ts"
import type { WorkerPoolOptions } from "./pool.ts"

interface Worker {
  readonly process: EngineProcess
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

  const start = (): Worker => {
    const process = startProcess(options.entry, options.maxResidentBytes)
    all.add(process)
    return { process, jobsDone: 0, ready: null }
  }
  const taken = (): Worker => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.process.alive()) return worker
      all.delete(worker.process)
    }
    return start()
  }
  /** A worker takes seconds to start, which no one should wait for who could have been expected: it becomes the last of the idle ones. */
  const startAhead = () => {
    const worker = start()
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
    take: (othersWait: boolean): Worker => {
      const worker = taken()
      if (spareIsMissing()) startAhead()
      // It does its last jobs, and others wait, or may come.
      const isLast = worker.jobsDone + lastJobs === options.recycleAfter
      if (isLast && (several || (othersWait && idle.length === 0))) startAhead()
      return worker
    },
    giveBack: (worker: Worker) => {
      const used = { process: worker.process, jobsDone: worker.jobsDone + 1, ready: null }
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
