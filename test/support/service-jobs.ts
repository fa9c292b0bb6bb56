import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import type { Service } from "./service.ts"

/** Takes what waits of these kinds out of the queue, due or not, and answers how to run each. */
const claimed = async ({ runtime }: Service, names: ReadonlyArray<string>) => {
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const limits = Object.fromEntries(names.map((name) => [name, 1000]))
  const queued = await run(Effect.flatMap(JobQueue, (queue) => queue.claim({ limits, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })))
  return queued.map((one) => {
    const declaration = jobs.find(({ name }) => name === one.name)
    if (declaration === undefined) throw new Error(one.name)
    return () => run(Effect.ignore(runJob(declaration, one, () => false)))
  })
}

/** Runs what waits in a service of these kinds to its end, due or not, and answers how much that was. */
export const runJobs = async (service: Service, ...names: ReadonlyArray<string>): Promise<number> => {
  let runs = 0
  for (;;) {
    const waiting = await claimed(service, names)
    if (waiting.length === 0) return runs
    for (const run of waiting) {
      await run()
      runs += 1
    }
  }
}

/** Runs what waits of a kind once, and what of it waits again no second time. */
export const runOnce = async (service: Service, name: string): Promise<void> => {
  for (const run of await claimed(service, [name])) await run()
}

/** Runs all that waits of a kind at the same moment, and leaves what of it failed in the queue. */
export const runEachOnce = async (service: Service, name: string): Promise<void> => {
  await Promise.all((await claimed(service, [name])).map((run) => run()))
}

/** The same, and then what of it failed and waits again. */
export const runAtOnce = async (service: Service, name: string): Promise<void> => {
  await runEachOnce(service, name)
  await runJobs(service, name)
}
