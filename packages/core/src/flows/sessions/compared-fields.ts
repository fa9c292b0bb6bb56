import { Schema } from "effect"
import { CheckId, CheckOutcome, CheckType, proofDetails, type StoredCheck } from "../../resources/checks/model.ts"
import { DocumentId } from "../../resources/documents/model.ts"
import type { CrossReferenceDetails } from "../../verification/cross-reference/details.ts"
import { type FactComponent, factComponents } from "../../verification/cross-reference/facts.ts"
import { nowhere, ReadAt, stated, type ValueEvidence } from "../../verification/evidence/evidence.ts"
import type { IdentityExtractionDetails } from "../../verification/identity-documents/details.ts"
import { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import { ProofRecency } from "../../verification/proof-of-address/values.ts"

const limits = { value: 2_000, compared: 20, fields: 200, proofs: 50 } as const
const share = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
const Value = Schema.String.check(Schema.isMaxCodePoints(limits.value)).annotate({ "x-personal": true })
const CalendarDate = Schema.NullOr(Schema.String.check(Schema.isMaxLength(10))).annotate({ format: "date" })

/** What a value was held against, what came of it, and by which rule. */
const FieldComparison = Schema.Struct({
  value: Value,
  ...ReadAt.fields,
  agreement: Schema.Literals(["agree", "near", "differ", "incomparable", "missing"]),
  score: share,
  rule: Schema.Struct({
    check: CheckType.annotate({ description: "The check that compared the two" }),
    setting: Schema.NullOr(Schema.Literals(["name", "address"])).annotate({
      description: "The thresholds that hold; null for plain equality"
    }),
    pass: share,
    review: share
  })
}).annotate({ identifier: "FieldComparison" })
type FieldComparison = typeof FieldComparison.Type

/** A value that a check read, where it was read, and everything that it was compared with. */
const ComparedField = Schema.Struct({
  field: Schema.String.check(Schema.isMaxCodePoints(64)),
  check_id: CheckId,
  check_outcome: Schema.NullOr(CheckOutcome),
  value: Value,
  ...ReadAt.fields,
  compared_with: Schema.Array(FieldComparison).check(Schema.isMaxLength(limits.compared))
}).annotate({ identifier: "ComparedField" })
type ComparedField = typeof ComparedField.Type

export const ComparedFields = Schema.Array(ComparedField).check(Schema.isMaxLength(limits.fields))

/** The dates of a proof of address, its age in days and the window that holds for it. */
export const DatedProofs = Schema.Array(
  Schema.Struct({
    check_id: CheckId,
    document_id: Schema.NullOr(DocumentId),
    document_type: Schema.NullOr(PoaDocumentType),
    issue_date: CalendarDate,
    period_start: CalendarDate,
    period_end: CalendarDate,
    valid_until: CalendarDate,
    recency: Schema.NullOr(ProofRecency)
  }).annotate({ identifier: "DatedProof" })
).check(Schema.isMaxLength(limits.proofs))

const isDocumentId = Schema.is(DocumentId)

/** The sandbox opens no file, so that what it makes up stands in none. */
const kept = (evidence: ValueEvidence | undefined): ValueEvidence =>
  evidence !== undefined && isDocumentId(evidence.document_id) ? evidence : nowhere

const extractionOf = ({ details }: StoredCheck): IdentityExtractionDetails | null =>
  details !== null && "missing_sides" in details ? details : null
const crossReferenceOf = ({ details }: StoredCheck): CrossReferenceDetails | null =>
  details !== null && "pairs" in details ? details : null

const agreements = { match: "agree", partial: "near", mismatch: "differ", not_comparable: "incomparable" } as const

const ruleOf = (component: FactComponent, { thresholds }: CrossReferenceDetails): FieldComparison["rule"] => {
  const check = "identity_cross_reference" as const
  if (component === "surname" || component === "given_names")
    return { check, setting: "name", pass: thresholds.name_pass, review: thresholds.name_review }
  if (component === "address") return { check, setting: "address", pass: thresholds.address_pass, review: thresholds.address_review }
  return { check, setting: null, pass: null, review: null }
}

type Source = CrossReferenceDetails["sources"][number]

/** What a source says of a component. A source that prints only a whole name gives it for the surname and for the given names. */
const factOf = (source: Source, component: FactComponent): string | null =>
  source[component] ?? (component === "surname" || component === "given_names" ? source.full_name : null)

const readAtOf = ({ read_at = [] }: Source, component: FactComponent): ReadAt => {
  const read = read_at.find((one) => one.component === component)
  return read === undefined ? stated : { source: read.source, confidence: read.confidence, evidence: kept(read.evidence) }
}

/** A page and its chip are one document: how they compare stands with what each of its fields was read from. */
const isOfDocument = ({ source }: Source): boolean => source === "identity_document" || source === "chip"

/** What the sources beside one of them say of a component, each as it was compared with that one. */
const comparedBeside = (details: CrossReferenceDetails, own: number, component: FactComponent): ReadonlyArray<FieldComparison> =>
  details.pairs.flatMap((pair): ReadonlyArray<FieldComparison> => {
    const other = pair.first === own ? pair.second : pair.second === own ? pair.first : null
    const source = other === null ? undefined : details.sources[other]
    const [mine, found] = [details.sources[own], pair.components.find((one) => one.component === component)]
    if (mine !== undefined && source !== undefined && isOfDocument(mine) && isOfDocument(source)) return []
    const value = source === undefined ? null : factOf(source, component)
    if (source === undefined || found === undefined || value === null || found.verdict === "not_comparable") return []
    return [
      {
        value,
        ...readAtOf(source, component),
        agreement: agreements[found.verdict],
        score: found.score,
        rule: ruleOf(component, details)
      }
    ]
  })

const isComponent = (field: string): field is FactComponent => factComponents.some((component) => component === field)

const madeBy = ({ id, outcome }: StoredCheck): Pick<ComparedField, "check_id" | "check_outcome"> => ({
  check_id: id,
  check_outcome: outcome
})

const ofDocument = (check: StoredCheck, details: IdentityExtractionDetails, others: CrossReferenceDetails | null) => {
  const placeOf = (wanted: Source["source"]): number => others?.sources.findIndex((one) => one.source === wanted) ?? -1
  const [page, chip] = [placeOf("identity_document"), placeOf("chip")]
  return details.fields.map(({ also, confidence, evidence, field, source, value }): ComparedField => {
    const own = chip >= 0 && (source === "chip" || page < 0) ? chip : page
    const beside = others !== null && own >= 0 && isComponent(field) ? comparedBeside(others, own, field) : []
    const inside = also.map(
      (other): FieldComparison => ({
        value: other.value,
        source: other.source,
        confidence: other.confidence ?? null,
        evidence: kept(other.evidence),
        agreement: other.agreement,
        score: null,
        rule: { check: "document_authenticity", setting: null, pass: null, review: null }
      })
    )
    return {
      field,
      ...madeBy(check),
      value,
      source,
      confidence,
      evidence: kept(evidence),
      compared_with: [...inside, ...beside].slice(0, limits.compared)
    }
  })
}

/** A chip without a picture of its document is a source of the cross-reference alone. */
const ofChip = (check: StoredCheck, details: CrossReferenceDetails): ReadonlyArray<ComparedField> => {
  const own = details.sources.findIndex(({ source }) => source === "chip")
  const chip = details.sources[own]
  if (chip === undefined) return []
  return factComponents.flatMap((component): ReadonlyArray<ComparedField> => {
    const value = factOf(chip, component)
    if (value === null) return []
    const compared_with = comparedBeside(details, own, component).slice(0, limits.compared)
    return [{ field: component, ...madeBy(check), value, ...readAtOf(chip, component), compared_with }]
  })
}

const ofProof = (check: StoredCheck): ReadonlyArray<ComparedField> => {
  const { compared = [], values = [] } = proofDetails(check) ?? {}
  return values.map(
    ({ confidence, evidence, field, source, value }): ComparedField => ({
      field,
      ...madeBy(check),
      value,
      source,
      confidence,
      evidence: kept(evidence),
      compared_with: compared
        .filter((other) => other.field === field)
        .map(
          (other): FieldComparison => ({
            value: other.value,
            source: other.source,
            confidence: other.confidence,
            evidence: kept(other.evidence),
            agreement: other.agreement,
            score: other.score,
            rule: { check: "proof_of_address", ...other.rule }
          })
        )
    })
  )
}

/** The checks of the latest run; checks come newest first, and each run begins with new ones of every type. */
const latest = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<StoredCheck> => {
  const seen = new Set<string>()
  return checks.filter(({ input_document_ids, type }) => {
    const key = type === "proof_of_address" ? `${type} ${input_document_ids[0] ?? ""}` : type
    const first = !seen.has(key)
    seen.add(key)
    return first
  })
}

/** Every value that the checks of a session, newest first, read and compared. */
export const comparedFields = (checks: ReadonlyArray<StoredCheck>): typeof ComparedFields.Type => {
  const current = latest(checks)
  const reference = current.find(({ type }) => type === "identity_cross_reference")
  const others = reference === undefined ? null : crossReferenceOf(reference)
  const read = current.flatMap((check) => {
    const details = extractionOf(check)
    return details === null ? [] : ofDocument(check, details, others)
  })
  const chip = read.length === 0 && reference !== undefined && others !== null ? ofChip(reference, others) : []
  return [...read, ...chip, ...current.filter(({ type }) => type === "proof_of_address").flatMap(ofProof)].slice(0, limits.fields)
}

/** The dates of every proof of address that was checked, newest check first. */
export const datedProofs = (checks: ReadonlyArray<StoredCheck>): typeof DatedProofs.Type =>
  latest(checks)
    .flatMap((check) => {
      const details = proofDetails(check)
      if (details === null) return []
      const { document_type_detected, issue_date = null, period_end, period_start, recency = null, valid_until = null } = details
      const [document_id = null] = check.input_document_ids
      return [
        {
          check_id: check.id,
          document_id,
          document_type: document_type_detected,
          issue_date,
          period_start,
          period_end,
          valid_until,
          recency
        }
      ]
    })
    .slice(0, limits.proofs)
