import type { ReadyCheck } from "@vouchkit/http/health"
import { Duration, Effect, Schema, type Scope } from "effect"
import * as Read from "./variables.ts"

/** How long requests and jobs in hand may go on after the process was asked to stop, unless the environment says otherwise. */
export const graceSeconds = 25

export const shutdownVariables = {
  SHUTDOWN_DELAY_SECONDS: Schema.optionalKey(Read.variable(Read.wholeNumber(0, 300))),
  SHUTDOWN_GRACE_SECONDS: Schema.optionalKey(Read.variable(Read.wholeNumber(0, 3_600)))
}

/** How a process ends that was asked to. */
export interface Shutdown {
  /** For how long it still takes requests, having said that it is not ready any more. */
  readonly delay_seconds: number
  /** How long requests and jobs in hand may take after that. */
  readonly grace_seconds: number
}

interface Values {
  readonly SHUTDOWN_DELAY_SECONDS?: number
  readonly SHUTDOWN_GRACE_SECONDS?: number
}
export const shutdownOf = ({ SHUTDOWN_DELAY_SECONDS: delay = 0, SHUTDOWN_GRACE_SECONDS: grace = graceSeconds }: Values): Shutdown => ({
  delay_seconds: delay,
  grace_seconds: grace
})

/** What tells a balancer to send nothing more, before connections are refused. */
interface Departure {
  readonly ready: ReadyCheck<never>
  /** To be called behind whatever listens, so that it runs first when the scope ends. */
  readonly announced: Effect.Effect<void, never, Scope.Scope>
}

/** Ready until the scope ends; then, for the delay, not ready and still answering. */
export const departure = ({ delay_seconds }: Shutdown): Departure => {
  let stopping = false
  return {
    ready: { name: "running", check: Effect.sync(() => !stopping) },
    announced: Effect.addFinalizer(() =>
      Effect.suspend(() => {
        stopping = true
        return delay_seconds === 0 ? Effect.void : Effect.sleep(Duration.seconds(delay_seconds))
      })
    )
  }
}
