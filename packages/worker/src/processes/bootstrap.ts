import { ensureOrganization, provisionKey } from "@vouchkit/core/resources/access/provision"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { Effect, Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

export const bootstrapOrganization = "org_default"
const environments: ReadonlyArray<Environment> = ["sandbox", "live"]
const variableOf = { sandbox: "BOOTSTRAP_SANDBOX_KEY", live: "BOOTSTRAP_LIVE_KEY" } as const satisfies Record<Environment, string>

export interface BootstrapKey {
  readonly environment: Environment
  /** The key, when it was made now and no one else knows it; else where it is known from. */
  readonly shown: { readonly key: string } | { readonly variable: string }
}

/**
 * The first organization and its keys. Keys that the environment fixes are there after every start; where it fixes none,
 * the first start makes one. Both carry every scope.
 */
export const bootstrap = Effect.fnUntraced(function* ({ bootstrap: fixed }: Pick<Settings, "bootstrap">, makeMissing: boolean) {
  const first = (yield* (yield* Organizations).find(bootstrapOrganization)) === undefined
  const keys: Array<BootstrapKey> = []
  for (const environment of environments) {
    const given = fixed[environment]
    const request = { organization: bootstrapOrganization, environment, scopes: "all", name: `Bootstrap ${environment} key` } as const
    if (given !== null) {
      yield* provisionKey({ ...request, key: Redacted.value(given) })
      keys.push({ environment, shown: { variable: variableOf[environment] } })
    } else if (makeMissing && first) {
      const { issued } = yield* provisionKey(request)
      keys.push({ environment, shown: { key: issued.key } })
    }
  }
  if (makeMissing) yield* ensureOrganization(bootstrapOrganization)
  return keys
})
