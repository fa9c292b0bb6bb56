import { Schema } from "effect"
import { ForensicFlag } from "../document-reading.ts"
import { LayoutAgreement } from "../layout-agreement.ts"
import { ValueEvidence } from "../evidence/evidence.ts"
import { CountryCode, isCountryCode } from "../../kernel/foundation/country.ts"
import { DocumentSide, IdentityDocumentType } from "./document-type.ts"
import type { IdentityExamination } from "./examine.ts"
import { fieldSources, identityFieldNames, standings } from "./field-value.ts"
import { mostComparisons } from "./fields.ts"
import { captureSignals, forensicFlags } from "./judges/picture-rules.ts"
import { IdentityDocumentPolicy } from "./policy.ts"
import { mrzFormats } from "./reading.ts"
import { specimenSigns, specimenSignsOf } from "./specimen.ts"

/** Bounds of what is kept of a document. */
const identityDetailLimits = { value: 300, also: 8, pictures: 12, barcodes: 16, matches: 20, code: 3, region: 8, id: 64 } as const

const personal = { "x-personal": true } as const
const text = (most: number) => Schema.String.check(Schema.isMaxCodePoints(most))
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const MaybeShare = Schema.NullOr(Share)
const MaybeType = Schema.NullOr(IdentityDocumentType)
const FieldName = Schema.Literals(identityFieldNames)
const Source = Schema.Literals(fieldSources)
const Agreement = Schema.Literals(["agree", "near", "differ", "incomparable", "missing"])
const Side = Schema.Literals(["front", "back"])

/** A field of an identity document with its source, what stands behind it, and what other sources say. */
const IdentityFieldDetail = Schema.Struct({
  field: FieldName,
  value: text(identityDetailLimits.value).annotate(personal),
  source: Source,
  confidence: Share,
  standing: Schema.Literals(standings),
  repaired: Schema.Boolean,
  certain: Schema.Boolean,
  /** The file that the value was read in; null for the chip, and where the pictures together tell it. */
  document_id: Schema.optionalKey(Schema.NullOr(text(identityDetailLimits.id))),
  /** Where the value was read; absent from checks that were made before it was kept. */
  evidence: Schema.optionalKey(ValueEvidence),
  also: Schema.Array(
    Schema.Struct({
      source: Source,
      value: text(identityDetailLimits.value).annotate(personal),
      standing: Schema.Literals(standings),
      agreement: Agreement,
      confidence: Schema.optionalKey(Share),
      evidence: Schema.optionalKey(ValueEvidence)
    })
  ).check(Schema.isMaxLength(identityDetailLimits.also))
}).annotate({ identifier: "IdentityFieldDetail" })

/** A machine readable zone; its lines are personal data and stand nowhere else. */
const MrzDetail = Schema.Struct({
  format: Schema.Literals(mrzFormats),
  checksums_valid: Schema.Boolean,
  ambiguous: Schema.Boolean,
  repaired: Schema.Boolean,
  confidence: Share,
  check_digits: Schema.Array(Schema.Struct({ field: text(32), valid: Schema.Boolean })).check(Schema.isMaxLength(8)),
  lines: Schema.Array(text(44)).check(Schema.isMaxLength(3)).annotate(personal)
}).annotate({ identifier: "MrzDetail" })

const BarcodeDetail = Schema.Struct({
  kind: Schema.Literals(["aamva", "visible_digital_seal", "unrecognised"]),
  /** Version of the AAMVA standard; null for other symbols. */
  version: Schema.NullOr(Schema.Int),
  /** State, province or territory, or the issuer of a seal. */
  issuer: Schema.NullOr(text(identityDetailLimits.region))
})

/** `details` of a `document_extraction` check. */
export const IdentityExtractionDetails = Schema.Struct({
  document_type: MaybeType,
  document_type_confidence: Share,
  alternatives: Schema.Array(Schema.Struct({ type: IdentityDocumentType, confidence: Share })).check(Schema.isMaxLength(3)),
  issuing_country: Schema.NullOr(CountryCode),
  /** Code of ICAO 9303 part 3, which also names organizations. */
  issuer: Schema.NullOr(text(identityDetailLimits.code)),
  issuing_region: Schema.NullOr(text(identityDetailLimits.region)),
  sides: Schema.Array(Schema.NullOr(DocumentSide)).check(Schema.isMaxLength(identityDetailLimits.pictures)),
  missing_sides: Schema.Array(Side).check(Schema.isMaxLength(2)),
  mrz: Schema.NullOr(MrzDetail),
  barcodes: Schema.Array(BarcodeDetail).check(Schema.isMaxLength(identityDetailLimits.barcodes)),
  fields: Schema.Array(IdentityFieldDetail).check(Schema.isMaxLength(identityFieldNames.length)),
  policy: IdentityDocumentPolicy
}).annotate({ identifier: "IdentityExtractionDetails" })
export type IdentityExtractionDetails = typeof IdentityExtractionDetails.Type

/** `details` of a `document_authenticity` check: what was compared and found, without any value of the person. */
export const AuthenticityDetails = Schema.Struct({
  document_type: MaybeType,
  issuing_country: Schema.NullOr(CountryCode),
  checksums_valid: Schema.NullOr(Schema.Boolean),
  comparisons: Schema.Array(
    Schema.Struct({ field: FieldName, sources: Schema.Tuple([Source, Source]), result: Agreement, same_document: Schema.Boolean })
  ).check(Schema.isMaxLength(mostComparisons)),
  specimen_signs: Schema.Array(Schema.Literals(specimenSigns)).check(Schema.isMaxLength(specimenSigns.length)),
  screen_capture: MaybeShare,
  printed_copy: MaybeShare,
  forensic_flags: Schema.Array(ForensicFlag).check(Schema.isMaxLength(ForensicFlag.literals.length)),
  /** How the layout stands to the templates of its issuer; absent where it was not compared. */
  layout: Schema.optionalKey(LayoutAgreement),
  policy: IdentityDocumentPolicy
}).annotate({ identifier: "AuthenticityDetails" })
export type AuthenticityDetails = typeof AuthenticityDetails.Type

/** `details` of an `age` check: completed years, the fewest where parts of the date of birth are unknown. */
export const AgeDetails = Schema.Struct({
  minimum_age: Schema.NullOr(Schema.Int),
  age: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))).annotate(personal)
}).annotate({ identifier: "AgeDetails" })
export type AgeDetails = typeof AgeDetails.Type

/** `details` of a `duplicate` check. */
export const DuplicateDetails = Schema.Struct({
  fingerprint: Schema.NullOr(text(identityDetailLimits.id)),
  matches: Schema.Array(
    Schema.Struct({
      session_id: text(identityDetailLimits.id),
      same_person: Schema.Boolean,
      /** Country, type and number are the same. */
      same_document: Schema.Boolean,
      picture: Schema.NullOr(Schema.Literals(["same", "similar"])),
      /** Share of differing bits of the perceptual hashes. */
      distance: MaybeShare
    })
  ).check(Schema.isMaxLength(identityDetailLimits.matches)),
  matches_total: Schema.Int
}).annotate({ identifier: "DuplicateDetails" })
export type DuplicateDetails = typeof DuplicateDetails.Type

/** Cuts without leaving half of a surrogate pair behind, which no database column holds. */
const cut = (value: string): string => value.slice(0, identityDetailLimits.value).toWellFormed().replaceAll("\u0000", "")
const share = (value: number): number => (value >= 0 && value <= 1 ? value : 0)
const known = (country: string | null): string | null => (country !== null && isCountryCode(country) ? country : null)

const mrzDetail = ({ mrz }: IdentityExamination): IdentityExtractionDetails["mrz"] =>
  mrz === null
    ? null
    : {
        format: mrz.reading.format,
        checksums_valid: mrz.fields.checksums_valid,
        ambiguous: mrz.reading.ambiguous,
        repaired: mrz.reading.repair !== null,
        confidence: share(mrz.reading.confidence),
        check_digits: mrz.fields.check_digits.slice(0, 8).map(({ field, valid }) => ({ field, valid })),
        lines: mrz.fields.lines.slice(0, 3).map((line) => line.slice(0, 44))
      }

const barcodeDetails = ({ pictures }: IdentityExamination): IdentityExtractionDetails["barcodes"] =>
  pictures
    .flatMap(({ barcodes }) => barcodes)
    .slice(0, identityDetailLimits.barcodes)
    .map((barcode) => ({
      kind: barcode.kind,
      version: barcode.kind === "aamva" ? barcode.card.version : null,
      issuer:
        barcode.kind === "aamva"
          ? (barcode.card.issuer?.jurisdiction ?? null)
          : barcode.kind === "visible_digital_seal"
            ? barcode.issuer
            : null
    }))

/** What is stored of an extraction, cut to its bounds. */
export const extractionDetails = (examination: IdentityExamination): IdentityExtractionDetails => {
  const { classification, country, fields, missing_sides, pictures, policy, type } = examination
  return {
    document_type: type,
    document_type_confidence: share(classification.confidence),
    alternatives: classification.alternatives,
    issuing_country: known(country),
    issuer: classification.issuer,
    issuing_region: classification.region,
    sides: pictures.map(({ side }) => side),
    missing_sides,
    mrz: mrzDetail(examination),
    barcodes: barcodeDetails(examination),
    fields: fields.map((field) => ({
      ...field,
      value: cut(field.value),
      confidence: share(field.confidence),
      also: field.also
        .slice(0, identityDetailLimits.also)
        .map((other) => ({ ...other, value: cut(other.value), confidence: share(other.confidence) }))
    })),
    policy
  }
}

/** What is stored of a judgement on authenticity. */
export const authenticityDetails = (examination: IdentityExamination): AuthenticityDetails => ({
  document_type: examination.type,
  issuing_country: known(examination.country),
  checksums_valid: examination.mrz?.fields.checksums_valid ?? null,
  comparisons: examination.comparisons,
  specimen_signs: specimenSignsOf(examination),
  ...captureSignals(examination),
  forensic_flags: forensicFlags(examination),
  ...(examination.layout === undefined ? {} : { layout: examination.layout }),
  policy: examination.policy
})
