import { now } from "@vouchkit/core/kernel/foundation/time"
import { type AnyJob, JobQueue, type JobRun, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Clock, Effect, Result, Schema } from "effect"
import { jobsEnded } from "./metrics.ts"
import { asSystem } from "./system-caller.ts"

/** Fewer than this many are run one by one, which tells more of each in traces and logs. */
export const smallestBatch = 4

/** A run that is traced has a span of its own, and one that failed before is told of in logs: both go one by one. */
export const isForBatch = (declaration: AnyJob | undefined, { attempt, trace }: QueuedJob): boolean =>
  declaration?.batched !== undefined && trace === null && attempt === 1

/** A claimed job, and how to give back the room that its run takes up. */
interface Claimed {
  readonly queued: QueuedJob
  readonly giveBack: () => void
}

interface Ways {
  readonly launch: (queued: QueuedJob, giveBack: () => void) => Effect.Effect<void, never, any>
  readonly stopping: () => boolean
}

const decoders = new WeakMap<AnyJob["payload"], (payload: unknown) => Result.Result<unknown, Schema.SchemaError>>()
/** Made once for each kind of job; an effect for each payload would cost more than its decoding. */
const decoderOf = ({ payload }: AnyJob) => {
  const made = decoders.get(payload) ?? Schema.decodeUnknownResult(Schema.toCodecJson(payload))
  decoders.set(payload, made)
  return made
}

/** Runs claimed jobs of one kind together. Whatever becomes of that, each is done, launched by itself, or handed back when the worker stops. */
export const runBatch = Effect.fnUntraced(function* (
  declaration: AnyJob,
  claimed: ReadonlyArray<Claimed>,
  { launch, stopping }: Ways
): Effect.fn.Return<void, never, any> {
  const queue = yield* JobQueue
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context<any>())
  const began = clock.currentTimeMillisUnsafe()
  const open = new Map<QueuedJob, () => void>()
  const durations: Array<number> = []
  let lost = 0

  const handBack = (queued: QueuedJob, giveBack: () => void) =>
    Effect.gen(function* () {
      yield* Effect.ignore(queue.postpone(queued, yield* now, "the worker was stopped", false))
      giveBack()
    })
  const alone = (queued: QueuedJob, giveBack: () => void) => (stopping() ? handBack(queued, giveBack) : launch(queued, giveBack))

  const runs: Array<JobRun<unknown>> = []
  const decode = decoderOf(declaration)
  for (const { giveBack, queued } of claimed) {
    open.set(queued, giveBack)
    const decoded = decode(queued.payload)
    // What does not fit its schema is set aside by its own run.
    if (Result.isFailure(decoded)) continue
    runs.push({
      queued,
      payload: decoded.success,
      within: (effect) => asSystem(queued, `job_${queued.id}`)(effect),
      ended: (how) => {
        if (!open.delete(queued)) return
        if (how === "not_taken") {
          fork(alone(queued, giveBack))
          return
        }
        if (how === "done") durations.push((clock.currentTimeMillisUnsafe() - began) / 1000)
        else lost += 1
        giveBack()
      }
    })
  }
  const rest = Effect.suspend(() => Effect.forEach([...open], ([queued, giveBack]) => alone(queued, giveBack), { discard: true }))
  const reported = Effect.suspend(() => jobsEnded(declaration.name, { completed: durations, lost }))
  const batched: Effect.Effect<void, never, any> = declaration.batched?.(runs) ?? Effect.void
  yield* batched.pipe(
    Effect.catchCause((cause) => Effect.logError("batched jobs continue one by one", cause)),
    Effect.ensuring(Effect.andThen(rest, reported))
  )
})
