import { after, now } from "@vouchkit/core/kernel/foundation/time"
import type { Unannounced } from "@vouchkit/core/kernel/foundation/announces"
import type { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { type AdvancedClock, SandboxClocks } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import type { Columns, Condition, Shape } from "@vouchkit/core/kernel/storage/collection"
import { type Found, Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Duration, Effect, Layer, Random, type Scope } from "effect"
import { timerFailed } from "./metrics.ts"
import { asSystem } from "./system-caller.ts"

/** What a run of a timer answers that left work behind. */
const moreIsDue = Symbol("more is due")

/** A timer that answers whether it left work behind: then its next turn follows at once. */
export const moreIf = <E, R>(run: Effect.Effect<boolean, E, R>): Effect.Effect<typeof moreIsDue | undefined, E, R> =>
  Effect.map(run, (more) => (more ? moreIsDue : undefined))

/** Something to be done again and again. Several workers may run it at once, so it looks twice before it changes anything. */
interface Timer<R> {
  readonly name: string
  readonly every_seconds: number
  readonly run: Effect.Effect<unknown, unknown, R>
}

/** Records of one look; more are found by the next. */
const batchSize = 500
const batchesPerRun = 20
const atOnce = 4
const clocksPerPage = 500

interface SweepRule<C extends Columns, R> {
  readonly name: string
  readonly every_seconds: number
  readonly shape: Shape<any, C>
  /** By which clock records are due: that of their tenant, which in a sandbox may be ahead, or real time for all of them. */
  readonly clock: "tenant" | "real"
  readonly due: (instant: string) => ReadonlyArray<Condition<keyof C & string>>
  /** Handles one record within its tenant, in a transaction of its own; does nothing when it is no longer due. */
  readonly handle: (found: Found) => Effect.Effect<unknown, unknown, R>
}

/** Several processes find the same records: each begins elsewhere among them, so that they do not wait for one another at each. */
const fromAnywhere = (found: ReadonlyArray<Found>) =>
  Effect.map(Random.nextIntBetween(0, Math.max(1, found.length)), (first) => [...found.slice(first), ...found.slice(0, first)])

/** A timer over records of all tenants. What goes wrong with one record is logged and leaves the others alone. */
export const sweeping = <C extends Columns, R>({
  clock,
  due,
  every_seconds,
  handle,
  name,
  shape
}: SweepRule<C, R>): Timer<Sweep | SandboxClocks | Exclude<Unannounced<R>, Caller | Tenant>> => {
  const handleOne = (found: Found) =>
    handle(found).pipe(
      Effect.as(true),
      Effect.catchCause((cause) =>
        Effect.as(Effect.andThen(Effect.logError("a timer failed on a record", cause), timerFailed(name)), false)
      ),
      Effect.annotateLogs({ record: found.id }),
      asSystem(found, `timer_${found.id}`)
    )
  /** Handles what is due, of one tenant or of all, so many seconds ahead of real time, and answers whether it left some. */
  const sweepAt = Effect.fnUntraced(function* (ahead_seconds: number, within?: Tenant["Service"]) {
    const sweep = yield* Sweep
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const found = yield* sweep.due(shape, due(after(yield* now, ahead_seconds * 1000)), batchSize, within)
      const handled = yield* Effect.forEach(yield* fromAnywhere(found), handleOne, { concurrency: atOnce })
      // Those that failed would only be found again.
      if (found.length < batchSize || handled.includes(false)) return false
    }
    return true
  })
  /** What is due already where a sandbox is ahead. Only those that were moved cost a look of their own. */
  const sweepAhead = Effect.gen(function* () {
    const clocks = yield* SandboxClocks
    let more = false
    for (let last: string | undefined = ""; last !== undefined; ) {
      const page: ReadonlyArray<AdvancedClock> = yield* clocks.advanced({ after: last, limit: clocksPerPage })
      for (const { ahead_seconds, organization } of page) {
        if (yield* sweepAt(ahead_seconds, { organization, environment: "sandbox" })) more = true
      }
      last = page.length < clocksPerPage ? undefined : page.at(-1)?.organization
    }
    return more
  })
  const sweepAll = Effect.map(Effect.all([sweepAt(0), sweepAhead]), (more) => more.includes(true))
  return { name, every_seconds, run: moreIf(clock === "real" ? sweepAt(0) : sweepAll) }
}

const once = <R>({ name, run }: Timer<R>): Effect.Effect<unknown, never, R> =>
  run.pipe(
    Effect.catchCause((cause) => Effect.andThen(Effect.logWarning("a timer failed", cause), timerFailed(name))),
    Effect.withSpan(`timer ${name}`),
    Effect.annotateLogs({ timer: name })
  )

/** In which others have their turn before more of the same. */
const breath = Duration.millis(50)

/** What was left behind is not put off: a table that is written faster than it is swept would only grow. */
const turn = <R>(timer: Timer<R>): Effect.Effect<void, never, R> =>
  Effect.flatMap(once(timer), (left) => Effect.sleep(left === moreIsDue ? breath : Duration.seconds(timer.every_seconds)))

type Needed<Timers extends ReadonlyArray<Timer<any>>> = Timers[number] extends infer T ? (T extends Timer<infer R> ? R : never) : never

/** Runs every timer one time, for a process that something else starts again and again. */
export const runOnce = <const Timers extends ReadonlyArray<Timer<any>>>(timers: Timers): Effect.Effect<void, never, Needed<Timers>> =>
  Effect.forEach(timers, once, { discard: true })

/** Runs every timer now and then on, until the scope ends. */
export const runTimers = <const Timers extends ReadonlyArray<Timer<any>>>(
  timers: Timers
): Effect.Effect<void, never, Needed<Timers> | Scope.Scope> =>
  Effect.forEach(timers, (timer) => Effect.forkScoped(Effect.forever(turn(timer))), { discard: true })

export const timersLayer = <const Timers extends ReadonlyArray<Timer<any>>>(timers: Timers): Layer.Layer<never, never, Needed<Timers>> =>
  Layer.effectDiscard(runTimers(timers))
