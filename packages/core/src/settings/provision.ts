import { Effect, Result } from "effect"
import { Organizations } from "../access/organizations.ts"
import { asSystem } from "../access/system-caller.ts"
import { type AuditNote, CurrentAudit, record } from "../audit/log.ts"
import type { Environment } from "../operation/caller.ts"
import { InvalidInput, NotFound } from "../operation/failure.ts"
import { UnitOfWork } from "../operation/unit-of-work.ts"
import { decodePolicyLayer } from "../proof-of-address/policy.ts"
import { replaceAction, replaceProofOfAddressPolicy } from "./proof-of-address.ts"

export interface PolicyRequest {
  readonly organization: string
  readonly environments: ReadonlyArray<Environment>
  /** JSON of unknown shape, as a file holds it. */
  readonly policy: unknown
}

/** Replaces the proof-of-address policy of an organization for its operator, in all of the environments named or in none, audited as the PUT is. */
export const provisionProofOfAddressPolicy = Effect.fnUntraced(function* ({ environments, organization, policy }: PolicyRequest) {
  const decoded = decodePolicyLayer(policy)
  if (Result.isFailure(decoded)) return yield* new InvalidInput({ code: "validation_error", problems: decoded.failure })
  if ((yield* (yield* Organizations).find(organization)) === undefined) return yield* new NotFound()
  const { transaction } = yield* UnitOfWork
  const replaceIn = (environment: Environment) => {
    const noted: AuditNote = { target: null, changes: [] }
    return Effect.gen(function* () {
      const saved = yield* replaceProofOfAddressPolicy({ policy: decoded.success, loc: [] })
      yield* record({ action: replaceAction, target: noted.target, changes: noted.changes, outcome: "succeeded" })
      return { environment, version: saved.version }
    }).pipe(Effect.provideService(CurrentAudit, noted), asSystem({ organization, environment }, "operator"))
  }
  return yield* transaction(Effect.forEach([...new Set(environments)], replaceIn))
})
