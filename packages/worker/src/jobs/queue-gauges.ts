import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue, type QueueDepth } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { Duration, Effect, Layer, Metric } from "effect"

const readEverySeconds = 10

const count = Metric.gauge("vouchkit_jobs", { description: "Background jobs by name and state" })
const age = Metric.gauge("vouchkit_jobs_oldest_seconds", { description: "Seconds since the oldest job of a state was due" })

const labelsOf = ({ name, state }: Pick<QueueDepth, "name" | "state">) => ({ job: name, state })

/** Depth and age of the queue for a collector, which cannot ask for them as a scrape of `/metrics` does. */
export const queueGaugesLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* JobQueue
    // Of every kind from the start: an alarm needs a value before there is work, too.
    const known = new Map<string, Pick<QueueDepth, "name" | "state">>(jobs.map(({ name }) => [`${name} queued`, { name, state: "queued" }]))
    const read = Effect.gen(function* () {
      const depths = yield* queue.depth(yield* now)
      const found = new Map(depths.map((depth) => [`${depth.name} ${depth.state}`, depth]))
      for (const [key, { name, state }] of found) known.set(key, { name, state })
      for (const [key, group] of known) {
        const labels = labelsOf(group)
        const depth = found.get(key)
        // What is gone is shown as nothing, or a collector would go on with the last value.
        yield* Metric.update(Metric.withAttributes(count, labels), depth?.count ?? 0)
        yield* Metric.update(Metric.withAttributes(age, labels), depth?.oldest_seconds ?? 0)
      }
    })
    const turn = Effect.andThen(Effect.ignore(read), Effect.sleep(Duration.seconds(readEverySeconds)))
    yield* Effect.forkScoped(Effect.forever(turn))
  })
)
