import { Effect, Result, Schema } from "effect"
import { IpAllowlist } from "../../kernel/access/network.ts"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { record } from "../../kernel/audit/log.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { InvalidInput, NotFound } from "../../kernel/foundation/failure.ts"
import { layerDecoder } from "../../kernel/foundation/layer-decoder.ts"
import { agentPii, plans } from "../../kernel/foundation/plans.ts"
import { Label, TimestampInput } from "../../kernel/foundation/text.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { type Organization, Organizations } from "../../kernel/tenancy/organizations.ts"

/** What an operator sets for an organization; members that are left out stay as they are. */
const OrganizationChange = Schema.Struct({
  name: Schema.optionalKey(Label),
  plan: Schema.optionalKey(Schema.Literals(plans)),
  plan_expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput)),
  ip_allowlist: Schema.optionalKey(IpAllowlist),
  disabled_environments: Schema.optionalKey(Schema.Array(EnvironmentName).check(Schema.isMaxLength(2), Schema.isUnique())),
  strict_redaction: Schema.optionalKey(Schema.Boolean),
  agent_pii: Schema.optionalKey(Schema.Literals(agentPii))
})
const decodeChange = layerDecoder(OrganizationChange)

type Member = keyof typeof OrganizationChange.fields

/** What an organization has where its record says nothing. */
const standing = { plan: "self_hosted", agent_pii: "initials" } as const
export const shownOrganization = (organization: Organization): Organization => ({ ...standing, ...organization })

const differences = (before: Organization, next: Organization) => {
  const names = Object.keys(OrganizationChange.fields) as ReadonlyArray<Member>
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]))
    .map((name) => ({ path: name, from: before[name] ?? null, to: next[name] ?? null }))
}

/**
 * Changes what an operator has set for an organization. Every process goes by it within a second, and both of the organization's audit logs say what
 * changed. `change` is of unknown shape, as a command line holds it.
 */
export const changeOrganization = Effect.fnUntraced(function* (id: string, change: unknown) {
  const decoded = decodeChange(change)
  if (Result.isFailure(decoded)) return yield* new InvalidInput({ code: "validation_error", problems: decoded.failure })
  const { transaction } = yield* UnitOfWork
  return yield* transaction(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const found = yield* organizations.lock(id)
      if (found === undefined) return yield* new NotFound()
      const before = shownOrganization(found)
      const next: Organization = { ...before, ...decoded.success }
      const changes = differences(before, next)
      if (changes.length === 0) return before
      yield* organizations.save(next)
      const entry = { action: "organizations.update", target: { type: "organization", id }, changes, outcome: "succeeded" } as const
      for (const environment of ["sandbox", "live"] as const) yield* asSystem({ organization: id, environment }, "operator")(record(entry))
      return next
    })
  )
})
