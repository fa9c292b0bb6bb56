import { Duration, Effect } from "effect"
import type { AuxiliaryRoute } from "./app.ts"
import { anonymousHeaders } from "./edge.ts"
import { json } from "./reply.ts"

/** Something the service cannot work without; it fails, or answers false, while that is missing. */
export interface ReadyCheck<R> {
  readonly name: string
  readonly check: Effect.Effect<boolean, unknown, R>
}

const timeout = Duration.seconds(2)

/** How far a level of the engines' confinement holds, and by what or why not. */
export interface EngineLevel {
  readonly level: string
  readonly held: boolean
  readonly detail: string
}

const passes = <R>({ check, name }: ReadyCheck<R>): Effect.Effect<string | null, never, R> =>
  check.pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(false) }),
    Effect.catchCause(() => Effect.succeed(false)),
    Effect.map((passed) => (passed ? null : name))
  )

/** The names of what is missing, all looked at together. */
export const missingOf = <R>(checks: ReadonlyArray<ReadyCheck<R>>): Effect.Effect<ReadonlyArray<string>, never, R> =>
  Effect.map(Effect.forEach(checks, passes, { concurrency: "unbounded" }), (names) => names.filter((name) => name !== null))

/** `GET /healthz` says that the process lives, `GET /readyz` whether it can work, and `GET /readyz?verbose` also how far its engines are confined. */
export const healthRoutes = (
  missing: () => Promise<ReadonlyArray<string>>,
  engines: ReadonlyArray<EngineLevel>,
  quotaOff: boolean
): ReadonlyArray<AuxiliaryRoute> => [
  { method: "GET", path: "/healthz", handle: (requestContext) => json(200, { status: "ok" }, anonymousHeaders(requestContext, quotaOff)) },
  {
    method: "GET",
    path: "/readyz",
    handle: async (requestContext) => {
      const headers = anonymousHeaders(requestContext, quotaOff)
      const names = await missing()
      const more = new URL(requestContext.request.url).searchParams.has("verbose") ? { engines } : {}
      return names.length === 0
        ? json(200, { status: "ready", ...more }, headers)
        : json(503, { status: "unavailable", missing: names, ...more }, { ...headers, "Retry-After": "1" })
    }
  }
]
