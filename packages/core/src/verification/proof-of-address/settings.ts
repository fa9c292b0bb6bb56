import { Schema } from "effect"
import { CountryCode, countries } from "../../kernel/foundation/country.ts"
import { PoaPolicy, PoaPolicyLayer, PoaPresetName } from "./policy.ts"
import { poaPresets } from "./presets.ts"
import { PoaReasonCode, poaReasons, ReasonSeverity } from "./reasons.ts"
import { acceptedTypes } from "./type-rules.ts"
import { legacyTypes, PoaDocumentType, poaTypes } from "./types.ts"

/** A row of the canonical document type table, as settings and the SDK configuration show it. */
export const PoaDocumentTypeRow = Schema.Struct({
  key: PoaDocumentType,
  label: Schema.String.check(Schema.isMaxCodePoints(255)),
  category: Schema.Literals(["utility", "financial", "government", "housing", "employment"]),
  default_max_age_days: Schema.NullOr(Schema.Int),
  review_only: Schema.Boolean,
  counts_as_independent: Schema.Boolean
}).annotate({ identifier: "PoaDocumentTypeRow" })
export type PoaDocumentTypeRow = typeof PoaDocumentTypeRow.Type

const Sentence = Schema.String.check(Schema.isMaxCodePoints(1000))

const Preset = Schema.Struct({
  key: PoaPresetName,
  label: Schema.String.check(Schema.isMaxCodePoints(255)),
  basis: Sentence,
  needs_sign_off: Schema.Array(Sentence).check(Schema.isMaxLength(20)),
  policy: PoaPolicy
}).annotate({ identifier: "PoaPreset" })

/** A reason code of the proof-of-address check with its default severity. */
export const PoaReasonRow = Schema.Struct({
  code: PoaReasonCode,
  severity: ReasonSeverity,
  retryable: Schema.Boolean,
  subject_safe: Schema.Boolean,
  message: Sentence
}).annotate({ identifier: "PoaReasonCodeRow" })

/** The answer of `GET /settings/proof-of-address`: what is stored, what holds, and the tables to choose from. */
export const ProofOfAddressSettings = Schema.Struct({
  policy: Schema.NullOr(PoaPolicyLayer),
  /** Grows with every replacement; 0 while nothing is stored. */
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  effective_policy: PoaPolicy,
  presets: Schema.Array(Preset).check(Schema.isMaxLength(50)),
  document_types: Schema.Array(PoaDocumentTypeRow).check(Schema.isMaxLength(50)),
  countries: Schema.Array(Schema.Struct({ code: CountryCode, name: Schema.String.check(Schema.isMaxCodePoints(255)) })).check(
    Schema.isMaxLength(300)
  ),
  reason_codes: Schema.Array(PoaReasonRow).check(Schema.isMaxLength(100)),
  /** Names of an earlier vocabulary that uploads may still use, with the subtype each is stored under. */
  legacy_types: Schema.Record(Schema.String, PoaDocumentType)
}).annotate({ identifier: "ProofOfAddressSettings" })
export type ProofOfAddressSettings = typeof ProofOfAddressSettings.Type

const documentTypeRow = (key: PoaDocumentType): PoaDocumentTypeRow => ({ key, ...poaTypes[key] })
const documentTypes: ProofOfAddressSettings["document_types"] = PoaDocumentType.literals.map(documentTypeRow)
const presets: ProofOfAddressSettings["presets"] = PoaPresetName.literals.map((key) => poaPresets[key])
/** Every reason code of the check, in the order of the documents. */
export const poaReasonRows: ProofOfAddressSettings["reason_codes"] = PoaReasonCode.literals.map((code) => ({ code, ...poaReasons[code] }))

/** Rows of the types that the effective policy accepts from a country (`accepted_type_options` of the SDK configuration). */
export const acceptedTypeOptions = (effective: PoaPolicy, country: string | null): ReadonlyArray<PoaDocumentTypeRow> =>
  acceptedTypes(effective, country).map(documentTypeRow)

/** Everything that `GET /settings/proof-of-address` answers for a stored policy and what it resolves to. */
export const settingsView = ({
  effective,
  stored,
  version
}: {
  readonly stored: PoaPolicyLayer | null
  readonly version: number
  readonly effective: PoaPolicy
}): ProofOfAddressSettings => ({
  policy: stored,
  version,
  effective_policy: effective,
  presets,
  document_types: documentTypes,
  countries,
  reason_codes: poaReasonRows,
  legacy_types: legacyTypes
})
