import { Effect } from "effect"
import { type AuditNote, note } from "../audit/log.ts"
import { now } from "../foundation/time.ts"
import { Conflict, InvalidInput, type Problem } from "../operation/failure.ts"
import { type PoaPolicy, type PoaPolicyLayer, policyProblems } from "../proof-of-address/policy.ts"
import { resolvePolicy } from "../proof-of-address/resolve.ts"
import { type StoredSetting, SettingsStore } from "./store.ts"

const id = "proof_of_address"

/** The audit action of every replacement, whoever makes it (interface.md part 4). */
export const replaceAction = "settings.proof_of_address.update"

/** What a workflow node and a session say about the policy, over what their organization says. */
export interface PolicyLayers {
  readonly node?: PoaPolicyLayer | null
  readonly session?: PoaPolicyLayer | null
}

/** The layer that the tenant stored, with its version; null and 0 while there is none. */
export const storedPolicy = Effect.gen(function* () {
  const found = yield* (yield* SettingsStore).find(id)
  return { stored: found?.policy ?? null, version: found?.version ?? 0 }
})

/** The policy that a check of the tenant runs under: preset, then organization, workflow node and session (decisions 3.20). */
export const effectivePolicy = ({ node = null, session = null }: PolicyLayers = {}) =>
  Effect.map(storedPolicy, ({ stored }): PoaPolicy => resolvePolicy([stored, node, session]))

const located = (problems: ReadonlyArray<Problem>, loc: Problem["loc"]): ReadonlyArray<Problem> =>
  problems.map((problem) => ({ ...problem, loc: [...loc, ...problem.loc] }))

/** Top-level members that differ between two layers; a policy holds nothing personal, so that values are told. */
const differences = (before: PoaPolicyLayer | null, policy: PoaPolicyLayer): AuditNote["changes"] => {
  const [old, next] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(policy))]
  return [...new Set([...old.keys(), ...next.keys()])]
    .sort()
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name)))
    .map((name) => ({ path: `policy.${name}`, from: old.get(name) ?? null, to: next.get(name) ?? null }))
}

const stale = (current: number) =>
  new Conflict({
    code: "stale_object",
    detail: "The policy was replaced by someone else meanwhile. Read it again, and send your change with its version.",
    context: { current_version: current }
  })

export interface PolicyReplacement {
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
  const store = yield* SettingsStore
  const instant = yield* now
  const before = yield* store.lock(id)
  if (version !== undefined && version !== (before?.version ?? 0)) return yield* stale(before?.version ?? 0)
  const saved =
    before === undefined
      ? yield* insertFirst({ id, version: 1, policy, created_at: instant, updated_at: instant })
      : yield* store.save({ ...before, policy, updated_at: instant })
  yield* note({ type: "settings", id }, differences(before?.policy ?? null, policy))
  return saved
})

/** Before the first policy is stored there is nothing to lock: of two that come at once, one is told that the other was first. */
const insertFirst = Effect.fnUntraced(function* (setting: StoredSetting) {
  const inserted = yield* (yield* SettingsStore).insertIfAbsent(setting)
  return inserted ? setting : yield* stale(1)
})
