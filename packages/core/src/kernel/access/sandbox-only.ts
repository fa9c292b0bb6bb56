import { Effect } from "effect"
import { type Environment, isSimulated } from "../foundation/environment.ts"
import { Forbidden } from "../foundation/failure.ts"

/** Refuses what exists in the sandbox only. */
export const sandboxOnly = (environment: Environment, detail: string): Effect.Effect<void, Forbidden<"sandbox_only">> =>
  isSimulated(environment) ? Effect.void : Effect.fail(new Forbidden<"sandbox_only">({ code: "sandbox_only", detail }))
