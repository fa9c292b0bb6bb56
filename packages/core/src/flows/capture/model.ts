import { Schema } from "effect"
import { Document, DocumentId, DocumentKind, DocumentStatus, type StoredDocument } from "../../resources/documents/model.ts"
import { LivenessChallenge } from "../../verification/faces/liveness/challenge.ts"
import { mostFrames } from "../../verification/faces/liveness/evidence.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { ReasonCode, subjectSafe } from "../../kernel/foundation/reason-codes.ts"
import { Timestamp, Url } from "../../kernel/foundation/text.ts"
import { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import { Session, type StoredSession } from "../../resources/sessions/model.ts"
import { isWord, SessionStep } from "../../verification/steps.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"

const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))

/** What the person is told; nothing of a decision's grounds but what may be told to the person it is about. */
export const CapturePhase = Schema.Literals(["open", "processing", "more_needed", "finished", "expired"]).annotate({
  identifier: "CapturePhase"
})
export type CapturePhase = typeof CapturePhase.Type

export const phaseOf = ({ status }: StoredSession): CapturePhase => {
  switch (status) {
    case "created":
    case "in_progress":
      return "open"
    case "processing":
      return "processing"
    case "resubmission_required":
      return "more_needed"
    case "expired":
      return "expired"
    // A decision is the integrator's to tell, so that a person under review and one who was declined see the same.
    case "awaiting_external_decision":
    case "in_review":
    case "approved":
    case "declined":
      return "finished"
  }
}

const messages: Record<CapturePhase, string> = {
  open: "Please upload the documents listed here, then submit.",
  processing: "Thank you. Your documents are being checked.",
  more_needed: "We could not use what you sent. Please upload another document.",
  finished: "Thank you. You are done here. The company that sent you this link will contact you.",
  expired: "This verification has expired. Ask the company that sent you the link for a new one."
}

/** Whether what was submitted before still stands, and something else is asked for beside it. */
const askedForMore = ({ completed_steps, required_steps, status, status_reason_codes, submitted_at }: StoredSession): boolean =>
  status === "resubmission_required"
    ? status_reason_codes.length === 0
    : status === "in_progress" && submitted_at !== null && required_steps.some((step) => !isWord(step) && completed_steps.includes(step))

export const messageOf = (session: StoredSession): string =>
  askedForMore(session) ? "Thank you so far. Please go on with what is still missing here, then submit." : messages[phaseOf(session)]

/** Who asks the person to verify, as the pages and apps show it. */
export const Branding = Schema.Struct({
  name: short(255),
  logo: Schema.NullOr(short(30_000)).annotate({ description: "A picture as a `data:` address" }),
  accent: Schema.NullOr(short(7)).annotate({ description: "Colour of buttons, dark enough for white text" }),
  support_url: Schema.NullOr(Url)
}).annotate({ identifier: "Branding" })

/** A document as the person who sent it sees it: no data that was read in it. */
export const CaptureDocument = Schema.Struct({
  id: DocumentId,
  object: Schema.Literal("document"),
  kind: DocumentKind,
  document_type: Schema.NullOr(IdentityDocumentType),
  poa_document_type: Schema.NullOr(PoaDocumentType),
  document_subtype: Document.fields.document_subtype,
  side: Document.fields.side,
  /** Place of a frame in its live capture; null for anything else. */
  position: Schema.NullOr(Schema.Int),
  status: DocumentStatus,
  rejection: Document.fields.rejection,
  created_at: Timestamp
}).annotate({ identifier: "CaptureDocument" })

export const presentToSubject = (document: StoredDocument): typeof CaptureDocument.Type => ({
  id: document.id,
  object: "document",
  kind: document.kind,
  document_type: document.document_type,
  poa_document_type: document.poa_document_type,
  document_subtype: document.document_subtype,
  side: document.side,
  position: document.frame?.position ?? null,
  status: document.status,
  rejection: document.rejection,
  created_at: document.created_at
})

const AcceptedType = Schema.Struct({
  key: PoaDocumentType,
  label: short(255),
  category: short(32),
  default_max_age_days: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "AcceptedType" })

/** The words of consent, and what the person said to them; null before they said anything. */
export const ConsentState = Schema.Struct({
  text_version: short(32),
  text: short(2000),
  granted: Schema.NullOr(Schema.Boolean)
}).annotate({ identifier: "ConsentState" })

/** The challenge that was issued last, without its nonce, and the places of the frames that came under it. */
export const LiveCapture = Schema.NullOr(
  Schema.Struct({
    order: LivenessChallenge.fields.order,
    light_order: LivenessChallenge.fields.light_order,
    expires_at: Timestamp,
    positions: Schema.Array(Schema.Int).check(Schema.isMaxLength(mostFrames))
  })
)

/** Where a verification stands, for the page or app that the person uses. */
export const CaptureState = Schema.Struct({
  object: Schema.Literal("capture_state"),
  environment: EnvironmentName,
  phase: CapturePhase,
  message: short(500),
  information_request: Session.fields.information_request.annotate({ description: "What a reviewer asks for, in their words" }),
  branding: Branding,
  locale: Schema.NullOr(short(35)),
  consent_text_version: short(32),
  consent: ConsentState,
  steps: Schema.Array(Schema.Struct({ step: SessionStep, completed: Schema.Boolean })).check(Schema.isMaxLength(10)),
  supporting_documents: Session.fields.supporting_documents,
  resume_state: Session.fields.resume_state,
  reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  accepted_types: Schema.Array(AcceptedType).check(Schema.isMaxLength(15)),
  issuing_country: Schema.NullOr(CountryCode),
  documents: Schema.Array(CaptureDocument).check(Schema.isMaxLength(150)),
  live_capture: LiveCapture,
  can_submit: Schema.Boolean,
  expires_at: Schema.NullOr(Timestamp),
  redirect_url: Session.fields.redirect_url
}).annotate({ identifier: "CaptureState" })
export type CaptureState = typeof CaptureState.Type

/** The outcome in neutral words. */
export const CaptureStatus = Schema.Struct({
  object: Schema.Literal("capture_status"),
  phase: CapturePhase,
  message: short(500),
  reason_codes: Schema.Array(ReasonCode).check(Schema.isMaxLength(50)),
  redirect_url: Session.fields.redirect_url
}).annotate({ identifier: "CaptureStatus" })

/** Whether the person said no, and may still say otherwise. */
const declinesConsent = ({ consent, status }: StoredSession): boolean => consent?.granted === false && waitsForPerson(status)

/** Codes are told only where the person can do something about them. */
export const tellableReasons = (session: StoredSession): ReadonlyArray<typeof ReasonCode.Type> => [
  ...(session.status === "resubmission_required" ? subjectSafe(session.status_reason_codes) : []),
  ...(declinesConsent(session) ? (["consent_declined"] as const) : [])
]
