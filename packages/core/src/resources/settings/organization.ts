import { Context, Effect, Schema } from "effect"
import type { SessionStep } from "../../verification/steps.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import { Branding } from "./branding.ts"
import type { Setting } from "./replace.ts"
import { RetentionPolicy } from "./retention-policy.ts"
import { ScreeningSettings, standardScreening } from "./screening.ts"

const IdentityLinking = Schema.Literals(["auto", "explicit"]).annotate({
  identifier: "IdentityLinking",
  description:
    "`auto`: an approved session joins the identity of its external reference or of its document, or begins a new one. `explicit`: sessions only join the identity that they are created with"
})

/** Steps that need nothing else of a session: what is asked in a questionnaire, and which documents support it, each session says itself. */
const standardSteps = ["document", "selfie", "nfc", "proof_of_address", "consent"] as const satisfies ReadonlyArray<SessionStep>

/** What an organization says for all of its work in one environment. */
export const OrganizationLayer = Schema.Struct({
  identity_linking: Schema.optionalKey(IdentityLinking),
  assurance_days: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3650 })).annotate({
      description: "How many days a verification assures an identity, unless its document expires before"
    })
  ),
  retention: Schema.optionalKey(RetentionPolicy),
  screening: Schema.optionalKey(ScreeningSettings),
  branding: Schema.optionalKey(Branding),
  include_pii: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Events of sessions and identities carry `data.personal`: first_name, last_name, date_of_birth and document_number_last4, unless an endpoint's attribute_blocklist names them"
    })
  ),
  agent_co_sign: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether destructive calls of agents wait until a person approves them. Default: false" })
  ),
  default_workflow_id: Schema.optionalKey(
    Schema.String.check(Schema.isBetweenCodePoints(1, 64)).annotate({
      description:
        "A published workflow, which sessions go by that are created without one; a change holds for new sessions within a second"
    })
  ),
  default_required_steps: Schema.optionalKey(
    Schema.Array(Schema.Literals(standardSteps))
      .check(Schema.isBetweenLength(1, standardSteps.length), Schema.isUnique())
      .annotate({ description: "What a session asks the person for where neither it nor its workflow says anything" })
  )
}).annotate({ identifier: "OrganizationLayer" })
export interface OrganizationLayer extends Schema.Schema.Type<typeof OrganizationLayer> {}

export type StoredOrganizationSettings = Setting<"organization", OrganizationLayer>
export const organizationSettings = shape<StoredOrganizationSettings>()({ table: "settings", columns: {} })
export class OrganizationSettingsStore extends Context.Service<OrganizationSettingsStore, CollectionOf<typeof organizationSettings>>()(
  "@vouchkit/core/settings/OrganizationSettingsStore"
) {}

const defaults = {
  identity_linking: "auto",
  assurance_days: 365,
  retention: {},
  screening: standardScreening,
  branding: {},
  include_pii: false,
  agent_co_sign: false,
  default_workflow_id: "wfl_default",
  default_required_steps: ["proof_of_address"]
} as const satisfies Required<OrganizationLayer>

/** What holds once a layer is stored. */
export const organizationOf = (layer: OrganizationLayer): Required<OrganizationLayer> => ({
  ...defaults,
  ...layer,
  screening: { ...standardScreening, ...layer.screening }
})

/** What the tenant stored, with its version; empty and 0 while there is nothing. */
export const storedOrganization = Effect.gen(function* () {
  const found = yield* (yield* OrganizationSettingsStore).find("organization")
  const stored: OrganizationLayer = found?.policy ?? {}
  return { stored, version: found?.version ?? 0 }
})

export const effectiveOrganization = Effect.map(storedOrganization, ({ stored }) => organizationOf(stored))
