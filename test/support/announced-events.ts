import { dispatchJob, type EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import type { Service } from "./service.ts"

/** The events that were announced since the last call, in their order. Nothing delivers them. */
export const announcedEvents = async ({ runtime }: Service): Promise<ReadonlyArray<EventEnvelope>> => {
  const claim = Effect.flatMap(JobQueue, (queue) =>
    queue.claim({ limits: { [dispatchJob]: 1000 }, lease_seconds: 600, now: "9999-01-01T00:00:00.000Z" })
  )
  const jobs = await runtime.runPromise(claim)
  return jobs.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ payload }) => payload as EventEnvelope)
}
