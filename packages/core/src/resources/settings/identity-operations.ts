import { Effect, Schema } from "effect"
import { FaceBands } from "../../verification/faces/bands.ts"
import { IdentityDocumentPolicy } from "../../verification/identity-documents/policy.ts"
import { dashboard, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import {
  IdentityVerificationLayer,
  identityVerificationOf,
  replaceIdentityAction,
  replaceIdentityVerification,
  storedIdentityVerification
} from "./identity-verification.ts"

const path = "/settings/identity-verification"

/** What is stored, what holds, and the version that a replacement may name. */
const IdentityVerificationSettings = Schema.Struct({
  policy: IdentityVerificationLayer,
  /** Grows with every replacement; 0 while nothing is stored. */
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  effective: Schema.Struct({
    identity_documents: IdentityDocumentPolicy,
    faces: FaceBands,
    external_faces: FaceBands,
    liveness_auto_pass: Schema.Boolean
  })
}).annotate({ identifier: "IdentityVerificationSettings" })

const view = ({ policy, version }: { readonly policy: IdentityVerificationLayer; readonly version: number }) => ({
  policy,
  version,
  effective: identityVerificationOf(policy)
})

const get = operation(
  {
    summary: "Read the policy for identity documents and the bands for faces",
    method: "GET",
    path,
    access: scopes("verifications:read", "settings:write"),
    effect: "read",
    output: IdentityVerificationSettings
  },
  () => Effect.map(storedIdentityVerification, ({ stored, version }) => view({ policy: stored, version }))
)

const replace = operation(
  {
    summary: "Replace the policy for identity documents and the bands for faces",
    description:
      "Replaces everything: fields that you leave out get the defaults. With `version`, the change applies only if that version is still stored (0 for none). Only for dashboard users, not for API keys. A session is judged by the settings at the time when its checks run.",
    method: "PUT",
    path,
    access: dashboard("manage_settings"),
    effect: "write",
    action: replaceIdentityAction,
    body: {
      ...IdentityVerificationLayer.fields,
      version: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
    },
    output: IdentityVerificationSettings,
    conflicts: ["stale_object"],
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ version, ...policy }) {
    return view(yield* replaceIdentityVerification({ policy, version, loc: ["body"] }))
  })
)

export const identitySettings = operations("settings", { getIdentityVerification: get, replaceIdentityVerification: replace })
