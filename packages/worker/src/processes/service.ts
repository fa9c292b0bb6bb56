import { resolve } from "node:path"
import { jobs } from "@vouchkit/core/registry"
import { reasonOf } from "@vouchkit/core/kernel/jobs/job"
import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { Duration, Effect, Layer, Schedule } from "effect"
import { type Address, apiLayer } from "./api.ts"
import { type BootstrapKey, firstKeys, fixedKeys, keysShown } from "./bootstrap.ts"
import { Embedded } from "./database.ts"
import { keepDirect } from "./direct-hosts.ts"
import { freePort } from "./free-port.ts"
import { workerLayer } from "../jobs/loop.ts"
import { portsLayer } from "./ports.ts"
import { rewritingLayer } from "./rewriting.ts"
import { timersLayer } from "../jobs/schedule.ts"
import { queueGaugesLayer } from "../jobs/queue-gauges.ts"
import { origin, type Settings } from "../settings/settings.ts"
import { misconfigured, unavailable } from "../settings/start-problem.ts"
import { statusLayer } from "./status.ts"
import { timers } from "../jobs/timers.ts"

const addressOf = Effect.fnUntraced(function* ({ host, port, public_url }: Settings) {
  const chosen = port === 0 ? yield* freePort(host) : port
  const address: Address = { hostname: host, port: chosen, public_url: public_url ?? origin(host, chosen) }
  return address
})

const bootstrapProblem = (failure: Failure) =>
  misconfigured(`The first keys cannot be set up: ${reasonOf(failure)} See BOOTSTRAP_SANDBOX_KEY and BOOTSTRAP_LIVE_KEY.`)

const backgroundLayer = ({ shutdown, telemetry }: Settings) =>
  Layer.mergeAll(workerLayer(jobs, shutdown.grace_seconds), timersLayer(timers), telemetry === null ? Layer.empty : queueGaugesLayer)

/** A process that runs no jobs tells a queue outside of the database of those that it enqueues; a worker does so by itself. */
const relayLayer = ({ job_queue }: Settings) =>
  job_queue === null
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.flatMap(
          Effect.promise(() => import("../jobs/relaying.ts")),
          ({ relayOn }) => relayOn(job_queue)
        )
      )

/** An address that answers on this machine for one that means every interface. */
const dialable = (host: string): string => (host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host)

/** Asks as anybody would, until the service says that it can work; never through a proxy, which may not reach it or not be there. */
const untilReady = ({ hostname, port }: Address) =>
  Effect.tryPromise({
    try: async (signal) => {
      keepDirect(process.env, [dialable(hostname)])
      const { status } = await fetch(`${origin(dialable(hostname), port)}/readyz`, { signal })
      if (status !== 200) throw new Error(`readyz answers ${status}`)
    },
    catch: () => unavailable("The service started but does not become ready. GET /readyz names what is missing.")
  }).pipe(Effect.retry(Schedule.spaced(Duration.millis(100)).pipe(Schedule.upTo({ times: 200 }))))

/** The embedded database may end by itself, killed or out of disk; the service cannot go on then. */
const untilDatabaseEnds = Effect.flatMap(Embedded, ({ server }) =>
  server === null
    ? Effect.never
    : Effect.andThen(
        Effect.promise(() => server.ended),
        Effect.fail(unavailable("The embedded database stopped unexpectedly. Its log is in the data folder, under postgres/log."))
      )
)

const warnings = Effect.fnUntraced(function* ({ insecure_targets }: Settings) {
  if (insecure_targets.size > 0) {
    yield* Effect.logWarning(
      `WEBHOOK_ALLOW_INSECURE_TARGETS IS SET: webhooks may be sent to private addresses and over plain HTTP. This is for development and tests only.`,
      { targets: [...insecure_targets] }
    )
  }
})

export interface Running {
  readonly address: Address
  readonly data_dir: string
  readonly embedded: boolean
  readonly notice: string | null
  readonly keys: ReadonlyArray<BootstrapKey>
}

interface Parts {
  readonly api: boolean
  readonly worker: boolean
  /** Whether the very first start makes keys that no one fixed. */
  readonly makes_keys: boolean
}

/**
 * Runs a service until it is interrupted: ports first, then the keys that are fixed, then whatever answers and works. The first keys are made
 * last, since they are printed only once the service works. On the way out API and worker stop together, and the database last of all.
 */
export const runService = (settings: Settings, parts: Parts, started: (running: Running) => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const address = yield* addressOf(settings)
      yield* warnings(settings)
      const ports = yield* Layer.build(portsLayer(settings, address.public_url))
      yield* Effect.gen(function* () {
        const { server } = yield* Embedded
        const fixed = parts.api ? yield* Effect.mapError(fixedKeys(settings), bootstrapProblem) : []
        const api = parts.api ? apiLayer(settings, address) : statusLayer(settings)
        const worker = parts.worker ? backgroundLayer(settings) : relayLayer(settings)
        yield* Layer.build(rewritingLayer(settings))
        yield* Layer.build(Layer.mergeAll(api, worker))
        if (parts.api) yield* untilReady(address)
        const made = parts.makes_keys ? yield* Effect.mapError(firstKeys(settings), bootstrapProblem) : []
        const facts = { address, data_dir: resolve(settings.data_dir), embedded: server !== null, notice: server?.notice ?? null }
        started({ ...facts, keys: [...fixed, ...made] })
        yield* Effect.mapError(keysShown(made), bootstrapProblem)
        yield* untilDatabaseEnds
      }).pipe(Effect.provideContext(ports))
    })
  ).pipe(Effect.catchTag("StorageUnavailable", () => Effect.fail(unavailable("The database does not answer. Check that it runs."))))
