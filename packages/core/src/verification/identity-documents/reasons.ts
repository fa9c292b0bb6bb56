import { Schema } from "effect"
import { notAssured } from "../assurance.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"

/** How much a reason weighs: any `fail` fails the check, else any `review` asks a person, `info` only tells. */
export const IdentityReasonSeverity = Schema.Literals(["fail", "review", "info"])
export type IdentityReasonSeverity = typeof IdentityReasonSeverity.Type

interface Facts {
  readonly severity: IdentityReasonSeverity
  /** What the session reports when the reason keeps the check from passing: no one is sent to a person without being told why. */
  readonly session: ReasonCode
  /** A policy may give it another severity. */
  readonly weighable: boolean
  /** For reviewers, without data of the person. */
  readonly message: string
}

const reason = (severity: IdentityReasonSeverity, session: ReasonCode, message: string): Facts => ({
  severity,
  session,
  weighable: true,
  message
})
/** What nothing can make good: the check has nothing to go on, or would stop meaning anything. */
const fixed = (severity: IdentityReasonSeverity, session: ReasonCode, message: string): Facts => ({
  severity,
  session,
  weighable: false,
  message
})

const table = {
  document_unreadable: fixed(
    "fail",
    "document_unreadable",
    "The document could not be read. Ask for a sharp, well-lit picture of the whole document."
  ),
  document_encrypted: fixed("fail", "document_unreadable", "The file is protected by a password. Ask for a copy without protection."),
  document_low_quality: reason(
    "fail",
    "document_unreadable",
    "The picture is too blurred, dark or small to rely on. Ask for a better one."
  ),
  document_cropped: reason("fail", "document_cropped", "Part of the document is outside the picture. Ask for one with all four edges."),
  document_glare: reason("fail", "document_glare", "A reflection hides part of the document. Ask for a picture without glare."),
  document_side_missing: reason(
    "fail",
    "document_side_missing",
    "A side of the document was not submitted. Ask for the side that is missing."
  ),
  document_data_missing: reason("fail", "document_data_missing", "A field that documents of this type carry was not found."),
  mrz_missing: reason("review", "document_data_missing", "Documents of this type carry a machine-readable zone, and none could be read."),
  barcode_missing: reason(
    "review",
    "document_data_missing",
    "Licences of this country carry a barcode on the back, and none could be read."
  ),
  field_uncertain: reason(
    "review",
    "document_data_missing",
    "A field that identifies the holder has only one unconfirmed reading. Compare it with the picture."
  ),
  document_type_unknown: reason("review", "document_data_missing", "The type of the document could not be determined."),
  document_type_not_accepted: reason("fail", "document_type_not_accepted", "Documents of this type are not accepted here."),
  document_type_review_only: reason("review", "document_type_review", "A person always reviews documents of this type."),
  document_type_differs: reason("review", "document_type_differs", "The type of the document differs from the declared type."),
  document_country_unknown: reason("review", "document_data_missing", "The issuing country could not be determined."),
  document_country_not_supported: reason("fail", "document_country_not_supported", "Documents of this country are not accepted here."),
  document_country_differs: reason("review", "document_country_differs", "The issuing country differs from the declared country."),
  document_expired: reason("fail", "document_expired", "The document has expired. Ask for one that is valid."),
  document_expired_in_grace: reason(
    "review",
    "document_expired",
    "The document has expired, but within the grace period. A person decides."
  ),
  expiry_date_missing: reason("review", "document_data_missing", "No date of expiry was found, although documents of this type have one."),
  issue_date_future: reason("review", "document_data_inconsistent", "The date of issue is in the future."),
  dates_implausible: reason("fail", "document_data_inconsistent", "The dates of birth, issue and expiry contradict each other."),
  mrz_invalid: reason("fail", "mrz_invalid", "A check digit of the machine-readable zone is wrong."),
  mrz_doubtful: reason(
    "review",
    "mrz_invalid",
    "A check digit of the machine-readable zone is wrong, or was misread. Compare the zone with the picture."
  ),
  mrz_irregular: reason("review", "mrz_invalid", "The machine-readable zone has content that its format does not allow."),
  mrz_repaired: reason(
    "review",
    "mrz_invalid",
    "A character of the zone was replaced to satisfy a check digit, and no other source confirms the field."
  ),
  mrz_ambiguous: reason(
    "review",
    "mrz_invalid",
    "Several readings of the machine-readable zone satisfy its check digits. Compare it with the picture."
  ),
  authenticity_not_assured: fixed("review", "authenticity_not_assured", notAssured),
  layout_differs: reason(
    "review",
    "authenticity_not_assured",
    "The layout differs from that of the documents of this issuer that people accepted here. Compare it with a genuine one."
  ),
  nothing_verified: reason(
    "review",
    "authenticity_not_assured",
    "No part of the document can be verified by check digits or a barcode. A person should compare it with a genuine document."
  ),
  document_data_inconsistent: reason(
    "review",
    "document_data_inconsistent",
    "The machine-readable data and the print of the document differ."
  ),
  machine_data_contradict: reason(
    "fail",
    "document_data_inconsistent",
    "Two machine-readable parts of the document contradict each other."
  ),
  document_sides_differ: reason("review", "document_data_inconsistent", "The pictures appear to show different documents."),
  barcode_mismatch: reason("review", "barcode_mismatch", "The barcode and the print of the document differ."),
  barcode_issuer_unknown: reason("review", "barcode_mismatch", "The issuer in the barcode is not in the standard."),
  barcode_incomplete: reason("info", "barcode_mismatch", "The barcode is shorter than its stated length."),
  seal_unverified: reason(
    "info",
    "authenticity_not_assured",
    "The document carries a visible digital seal, whose signature is not verified here."
  ),
  document_specimen: reason("fail", "document_specimen", "The document is a specimen."),
  specimen_suspected: reason("review", "document_specimen", "The number or the name on the document is that of a published specimen."),
  document_screen_capture: reason("review", "document_screen_capture", "The picture appears to show a screen and not the document itself."),
  document_printed_copy: reason(
    "review",
    "document_printed_copy",
    "The picture appears to show a printed copy and not the document itself."
  ),
  edited_software: reason("review", "document_tampered", "The file was saved by software for editing pictures or documents."),
  modified_after_signing: reason("fail", "document_tampered", "The file was changed after it was signed."),
  overlay_text: reason("fail", "document_tampered", "Text was laid over the document."),
  metadata_mismatch: reason("review", "document_tampered", "The metadata of the file contradicts the picture."),
  age_below_minimum: fixed("fail", "age_below_minimum", "The person is younger than the required age."),
  age_unknown: fixed("review", "document_data_missing", "The age could not be determined from the document."),
  document_forged: reason(
    "fail",
    "document_forged",
    "The document is registered as a forgery, or someone declined the same picture as one."
  ),
  duplicate_document: reason(
    "review",
    "duplicate_document",
    "Another person used the same document, or it is registered to be watched. A person should look at it."
  ),
  blocklist_match: fixed("fail", "blocklist_match", "The document is registered as stolen."),
  similar_picture: reason(
    "review",
    "duplicate_document",
    "The picture resembles a picture of another person. A person should compare the sessions."
  ),
  same_picture_twice: reason(
    "fail",
    "document_side_missing",
    "Two sides were submitted with the same picture. Ask for the side that is missing."
  )
} as const satisfies Readonly<Record<string, Facts>>

const isCode = (text: string): text is keyof typeof table => Object.hasOwn(table, text)
const codes = Object.keys(table).filter(isCode)

/** Reason codes of the checks on identity documents: stable, never renamed, in the order in which they are told. */
export const IdentityReasonCode = Schema.Literals(codes).annotate({ identifier: "IdentityReasonCode" })
export type IdentityReasonCode = typeof IdentityReasonCode.Type

/** The codes whose severity a policy may set. */
export const WeighableReasonCode = Schema.Literals(codes.filter((code) => table[code].weighable))

/** What is known of each code. */
export const identityReasons: Readonly<Record<IdentityReasonCode, Facts>> = table
