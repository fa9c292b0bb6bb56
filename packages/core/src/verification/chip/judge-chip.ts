import { Schema } from "effect"
import { type CheckVerdict, outcomeOfReasons, type VerdictReason } from "../verdict.ts"
import type { CopyDetection } from "../identity-documents/policy.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import type { ChipFinding } from "./findings.ts"
import { chipFindingFacts } from "./findings.ts"
import { additionalLimits } from "./data-groups/additional-details.ts"
import type { ChipVerification } from "./verify-chip.ts"

const Judged = Schema.NullOr(Schema.Boolean)
const Timestamp = Schema.String.check(Schema.isMaxLength(30)).annotate({ format: "date-time" })
const Text = Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(additionalLimits.text))).annotate({ "x-personal": true })
const CalendarDate = Schema.NullOr(Schema.String.check(Schema.isMaxLength(10))).annotate({ format: "date" })

const DataGroup = Schema.Struct({
  data_group: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 16 })),
  signed: Schema.Boolean,
  supplied: Schema.Boolean,
  hash_valid: Judged
})

/** What the chip says of its holder and itself; only of data groups that the issuing state signed. */
const Contents = Schema.Struct({
  mrz_lines: Schema.NullOr(Schema.Array(Schema.String.check(Schema.isMaxLength(44))).check(Schema.isMaxLength(3))).annotate({
    "x-personal": true
  }),
  full_name: Text,
  /** Further names of the holder; left out where the chip gives none. */
  other_names: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMaxCodePoints(additionalLimits.text)))
      .annotate({ "x-personal": true })
      .check(Schema.isMaxLength(additionalLimits.names))
  ),
  personal_number: Text,
  place_of_birth: Text,
  address: Text,
  issuing_authority: Text,
  date_of_issue: CalendarDate,
  portraits: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))
})

/** `details` of a check of a chip. Null is what could not be judged. */
export const ChipDetails = Schema.Struct({
  passive_authentication: Judged,
  sod_signature_valid: Judged,
  dg_hashes_valid: Judged,
  active_authentication: Judged,
  chip_authentication: Judged,
  csca_trusted: Judged,
  /** The installation holds no CSCA certificate of the issuing state: no one can say whether the signer is genuine. */
  no_trust_anchor: Schema.Boolean,
  /** The document signer's. */
  certificate: Schema.NullOr(Schema.Struct({ country: Schema.NullOr(Schema.String.check(Schema.isMaxLength(3))), not_after: Timestamp })),
  data_groups: Schema.Array(DataGroup).check(Schema.isMaxLength(16)),
  contents: Contents
}).annotate({ identifier: "ChipCheckDetails" })
export type ChipDetails = typeof ChipDetails.Type

type Person = NonNullable<ChipVerification["contents"]["person"]>

/** In the order in which it is spoken. */
const wholeName = ({ primary, secondary }: NonNullable<Person["full_name"]>): string =>
  [secondary, primary].filter((part) => part !== null).join(" ")

const otherNames = ({ other_names }: Person): Pick<ChipDetails["contents"], "other_names"> => {
  const names = other_names.map(wholeName).filter((name) => name !== "")
  return names.length === 0 ? {} : { other_names: names }
}

const contentsOf = ({ contents: { document, person, portraits, zone } }: ChipVerification): ChipDetails["contents"] => ({
  mrz_lines: zone === null ? null : zone.lines,
  full_name: person === null || person.full_name === null ? null : wholeName(person.full_name),
  ...(person === null ? {} : otherNames(person)),
  personal_number: person?.personal_number ?? null,
  place_of_birth: person?.place_of_birth ?? null,
  address: person?.address ?? null,
  issuing_authority: document?.issuing_authority ?? null,
  date_of_issue: document?.date_of_issue ?? null,
  portraits: portraits.length
})

/** Certificates may be dated beyond what ISO 8601 writes with four digits of a year. */
const instant = (milliseconds: number): string => new Date(Math.min(milliseconds, Date.UTC(9999, 11, 31))).toISOString()

const detailsOf = (verification: ChipVerification): ChipDetails => ({
  passive_authentication: verification.passive_authentication,
  sod_signature_valid: verification.sod_signature_valid,
  dg_hashes_valid: verification.dg_hashes_valid,
  active_authentication: verification.active_authentication,
  chip_authentication: verification.chip_authentication,
  csca_trusted: verification.csca_trusted,
  no_trust_anchor: verification.no_trust_anchor,
  certificate:
    verification.certificate === null
      ? null
      : { country: verification.certificate.country, not_after: instant(verification.certificate.not_after) },
  data_groups: verification.data_groups.map(({ hash_valid, number, signed, supplied }) => ({
    data_group: number,
    signed,
    supplied,
    hash_valid
  })),
  contents: contentsOf(verification)
})

/** What a session reports, where it is not that the authentication failed. */
const tellings: { readonly [finding in ChipFinding]?: ReasonCode } = {
  security_object_malformed: "nfc_read_failed",
  data_group_malformed: "nfc_read_failed",
  machine_readable_zone_missing: "nfc_read_failed",
  data_mismatch: "nfc_data_mismatch",
  data_differs: "nfc_data_mismatch",
  no_trust_anchor: "check_unavailable",
  security_object_unsupported: "check_unavailable",
  active_authentication_unsupported: "check_unavailable",
  chip_authentication_unsupported: "check_unavailable",
  signer_certificate_missing: "check_unavailable",
  copy_not_excluded: "copy_not_excluded"
}

const heldBack: ReadonlyArray<ChipFinding> = ["active_authentication_not_performed", "chip_authentication_not_performed"]

const severityOfCopy = (required: CopyDetection, findings: ReadonlyArray<ChipFinding>): VerdictReason["severity"] => {
  if (required === "never") return "info"
  const offered = findings.some((finding) => heldBack.includes(finding))
  return required === "always" || (required === "if_offered" && offered) ? "fail" : "review"
}

/**
 * The verdict on a chip: any proof that fails, fails it; what no one could judge asks a person. What a chip costs that did not prove that it
 * is no copy, the policy says.
 */
export const judgeChip = (
  verification: ChipVerification,
  { require_copy_detection }: { readonly require_copy_detection: CopyDetection }
): CheckVerdict<ChipDetails> => {
  const { findings } = verification
  const ofCopy = severityOfCopy(require_copy_detection, findings)
  const reasons = findings.map((code) => ({
    code,
    ...chipFindingFacts[code],
    ...(code === "copy_not_excluded" ? { severity: ofCopy } : {})
  }))
  const outcome = outcomeOfReasons(reasons)
  const decisive = reasons.filter(({ severity }) => severity === (outcome === "failed" ? "fail" : "review"))
  return {
    outcome,
    score: null,
    confidence: null,
    threshold: null,
    reasons,
    details: detailsOf(verification),
    session_reasons: [...new Set(decisive.map(({ code }) => tellings[code] ?? "nfc_authentication_failed"))]
  }
}
