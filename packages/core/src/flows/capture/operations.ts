import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { addToSession, type StoredFile, storeFile, type UploadInput, uploadFields } from "../../resources/documents/upload.ts"
import { operation, preparedOperation } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { LinkStore } from "../../resources/sessions/links/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { byToken, handingIn } from "./contract.ts"
import { CaptureDocument, CaptureState, CaptureStatus, messageOf, phaseOf, presentToSubject, tellableReasons } from "./model.ts"
import { lockCapture, openLink } from "./open.ts"
import { stateOf } from "./state.ts"
import { ownSession } from "./token.ts"
import { submitSession } from "../sessions/lifecycle.ts"

const state = operation(
  {
    ...byToken,
    summary: "Get the state of a verification by the token of its link",
    method: "GET",
    path: "/verify/{token}",
    effect: "read",
    output: CaptureState
  },
  Effect.fnUntraced(function* () {
    return yield* stateOf(yield* ownSession)
  })
)

const start = operation(
  {
    ...byToken,
    summary: "Open a link and start its verification",
    method: "POST",
    path: "/verify/{token}/start",
    effect: "write",
    output: CaptureState,
    conflicts: ["session_redacted", "invalid_state_transition"],
    emits: ["session.link-opened", "session.started", "session.resumed"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const session = yield* openLink()
    yield* note({ type: "session", id: session.id })
    return yield* stateOf(session)
  })
)

const uploadContract = {
  ...handingIn,
  // A chip comes by an operation of its own, with the challenge under which it was read.
  body: { ...uploadFields, kind: Schema.optionalKey(Schema.Literals(["identity", "proof_of_address", "supporting", "selfie"])) },
  upload: true,
  output: CaptureDocument,
  status: 201,
  invalid: ["validation_error", "heic_not_supported", "document_encrypted", "unsupported_document"],
  emits: ["document.uploaded", ...handingIn.emits]
} as const

const receive = Effect.fnUntraced(function* (input: Omit<UploadInput, "file">, file: StoredFile) {
  const { session } = yield* lockCapture()
  const document = yield* addToSession(session, input, file, "capture")
  yield* note({ type: "document", id: document.id })
  return presentToSubject(document)
})

const upload = preparedOperation(
  {
    ...uploadContract,
    summary: "Upload a document by the token of a link",
    description:
      "Upload the sides of an identity document one by one, each with `document_type` and `side`, and with `issuing_country` if it is known; GET config lists the sides that a type needs. Without `kind` and `document_type`, the document is a proof of address.",
    path: "/verify/{token}/documents",
    about: ({ id }) => id
  },
  storeFile,
  ({ token: _token, ...input }, file) => receive(input, file)
)

const additional = preparedOperation(
  {
    ...uploadContract,
    summary: "Upload an additional document by the token of a link",
    path: "/verify/{token}/additional-document",
    about: ({ id }) => id
  },
  storeFile,
  ({ token: _token, ...input }, file) => receive(input, file)
)

const submit = operation(
  {
    ...byToken,
    summary: "Submit a verification by the token of its link",
    method: "POST",
    path: "/verify/{token}/submit",
    effect: "write",
    output: CaptureStatus,
    conflicts: handingIn.conflicts,
    invalid: ["missing_steps"],
    emits: ["session.link-opened", "case.updated", "session.submitted", "workflow-run.cancelled", "workflow-run.resumed"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const { link, session } = yield* lockCapture()
    const submitted = yield* submitSession(session, "person")
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
    ...byToken,
    summary: "Get the outcome of a verification in neutral words",
    method: "GET",
    path: "/verify/{token}/status",
    effect: "read",
    output: CaptureStatus
  },
  Effect.fnUntraced(function* () {
    return statusFor(yield* ownSession)
  })
)

export const verify = operations("verify", { state, start, upload, uploadAdditional: additional, submit, status })
