import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type AnyJob, job, JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { runWorker } from "@vouchkit/worker/jobs/loop"
import { Effect, Layer, Logger, Schema } from "effect"
import { TestClock } from "effect/testing"

export const tenant = { organization: "org_1", environment: "sandbox" } as const

const ports = Layer.mergeAll(Memory.layer, Crypto.layer(new Uint8Array(32).fill(7)))

/** Everything logged while a test ran, as one text. */
export const logged = (lines: Array<string>) =>
  Logger.layer([Logger.make(({ cause, message }) => void lines.push(JSON.stringify([message, cause])))])

/** Runs on memory and a clock that only the test moves. */
export const onTestClock = <A, E>(body: Effect.Effect<A, E, any>, lines: Array<string> = []): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(body).pipe(Effect.provide([Layer.provideMerge(ports, TestClock.layer()), logged(lines)])) as Effect.Effect<A, E, never>
  )

let serial = 0
export const enqueue = (name: string, payload: unknown, due_at?: string) =>
  Effect.gen(function* () {
    serial += 1
    const id = `job${serial}`
    yield* (yield* JobQueue).enqueue({ id, name, payload, due_at: due_at ?? (yield* now) })
    return id
  }).pipe(Effect.provideService(Tenant, tenant))

export const aJob = (overrides: Partial<AnyJob> = {}): AnyJob => ({
  ...job({
    name: "test.job",
    payload: Schema.Struct({ word: Schema.String }),
    retry_seconds: [],
    timeout_seconds: 60,
    concurrency: 2,
    handle: () => Effect.void
  }),
  ...overrides
})

export const worker = (...jobs: ReadonlyArray<AnyJob>): Effect.Effect<void, never, any> => runWorker(jobs)

/** Jobs by name and state, as the queue counts them. */
export const depth = Effect.gen(function* () {
  const depths = yield* (yield* JobQueue).depth(yield* now)
  return Object.fromEntries(depths.map(({ count, name, state }) => [`${name} ${state}`, count]))
})
