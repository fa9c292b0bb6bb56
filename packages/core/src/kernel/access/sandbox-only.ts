import { Effect } from "effect"
import { type Environment, isSimulated } from "../foundation/environment.ts"
import { Forbidden } from "../foundation/failure.ts"

/** Refuses what exists in the sandbox only. */
export const sandboxOnly = (environment: Environment, detail: string): Effect.Effect<void, Forbidden> =>
  isSimulated(environment) ? Effect.void : Effect.fail(new Forbidden({ code: "sandbox_only", detail }))
