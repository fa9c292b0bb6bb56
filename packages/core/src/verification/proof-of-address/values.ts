import { Schema } from "effect"
import { evidenceIn, evidenceOfAll, mostRestedOn, type RestsOn, ValueEvidence, ValueSource } from "../evidence/evidence.ts"
import type { VerdictReason } from "../verdict.ts"
import type { PoaDocument } from "./judged-evidence.ts"
import type { PoaVerdict } from "./evaluate.ts"
import type { PoaReasonCode } from "./reasons.ts"
import type { ExtractionPlaces, PrintPlace, ProofOfAddressExtraction } from "./types.ts"

const limits = { value: 2_000, values: 40 } as const
const personal = { "x-personal": true } as const
const share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Confidence = Schema.NullOr(share)
const Value = Schema.String.check(Schema.isMaxCodePoints(limits.value)).annotate(personal)
const CalendarDate = Schema.NullOr(Schema.String.check(Schema.isMaxLength(10))).annotate({ format: "date" })

/** What is read in a proof of address. */
const proofFields = [
  "holder_name",
  "address",
  "issuer",
  "issuing_country",
  "document_type",
  "issue_date",
  "period_start",
  "period_end",
  "valid_until"
] as const
type ProofField = (typeof proofFields)[number]

/** A value with where it was read. */
const ProofValue = Schema.Struct({
  field: Schema.Literals(proofFields),
  value: Value,
  source: ValueSource,
  confidence: Confidence,
  evidence: ValueEvidence
}).annotate({ identifier: "ProofValue" })
type ProofValue = typeof ProofValue.Type

/** What a value was held against, where that was read, and what came of it under which rule of the policy. */
const ProofComparison = Schema.Struct({
  field: Schema.Literals(["holder_name", "address"]),
  value: Value,
  source: ValueSource,
  confidence: Confidence,
  evidence: ValueEvidence,
  agreement: Schema.Literals(["agree", "near", "differ", "incomparable"]),
  score: Confidence,
  rule: Schema.Struct({ setting: Schema.Literals(["name", "address"]), pass: share, review: share })
}).annotate({ identifier: "ProofComparison" })
type ProofComparison = typeof ProofComparison.Type

/** How recent the document is: its age from the date that the rules of its type choose, and the window of the policy. */
export const ProofRecency = Schema.Struct({
  basis: Schema.NullOr(Schema.Literals(["period_end", "issue_date", "period_start"])),
  measured_from: CalendarDate,
  age_days: Schema.NullOr(Schema.Int),
  max_age_days: Schema.NullOr(Schema.Int),
  grace_days: Schema.Int,
  expires_on: CalendarDate
}).annotate({ identifier: "ProofRecency" })
export type ProofRecency = typeof ProofRecency.Type

/** Members of the details of a check that say where its values were read; absent from checks that were made before they were kept. */
export const proofValueMembers = {
  issue_date: Schema.optionalKey(CalendarDate),
  valid_until: Schema.optionalKey(CalendarDate),
  recency: Schema.optionalKey(Schema.NullOr(ProofRecency)),
  /** What was read, whatever a person corrected afterwards. */
  values: Schema.optionalKey(Schema.Array(ProofValue).check(Schema.isMaxLength(limits.values))),
  compared: Schema.optionalKey(Schema.Array(ProofComparison).check(Schema.isMaxLength(2)))
}

const cut = (text: string): string => text.slice(0, limits.value).toWellFormed().replaceAll("\u0000", "")
const bounded = (value: number | null): number | null => (value === null || Number.isNaN(value) ? null : Math.min(1, Math.max(0, value)))

type ReadDocument = Extract<PoaDocument, { readonly status: "read" }>

const sourceOf = ({ medium }: Pick<ReadDocument, "medium">): ValueSource => (medium === "picture" ? "ocr" : "text_layer")

/** What was read in a document, each value with its evidence. */
export const proofValues = (document: Pick<ReadDocument, "document_id" | "extraction" | "medium">): ReadonlyArray<ProofValue> => {
  const { extraction } = document
  const document_id = document.document_id ?? null
  const { places } = extraction
  const whole = { source: sourceOf(document), confidence: null, evidence: evidenceIn(document_id, null) }
  const at = (place: PrintPlace | null | undefined) =>
    place === null || place === undefined
      ? whole
      : {
          source: place.source,
          confidence: bounded(place.confidence),
          // What stands in no file, as in the sandbox, has no place in one.
          evidence: document_id === null ? whole.evidence : evidenceIn(document_id, place)
        }
  const one = (field: ProofField, value: string | null, read: Omit<ProofValue, "field" | "value">): ReadonlyArray<ProofValue> =>
    value === null || value === "" ? [] : [{ field, value: cut(value), ...read }]
  const dated = (field: "issue_date" | "period_start" | "period_end" | "valid_until") => one(field, extraction[field], at(places?.[field]))
  return [
    ...extraction.holder_names.slice(0, 10).flatMap((name, index) => one("holder_name", name, at(places?.holder_names[index]))),
    ...one("address", extraction.extracted_address.join("\n"), addressPlace(extraction, places, at)),
    ...one("issuer", extraction.issuer, at(places?.issuer)),
    ...one("issuing_country", extraction.issuing_country, whole),
    ...one("document_type", extraction.document_type_detected, { ...whole, confidence: bounded(extraction.document_type_confidence) }),
    ...dated("issue_date"),
    ...dated("period_start"),
    ...dated("period_end"),
    ...dated("valid_until")
  ]
}

/** The box around the lines of an address, and the confidence of the least sure of them. */
const addressPlace = (
  { extracted_address }: ProofOfAddressExtraction,
  places: ExtractionPlaces | undefined,
  at: (place: PrintPlace | null | undefined) => Omit<ProofValue, "field" | "value">
): Omit<ProofValue, "field" | "value"> => {
  const lines = extracted_address.map((_, index) => at(places?.extracted_address[index]))
  const [first] = lines
  if (first === undefined) return at(null)
  const sure = lines.flatMap(({ confidence }) => confidence ?? [])
  return {
    source: first.source,
    confidence: sure.length === 0 ? null : Math.min(...sure),
    evidence: evidenceOfAll(lines.map(({ evidence }) => evidence))
  }
}

const agreementOf = (score: number | null, doubtful: boolean, rule: { readonly pass: number; readonly review: number }) => {
  if (score === null) return "incomparable" as const
  if (score >= rule.pass) return doubtful ? ("near" as const) : ("agree" as const)
  return score >= rule.review ? ("near" as const) : ("differ" as const)
}

/** What the name and the address were held against. */
export const proofComparisons = (
  { cross_reference: found, reference }: ReadDocument,
  policy: Readonly<Record<"name" | "address", { readonly pass: number; readonly review: number }>>
): ReadonlyArray<ProofComparison> => {
  const one = (field: ProofComparison["field"], setting: "name" | "address"): ReadonlyArray<ProofComparison> => {
    const side = reference?.[setting] ?? null
    if (side === null) return []
    const { pass, review } = policy[setting]
    const score = bounded(found[`${setting}_score`])
    return [
      {
        field,
        value: cut(side.value),
        source: side.source,
        confidence: bounded(side.confidence),
        evidence: side.evidence,
        agreement: agreementOf(score, found[`${setting}_doubtful`], { pass, review }),
        score,
        rule: { setting, pass, review }
      }
    ]
  }
  return [...one("holder_name", "name"), ...one("address", "address")]
}

const dates = ["issue_date", "period_start", "period_end", "valid_until"] as const

/** The values that a reason speaks of; all others speak of the file as a whole. */
const subjects: Readonly<Partial<Record<PoaReasonCode, ReadonlyArray<ProofField>>>> = {
  type_not_accepted: ["document_type"],
  type_review_only: ["document_type"],
  type_mismatch_declared: ["document_type"],
  country_not_accepted: ["issuing_country"],
  document_too_old: dates,
  document_age_in_grace: dates,
  issue_date_future: dates,
  name_mismatch: ["holder_name"],
  name_below_pass: ["holder_name"],
  joint_holder: ["holder_name"],
  address_mismatch: ["address"],
  address_below_pass: ["address"],
  address_partial: ["address"],
  country_mismatch: ["issuing_country", "address"],
  po_box: ["address"],
  business_address: ["address"],
  issuer_not_trusted: ["issuer"],
  no_reference_data: ["holder_name", "address"]
}

interface Known {
  readonly values?: ReadonlyArray<ProofValue>
  readonly compared?: ReadonlyArray<ProofComparison>
  readonly recency?: ProofRecency | null
  readonly forensics?: { readonly altered?: ReadonlyArray<RestsOn> } | null
}

/** The reasons of a verdict, each with the values and the evidence that it rests on. */
export const withEvidence = (
  reasons: PoaVerdict["reasons"],
  { compared = [], forensics = null, recency = null, values = [] }: Known,
  document_id: string | null
): ReadonlyArray<VerdictReason> =>
  reasons.map((reason) => {
    const named = subjects[reason.code]
    const fields = named === dates && recency?.basis ? [recency.basis, "valid_until"] : (named ?? [])
    const read = [...values, ...compared].filter(({ field }) => fields.includes(field))
    const altered = reason.code === "altered_text" ? (forensics?.altered ?? []) : []
    const rests_on: ReadonlyArray<RestsOn> = [...altered, ...read.map(({ evidence, field, source }) => ({ field, source, evidence }))]
    const file: RestsOn = { field: "file", source: values[0]?.source ?? "ocr", evidence: evidenceIn(document_id, null) }
    return { ...reason, rests_on: rests_on.length > 0 ? rests_on.slice(0, mostRestedOn) : document_id === null ? [] : [file] }
  })
