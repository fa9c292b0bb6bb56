import type { Assurance } from "../assurance.ts"
import type { LayoutAgreement } from "../layout-agreement.ts"
import { evidenceIn } from "../evidence/evidence.ts"
import { classifyDocument, type IdentityClassification, sideShown } from "./classify.ts"
import type { DocumentSide, IdentityDocumentType } from "./document-type.ts"
import { type ExaminedMrz, type ExaminedPicture, examinedPictures, type SubmittedDocument } from "./examined-picture.ts"
import type { SourceValue } from "./field-value.ts"
import { compareFields, type FieldComparison, type IdentityField, mergeFields, weighed } from "./fields.ts"
import { type IdentityDocumentPolicy, sidesAskedFor } from "./policy.ts"
import { type ChipValues, sourceValues } from "./source-values.ts"
import { areaPlace, textPicture } from "./picture-places.ts"
import { printedAt } from "./visual-zone/read-visual-zone.ts"

/** Everything that verdicts over an identity document depend on; the effective policy comes in resolved. */
export interface IdentityEvidence {
  /** The files of one document: front, back, spread. */
  readonly documents: ReadonlyArray<SubmittedDocument>
  readonly policy: IdentityDocumentPolicy
  /** ISO 8601 calendar date. */
  readonly today: string
  readonly chip: ChipValues | null
}

/** What the files of one document show, before any rule is applied. */
export interface IdentityExamination extends IdentityEvidence {
  readonly pictures: ReadonlyArray<ExaminedPicture & { readonly side: DocumentSide | null }>
  readonly classification: IdentityClassification
  /** The type whose rules hold: what the document shows where that is clear, else what was declared. */
  readonly type: IdentityDocumentType | null
  /** ISO 3166-1 alpha-2 by the same rule. */
  readonly country: string | null
  /** The zone that the fields rest on: a valid one before others. */
  readonly mrz: ExaminedMrz | null
  readonly fields: ReadonlyArray<IdentityField>
  readonly comparisons: ReadonlyArray<FieldComparison>
  readonly missing_sides: ReadonlyArray<"front" | "back">
  /** How sure it is that the issuer made the document. */
  readonly assurance: Assurance
  /** How its layout stands to the templates of its issuer; absent where no one asked. */
  readonly layout?: LayoutAgreement
}

/** The same document, once its layout was compared with the templates of its issuer. A chip says more than a layout. */
export const withLayout = (examination: IdentityExamination, layout: LayoutAgreement): IdentityExamination => ({
  ...examination,
  layout,
  assurance: layout.result === "agrees" && examination.assurance !== "cryptographic" ? "template" : examination.assurance
})

/** From this confidence on, what a document shows outweighs what was said of it. */
export const leastConfidence = { type: 0.6, country: 0.6 } as const

/** Confidence of a labelled reading up to which the print of another value elsewhere is the better reading of the two. */
const mislabelled = 0.85

const isPrinted = (field: string): field is "document_number" | "surname" | "given_names" | "full_name" | "date_of_birth" | "expiry_date" =>
  ["document_number", "surname", "given_names", "full_name", "date_of_birth", "expiry_date"].includes(field)

/**
 * Print is read by labels, which recognition loses. What a machine-readable source says and the print holds as well, anywhere, is read from
 * the print too, in place of a doubtful reading by label that says something else.
 */
const withPrint = (
  values: ReadonlyArray<SourceValue>,
  pictures: ReadonlyArray<ExaminedPicture>,
  country: string | null
): ReadonlyArray<SourceValue> => {
  const supported = values.flatMap((value): ReadonlyArray<SourceValue> => {
    const { field } = value
    if (value.source === "visual" || value.standing === "ambiguous" || !isPrinted(field)) return []
    return pictures.flatMap(({ document_id, picture, zone }): ReadonlyArray<SourceValue> => {
      const printed = printedAt(zone, { field, value: value.value, country })
      if (printed === null || printed.confidence === 0) return []
      const { area, confidence } = printed
      const evidence = evidenceIn(document_id, area === null ? { page: picture.page, box: null } : areaPlace(textPicture(picture), area))
      return [{ ...value, source: "visual", confidence, standing: "read", document_id, truncated: false, evidence }]
    })
  })
  const kept = values.filter((value) => {
    if (value.source !== "visual" || value.confidence >= mislabelled) return true
    const rivals = supported.filter(({ field }) => field === value.field)
    return rivals.length === 0 || rivals.some((rival) => weighed(rival, value) === "agree")
  })
  const unread = supported.filter((one, index) => {
    const repeats = (other: SourceValue): boolean =>
      other.source === "visual" && other.field === one.field && other.document_id === one.document_id
    return !kept.some(repeats) && !supported.slice(0, index).some(repeats)
  })
  return [...kept, ...unread]
}

/** The type and, where no source states it, the country, as the pictures together tell them. */
const withClassification = (
  values: ReadonlyArray<SourceValue>,
  { confidence, country, country_confidence, type }: IdentityClassification,
  pictures: ReadonlyArray<ExaminedPicture>
): ReadonlyArray<SourceValue> => {
  const source = values.some((value) => value.source === "mrz")
    ? "mrz"
    : values.some((value) => value.source === "barcode")
      ? "barcode"
      : "visual"
  const alone = pictures.map((picture) => ({ picture, reported: classifyDocument([picture]) }))
  // The page that says so by itself; where only all of them together do, the first of them.
  const pageThat = (says: (reported: IdentityClassification) => boolean): Pick<SourceValue, "evidence"> => {
    const { picture } = alone.find(({ reported }) => says(reported)) ?? alone[0] ?? {}
    return picture === undefined ? {} : { evidence: evidenceIn(picture.document_id, { page: picture.picture.page, box: null }) }
  }
  const stated = (field: "document_type" | "issuing_country", value: string | null, sure: number): ReadonlyArray<SourceValue> =>
    value === null || values.some((one) => one.field === field)
      ? []
      : [
          {
            field,
            source,
            value,
            confidence: sure,
            standing: "read",
            document_id: null,
            truncated: false,
            ...pageThat((reported) => (field === "document_type" ? reported.type : reported.country) === value)
          }
        ]
  return [...values, ...stated("document_type", type, confidence), ...stated("issuing_country", country, country_confidence)]
}

const missingSides = (
  pictures: ReadonlyArray<{ readonly side: DocumentSide | null }>,
  type: IdentityDocumentType | null,
  { country, policy }: { readonly country: string | null; readonly policy: IdentityDocumentPolicy }
): ReadonlyArray<"front" | "back"> => {
  if (type === null || pictures.some(({ side }) => side === "spread")) return []
  const absent = sidesAskedFor(policy, type, country).filter((side) => !pictures.some((picture) => picture.side === side))
  // A picture whose side cannot be determined may be any one of those that are missing, and is a front more often than a back.
  const untold = pictures.filter(({ side }) => side === null || side === "single").length
  return absent.slice(untold)
}

const zoneOf = (pictures: ReadonlyArray<ExaminedPicture>): ExaminedMrz | null => {
  const zones = pictures.flatMap(({ mrz }) => (mrz === null ? [] : [mrz]))
  return zones.find(({ fields, reading }) => fields.checksums_valid && !reading.ambiguous) ?? zones[0] ?? null
}

/** Reads, classifies and compares the files of one document. Pure, and bounded whatever the engine reports. */
export const examineIdentity = (evidence: IdentityEvidence): IdentityExamination => {
  const { chip, documents, policy, today } = evidence
  const pictures = examinedPictures(documents, today).map((picture) => ({ ...picture, side: sideShown(picture) }))
  const classification = classifyDocument(pictures)
  const declared = documents.map((document) => document.declared)
  const declaredType = declared.find(({ type }) => type !== null)?.type ?? null
  const declaredCountry = declared.find(({ country }) => country !== null)?.country ?? null
  const type = classification.confidence >= leastConfidence.type || declaredType === null ? classification.type : declaredType
  const reported = classification.country_confidence >= leastConfidence.country || declaredCountry === null
  const country = reported ? classification.country : declaredCountry
  const known = { ...classification, country }
  const values = withClassification(
    withPrint(sourceValues(pictures, { chip, classification: known, today }), pictures, country),
    classification,
    pictures
  )
  return {
    ...evidence,
    pictures,
    classification,
    type,
    country,
    mrz: zoneOf(pictures),
    fields: mergeFields(values),
    comparisons: compareFields(values),
    missing_sides: missingSides(pictures, type, { country, policy }),
    // A document is as sure as the chip in it; that the page says the same is told by the comparisons.
    assurance: chip?.authenticated === true ? "cryptographic" : "consistency"
  }
}
