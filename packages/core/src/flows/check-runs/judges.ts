import { Effect } from "effect"
import { type Environment, isSimulated } from "../../kernel/foundation/environment.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { StandaloneEvidence } from "../check-kinds/kind.ts"
import { CheckRegistry } from "../check-kinds/registry.ts"
import { simulatedChecks } from "../scripted-checks/findings.ts"
import { simulatedCheck } from "../scripted-checks/standalone-check.ts"
import { judgeEvidence, type MadeChecks } from "./evidence.ts"

const live = {
  session: judgeEvidence,
  /** Null for a type that cannot be made without a session. */
  standalone: Effect.fnUntraced(function* (asked: StandaloneEvidence) {
    const { standalone } = (yield* CheckRegistry)[asked.check.type]
    return standalone === null ? null : yield* standalone.live(asked)
  })
}

const simulated = {
  session: Effect.fnUntraced(function* (session: StoredSession) {
    const made: MadeChecks = { checks: yield* simulatedChecks(session), traces: { document: null, face: null } }
    return made
  }),
  standalone: Effect.fnUntraced(function* (asked: StandaloneEvidence) {
    const { standalone } = (yield* CheckRegistry)[asked.check.type]
    if (standalone === null) return null
    const judge = asked.input.scenario === null ? standalone.sandbox : null
    if (judge !== null) return yield* judge(asked)
    return Effect.succeed(yield* simulatedCheck(asked.check, asked.context, asked.input))
  })
}

/** Who judges: the rules of each kind of check, or the script of the sandbox. Only here the environment of a check is looked at to choose. */
export const judgesOf = (environment: Environment) => (isSimulated(environment) ? simulated : live)
