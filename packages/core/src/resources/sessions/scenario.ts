import { Effect } from "effect"
import { sandboxOnly } from "../../kernel/access/sandbox-only.ts"
import type { Forbidden } from "../../kernel/foundation/failure.ts"
import type { Scenario } from "./scripted.ts"
import type { Expected } from "../../verification/subject.ts"
import { type Environment, isSimulated } from "../../kernel/foundation/environment.ts"

/** Last names that script a sandbox session. */
const magicLastNames: Readonly<Record<string, Scenario>> = {
  decline: "declined",
  review: "review",
  sanctions: "sanctions",
  duplicate: "duplicate",
  slow: "slow",
  error: "error"
}

/** The script of a new session: named, or read from a magic last name; the live environment has none and refuses one. */
export const scenarioOf = (
  environment: Environment,
  named: Scenario | undefined,
  expected: Expected | undefined
): Effect.Effect<Scenario | null, Forbidden<"sandbox_only">> => {
  if (!isSimulated(environment)) {
    if (named === undefined) return Effect.succeed(null)
    return Effect.as(sandboxOnly(environment, "Scenarios exist in the sandbox only. Leave `scenario` out, or use a sandbox key."), null)
  }
  return Effect.succeed(named ?? magicLastNames[expected?.last_name?.trim().toLowerCase() ?? ""] ?? null)
}
