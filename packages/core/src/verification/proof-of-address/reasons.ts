import { Schema } from "effect"
import { notAssured } from "../assurance.ts"

/** How much a reason weighs: any `fail` fails the check, else any `review` sends it to a person, `info` only tells. */
export const ReasonSeverity = Schema.Literals(["fail", "review", "info"])
export type ReasonSeverity = typeof ReasonSeverity.Type

/** Reason codes of the proof-of-address check: stable, never renamed. */
export const PoaReasonCode = Schema.Literals([
  "type_not_accepted",
  "type_review_only",
  "type_mismatch_declared",
  "country_not_accepted",
  "issuing_country_missing",
  "document_too_old",
  "document_age_in_grace",
  "issue_date_missing",
  "issue_date_future",
  "name_missing",
  "name_mismatch",
  "name_below_pass",
  "joint_holder",
  "address_missing",
  "address_mismatch",
  "address_below_pass",
  "address_partial",
  "country_mismatch",
  "po_box",
  "business_address",
  "issuer_unknown",
  "issuer_not_trusted",
  "language_unsupported",
  "low_quality",
  "cropped",
  "screenshot",
  "edited_software",
  "modified_after_signing",
  "overlay_text",
  "metadata_mismatch",
  "altered_text",
  "template_known_forgery",
  "layout_differs",
  "duplicate_document",
  "blocklist_match",
  "same_as_identity_document",
  "insufficient_independent_sources",
  "no_reference_data",
  "authenticity_not_assured",
  "unreadable",
  "encrypted"
]).annotate({ identifier: "PoaReasonCode" })
export type PoaReasonCode = typeof PoaReasonCode.Type

/** One reason of a result: a stable code, its weight here, and what to do next in a sentence without personal data. */
export const PoaReason = Schema.Struct({
  code: PoaReasonCode,
  severity: ReasonSeverity,
  message: Schema.String.check(Schema.isMaxCodePoints(500))
}).annotate({ identifier: "PoaReason" })
export type PoaReason = typeof PoaReason.Type

interface PoaReasonFacts {
  readonly severity: ReasonSeverity
  /** A better copy of the same document would cure it. */
  readonly retryable: boolean
  /** May be shown to the person being verified: it teaches nothing about how forgeries are found. */
  readonly subject_safe: boolean
  readonly message: string
}

const reason = (
  severity: ReasonSeverity,
  message: string,
  marks: { readonly retryable?: true; readonly internal?: true } = {}
): PoaReasonFacts => ({
  severity,
  retryable: marks.retryable ?? false,
  subject_safe: !(marks.internal ?? false),
  message
})
const retryable = { retryable: true } as const
const internal = { internal: true } as const

/** Default severity and text of every code; a policy or the circumstances may give a result another severity. */
export const poaReasons: Readonly<Record<PoaReasonCode, PoaReasonFacts>> = {
  type_not_accepted: reason("fail", "This type of document is not accepted here. Upload one of the accepted types."),
  type_review_only: reason(
    "review",
    "This type of document is always checked by a person. Wait for the review or upload a document of another type."
  ),
  type_mismatch_declared: reason(
    "review",
    "The document looks like another type than the one declared. A person will check it; declare the type that is shown."
  ),
  country_not_accepted: reason(
    "fail",
    "Documents issued in this country are not accepted. Upload a document issued in an accepted country."
  ),
  issuing_country_missing: reason("review", "The country of issue is not known. State it with the upload."),
  document_too_old: reason("fail", "The document is too old or no longer valid. Upload a more recent one."),
  document_age_in_grace: reason(
    "review",
    "The document is slightly older than allowed. A person will check it; a more recent one passes sooner."
  ),
  issue_date_missing: reason(
    "review",
    "No date that shows how recent the document is was found. Upload a document that shows its date, with every page that carries one."
  ),
  issue_date_future: reason("fail", "The document carries a date in the future. Upload a document that has already been issued."),
  name_missing: reason("fail", "No name of an account or contract holder was found. Upload a document that shows the full name."),
  name_mismatch: reason("fail", "The name on the document is not the name being verified. Upload a document in that person's name."),
  name_below_pass: reason(
    "review",
    "The name on the document is close to the name being verified but not the same. A person will compare them."
  ),
  joint_holder: reason("info", "The document names more than one holder. Nothing needs to be done."),
  address_missing: reason("fail", "No postal address of the holder was found. Upload a document that shows the full address."),
  address_mismatch: reason(
    "fail",
    "The address on the document is not the address given. Correct the address given or upload a document that shows it."
  ),
  address_below_pass: reason(
    "review",
    "The address on the document is close to the address given but not the same. A person will compare them."
  ),
  address_partial: reason("info", "Only part of the address could be compared. Give the full address to strengthen the result."),
  country_mismatch: reason(
    "fail",
    "The country on the document contradicts the country given. Correct the country or upload a document from it."
  ),
  po_box: reason("fail", "The address is a post office box. Upload a document that shows the place of residence."),
  business_address: reason(
    "review",
    "The address looks like a place of business or a mail service. Upload a document that shows the place of residence."
  ),
  issuer_unknown: reason(
    "review",
    "The organization that issued the document was not found on it. Upload a copy that shows its name or logo in text."
  ),
  issuer_not_trusted: reason("review", "The issuer is not known as one that issues such documents. A person will check it.", internal),
  language_unsupported: reason(
    "review",
    "The language of the document is not among those supported. Upload a document in a supported language or wait for the review."
  ),
  low_quality: reason("fail", "The picture is too poor to read. Upload a sharp, well-lit copy or the original file.", retryable),
  cropped: reason("fail", "Part of the document is cut off. Upload the whole page with all four edges.", retryable),
  screenshot: reason("review", "The file is a screenshot. Upload the original file or a photo of the paper document."),
  edited_software: reason("review", "The file was saved by software for editing. Ask for the original file from the issuer.", internal),
  modified_after_signing: reason("fail", "The file was changed after it was signed. Ask for the original file from the issuer.", internal),
  overlay_text: reason("fail", "Text was laid over the document. Ask for the original file from the issuer.", internal),
  metadata_mismatch: reason(
    "review",
    "What the file says of itself contradicts the document. A person should compare the dates and the producer.",
    internal
  ),
  altered_text: reason(
    "review",
    "The name, address or date is printed unlike the text around it. A person should look at these words, and ask the issuer where they doubt.",
    internal
  ),
  template_known_forgery: reason(
    "fail",
    "The document matches a template known from forgeries. Treat the session as an attempt at fraud.",
    internal
  ),
  layout_differs: reason(
    "review",
    "The layout differs from that of the documents of this issuer that people accepted here. A person will compare them.",
    internal
  ),
  duplicate_document: reason(
    "review",
    "The same document was used before, or is registered to be watched. A person should look at it.",
    internal
  ),
  blocklist_match: reason("fail", "The document is registered as stolen.", internal),
  same_as_identity_document: reason(
    "fail",
    "The proof of address is the document that already proves identity. Upload a different document."
  ),
  insufficient_independent_sources: reason(
    "review",
    "More independent sources are needed. Upload another document from a different issuer."
  ),
  no_reference_data: reason(
    "info",
    "The session has no expected name or address to compare with. Set the expected name and address of the session."
  ),
  authenticity_not_assured: reason("review", notAssured, internal),
  unreadable: reason(
    "fail",
    "The file cannot be read as a document. Upload a complete PDF or a clear image in a supported format.",
    retryable
  ),
  encrypted: reason("fail", "The file is protected by a password. Upload a copy without protection.", retryable)
}
