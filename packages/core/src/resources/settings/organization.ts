import { Context, Effect, Schema } from "effect"
import type { Problem } from "../../kernel/foundation/failure.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import { replaceSetting, type Setting } from "./replace.ts"
import { RetentionPolicy } from "./retention-policy.ts"

export const IdentityLinking = Schema.Literals(["auto", "explicit"]).annotate({
  identifier: "IdentityLinking",
  description:
    "`auto`: an approved session joins the identity of its external reference or of its document, or begins a new one. `explicit`: sessions only join the identity that they are created with"
})

/** What an organization says for all of its work. */
export const OrganizationLayer = Schema.Struct({
  identity_linking: Schema.optionalKey(IdentityLinking),
  assurance_days: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3650 })).annotate({
      description: "How many days a verification assures an identity, unless its document expires before"
    })
  ),
  retention: Schema.optionalKey(RetentionPolicy)
}).annotate({ identifier: "OrganizationLayer" })
export interface OrganizationLayer extends Schema.Schema.Type<typeof OrganizationLayer> {}

type StoredOrganizationSettings = Setting<"organization", OrganizationLayer>
export const organizationSettings = shape<StoredOrganizationSettings>()({ table: "settings", columns: {} })
export class OrganizationSettingsStore extends Context.Service<OrganizationSettingsStore, CollectionOf<typeof organizationSettings>>()(
  "@vouchkit/core/settings/OrganizationSettingsStore"
) {}

const defaults = { identity_linking: "auto", assurance_days: 365, retention: {} } as const satisfies Required<OrganizationLayer>

/** What holds once a layer is stored. */
export const organizationOf = (layer: OrganizationLayer): Required<OrganizationLayer> => ({ ...defaults, ...layer })

/** What the tenant stored, with its version; empty and 0 while there is nothing. */
export const storedOrganization = Effect.gen(function* () {
  const found = yield* (yield* OrganizationSettingsStore).find("organization")
  const stored: OrganizationLayer = found?.policy ?? {}
  return { stored, version: found?.version ?? 0 }
})

export const effectiveOrganization = Effect.map(storedOrganization, ({ stored }) => organizationOf(stored))

/** The audit action of every replacement, no matter who makes it. */
export const replaceOrganizationAction = "settings.organization.update"

/** Replaces the whole stored layer of the tenant within the running transaction, and notes what changed for its audit entry. */
export const replaceOrganization = Effect.fnUntraced(function* ({
  policy,
  version
}: {
  readonly policy: OrganizationLayer
  readonly version?: number | undefined
  readonly loc: Problem["loc"]
}) {
  return yield* replaceSetting(yield* OrganizationSettingsStore, { id: "organization", policy, version })
})
