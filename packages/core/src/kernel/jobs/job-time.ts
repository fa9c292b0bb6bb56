import { Clock, Context, Effect } from "effect"

/** Measures the time of a job without what it waits for its turn, which is no time of its own. */
export class JobStopwatch {
  private readonly started_ms: number
  private waits = 0
  private waiting_since_ms = 0
  private waited_ms = 0

  constructor(started_ms: number) {
    this.started_ms = started_ms
  }

  get isWaiting(): boolean {
    return this.waits > 0
  }

  /** Milliseconds that count. */
  elapsed(now_ms: number): number {
    return now_ms - this.started_ms - this.waited_ms - (this.waits > 0 ? now_ms - this.waiting_since_ms : 0)
  }

  /** Begins a wait; the answered function ends it. While one of several goes on, no time counts. */
  wait(now_ms: number): (now_ms: number) => void {
    if (this.waits === 0) this.waiting_since_ms = now_ms
    this.waits += 1
    return (ended_ms) => {
      this.waits -= 1
      if (this.waits === 0) this.waited_ms += ended_ms - this.waiting_since_ms
    }
  }
}

/** The stopwatch of the job that runs here; null outside of jobs. */
export const JobTime = Context.Reference<JobStopwatch | null>("@vouchkit/core/jobs/JobTime", { defaultValue: () => null })

/** Does something whose time is not counted by the job: a wait for a turn, or work that is timed where it is done. */
export const untimed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const stopwatch = Context.get(context, JobTime)
    if (stopwatch === null) return effect
    const clock = Context.get(context, Clock.Clock)
    return Effect.suspend(() => {
      const end = stopwatch.wait(clock.currentTimeMillisUnsafe())
      return Effect.ensuring(
        effect,
        Effect.sync(() => end(clock.currentTimeMillisUnsafe()))
      )
    })
  })
