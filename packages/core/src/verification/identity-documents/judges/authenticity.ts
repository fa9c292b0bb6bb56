import { suffices } from "../../assurance.ts"
import { type CheckVerdict, outcomeOfReasons } from "../../verdict.ts"
import { dayNumber } from "../../proof-of-address/calendar-day.ts"
import { countriesConflict } from "../../proof-of-address/compare/addresses/country-names.ts"
import { tellingFields } from "../compare-values.ts"
import { issuerOf } from "../countries.ts"
import { type AuthenticityDetails, authenticityDetails } from "../details.ts"
import { type IdentityExamination, leastConfidence } from "../examine.ts"
import type { FieldSource, IdentityFieldName } from "../field-value.ts"
import { Findings, findingsReportedToSession } from "../findings.ts"
import { ruleOnCapture, ruleOnPictures } from "./picture-rules.ts"
import { isSpecimen, specimenSignsOf } from "../specimen.ts"
import { verdictScore } from "./verdict-score.ts"

/** From this confidence of its weakest character on, a wrong check digit was printed wrong and not read wrong. */
const wellReadZone = 0.75

const ruleOnAcceptance = ({ classification, country, documents, policy, type }: IdentityExamination, found: Findings): void => {
  const { confidence, country_confidence, issuer } = classification
  if (type === null) found.add("document_type_unknown")
  else {
    found.when(!policy.accepted_types.includes(type), "document_type_not_accepted")
    found.when(policy.review_only_types.includes(type), "document_type_review_only")
  }
  const chosen = policy.accepted_countries !== "any"
  const refused =
    country === null
      ? issuer !== null && chosen
      : policy.denied_countries.includes(country) || (policy.accepted_countries !== "any" && !policy.accepted_countries.includes(country))
  found.when(refused, "document_country_not_supported")
  found.when(country === null && issuer === null && (chosen || policy.denied_countries.length > 0), "document_country_unknown")
  const shown = classification.type
  const declarations = documents.map(({ declared }) => declared)
  const possible = (stated: string): boolean => stated === shown || classification.alternatives.some((other) => other.type === stated)
  found.when(
    shown !== null &&
      confidence >= leastConfidence.type &&
      declarations.some((declared) => declared.type !== null && !possible(declared.type)),
    "document_type_differs"
  )
  const issuing = classification.country
  found.when(
    issuing !== null &&
      country_confidence >= leastConfidence.country &&
      declarations.some((declared) => declared.country !== null && countriesConflict(declared.country, issuing)),
    "document_country_differs"
  )
}

/** A field that was read well enough to be held against the document. */
const reliable = ({ fields }: IdentityExamination, name: IdentityFieldName): string | null => {
  const field = fields.find((one) => one.field === name)
  return field === undefined || (!field.certain && field.confidence < 0.5) ? null : field.value
}

/** The last day that a date of a zone, of which the day or month may be left out, can mean. */
const lastDay = (date: string): string => (date.length === 4 ? `${date}-12-31` : date.length === 7 ? `${date}-31` : date)

const ruleOnDates = (examination: IdentityExamination, found: Findings): void => {
  const { policy, today } = examination
  const [birth, issue, expiry] = (["date_of_birth", "issue_date", "expiry_date"] as const).map((name) => reliable(examination, name))
  if (expiry !== null && expiry !== undefined && lastDay(expiry) < today) {
    const [then, now] = [dayNumber(expiry), dayNumber(today)]
    const graced = then !== null && now !== null && now - then <= policy.expiry_grace_days
    found.add(graced ? "document_expired_in_grace" : "document_expired")
  }
  found.when(typeof issue === "string" && issue > today, "issue_date_future")
  const before = (one: string | null | undefined, other: string | null | undefined): boolean =>
    typeof one === "string" && typeof other === "string" && lastDay(other) < one
  found.when(before(birth, issue) || before(birth, expiry) || before(issue, expiry), "dates_implausible")
}

const ruleOnZone = (examination: IdentityExamination, found: Findings): void => {
  for (const { mrz } of examination.pictures) {
    if (mrz === null) continue
    const { fields, reading } = mrz
    if (reading.ambiguous) found.add("mrz_ambiguous")
    else if (!fields.checksums_valid) found.add(reading.confidence >= wellReadZone ? "mrz_invalid" : "mrz_doubtful")
    const unknownIssuer = issuerOf(fields.issuing_state) === null || issuerOf(fields.nationality) === null
    found.when(fields.irregular.length > 0 || unknownIssuer, "mrz_irregular")
    const repaired = examination.fields.filter((field) => field.repaired)
    const confirmed = repaired.length > 0 && repaired.every(({ certain }) => certain)
    found.when(reading.repair !== null && !reading.ambiguous && !confirmed, "mrz_repaired")
  }
}

const machineSources: ReadonlySet<FieldSource> = new Set<FieldSource>(["chip", "barcode", "mrz"])
/** Of two pictures, these tell one document from another; numbers on a back are often not that of the front. */
const tellingApart: ReadonlySet<IdentityFieldName> = new Set<IdentityFieldName>(["date_of_birth", "surname"])

const ruleOnComparisons = ({ comparisons }: IdentityExamination, found: Findings): void => {
  for (const { field, result, sources } of comparisons) {
    if (result !== "differ" || !tellingFields.has(field)) continue
    const [one, other] = sources
    if (one === other) found.when(one !== "visual" || tellingApart.has(field), "document_sides_differ")
    else if (machineSources.has(one) && machineSources.has(other)) found.add("machine_data_contradict")
    else found.add(one === "barcode" || other === "barcode" ? "barcode_mismatch" : "document_data_inconsistent")
  }
}

const ruleOnBarcodes = ({ pictures }: IdentityExamination, found: Findings): void => {
  for (const barcode of pictures.flatMap(({ barcodes }) => barcodes)) {
    if (barcode.kind === "visible_digital_seal") found.add("seal_unverified")
    if (barcode.kind !== "aamva") continue
    found.when(barcode.card.issuer === null, "barcode_issuer_unknown")
    found.when(barcode.card.incomplete, "barcode_incomplete")
  }
}

/** 0 to 1: the share of the fields that count which a check digit or a second source confirms. */
const sureness = ({ fields }: IdentityExamination): number => {
  const counted = fields.filter(({ field }) => tellingFields.has(field))
  return counted.length === 0 ? 0 : counted.filter(({ certain }) => certain).length / counted.length
}

/** Whether the document is what it claims to be, valid, and of a kind that is accepted (check `document_authenticity`). */
export const judgeAuthenticity = (examination: IdentityExamination): CheckVerdict<AuthenticityDetails> => {
  const found = new Findings(examination.policy.weights)
  ruleOnPictures(examination, found)
  ruleOnCapture(examination, found)
  if (examination.fields.length > 0) {
    found.when(!examination.fields.some(({ standing }) => standing === "verified"), "nothing_verified")
    ruleOnAcceptance(examination, found)
    ruleOnDates(examination, found)
    ruleOnZone(examination, found)
    ruleOnComparisons(examination, found)
    ruleOnBarcodes(examination, found)
    const signs = specimenSignsOf(examination)
    if (signs.length > 0) found.add(isSpecimen(signs) ? "document_specimen" : "specimen_suspected")
  }
  found.when(examination.layout?.result === "differs", "layout_differs")
  // What has failed needs no further doubt.
  const failed = outcomeOfReasons(found.sorted()) === "failed"
  found.when(!failed && !suffices(examination.assurance, examination.policy.required_assurance), "authenticity_not_assured")
  const reasons = found.sorted()
  const outcome = outcomeOfReasons(reasons)
  const confidence = Math.round(sureness(examination) * 1000) / 1000
  return {
    outcome,
    score: verdictScore(outcome, confidence),
    confidence,
    threshold: null,
    reasons,
    details: authenticityDetails(examination),
    ...findingsReportedToSession(reasons)
  }
}
