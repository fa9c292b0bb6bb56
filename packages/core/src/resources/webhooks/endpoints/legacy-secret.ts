import { Context, Effect, Schema } from "effect"
import type { Tenant } from "../../../kernel/access/caller.ts"
import { asSystem } from "../../../kernel/access/system-caller.ts"
import { record } from "../../../kernel/audit/log.ts"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { invalid, NotFound } from "../../../kernel/foundation/failure.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { type CollectionOf, shape } from "../../../kernel/storage/collection.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { Organizations } from "../../../kernel/tenancy/organizations.ts"
import { legacyVersion } from "../deliveries/headers.ts"
import { payloadVersion } from "./store.ts"
import type { StoredEndpoint } from "../model.ts"

/** The secret that an organization had before each endpoint had one of its own, as its operator imported it. */
interface StoredLegacySecret {
  readonly id: "legacy_webhook_secret"
  readonly version: number
  readonly sealed: string
  readonly created_at: string
  readonly updated_at: string
}
export const legacySecrets = shape<StoredLegacySecret>()({ table: "settings", columns: {} })
export class LegacySecretStore extends Context.Service<LegacySecretStore, CollectionOf<typeof legacySecrets>>()(
  "@vouchkit/core/webhooks/LegacySecretStore"
) {}

const id = "legacy_webhook_secret"
const purpose = "legacy-webhook-secret"

/** Printable text without spaces: keys of other forms are imported in base64 or hexadecimal digits, as their receivers know them. */
const isSecret = Schema.is(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{16,255}$/u)))

/** The secret that the legacy signature of an endpoint is made with; null where it is made with its own, or where there is no such signature. */
export const legacySecretOf = Effect.fnUntraced(function* (endpoint: Pick<StoredEndpoint, "api_version">) {
  if (payloadVersion(endpoint) !== legacyVersion) return null
  const found = yield* (yield* LegacySecretStore).find(id)
  return found === undefined ? null : yield* (yield* Vault).open(purpose, id, found.sealed)
})

/** Keeps the secret of the tenant at hand, encrypted, or with null removes it, and says so in the audit log without it. */
const keepSecret = Effect.fnUntraced(function* (secret: string | null) {
  const store = yield* LegacySecretStore
  const before = yield* store.lock(id)
  if (secret === null) {
    if (before !== undefined) yield* store.remove(id)
  } else {
    const at = yield* now
    const sealed = yield* (yield* Vault).seal(purpose, id, secret)
    if (before === undefined) yield* store.insert({ id, version: 1, sealed, created_at: at, updated_at: at })
    else yield* store.save({ ...before, sealed, updated_at: at })
  }
  const changes = [{ path: "legacy_webhook_secret", from: before !== undefined, to: secret !== null }]
  yield* record({ action: "webhooks.import_legacy_secret", target: { type: "settings", id }, changes, outcome: "succeeded" })
})

/** Imports or removes the legacy secret of an organization for its operator, in these environments or in none of them. */
export const importLegacySecret = Effect.fnUntraced(function* (
  organization: string,
  environments: ReadonlyArray<Environment>,
  secret: string | null
) {
  if (secret !== null && !isSecret(secret)) {
    return yield* invalid(["secret"], "pattern", "must be 16 to 255 printable ASCII characters without spaces")
  }
  if ((yield* (yield* Organizations).find(organization)) === undefined) return yield* new NotFound()
  const { transaction } = yield* UnitOfWork
  yield* transaction(
    Effect.forEach(
      environments,
      (environment) => {
        const tenant: Tenant["Service"] = { organization, environment }
        return keepSecret(secret).pipe(asSystem(tenant, "operator"))
      },
      { discard: true }
    )
  )
})
