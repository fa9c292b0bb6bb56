import { Schema } from "effect"

/** What a reason is about; groups reasons in lists and statistics. */
const ReasonCategory = Schema.Literals([
  "document",
  "document_authenticity",
  "selfie",
  "nfc",
  "proof_of_address",
  "data_match",
  "duplicate",
  "screening",
  "device",
  "process",
  "decision"
]).annotate({ identifier: "ReasonCategory" })
type ReasonCategory = typeof ReasonCategory.Type

/** How much a reason weighs with a reviewer: a hint, never a decision. */
export const ReasonSeverity = Schema.Literals(["low", "medium", "high", "critical"]).annotate({ identifier: "ReasonSeverity" })
export type ReasonSeverity = typeof ReasonSeverity.Type

interface ReasonFacts {
  readonly category: ReasonCategory
  /** The person can put it right by trying again: the session asks for a resubmission. */
  readonly retryable: boolean
  /** May be named to the person being verified. Never true of what would warn a fraudster or tell of a list. */
  readonly subject_safe: boolean
  readonly severity: ReasonSeverity
  /** For reviewers; holds no data of the person. */
  readonly message: string
}

const retry = (category: ReasonCategory, message: string, severity: ReasonSeverity = "low") =>
  ({ category, retryable: true, subject_safe: true, severity, message }) as const
/** Not to be retried, and told to reviewers only. */
const internal = (category: ReasonCategory, severity: ReasonSeverity, message: string) =>
  ({ category, retryable: false, subject_safe: false, severity, message }) as const
/** Not to be retried, yet no secret from the person. */
const open = (category: ReasonCategory, severity: ReasonSeverity, message: string) =>
  ({ category, retryable: false, subject_safe: true, severity, message }) as const

const table = {
  document_unreadable: retry("document", "The document cannot be read"),
  document_cropped: retry("document", "Part of the document is outside the picture"),
  document_glare: retry("document", "Glare or a reflection hides part of the document"),
  document_side_missing: retry("document", "A side of the document is missing"),
  document_expired: retry("document", "The document has expired", "medium"),
  document_type_not_accepted: retry("document", "This type of document is not accepted here"),
  document_country_not_supported: retry("document", "Documents of this country are not supported here"),
  document_type_differs: retry("document", "The document is of another type than the one declared", "medium"),
  document_country_differs: retry("document", "The document was issued in another country than the one declared", "medium"),
  document_data_missing: retry("document", "A field that must be on the document was not found"),
  selfie_unclear: retry("selfie", "The selfie is too dark, blurred or small to compare"),
  face_not_found: retry("selfie", "No face was found"),
  multiple_faces: retry("selfie", "More than one face was found", "medium"),
  liveness_inconclusive: retry("selfie", "The service could not determine whether a live person was present", "medium"),
  nfc_read_failed: retry("nfc", "The chip of the document could not be read"),
  poa_failed: retry("proof_of_address", "The proof of address did not pass", "medium"),
  questionnaire_incomplete: retry("process", "A required answer is missing"),
  consent_declined: retry("process", "Consent was not given"),

  document_forged: internal("document_authenticity", "critical", "The document appears to be forged"),
  document_tampered: internal("document_authenticity", "critical", "The document appears to have been altered"),
  document_screen_capture: internal("document_authenticity", "high", "The picture shows a screen and not the document itself"),
  document_printed_copy: internal("document_authenticity", "high", "The picture shows a printed copy and not the document itself"),
  document_specimen: internal("document_authenticity", "high", "The document is a specimen"),
  document_data_inconsistent: internal("document_authenticity", "high", "Parts of the document contradict each other"),
  document_type_review: internal("document", "low", "A person always reviews documents of this type"),
  mrz_invalid: internal("document_authenticity", "high", "The machine-readable zone is malformed or its check digits are wrong"),
  barcode_mismatch: internal("document_authenticity", "high", "The barcode and the printed data differ"),
  portrait_replaced: internal("document_authenticity", "critical", "The portrait appears to have been replaced"),
  face_mismatch: internal("selfie", "high", "The selfie and the portrait of the document appear to show different people"),
  liveness_failed: internal("selfie", "critical", "No live person appears to have been present"),
  injection_suspected: internal("device", "critical", "The picture appears not to come from the device's camera"),
  nfc_authentication_failed: internal("nfc", "critical", "The signature or the authenticity of the chip could not be confirmed"),
  nfc_data_mismatch: internal("nfc", "critical", "The chip and the printed data differ"),
  copy_not_excluded: internal("nfc", "high", "Nothing proves that the chip is the original and not a copy"),
  age_below_minimum: open("data_match", "high", "The person is younger than the required age"),
  name_mismatch: internal("data_match", "medium", "The name differs from the one expected"),
  date_of_birth_mismatch: internal("data_match", "high", "The date of birth differs from the one expected"),
  address_mismatch: internal("data_match", "medium", "The address differs from the one expected"),
  id_number_mismatch: internal("data_match", "high", "The identification number differs from the one expected"),
  database_no_match: internal("data_match", "medium", "The queried database has no matching record"),
  duplicate_identity: internal("duplicate", "high", "The person appears to be known as another identity"),
  duplicate_face: internal("duplicate", "high", "The face appears with another identity"),
  duplicate_document: internal("duplicate", "high", "The document was used with another identity"),
  list_match: internal("screening", "high", "An entry of a list of the organization matches"),
  blocklist_match: internal("screening", "critical", "An entry of the blocklist matches"),
  sanctions_hit: internal("screening", "critical", "An entry of a sanctions list may be this person"),
  pep_hit: internal("screening", "high", "The person may hold or be close to a prominent public function"),
  adverse_media_hit: internal("screening", "medium", "Adverse media may concern this person"),
  consortium_match: internal("screening", "high", "Another organization of the shared network has seen this face"),
  device_risk: internal("device", "medium", "The device shows signs of risk"),
  poa_review: internal("proof_of_address", "medium", "The proof of address needs a reviewer"),
  questionnaire_answer: internal("process", "medium", "An answer to the questionnaire is not one that the organization accepts"),
  external_decision_declined: internal("decision", "high", "The external gate declined"),
  reviewer_declined: internal("decision", "high", "A reviewer declined"),
  resubmission_limit_exceeded: open("process", "medium", "No attempts are left"),
  session_expired: open("process", "low", "The session expired before it was completed"),
  check_unavailable: internal("process", "medium", "A check could not be run in time"),
  authenticity_not_assured: internal(
    "document",
    "medium",
    "Nothing assures as much as the policy asks for that what was submitted is genuine"
  )
} as const satisfies Record<string, ReasonFacts>

const isCode = (text: string): text is keyof typeof table => Object.hasOwn(table, text)
const codes = Object.keys(table).filter(isCode)

/** Every stable reason of a session's status, in the order the documents list them. */
export const ReasonCode = Schema.Literals(codes).annotate({ identifier: "ReasonCode" })
export type ReasonCode = typeof ReasonCode.Type
/** A code that callers give or wrote into a workflow: every version takes all of them, also those that it shows as an earlier code of a session. */
export const GivenReasonCode = Schema.Literals(codes).annotate({ identifier: "GivenReasonCode" })

/** What is known of each reason code. */
export const reasonFacts: Readonly<Record<ReasonCode, ReasonFacts>> = table

/** A reason as `GET /reason-codes` shows it. */
export interface Reason extends Schema.Schema.Type<typeof Reason> {}
export const Reason = Schema.Struct({
  code: GivenReasonCode,
  category: ReasonCategory,
  retryable: Schema.Boolean,
  subject_safe: Schema.Boolean,
  severity: ReasonSeverity,
  message: Schema.String.check(Schema.isMaxCodePoints(200))
}).annotate({ identifier: "Reason" })

/** The whole table as rows, in the order of the documents. */
export const reasons: ReadonlyArray<Reason> = codes.map((code) => ({ code, ...table[code] }))

/** The reasons among these that the person being verified may be told. */
export const subjectSafe = (given: ReadonlyArray<ReasonCode>): ReadonlyArray<ReasonCode> =>
  given.filter((code) => reasonFacts[code].subject_safe)
