import { type CheckVerdict, outcomeOfReasons } from "../../verdict.ts"
import { type IdentityExtractionDetails, extractionDetails } from "../details.ts"
import { carriesAamvaBarcode, documentTypes } from "../document-type.ts"
import type { IdentityExamination } from "../examine.ts"
import type { IdentityFieldName } from "../field-value.ts"
import type { IdentityField } from "../fields.ts"
import { Findings, findingsReportedToSession } from "../findings.ts"
import { ruleOnPictures } from "./picture-rules.ts"
import { verdictScore } from "./verdict-score.ts"

/** A reading that stands alone is taken from this confidence on. */
export const leastFieldConfidence = 0.6

/** What identifies a holder and a document: without these a document proves nothing. */
const identifying = ["document_number", "full_name", "date_of_birth"] as const satisfies ReadonlyArray<IdentityFieldName>

const fieldOf = (fields: ReadonlyArray<IdentityField>, name: IdentityFieldName): IdentityField | undefined =>
  fields.find(({ field }) => field === name)

const isUncertain = (field: IdentityField | undefined): boolean =>
  field !== undefined &&
  !field.certain &&
  (field.confidence < leastFieldConfidence || field.standing === "ambiguous" || field.standing === "unconfirmed")

const neverExpires = ({ pictures }: IdentityExamination): boolean =>
  pictures.some(({ barcodes }) => barcodes.some((barcode) => barcode.kind === "aamva" && barcode.card.never_expires))

/** Identity cards of some states never expire. The French card of 1995 to 2021 always does, and only its back says when. */
const expires = (examination: IdentityExamination): boolean => {
  const { mrz, type } = examination
  const usually = type !== null && documentTypes[type].expires && !neverExpires(examination)
  return usually || mrz?.fields.format === "FR_ID"
}

const ruleOnFields = (examination: IdentityExamination, found: Findings): void => {
  const { fields, pictures } = examination
  if (pictures.length === 0) return
  const known = identifying.map((name) => fieldOf(fields, name))
  // Where not one of them could be read, it is the picture that failed, and not the document that lacks them.
  const lacking = known.filter((field) => field === undefined).length
  found.when(lacking === known.length, "document_unreadable")
  found.when(lacking > 0 && lacking < known.length, "document_data_missing")
  found.when(known.some(isUncertain), "field_uncertain")
  found.when(expires(examination) && fieldOf(fields, "expiry_date") === undefined, "expiry_date_missing")
}

const ruleOnMachineParts = ({ country, fields, mrz, pictures, type }: IdentityExamination, found: Findings): void => {
  found.when(type !== null && documentTypes[type].machine_readable && mrz === null && pictures.length > 0, "mrz_missing")
  const back = pictures.some(({ side }) => side === "back" || side === "spread")
  const aamva = pictures.some(({ barcodes }) => barcodes.some(({ kind }) => kind === "aamva"))
  found.when(back && carriesAamvaBarcode(type, country) && !aamva, "barcode_missing")
  found.when(mrz?.reading.ambiguous ?? false, "mrz_ambiguous")
  found.when(
    fields.some(({ certain, repaired }) => repaired && !certain),
    "mrz_repaired"
  )
}

/** 0 to 1: confidence of the identifying fields, what is missing counting as none. */
const sureness = ({ fields }: IdentityExamination): number =>
  identifying.reduce((sum, name) => sum + (fieldOf(fields, name)?.confidence ?? 0), 0) / identifying.length

/** Whether the document could be read, completely and for certain (check `document_extraction`). */
export const judgeExtraction = (examination: IdentityExamination): CheckVerdict<IdentityExtractionDetails> => {
  const found = new Findings(examination.policy.weights)
  ruleOnPictures(examination, found)
  ruleOnFields(examination, found)
  ruleOnMachineParts(examination, found)
  const reasons = found.sorted()
  const outcome = outcomeOfReasons(reasons)
  const confidence = Math.round(sureness(examination) * 1000) / 1000
  return {
    outcome,
    score: verdictScore(outcome, confidence),
    confidence,
    threshold: null,
    reasons,
    details: extractionDetails(examination),
    ...findingsReportedToSession(reasons)
  }
}
