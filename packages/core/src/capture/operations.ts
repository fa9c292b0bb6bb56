import { Effect, Schema } from "effect"
import { note } from "../audit/log.ts"
import { DocumentStore } from "../documents/model.ts"
import { addToSession, storeFile, uploadFields } from "../documents/upload.ts"
import { Caller } from "../operation/caller.ts"
import { NotFound } from "../operation/failure.ts"
import { capture, operation, preparedOperation } from "../operation/operation.ts"
import { acceptedTypeOptions } from "../proof-of-address/settings.ts"
import { tenantNow } from "../sandbox/clock.ts"
import { submitSession } from "../sessions/actions.ts"
import { LinkStore } from "../sessions/links.ts"
import { SessionStore, type StoredSession, present } from "../sessions/model.ts"
import { effectivePolicy } from "../settings/proof-of-address.ts"
import { CaptureDocument, CaptureState, CaptureStatus, messageOf, phaseOf, presentToSubject, tellableReasons } from "./model.ts"
import { lockCapture, openLink } from "./open.ts"

/** Grows when the words of consent change; what a person agreed to can then be told. */
export const consentTextVersion = "2026-08-01"

/** 43 characters of base64url; anything else names nothing. */
const params = { token: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u), Schema.isMaxLength(43)) }

const ownSession = Effect.gen(function* () {
  const { credential } = yield* Caller
  const found = credential.type === "capture" ? yield* (yield* SessionStore).find(credential.session) : undefined
  return found === undefined ? yield* new NotFound() : found
})

/** What the page or app needs to go on. */
export const stateOf = Effect.fnUntraced(function* (session: StoredSession) {
  const documents = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "status", op: "ne", value: "redacted" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 50
  })
  const country = session.expected.country ?? null
  const policy = yield* effectivePolicy({ session: session.policy })
  const phase = phaseOf(session)
  const complete = session.required_steps.every((step) => session.completed_steps.includes(step))
  const state: CaptureState = {
    object: "capture_state",
    environment: session.environment,
    phase,
    message: messageOf(session),
    locale: session.contact.locale ?? null,
    consent_text_version: consentTextVersion,
    steps: session.required_steps.map((step) => ({ step, completed: session.completed_steps.includes(step) })),
    resume_state: present(session).resume_state,
    accepted_types: acceptedTypeOptions(policy, country).map(({ category, default_max_age_days, key, label }) => ({
      key,
      label,
      category,
      default_max_age_days
    })),
    issuing_country: country,
    documents: documents.map(presentToSubject),
    can_submit: complete && (phase === "open" || phase === "more_needed"),
    expires_at: session.expires_at,
    redirect_url: session.redirect_url
  }
  return state
})

const state = operation(
  {
    name: "verify.state",
    summary: "Where a verification stands, by the token of its link",
    method: "GET",
    path: "/verify/{token}",
    access: capture,
    effect: "read",
    params,
    output: CaptureState,
    gone: true,
    forbidden: ["link_bound_elsewhere"]
  },
  Effect.fnUntraced(function* () {
    return yield* stateOf(yield* ownSession)
  })
)

const start = operation(
  {
    name: "verify.start",
    summary: "Open a link and start its verification",
    method: "POST",
    path: "/verify/{token}/start",
    access: capture,
    effect: "write",
    params,
    output: CaptureState,
    gone: true,
    forbidden: ["link_bound_elsewhere"],
    conflicts: ["session_redacted"],
    emits: ["session.link-opened", "session.started", "session.resumed"]
  },
  Effect.fnUntraced(function* () {
    const session = yield* openLink()
    yield* note({ type: "session", id: session.id })
    return yield* stateOf(session)
  })
)

const uploadContract = {
  method: "POST",
  access: capture,
  effect: "write",
  params,
  body: uploadFields,
  upload: true,
  output: CaptureDocument,
  status: 201,
  gone: true,
  forbidden: ["link_bound_elsewhere"],
  conflicts: ["invalid_state_transition", "session_redacted"],
  invalid: ["validation_error", "heic_not_supported", "unsupported_document"],
  emits: ["document.uploaded", "session.started", "session.resumed"]
} as const

type UploadHandler = Parameters<typeof addToSession>[1]
const receive = Effect.fnUntraced(function* (input: UploadHandler, file: Parameters<typeof addToSession>[2]) {
  const { session } = yield* lockCapture()
  const document = yield* addToSession(session, input, file, "capture")
  yield* note({ type: "document", id: document.id })
  return presentToSubject(document)
})

const upload = preparedOperation(
  { ...uploadContract, name: "verify.upload", summary: "Upload a document by the token of a link", path: "/verify/{token}/documents" },
  storeFile,
  ({ token: _token, ...input }, file) => receive(input, file)
)

const additional = preparedOperation(
  {
    ...uploadContract,
    name: "verify.upload_additional",
    summary: "Upload an additional document by the token of a link",
    path: "/verify/{token}/additional-document"
  },
  storeFile,
  ({ token: _token, ...input }, file) => receive(input, file)
)

const submit = operation(
  {
    name: "verify.submit",
    summary: "Submit a verification by the token of its link",
    method: "POST",
    path: "/verify/{token}/submit",
    access: capture,
    effect: "write",
    params,
    output: CaptureStatus,
    gone: true,
    forbidden: ["link_bound_elsewhere"],
    conflicts: ["invalid_state_transition", "session_redacted"],
    invalid: ["missing_steps"],
    emits: ["session.submitted"]
  },
  Effect.fnUntraced(function* () {
    const { link, session } = yield* lockCapture()
    const submitted = yield* submitSession(session)
    yield* (yield* LinkStore).save({ ...link, status: "completed", updated_at: yield* tenantNow })
    yield* note({ type: "session", id: session.id })
    return statusFor(submitted)
  })
)

const statusFor = (session: StoredSession): typeof CaptureStatus.Type => ({
  object: "capture_status",
  phase: phaseOf(session),
  message: messageOf(session),
  reason_codes: tellableReasons(session),
  redirect_url: session.redirect_url
})

const status = operation(
  {
    name: "verify.status",
    summary: "The outcome of a verification in neutral words",
    method: "GET",
    path: "/verify/{token}/status",
    access: capture,
    effect: "read",
    params,
    output: CaptureStatus,
    gone: true,
    forbidden: ["link_bound_elsewhere"]
  },
  Effect.fnUntraced(function* () {
    return statusFor(yield* ownSession)
  })
)

export const operations = [state, start, upload, additional, submit, status] as const
