import { evidenceIn, evidenceOfAll, type ValueEvidence } from "../evidence/evidence.ts"
import { type Agreement, compareValues, tellingFields } from "./compare-values.ts"
import { type FieldSource, type IdentityFieldName, identityFieldNames, type SourceValue, type Standing } from "./field-value.ts"

/** A field as all sources together give it. */
export interface IdentityField {
  readonly field: IdentityFieldName
  readonly value: string
  readonly source: FieldSource
  /** 0 to 1. */
  readonly confidence: number
  readonly standing: Standing
  /** Some source had a character of it replaced to satisfy a check digit. */
  readonly repaired: boolean
  /** Verified by itself or by a second source, contradicted by none; never on the word of an ambiguous or unconfirmed one. */
  readonly certain: boolean
  /** The file that the value was read in; null for the chip, and where the pictures together tell it. */
  readonly document_id: string | null
  /** Where the value was read. */
  readonly evidence: ValueEvidence
  /** The other values of the field, each against the one above. */
  readonly also: ReadonlyArray<{
    readonly source: FieldSource
    readonly value: string
    readonly standing: Standing
    readonly agreement: Agreement
    readonly confidence: number
    readonly evidence: ValueEvidence
  }>
}

/** Two sources of one field side by side. */
export interface FieldComparison {
  readonly field: IdentityFieldName
  readonly sources: readonly [FieldSource, FieldSource]
  /** `differ` only where both were read well enough to hold it against the document; `missing` where one of two sources lacks the field. */
  readonly result: Agreement | "missing"
  readonly same_document: boolean
}

const standingRank: Readonly<Record<Standing, number>> = { verified: 0, read: 1, repaired: 2, unconfirmed: 3, ambiguous: 4 }
const sourceRank: Readonly<Record<FieldSource, number>> = { chip: 0, barcode: 1, mrz: 2, visual: 3 }

/** A name that was cut yields to one that was not; else what is verified comes first, and of equals the source that machines read. */
const better = (one: SourceValue, other: SourceValue): number =>
  Number(one.truncated) - Number(other.truncated) ||
  standingRank[one.standing] - standingRank[other.standing] ||
  sourceRank[one.source] - sourceRank[other.source] ||
  other.confidence - one.confidence

/** Least confidence of both sides from which a difference counts: a small one may be a slip of recognition, a large one is hardly. */
const differenceConfidence = { near: 0.75, far: 0.5 } as const

const isDoubtful = (standing: Standing): boolean => standing === "ambiguous" || standing === "unconfirmed"

/** What is weighed of two values: a difference that recognition may have made is no more than near. */
export const weighed = (one: SourceValue, other: SourceValue): Agreement => {
  const agreement = compareValues(one, other)
  const sure = Math.min(one.confidence, other.confidence)
  const doubtful = isDoubtful(one.standing) || isDoubtful(other.standing)
  if (agreement === "near") return sure >= differenceConfidence.near && !doubtful ? "differ" : "near"
  return agreement === "differ" && (sure < differenceConfidence.far || doubtful) ? "near" : agreement
}

const leastCertain = 0.5

const isCertain = (chosen: SourceValue, also: IdentityField["also"]): boolean => {
  if (isDoubtful(chosen.standing) || chosen.truncated) return false
  if (also.some(({ agreement }) => agreement === "differ")) return false
  if (chosen.standing === "verified") return chosen.confidence >= leastCertain
  return also.some(({ agreement, source, standing }) => agreement === "agree" && source !== chosen.source && !isDoubtful(standing))
}

const evidenceOf = ({ document_id, evidence }: SourceValue): ValueEvidence => evidence ?? evidenceIn(document_id, null)

const merged = (field: IdentityFieldName, values: ReadonlyArray<SourceValue>): IdentityField | null => {
  const [chosen, ...others] = [...values].sort(better)
  if (chosen === undefined) return null
  const also = others.slice(0, 8).map((other) => ({
    source: other.source,
    value: other.value,
    standing: other.standing,
    agreement: weighed(chosen, other),
    confidence: other.confidence,
    evidence: evidenceOf(other)
  }))
  const { confidence, document_id, source, standing, value } = chosen
  const repaired = values.some((one) => one.standing === "repaired")
  return {
    field,
    value,
    source,
    confidence,
    standing,
    repaired,
    certain: isCertain(chosen, also),
    document_id,
    evidence: evidenceOf(chosen),
    also
  }
}

/** A full name made of its parts, where no source prints one; it is as sure as the less sure of them. */
const joinedName = (fields: ReadonlyArray<IdentityField>): ReadonlyArray<IdentityField> => {
  const [surname, given] = [fields.find(({ field }) => field === "surname"), fields.find(({ field }) => field === "given_names")]
  if (surname === undefined || fields.some(({ field }) => field === "full_name")) return []
  const weaker = given === undefined || standingRank[given.standing] < standingRank[surname.standing] ? surname : given
  return [
    {
      field: "full_name",
      value: given === undefined ? surname.value : `${given.value} ${surname.value}`,
      source: surname.source,
      confidence: Math.min(surname.confidence, given?.confidence ?? 1),
      standing: weaker.standing,
      repaired: surname.repaired || (given?.repaired ?? false),
      certain: surname.certain && (given?.certain ?? true),
      document_id: surname.document_id,
      evidence: evidenceOfAll(given === undefined ? [surname.evidence] : [given.evidence, surname.evidence]),
      also: []
    }
  ]
}

/** One field each of everything that some source gives, in the order of the table of names. */
export const mergeFields = (values: ReadonlyArray<SourceValue>): ReadonlyArray<IdentityField> => {
  const fields = identityFieldNames.flatMap((field) => {
    const one = merged(
      field,
      values.filter((value) => value.field === field)
    )
    return one === null ? [] : [one]
  })
  const all = [...fields, ...joinedName(fields)]
  return identityFieldNames.flatMap((name) => all.filter(({ field }) => field === name))
}

/** Most comparisons kept of one document. */
export const mostComparisons = 60

/** Every pair of sources, field by field; a source that has read other fields and lacks this one is `missing` it. */
export const compareFields = (values: ReadonlyArray<SourceValue>): ReadonlyArray<FieldComparison> => {
  const present = new Set(values.map(({ source }) => source))
  return identityFieldNames
    .flatMap((field): ReadonlyArray<FieldComparison> => {
      const own = values.filter((value) => value.field === field).slice(0, 8)
      const pairs = own.flatMap((one, index) =>
        own.slice(index + 1).flatMap((other): ReadonlyArray<FieldComparison> => {
          if (one.source === other.source && one.document_id === other.document_id) return []
          return [
            {
              field,
              sources: [one.source, other.source],
              result: weighed(one, other),
              same_document: one.document_id === other.document_id
            }
          ]
        })
      )
      const [first] = own
      const absent = [...present].filter((source) => !own.some((value) => value.source === source))
      if (first === undefined || !tellingFields.has(field)) return pairs
      return [
        ...pairs,
        ...absent.map((source) => ({ field, sources: [first.source, source], result: "missing", same_document: true }) as const)
      ]
    })
    .slice(0, mostComparisons)
}
