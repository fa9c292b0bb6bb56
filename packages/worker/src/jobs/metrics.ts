import { Effect, Metric } from "effect"

/** How one run of a job ended. */
export type JobOutcome = "completed" | "postponed" | "retried" | "failed" | "handed_back" | "lost"

const runs = Metric.counter("vouchkit_job_runs_total", { description: "Runs of background jobs, by outcome", incremental: true })
const seconds = Metric.histogram("vouchkit_job_duration_seconds", {
  description: "Duration of runs of background jobs",
  boundaries: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
})

const metricsOf = (job: string, outcome: JobOutcome) => ({
  counted: Metric.withAttributes(runs, { job, outcome }),
  timed: Metric.withAttributes(seconds, { job })
})
const known = new Map<string, ReturnType<typeof metricsOf>>()

/** Counts a run; jobs are few, so that their names are labels, and their metrics are made once. */
export const jobEnded = (job: string, outcome: JobOutcome, duration_seconds: number): Effect.Effect<void> => {
  const key = `${job} ${outcome}`
  const metrics = known.get(key) ?? metricsOf(job, outcome)
  known.set(key, metrics)
  return Effect.andThen(Metric.update(metrics.counted, 1), Metric.update(metrics.timed, duration_seconds))
}

/** Counts many runs of one job at once: how long those took that were completed, in seconds, and how many could not be written down. */
export const jobsEnded = (
  job: string,
  { completed, lost }: { readonly completed: ReadonlyArray<number>; readonly lost: number }
): Effect.Effect<void> => {
  const done = metricsOf(job, "completed")
  const counted = Effect.andThen(Metric.update(done.counted, completed.length), Metric.update(metricsOf(job, "lost").counted, lost))
  return Effect.andThen(
    counted,
    Effect.forEach(completed, (seconds) => Metric.update(done.timed, seconds), { discard: true })
  )
}

const timers = Metric.counter("vouchkit_timer_failures_total", { description: "Failed runs of timers", incremental: true })
export const timerFailed = (timer: string): Effect.Effect<void> => Metric.update(Metric.withAttributes(timers, { timer }), 1)
