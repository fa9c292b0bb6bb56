import { Effect, Metric } from "effect"

/** How one run of a job ended. */
export type JobOutcome = "completed" | "postponed" | "retried" | "failed" | "handed_back" | "lost"

const runs = Metric.counter("vouchkit_job_runs_total", { description: "Runs of background jobs by how they ended", incremental: true })
const seconds = Metric.histogram("vouchkit_job_duration_seconds", {
  description: "How long runs of background jobs took",
  boundaries: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
})

/** Counts a run; jobs are few, so that their names are labels. */
export const jobEnded = (job: string, outcome: JobOutcome, duration_seconds: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(runs, { job, outcome }), 1),
    Metric.update(Metric.withAttributes(seconds, { job }), duration_seconds)
  )

const timers = Metric.counter("vouchkit_timer_failures_total", { description: "Runs of timers that failed", incremental: true })
export const timerFailed = (timer: string): Effect.Effect<void> => Metric.update(Metric.withAttributes(timers, { timer }), 1)
