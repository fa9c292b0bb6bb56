import { Effect, Schema } from "effect"
import { dashboard, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import {
  IdentityLinking,
  OrganizationLayer,
  organizationOf,
  replaceOrganization,
  replaceOrganizationAction,
  storedOrganization
} from "./organization.ts"
import { RetentionPolicy } from "./retention-policy.ts"

const path = "/settings/organization"

/** What is stored, what holds, and the version that a replacement may name. */
const OrganizationSettings = Schema.Struct({
  policy: OrganizationLayer,
  /** Grows with every replacement; 0 while nothing is stored. */
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  effective: Schema.Struct({ identity_linking: IdentityLinking, assurance_days: Schema.Int, retention: RetentionPolicy })
}).annotate({ identifier: "OrganizationSettings" })

const view = ({ policy, version }: { readonly policy: OrganizationLayer; readonly version: number }) => ({
  policy,
  version,
  effective: organizationOf(policy)
})

const get = operation(
  {
    summary: "Read the settings of the organization",
    method: "GET",
    path,
    access: scopes("identities:read", "settings:write"),
    effect: "read",
    output: OrganizationSettings
  },
  () => Effect.map(storedOrganization, ({ stored, version }) => view({ policy: stored, version }))
)

const replace = operation(
  {
    summary: "Replace the settings of the organization",
    description:
      "Replaces everything: fields that you leave out get the defaults. With `version`, the change applies only if that version is still stored (0 for none). Only for dashboard users, not for API keys.",
    method: "PUT",
    path,
    access: dashboard("manage_settings"),
    effect: "write",
    action: replaceOrganizationAction,
    body: {
      ...OrganizationLayer.fields,
      version: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
    },
    output: OrganizationSettings,
    conflicts: ["stale_object"],
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ version, ...policy }) {
    return view(yield* replaceOrganization({ policy, version, loc: ["body"] }))
  })
)

export const organizationSettings = operations("settings", { getOrganization: get, replaceOrganization: replace })
