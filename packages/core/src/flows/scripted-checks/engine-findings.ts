import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import type { PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import type { Simulation } from "../check-kinds/kind.ts"
import { sandboxEngines } from "../sandbox/adapters/engines.ts"
import { type FailureScenario, type SandboxScript, unscripted } from "../sandbox/adapters/sandbox-script.ts"
import { seedOf, simulatedPerson } from "../sandbox/adapters/simulated-person.ts"
import type { SimulatedSubject } from "../sandbox/subject.ts"

/** The failure scenario that brings a check to an outcome, for the reasons that a script gives it; null for one that passes. */
export const scenarioOf = (
  { particular = {}, scenarios }: Simulation,
  outcome: "passed" | "review" | "failed",
  codes: ReadonlyArray<ReasonCode | PoaReasonCode>
): FailureScenario | null => {
  if (outcome === "passed") return null
  const named = outcome === "failed" ? codes.map((code) => particular[code]).find((scenario) => scenario !== undefined) : undefined
  return named ?? scenarios[outcome]
}

/** A document of a kind and country that the organization accepts, where no one says which one it is. */
const scriptFor = Effect.fnUntraced(function* (
  { at, context, declared_document, file }: SimulatedSubject,
  scenario: FailureScenario | null
) {
  const { accepted_countries, accepted_types, denied_countries } = yield* effectiveIdentityPolicy(context.identity_policy ?? null)
  const issuer = accepted_countries === "any" ? undefined : accepted_countries.find((country) => !denied_countries.includes(country))
  const type = declared_document ?? (accepted_types.includes("passport") ? "passport" : "national_id")
  const script: SandboxScript = {
    ...unscripted,
    scenario,
    person: simulatedPerson(seedOf(file), context.expected, issuer),
    today: at.slice(0, 10),
    zone: type === "national_id" ? "TD1" : "TD3"
  }
  return script
})

/**
 * The check as the rules of the live environment judge what the engines of the sandbox see of a document, face or chip in this failure scenario; null
 * where such an engine is down. Whatever is asked goes through the ports, and only the adapters behind them are of the sandbox.
 */
export const engineFinding = Effect.fnUntraced(function* (
  { judge }: Simulation,
  subject: SimulatedSubject,
  scenario: FailureScenario | null
) {
  const script = yield* scriptFor(subject, scenario)
  return yield* judge(subject, script).pipe(
    Effect.map(({ finding }): CheckFinding | null => finding),
    Effect.catchTags({
      EngineUnavailable: () => Effect.succeed(null),
      // Files of the sandbox are never refused by their bytes, and nothing has to be installed for them.
      DocumentUnreadable: Effect.die,
      FaceImageUnreadable: Effect.die,
      FaceEngineMissing: Effect.die
    }),
    Effect.provide(sandboxEngines(script))
  )
})
