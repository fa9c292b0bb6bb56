import { Effect, Schema } from "effect"
import { dashboard, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { PoaPolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { resolvePolicy } from "../../verification/proof-of-address/resolve.ts"
import { ProofOfAddressSettings, settingsView } from "../../verification/proof-of-address/settings.ts"
import { replaceAction, replaceProofOfAddressPolicy, storedPolicy } from "./proof-of-address.ts"

const path = "/settings/proof-of-address"

const get = operation(
  {
    summary: "Read the proof-of-address policy and all options",
    description:
      "Returns the stored policy of the organization in this environment, the resolved policy, the regional presets, the document types, the countries and the reason codes.",
    method: "GET",
    path,
    access: scopes("verifications:read", "settings:write"),
    effect: "read",
    output: ProofOfAddressSettings
  },
  () => Effect.map(storedPolicy, ({ stored, version }) => settingsView({ stored, version, effective: resolvePolicy([stored]) }))
)

const replace = operation(
  {
    summary: "Replace the stored proof-of-address policy",
    description:
      "Replaces everything: fields that you leave out get the values of the preset. With `version`, the change applies only if that version is still stored (0 for none). Only for dashboard users, not for API keys.",
    method: "PUT",
    path,
    access: dashboard("manage_settings"),
    effect: "write",
    action: replaceAction,
    body: {
      ...PoaPolicyLayer.fields,
      version: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
    },
    output: ProofOfAddressSettings,
    conflicts: ["stale_object"],
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ version, ...policy }) {
    const saved = yield* replaceProofOfAddressPolicy({ policy, version, loc: ["body"] })
    return settingsView({ stored: saved.policy, version: saved.version, effective: resolvePolicy([saved.policy]) })
  })
)

export const settings = operations("settings", { getProofOfAddress: get, replaceProofOfAddress: replace })
