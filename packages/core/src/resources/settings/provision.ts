import { Effect, Result } from "effect"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { type AuditNote, CurrentAudit, record } from "../../kernel/audit/log.ts"
import { layerDecoder } from "../../kernel/foundation/layer-decoder.ts"
import { InvalidInput, NotFound } from "../../kernel/foundation/failure.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { decodePolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { IdentityVerificationLayer, replaceIdentityAction, replaceIdentityVerification } from "./identity-verification.ts"
import { replaceAction, replaceProofOfAddressPolicy } from "./proof-of-address.ts"
import type { Environment } from "../../kernel/foundation/environment.ts"

export interface PolicyRequest {
  readonly organization: string
  readonly environments: ReadonlyArray<Environment>
  /** JSON of unknown shape, as a file holds it. */
  readonly policy: unknown
}

/** Replaces a setting of an organization for its operator, in all of the environments named or in none, audited as the PUT is. */
export const provisioning = <Layer, E, R>(
  action: string,
  decode: ReturnType<typeof layerDecoder<Layer>>,
  replace: (replacement: { readonly policy: Layer; readonly loc: [] }) => Effect.Effect<{ readonly version: number }, E, R>
) =>
  Effect.fnUntraced(function* ({ environments, organization, policy }: PolicyRequest) {
    const decoded = decode(policy)
    if (Result.isFailure(decoded)) return yield* new InvalidInput({ code: "validation_error", problems: decoded.failure })
    if ((yield* (yield* Organizations).find(organization)) === undefined) return yield* new NotFound()
    const { transaction } = yield* UnitOfWork
    const replaceIn = (environment: Environment) => {
      const noted: AuditNote = { target: null, changes: [] }
      return Effect.gen(function* () {
        const saved = yield* replace({ policy: decoded.success, loc: [] })
        yield* record({ action, target: noted.target, changes: noted.changes, outcome: "succeeded" })
        return { environment, version: saved.version }
      }).pipe(Effect.provideService(CurrentAudit, noted), asSystem({ organization, environment }, "operator"))
    }
    return yield* transaction(Effect.forEach([...new Set(environments)], replaceIn))
  })

export const provisionProofOfAddressPolicy = provisioning(replaceAction, decodePolicyLayer, replaceProofOfAddressPolicy)
export const provisionIdentityVerification = provisioning(
  replaceIdentityAction,
  layerDecoder(IdentityVerificationLayer),
  replaceIdentityVerification
)
