import { Effect, Schema } from "effect"
import { agentPii } from "../../kernel/foundation/plans.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { dashboard, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { OrganizationLayer, organizationOf, storedOrganization } from "../../resources/settings/organization.ts"
import { organizationAtHand, shownEverywhere } from "./everywhere.ts"
import { OrganizationDocument, replaceOrganization, replaceOrganizationAction } from "./replace.ts"

const path = "/settings/organization"

/** What is stored, what holds, and the version that a replacement may name. */
const OrganizationSettings = Schema.Struct({
  policy: OrganizationLayer,
  /** Grows with every replacement; 0 while nothing is stored. */
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  effective: OrganizationLayer.annotate({ identifier: "EffectiveOrganizationLayer", description: "What holds, defaults included" }),
  name: Label,
  strict_redaction: Schema.Boolean.annotate({ description: "Whether whatever erases data asks for the scope redact:write" }),
  agent_pii: Schema.Literals(agentPii).annotate({ description: "How much of people's names agents see" })
}).annotate({ identifier: "OrganizationSettings" })

type View = Omit<typeof OrganizationSettings.Type, "effective">
const view = ({ agent_pii, name, policy, strict_redaction, version }: View) => ({
  policy,
  version,
  effective: organizationOf(policy),
  name,
  strict_redaction,
  agent_pii
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
  Effect.fnUntraced(function* () {
    const { stored, version } = yield* storedOrganization
    return view({ policy: stored, version, ...shownEverywhere(yield* organizationAtHand) })
  })
)

const replace = operation(
  {
    summary: "Replace the settings of the organization",
    description:
      "Replaces what is stored for this environment: fields that you leave out get the defaults. `name`, `strict_redaction` and `agent_pii` hold in both environments and stay where they are left out. With `version`, the change applies only if that version is still stored (0 for none). Only for dashboard users, not for API keys.",
    method: "PUT",
    path,
    access: dashboard("manage_settings"),
    effect: "write",
    action: replaceOrganizationAction,
    body: {
      ...OrganizationDocument.fields,
      version: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
    },
    output: OrganizationSettings,
    conflicts: ["stale_object"],
    invalid: ["unknown_workflow", "validation_error"],
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ version, ...policy }) {
    const saved = yield* replaceOrganization({ policy, version, loc: ["body"] })
    return view({ policy: saved.policy, version: saved.version, ...saved.everywhere })
  })
)

export const organizationSettings = operations("settings", { getOrganization: get, replaceOrganization: replace })
