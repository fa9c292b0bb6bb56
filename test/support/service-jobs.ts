import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect } from "effect"
import type { Service } from "./service.ts"

/** Runs what waits in a service of these kinds to its end, due or not, and answers how much that was. */
export const runJobs = async ({ runtime }: Service, ...names: ReadonlyArray<string>): Promise<number> => {
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  const limits = Object.fromEntries(names.map((name) => [name, 1000]))
  let runs = 0
  for (;;) {
    const queued = await run(
      Effect.flatMap(JobQueue, (queue) => queue.claim({ limits, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }))
    )
    if (queued.length === 0) return runs
    for (const one of queued) {
      const declaration = jobs.find(({ name }) => name === one.name)
      if (declaration === undefined) throw new Error(one.name)
      await run(Effect.ignore(runJob(declaration, one, () => false)))
      runs += 1
    }
  }
}
