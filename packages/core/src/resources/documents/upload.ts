import { Effect, Schema } from "effect"
import { announcing } from "../../kernel/resource/resource.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { Conflict, InvalidInput, PayloadTooLarge, invalid } from "../../kernel/foundation/failure.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { partitionFor } from "../../kernel/jobs/turns.ts"
import type { Upload } from "../../kernel/operation/operation.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { lateFor, saveProgress, withStep } from "../sessions/progress.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { putAway } from "./erase-file.ts"
import { used } from "./stored-files.ts"
import { withDocumentStep } from "./identity-step.ts"
import { maxDocumentBytes, sniffMedia } from "./media.ts"
import { checkSubtype, withSupportingStep } from "./supporting-step.ts"
import { RowKey } from "../../kernel/resource/keyed/records.ts"
import { needsPassword } from "./pdf/password.ts"
import { DocumentKind, DocumentStore, documents, type StoredDocument, SubmittedPoaType, canonicalPoaType } from "./model.ts"
import { DocumentSide, IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** Text parts of an upload. */
export const uploadFields = {
  kind: Schema.optionalKey(DocumentKind),
  side: Schema.optionalKey(DocumentSide),
  document_type: Schema.optionalKey(Schema.Union([IdentityDocumentType, SubmittedPoaType])),
  poa_document_type: Schema.optionalKey(SubmittedPoaType),
  poa_issuing_country: Schema.optionalKey(CountryCode),
  document_subtype: Schema.optionalKey(
    RowKey.annotate({ description: "Of a supporting document: the key of its document type. Then `kind` may be left out" })
  ),
  issuing_country: Schema.optionalKey(
    CountryCode.annotate({
      description: "Country that issued an identity document or a supporting document, ISO 3166-1 alpha-2, where it is known"
    })
  )
}
export interface UploadInput {
  readonly kind?: typeof DocumentKind.Type
  readonly side?: typeof DocumentSide.Type
  readonly document_type?: typeof IdentityDocumentType.Type | typeof SubmittedPoaType.Type
  readonly poa_document_type?: typeof SubmittedPoaType.Type
  readonly poa_issuing_country?: string
  readonly issuing_country?: string
  readonly document_subtype?: string
  /** Of a frame of a live capture. */
  readonly frame?: StoredDocument["frame"]
  readonly file: Upload
}

/** Name of the job that reads an uploaded document. */
export const readDocumentJob = "documents.read"
/** A session takes this many documents over all its attempts, and beside them this many pictures of a face: four captures of 24 frames. */
export const maximumDocumentsPerSession = 50
const maximumFacesPerSession = 96

const unsupported = (code: "document_encrypted" | "heic_not_supported" | "unsupported_document", message: string) =>
  new InvalidInput({ code, problems: [{ loc: ["body", "file"], code, message }] })

export interface StoredFile {
  /** Null for a simulated document, which has no file. */
  readonly blob: string | null
  /** Its entry in the register of files; null where it was not stored for this document. */
  readonly entry: string | null
  readonly sha256: string
  readonly mime_type: string
  readonly size_bytes: number
}

const encrypted = unsupported("document_encrypted", "is protected by a password; send a copy without protection")

/** What the bytes of an upload are, or why they are no document; what they claim to be is not believed. */
const mediaTypeOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const sniffed = sniffMedia(bytes)
  if ("refused" in sniffed) {
    switch (sniffed.refused) {
      case "empty_file":
        return yield* invalid(["body", "file"], "empty_file", "is empty; send the document itself")
      case "file_too_large":
        return yield* new PayloadTooLarge({ max_bytes: maxDocumentBytes })
      case "heic_not_supported":
        return yield* unsupported(
          "heic_not_supported",
          "is a HEIC picture, which this installation does not read; send JPEG, PNG, WebP, TIFF or PDF"
        )
      case "unsupported_media_type":
        return yield* unsupported("unsupported_document", "is not a JPEG, PNG, WebP, TIFF or PDF file; send one of these")
    }
  }
  if (sniffed.mime_type === "application/pdf" && needsPassword(bytes)) return yield* encrypted
  return sniffed.mime_type
})

const storeBytes = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const mime_type = yield* mediaTypeOf(bytes)
  const { entry, name, sha256 } = yield* putAway(bytes)
  const stored: StoredFile = { blob: name, entry, sha256, mime_type, size_bytes: bytes.length }
  return stored
})

/** Looks at an upload and puts it away; runs before the transaction, and twice does no harm. */
export const storeFile = ({ file }: { readonly file: Upload }) => file.use(storeBytes)

const poaNames: ReadonlySet<string> = new Set(SubmittedPoaType.literals)
const isPoaName = (text: string): text is typeof SubmittedPoaType.Type => poaNames.has(text)
const isIdentityName = Schema.is(IdentityDocumentType)

/** Counts the event in the document's sequence and announces it with the state that the document is saved in. */
export const announceDocument = announcing(documents)

const declaredType = ({ document_type, poa_document_type }: Omit<UploadInput, "file">) =>
  poa_document_type ?? (document_type !== undefined && isPoaName(document_type) ? document_type : undefined)

/** What is uploaded without a word on its kind is a proof of address, unless it names a type of identity or supporting document. */
const kindOf = (input: Omit<UploadInput, "file">): StoredDocument["kind"] =>
  input.kind ??
  (input.document_subtype !== undefined
    ? "supporting"
    : declaredType(input) === undefined && input.document_type !== undefined
      ? "identity"
      : "proof_of_address")

/** Documents of the tenant that have the same bytes. */
const duplicatesOf = Effect.fnUntraced(function* ({ blob, sha256 }: StoredFile) {
  if (blob === null) return []
  const store = yield* DocumentStore
  return yield* store.list({
    where: [
      { field: "sha256", op: "eq", value: sha256 },
      { field: "status", op: "ne", value: "redacted" }
    ],
    limit: 20
  })
})

/** Where an uploaded document belongs, and how it came. */
interface Placed {
  readonly session_id: string | null
  readonly identity_id?: string | null
  readonly via: StoredDocument["uploaded_via"]
  readonly attempt: number
  /** What the session asks for of supporting documents. */
  readonly wanted?: StoredSession["supporting_documents"]
}

/** Queues the reading of a document: a person who waits comes before a program. */
const queueReading = Effect.fnUntraced(function* ({ created_at, id, uploaded_via }: StoredDocument) {
  yield* (yield* JobQueue).enqueue({
    id,
    name: readDocumentJob,
    payload: { document_id: id },
    due_at: created_at,
    partition: yield* partitionFor(uploaded_via === "capture" ? "person" : "batch")
  })
})

/** Records an uploaded document, and has it read. */
export const addDocument = Effect.fnUntraced(function* (input: Omit<UploadInput, "file">, file: StoredFile, placed: Placed) {
  const { environment } = yield* Tenant
  const store = yield* DocumentStore
  if (file.entry !== null) yield* used([file.entry])
  const declared = declaredType(input)
  const kind = kindOf(input)
  yield* checkSubtype({ kind, document_subtype: input.document_subtype, issuing_country: input.issuing_country }, placed.wanted)
  const duplicates = yield* duplicatesOf(file)
  const instant = yield* tenantNow
  const document: StoredDocument = {
    id: yield* makeId("doc"),
    environment,
    session_id: placed.session_id,
    identity_id: placed.identity_id ?? null,
    standalone: placed.session_id === null,
    kind,
    document_type: input.document_type !== undefined && isIdentityName(input.document_type) ? input.document_type : null,
    document_subtype: input.document_subtype ?? null,
    poa_document_type: declared === undefined ? null : canonicalPoaType(declared),
    submitted_type: declared ?? null,
    side: input.side ?? null,
    page_count: null,
    issuing_country:
      (kind === "identity" || kind === "supporting" ? input.issuing_country : undefined) ?? input.poa_issuing_country ?? null,
    issuing_region: null,
    status: "uploaded",
    rejection: null,
    mime_type: file.mime_type,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    perceptual_hash: null,
    quality: null,
    classification: null,
    forensics: null,
    extraction: null,
    duplicate_of: duplicates.map(({ id }) => id),
    uploaded_via: placed.via,
    attempt: placed.attempt,
    simulated: isSimulated(environment),
    redacted_at: null,
    blob: file.blob,
    text_source: null,
    file_facts: null,
    ...(input.frame === undefined ? {} : { frame: input.frame }),
    sequence: 0,
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  const announced = yield* announceDocument(document, "document.uploaded", {})
  yield* store.insert(announced)
  yield* queueReading(document)
  return announced
})

/** The step that a document of a kind completes. */
export const stepOf = {
  identity: "document",
  selfie: "selfie",
  nfc_data: "nfc",
  proof_of_address: "proof_of_address",
  supporting: "supporting_documents"
} as const satisfies Record<typeof DocumentKind.Type, SessionStep>

/**
 * Adds a document to a locked session: the first one starts it, and one of the asked kind completes its step, unless `completes` says that
 * more is needed, or sides of an identity document are missing.
 */
export const addToSession = Effect.fnUntraced(function* (
  session: StoredSession,
  input: Omit<UploadInput, "file">,
  file: StoredFile,
  via: StoredDocument["uploaded_via"],
  completes = true
) {
  const late = lateFor(session)
  if (late !== undefined) return yield* late
  const ofFace = kindOf(input) === "selfie"
  const count = yield* (yield* DocumentStore).count([
    { field: "session_id", op: "eq", value: session.id },
    { field: "kind", op: ofFace ? "eq" : "ne", value: "selfie" }
  ])
  const most = ofFace ? maximumFacesPerSession : maximumDocumentsPerSession
  if (count >= most) {
    return yield* new Conflict({
      code: "conflict",
      detail: `A session accepts at most ${most} ${ofFace ? "pictures of a face" : "documents"}. Create a new session.`
    })
  }
  const document = yield* addDocument(input, file, {
    session_id: session.id,
    identity_id: session.identity_id,
    via,
    attempt: session.resubmission_count + 1,
    wanted: session.supporting_documents
  })
  const types = new Set(session.uploaded_doc_types)
  if (document.poa_document_type !== null) types.add(document.poa_document_type)
  const filled =
    document.kind === "identity"
      ? yield* withDocumentStep(session, document)
      : document.kind === "supporting"
        ? yield* withSupportingStep(session, document)
        : completes
          ? withStep(session, stepOf[document.kind], true)
          : session
  yield* saveProgress({ ...filled, uploaded_doc_types: [...types], updated_at: document.created_at })
  return document
})

/** What a simulation uploads for each step that asks for a file. */
const simulatedUploads = {
  document: { input: { kind: "identity", document_type: "passport", side: "single" }, mime_type: "image/jpeg" },
  selfie: { input: { kind: "selfie" }, mime_type: "image/jpeg" },
  nfc: { input: { kind: "nfc_data" }, mime_type: "application/json" },
  proof_of_address: { input: { kind: "proof_of_address", poa_document_type: "utility_bill" }, mime_type: "application/pdf" }
} as const satisfies Partial<Record<SessionStep, { readonly input: Omit<UploadInput, "file">; readonly mime_type: string }>>
type UploadStep = keyof typeof simulatedUploads

/** Steps that ask for a file. */
export const isUploadStep = (step: SessionStep): step is UploadStep => Object.hasOwn(simulatedUploads, step)

/** A document of a sandbox simulation: a record without a file. */
export const addSimulatedDocument = (session: StoredSession, step: UploadStep) =>
  addToSession(
    session,
    simulatedUploads[step].input,
    { blob: null, entry: null, sha256: "0".repeat(64), mime_type: simulatedUploads[step].mime_type, size_bytes: 0 },
    "api"
  )
