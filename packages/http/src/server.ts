import type { AnyOperation, Requirements } from "@vouchkit/core/kernel/operation/operation"
import { Intake } from "@vouchkit/core/kernel/intake/intake"
import { Clock, Data, Duration, Effect, Metric, type Scope } from "effect"
import { type AppOptions, makeApp } from "./app.ts"

/** Far above every limit of ours, so that a body that is too large is refused in our own words, by its declared length or while it is read. */
const maxRequestBodySize = 1024 * 1024 * 1024
/** Seconds without a byte, also between the requests of one connection. An engine that a request waits for has 60 of them as its last resort. */
const idleTimeout = 120

const sweepEvery = Duration.seconds(1)
const inFlight = Metric.gauge("vouchkit_body_bytes_in_flight", {
  description: "Bytes that request bodies count for until they are worked on: held in memory, or spooled to files"
})
const bodies = Metric.gauge("vouchkit_bodies_in_flight", { description: "Request bodies that arrive or are worked on" })

/** Ends bodies that take too long, and shows how much is in flight. */
const watchBodies = Effect.gen(function* () {
  const intake = yield* Intake
  intake.sweep(yield* Clock.currentTimeMillis)
  const usage = intake.usage()
  yield* Metric.update(bodies, usage.bodies)
  for (const place of ["held", "spooled"] as const) yield* Metric.update(Metric.withAttributes(inFlight, { place }), usage[place])
})

/** Nothing can listen there: the port is taken or may not be used, or the host is not one of this machine. */
export class NotListening extends Data.TaggedError("NotListening")<{
  readonly hostname: string
  readonly port: number
  readonly code: string
}> {
  override get message() {
    const where = `${this.hostname}:${this.port}`
    switch (this.code) {
      case "EADDRINUSE":
        return `Another program already listens on ${where}. Stop it, or set PORT to another port (0 picks a free one).`
      case "EACCES":
        return `This user may not listen on ${where}. Set PORT to a port of 1024 or above.`
      default:
        return `The service cannot listen on ${where} (${this.code}). Set HOST to an address of this machine.`
    }
  }
}

interface ServerOptions<Ops extends ReadonlyArray<AnyOperation>, R> extends Omit<AppOptions<Ops, R>, "context"> {
  readonly hostname: string
  readonly port: number
  /** How long requests in flight may take once the server is asked to stop. */
  readonly grace_seconds: number
}

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"

/**
 * Answers requests until the scope ends. Then new connections are refused and requests in flight finish; those that take
 * longer than the grace are cut off.
 */
export const serve = Effect.fnUntraced(function* <const Ops extends ReadonlyArray<AnyOperation>, R = never>(
  options: ServerOptions<Ops, R>
): Effect.fn.Return<void, NotListening, Requirements<Ops> | R | Scope.Scope> {
  const { grace_seconds, hostname, port } = options
  const context = yield* Effect.context<Requirements<Ops> | R>()
  const app = makeApp<Ops, R>({ ...options, context })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(sweepEvery), watchBodies)))
  const listening = Effect.try({
    // Without `reusePort: false` a second server on the same port would start without a word and take half of the requests.
    try: () => app.listen({ hostname, port, reusePort: false, maxRequestBodySize, idleTimeout, development: false }),
    catch: (cause) => new NotListening({ hostname, port, code: codeOf(cause) })
  })
  yield* Effect.acquireRelease(listening, ({ server }) =>
    Effect.promise(async () => server?.stop(false)).pipe(
      Effect.timeoutOrElse({ duration: Duration.seconds(grace_seconds), orElse: () => Effect.promise(async () => server?.stop(true)) })
    )
  )
})
