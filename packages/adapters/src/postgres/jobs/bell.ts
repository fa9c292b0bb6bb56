import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Effect } from "effect"
import { Database } from "../database.ts"

const channel = "vouchkit_jobs"

/** Lets a worker sleep until work may be there: woken by this process directly, by others through NOTIFY. */
class Bell {
  private readonly waiting = new Set<() => void>()
  private rung = false
  ring(): void {
    this.rung = this.waiting.size === 0
    for (const wake of [...this.waiting]) wake()
  }
  /** Calls `wake` once, at the latest after this long; the answer takes the wish back, so that no one rings for one who left. */
  wait(milliseconds: number, wake: () => void): () => void {
    if (this.rung) {
      this.rung = false
      wake()
      return () => {}
    }
    const done = () => {
      cancel()
      wake()
    }
    const timer = setTimeout(done, milliseconds)
    const cancel = () => {
      clearTimeout(timer)
      this.waiting.delete(done)
    }
    this.waiting.add(done)
    return cancel
  }
}

/**
 * Notifications are gathered and sent outside of transactions: a NOTIFY inside one makes all commits of the database queue for one lock,
 * and a lost notification costs a worker no more than its polling interval.
 */
const notifier = (sql: { readonly notify: (channel: string, payload: string) => Promise<unknown> }) => {
  let pending = false
  return () => {
    if (pending) return
    pending = true
    setTimeout(() => {
      pending = false
      sql.notify(channel, "").catch(() => undefined)
    }, 10)
  }
}

interface JobBell {
  /** Wakes the workers of this process. */
  readonly ring: () => void
  /** Wakes the workers of every process. */
  readonly announce: () => void
  /** Completes at the next ring, at the latest after `seconds`. */
  readonly wait: (seconds: number) => Effect.Effect<void>
}

/** The bell of one process, which hears of new jobs until the scope ends. */
export const jobBell = Effect.gen(function* () {
  const { sql } = yield* Database
  const bell = new Bell()
  const notify = notifier(sql)
  yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => sql.listen(channel, () => bell.ring()),
      catch: (cause) => new StorageUnavailable({ cause })
    }),
    ({ unlisten }) => Effect.promise(() => unlisten().catch(() => undefined))
  )
  const made: JobBell = {
    ring: () => bell.ring(),
    announce: () => {
      bell.ring()
      notify()
    },
    wait: (seconds) =>
      Effect.callback<void>((resume) => {
        const cancel = bell.wait(seconds * 1000, () => resume(Effect.void))
        return Effect.sync(cancel)
      })
  }
  return made
})
