import { Clock, Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { effectiveOrganization, type OrganizationLayer, OrganizationSettingsStore } from "./organization.ts"

/** How long a process goes by what it read: every new session asks, and creating one is a single statement. */
const keptMillis = 1_000
/** How many tenants it keeps this of. */
const mostKept = 10_000

interface Kept {
  readonly until: number
  readonly organization: Required<OrganizationLayer>
}
const kept = new WeakMap<object, Map<string, Kept>>()

const mine = Effect.gen(function* () {
  const store = yield* OrganizationSettingsStore
  const { environment, organization } = yield* Tenant
  const all = kept.get(store) ?? new Map<string, Kept>()
  kept.set(store, all)
  return { all, tenant: `${environment} ${organization}` }
})

/** What holds for the tenant, as it is stored now. */
export const freshOrganization = Effect.gen(function* () {
  const { all, tenant } = yield* mine
  const organization = yield* effectiveOrganization
  if (all.size >= mostKept) all.clear()
  all.set(tenant, { organization, until: (yield* Clock.currentTimeMillis) + keptMillis })
  return organization
})

/** The same, as it was within the last second. */
export const recentOrganization = Effect.gen(function* () {
  const { all, tenant } = yield* mine
  const known = all.get(tenant)
  return known !== undefined && (yield* Clock.currentTimeMillis) < known.until ? known.organization : yield* freshOrganization
})

/** Makes this process read again what was replaced; others do within a second. */
export const forgetRecentOrganization = Effect.map(mine, ({ all, tenant }) => void all.delete(tenant))
