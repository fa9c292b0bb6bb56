import { Schema } from "effect"
import { ForensicFlag } from "../document-reading.ts"
import { evidenceIn, mostRestedOn, RestsOn } from "../evidence/evidence.ts"
import type { JudgedFile } from "./alterations/judged-file.ts"
import { LayoutAgreement } from "../layout-agreement.ts"
import { CountryCode, isCountryCode } from "../../kernel/foundation/country.ts"
import type { PoaEvidence } from "./judged-evidence.ts"
import type { PoaVerdict } from "./evaluate.ts"
import { PoaPolicy } from "./policy.ts"
import { PoaReason, PoaReasonCode } from "./reasons.ts"
import { addressType, type CrossReference, PartialReason, PoaDocumentType } from "./types.ts"
import { proofComparisons, proofValueMembers, proofValues } from "./values.ts"

/** Bounds of what is kept of a document's text, in UTF-16 units and entries. */
export const detailLimits = {
  issuer: 200,
  name: 200,
  names: 10,
  address_line: 200,
  address_lines: 20,
  software: 200,
  timestamp: 64,
  flags: 20
} as const

const bounded = (most: number) => Schema.String.check(Schema.isMaxCodePoints(most))
const CalendarDate = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)).annotate({ format: "date" })
const Score = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

/** Free text of the file: issuers name themselves there, and word processors their users. */
const Software = Schema.NullOr(bounded(detailLimits.software)).annotate({ "x-personal": true })

const ReferenceSource = Schema.NullOr(Schema.Literals(["identity_document", "expected"]))

const Forensics = Schema.Struct({
  producer: Software,
  creator: Software,
  created_at: Schema.NullOr(bounded(detailLimits.timestamp)),
  modified_at: Schema.NullOr(bounded(detailLimits.timestamp)),
  revisions: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
  signed: Schema.Boolean,
  flags: Schema.Array(ForensicFlag).check(Schema.isMaxLength(detailLimits.flags)),
  /** The print that speaks for `altered_text`; absent where there is none. */
  altered: Schema.optionalKey(Schema.Array(RestsOn).check(Schema.isMaxLength(mostRestedOn)))
})

/** `details` of a proof-of-address check. The members marked personal never reach agents, logs or events. */
export const PoaCheckDetails = Schema.Struct({
  outcome: Schema.Literals(["passed", "review", "failed"]),
  action_override: Schema.NullOr(Schema.Literal("review")),
  reasons: Schema.Array(PoaReason).check(Schema.isMaxLength(PoaReasonCode.literals.length)),
  policy: PoaPolicy,
  document_type_detected: Schema.NullOr(PoaDocumentType),
  issuing_country: Schema.NullOr(CountryCode),
  issuer: Schema.NullOr(bounded(detailLimits.issuer)).annotate({ "x-personal": true }),
  address_type: addressType,
  period_start: Schema.NullOr(CalendarDate),
  period_end: Schema.NullOr(CalendarDate),
  ...proofValueMembers,
  holder_names: Schema.NullOr(Schema.Array(bounded(detailLimits.name)).check(Schema.isMaxLength(detailLimits.names))).annotate({
    "x-personal": true
  }),
  extracted_address: Schema.NullOr(
    Schema.Array(bounded(detailLimits.address_line)).check(Schema.isMaxLength(detailLimits.address_lines))
  ).annotate({ "x-personal": true }),
  forensics: Schema.NullOr(Forensics),
  /** How the layout stands to the templates of its issuer; absent where it was not compared. */
  layout: Schema.optionalKey(LayoutAgreement),
  cross_reference: Schema.Struct({
    name_score: Score,
    address_score: Score,
    component_scores: Schema.Struct({
      postal_code: Score,
      street: Score,
      city: Score,
      house_number: Score,
      region: Score,
      country: Score,
      unit: Score
    }),
    partial: Schema.Boolean,
    partial_reasons: Schema.Array(PartialReason).check(Schema.isMaxLength(PartialReason.literals.length)),
    /** Whose word was compared with; absent from checks that were made before it was kept. */
    compared_with: Schema.optionalKey(Schema.Struct({ name: ReferenceSource, address: ReferenceSource }))
  }),
  /** Which of the members above a person corrected; the verdict is still that on the values that were read. */
  corrected: Schema.optionalKey(
    Schema.Struct({
      fields: Schema.Array(bounded(64)).check(Schema.isMaxLength(20)),
      by: bounded(64),
      at: bounded(detailLimits.timestamp)
    })
  )
}).annotate({ identifier: "PoaCheckDetails" })
export type PoaCheckDetails = typeof PoaCheckDetails.Type

const unit = (score: number | null): number | null => (score === null || Number.isNaN(score) ? null : Math.min(1, Math.max(0, score)))

const comparison = ({
  address_score,
  component_scores,
  name_score,
  partial,
  partial_reasons
}: CrossReference): PoaCheckDetails["cross_reference"] => ({
  name_score: unit(name_score),
  address_score: unit(address_score),
  component_scores: {
    postal_code: unit(component_scores.postal_code),
    street: unit(component_scores.street),
    city: unit(component_scores.city),
    house_number: unit(component_scores.house_number),
    region: unit(component_scores.region),
    country: unit(component_scores.country),
    unit: unit(component_scores.unit)
  },
  partial,
  partial_reasons: [...new Set(partial_reasons)]
})

const nothingCompared: PoaCheckDetails["cross_reference"] = {
  name_score: null,
  address_score: null,
  component_scores: { postal_code: null, street: null, city: null, house_number: null, region: null, country: null, unit: null },
  partial: false,
  partial_reasons: []
}

/** Cuts without leaving half of a surrogate pair behind, which no database column holds. */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll("\u0000", "")
const cutOrNull = (text: string | null, most: number): string | null => (text === null ? null : cut(text, most))
const dateOrNull = (date: string | null): string | null => (date !== null && /^\d{4}-\d{2}-\d{2}$/u.test(date) ? date : null)

const forensicsOf = (file: JudgedFile, document_id: string | null): PoaCheckDetails["forensics"] => ({
  producer: cutOrNull(file.producer, detailLimits.software),
  creator: cutOrNull(file.creator, detailLimits.software),
  created_at: cutOrNull(file.created_at, detailLimits.timestamp),
  modified_at: cutOrNull(file.modified_at, detailLimits.timestamp),
  revisions: Math.min(1_000_000, Math.max(0, Math.trunc(file.revisions))),
  signed: file.signed,
  flags: [...new Set(file.flags)],
  ...(file.altered === undefined
    ? {}
    : { altered: file.altered.map(({ field, ...place }) => ({ field, source: "ocr" as const, evidence: evidenceIn(document_id, place) })) })
})

/** The details to store for a verdict, cut to their bounds; `file` is null when the document could not be read. */
export const detailsOf = (evidence: PoaEvidence, verdict: PoaVerdict, file: JudgedFile | null): PoaCheckDetails => {
  const { document } = evidence
  const extraction = document.status === "read" ? document.extraction : null
  const country = verdict.issuing_country
  return {
    outcome: verdict.outcome,
    action_override: verdict.action_override,
    reasons: verdict.reasons,
    policy: evidence.policy,
    document_type_detected: extraction?.document_type_detected ?? null,
    issuing_country: country !== null && isCountryCode(country) ? country : null,
    issuer: cutOrNull(extraction?.issuer ?? null, detailLimits.issuer),
    address_type: extraction?.address_type ?? "unknown",
    period_start: dateOrNull(extraction?.period_start ?? null),
    period_end: dateOrNull(extraction?.period_end ?? null),
    issue_date: dateOrNull(extraction?.issue_date ?? null),
    valid_until: dateOrNull(extraction?.valid_until ?? null),
    recency: verdict.recency === null ? null : { ...verdict.recency, grace_days: evidence.policy.grace_days },
    values: document.status === "read" ? proofValues(document) : [],
    compared: document.status === "read" ? proofComparisons(document, evidence.policy) : [],
    holder_names: (extraction?.holder_names ?? []).slice(0, detailLimits.names).map((name) => cut(name, detailLimits.name)),
    extracted_address: (extraction?.extracted_address ?? [])
      .slice(0, detailLimits.address_lines)
      .map((line) => cut(line, detailLimits.address_line)),
    forensics: file === null ? null : forensicsOf(file, document.status === "read" ? (document.document_id ?? null) : null),
    ...(document.status === "read" && document.layout !== undefined ? { layout: document.layout } : {}),
    cross_reference:
      document.status === "read"
        ? {
            ...comparison(document.cross_reference),
            ...(document.compared_with === undefined ? {} : { compared_with: document.compared_with })
          }
        : nothingCompared
  }
}
