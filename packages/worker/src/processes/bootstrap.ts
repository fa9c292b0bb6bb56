import { listKeys, type OperatorKey, provisionKey, renameKey, revokeKey } from "@vouchkit/core/resources/access/provision"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

export const bootstrapOrganization = "org_default"
const environments: ReadonlyArray<Environment> = ["sandbox", "live"]
const variableOf = { sandbox: "BOOTSTRAP_SANDBOX_KEY", live: "BOOTSTRAP_LIVE_KEY" } as const satisfies Record<Environment, string>

export interface BootstrapKey {
  readonly id: string
  readonly environment: Environment
  /** The key, when it was made now and no one else knows it; else where it is known from. */
  readonly shown: { readonly key: string } | { readonly variable: string }
}

type Fixed = Pick<Settings, "bootstrap">

const prefix = "Bootstrap "
const nameOf = (environment: Environment): string => `${prefix}${environment} key`
/** The name of a key until it was printed. Whoever reads it in a list sees what became of the key. */
const pendingNameOf = (environment: Environment): string => `${nameOf(environment)}, not shown yet`

const requestOf = (environment: Environment) => ({ organization: bootstrapOrganization, environment, scopes: "all" }) as const

/** The keys that the environment fixes: they are there after every start, with every scope, before anyone is answered. */
export const fixedKeys = Effect.fnUntraced(function* ({ bootstrap }: Fixed) {
  const keys: Array<BootstrapKey> = []
  for (const environment of environments) {
    const given = bootstrap[environment]
    if (given === null) continue
    const request = { ...requestOf(environment), name: nameOf(environment), key: Redacted.value(given) }
    const { issued } = yield* provisionKey(request)
    keys.push({ id: issued.id, environment, shown: { variable: variableOf[environment] } })
  }
  return keys
})

const isPending = ({ environment, name, revoked_at }: OperatorKey): boolean => revoked_at === null && name === pendingNameOf(environment)

/**
 * The first keys, for environments in which no one fixed or made any: with every scope, to be printed by the caller, who then calls `keysShown`.
 * A key of an earlier start that was never printed is revoked, and made again.
 */
export const firstKeys = Effect.fnUntraced(function* ({ bootstrap }: Fixed) {
  const known = yield* listKeys(bootstrapOrganization)
  const { transaction } = yield* UnitOfWork
  // An operator who made keys of their own decides which there are.
  const untouched = known.every(({ name }) => name.startsWith(prefix))
  const make = Effect.fnUntraced(function* (environment: Environment) {
    const own = known.filter((key) => key.environment === environment)
    const pending = own.filter(isPending)
    const first = untouched && own.length === 0
    if (bootstrap[environment] !== null || !(first || pending.length > 0)) return []
    for (const { id } of pending) yield* revokeKey(id)
    const { issued } = yield* provisionKey({ ...requestOf(environment), name: pendingNameOf(environment) })
    const made: BootstrapKey = { id: issued.id, environment, shown: { key: issued.key } }
    return [made]
  })
  return yield* transaction(Effect.map(Effect.forEach(environments, make), (made) => made.flat()))
})

/** Notes that these keys were printed, so that they stay. */
export const keysShown = (keys: ReadonlyArray<BootstrapKey>) =>
  Effect.forEach(keys, ({ environment, id }) => renameKey(id, nameOf(environment)), { discard: true })
