import { Effect, Schema } from "effect"
import { layerDecoder } from "../../kernel/foundation/layer-decoder.ts"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { OrganizationLayer, OrganizationSettingsStore } from "../../resources/settings/organization.ts"
import { GivenBranding } from "../../resources/settings/branding.ts"
import { provisioning } from "../../resources/settings/provision.ts"
import { forgetRecentOrganization } from "../../resources/settings/recent-organization.ts"
import { knownLists } from "../../resources/screening/known-lists.ts"
import { screenEverybody } from "../../resources/screening/monitoring/register.ts"
import { screeningRules } from "../../resources/screening/rules.ts"
import type { ScreeningSettings } from "../../resources/settings/screening.ts"
import { replaceSetting } from "../../resources/settings/replace.ts"
import { defaultWorkflow } from "../../resources/workflows/built-in.ts"
import { isPublished } from "../../resources/workflows/choice.ts"
import { keepBranding } from "./logo.ts"
import { changeEverywhere, everywhereFields } from "./everywhere.ts"

export const OrganizationDocument = Schema.Struct({
  ...OrganizationLayer.fields,
  branding: Schema.optionalKey(GivenBranding),
  ...everywhereFields
})
export interface OrganizationDocument extends Schema.Schema.Type<typeof OrganizationDocument> {}

/** The audit action of every replacement, no matter who makes it. */
export const replaceOrganizationAction = "settings.organization.update"

/** A threshold of a list that there is none of would hold for nothing. */
const refuseUnknownLists = Effect.fnUntraced(function* ({ list_thresholds = [] }: ScreeningSettings, loc: Problem["loc"]) {
  if (list_thresholds.length === 0) return
  const known = yield* knownLists
  const problems = list_thresholds.flatMap(
    ({ list }, place): ReadonlyArray<Problem> =>
      known.has(list)
        ? []
        : [
            {
              loc: [...loc, "list_thresholds", place, "list"],
              code: "unknown_key",
              message: "names no watchlist that you can screen against"
            }
          ]
  )
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
})

/** Replaces the whole stored layer of the tenant within the running transaction, and notes what changed for its audit entry. */
export const replaceOrganization = Effect.fnUntraced(function* ({
  loc,
  policy: { agent_pii, branding, name, strict_redaction, ...rest },
  version
}: {
  readonly policy: OrganizationDocument
  readonly version?: number | undefined
  readonly loc: Problem["loc"]
}) {
  const { default_workflow_id = defaultWorkflow.id } = rest
  if (!(yield* isPublished(default_workflow_id))) {
    return yield* new InvalidInput({
      code: "unknown_workflow" as const,
      problems: [
        { loc: [...loc, "default_workflow_id"], code: "unknown_workflow", message: "names no published workflow of this organization" }
      ]
    })
  }
  const kept = yield* keepBranding(branding ?? {}, [...loc, "branding"])
  const policy: OrganizationLayer = branding === undefined ? rest : { ...rest, branding: kept }
  yield* refuseUnknownLists(policy.screening ?? {}, [...loc, "screening"])
  const before = yield* screeningRules
  const saved = yield* replaceSetting(yield* OrganizationSettingsStore, { id: "organization", policy, version })
  yield* forgetRecentOrganization
  if (JSON.stringify(before) !== JSON.stringify(yield* screeningRules)) yield* screenEverybody
  const given = {
    ...(name === undefined ? {} : { name }),
    ...(strict_redaction === undefined ? {} : { strict_redaction }),
    ...(agent_pii === undefined ? {} : { agent_pii })
  }
  return { ...saved, everywhere: yield* changeEverywhere(given, loc) }
})

export const provisionOrganization = provisioning(replaceOrganizationAction, layerDecoder(OrganizationDocument), replaceOrganization)
