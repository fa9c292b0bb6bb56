import { Effect } from "effect"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { type PoaPolicy, type PoaPolicyLayer, policyProblems } from "../../verification/proof-of-address/policy.ts"
import { resolvePolicy } from "../../verification/proof-of-address/resolve.ts"
import { RulesOfNode } from "../../verification/workflows/node-rules.ts"
import { replaceSetting } from "./replace.ts"
import { SettingsStore } from "./store.ts"

const id = "proof_of_address"

/** The audit action of every replacement, no matter who makes it. */
export const replaceAction = "settings.proof_of_address.update"

/** What a session says about the policy, over what its organization and its workflow say. */
interface PolicyLayers {
  readonly session?: PoaPolicyLayer | null
}

/** The layer that the tenant stored, with its version; null and 0 while there is none. */
export const storedPolicy = Effect.gen(function* () {
  const found = yield* (yield* SettingsStore).find(id)
  return { stored: found?.policy ?? null, version: found?.version ?? 0 }
})

/** The policy that a check of the tenant runs under: preset, then organization, workflow nodes and session. */
export const effectivePolicy = ({ session = null }: PolicyLayers = {}) =>
  Effect.map(
    Effect.all([storedPolicy, RulesOfNode]),
    ([{ stored }, { proof_of_address = [] }]): PoaPolicy => resolvePolicy([stored, ...proof_of_address, session])
  )

const located = (problems: ReadonlyArray<Problem>, loc: Problem["loc"]): ReadonlyArray<Problem> =>
  problems.map((problem) => ({ ...problem, loc: [...loc, ...problem.loc] }))

interface PolicyReplacement {
  readonly policy: PoaPolicyLayer
  /** The version that must stand there, 0 for none; without it whatever stands there is replaced. */
  readonly version?: number | undefined
  /** Where the policy stood in what the caller sent, for the problems found in it. */
  readonly loc: Problem["loc"]
}

/** Replaces the whole stored policy of the tenant within the running transaction, and notes what changed for its audit entry. */
export const replaceProofOfAddressPolicy = Effect.fnUntraced(function* ({ loc, policy, version }: PolicyReplacement) {
  const problems = policyProblems(resolvePolicy([policy]))
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, loc) })
  return yield* replaceSetting(yield* SettingsStore, { id, policy, version })
})
