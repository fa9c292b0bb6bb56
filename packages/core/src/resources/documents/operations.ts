import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { type FileAnswer, operation, preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lockWritable } from "../sessions/change.ts"
import { SessionId } from "../sessions/model.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { BlobStore } from "./blobs.ts"
import { Document, DocumentId, DocumentKind, DocumentStatus, DocumentStore, type documents as stored, present } from "./model.ts"
import { plainFile } from "./served/plain-file.ts"
import { addDocument, addToSession, storeFile, uploadFields } from "./upload.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const refusals = ["validation_error", "heic_not_supported", "document_encrypted", "unsupported_document"] as const

const uploadToSession = preparedOperation(
  {
    summary: "Upload a document to a session",
    description:
      "multipart/form-data with the file as `file`. JPEG, PNG, WebP, TIFF or PDF of at most 15 MB and 20 pages. `poa_document_type` is optional but recommended: without it the recency window of the type cannot apply.",
    method: "POST",
    path: "/sessions/{session_id}/documents",
    access: scopes("documents:write"),
    effect: "write",
    params: { session_id: SessionId },
    body: uploadFields,
    upload: true,
    output: Document,
    status: 201,
    conflicts: ["invalid_state_transition", "session_redacted"],
    invalid: refusals,
    emits: ["document.uploaded", "session.started", "session.resumed"],
    about: ({ id, session_id }) => session_id ?? id
  },
  storeFile,
  Effect.fnUntraced(function* ({ session_id, ...input }, file) {
    const document = yield* addToSession(yield* lockWritable(session_id), input, file, "api")
    yield* note({ type: "document", id: document.id })
    return present(document)
  })
)

const uploadStandalone = preparedOperation(
  {
    summary: "Upload a document without a session",
    method: "POST",
    path: "/documents",
    access: scopes("documents:write"),
    effect: "write",
    body: uploadFields,
    upload: true,
    output: Document,
    status: 201,
    invalid: refusals,
    emits: ["document.uploaded"],
    about: ({ id, session_id }) => session_id ?? id
  },
  storeFile,
  Effect.fnUntraced(function* (input, file) {
    const document = yield* addDocument(input, file, { session_id: null, via: "api", attempt: 1 })
    yield* note({ type: "document", id: document.id })
    return present(document)
  })
)

const list = operation(
  {
    summary: "List documents, newest first",
    description: "Erased documents are left out unless you filter by their status.",
    method: "GET",
    path: "/documents",
    access: scopes("documents:read", "verifications:read"),
    effect: "read",
    query: {
      ...pageFields(),
      standalone: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Documents of no session" }),
      session_id: Schema.optionalKey(SessionId),
      kind: Schema.optionalKey(Schema.Array(DocumentKind).check(Schema.isMaxLength(10))).annotateKey({ description: "Any of these kinds" }),
      status: Schema.optionalKey(Schema.Array(DocumentStatus).check(Schema.isMaxLength(10))).annotateKey({
        description: "Any of these statuses"
      })
    },
    output: pageOf(Document),
    tool: {
      name: "list_documents",
      title: "List documents",
      toolset: "documents",
      description:
        "List uploaded documents: kind, state and quality, no pictures and no contents. Use it to see what a session has. Not for results. Next: list_session_checks."
    }
  },
  Effect.fnUntraced(function* ({ after, kind, limit, offset, session_id, standalone, status }) {
    const where: Array<Condition<keyof typeof stored.columns>> = [
      status === undefined ? { field: "status", op: "ne", value: "redacted" } : { field: "status", op: "in", values: status }
    ]
    if (standalone !== undefined) where.push({ field: "standalone", op: "eq", value: standalone })
    if (session_id !== undefined) where.push({ field: "session_id", op: "eq", value: session_id })
    if (kind !== undefined) where.push({ field: "kind", op: "in", values: kind })
    const { pagination, rows } = yield* readPage(yield* DocumentStore, { where }, { after, limit, offset })
    const visible = yield* maySeeExtracted
    return { data: rows.map((row) => visible(present(row))), pagination }
  })
)

/** What was read in a document is shown to those who may read results. */
const maySeeExtracted = Effect.map(Caller, ({ credential }) => {
  const may = credential.type !== "api_key" || credential.scopes.has("verifications:read")
  return (document: Document): Document => (may ? document : { ...document, extracted: null, mrz: null })
})

const get = operation(
  {
    summary: "Get a document",
    method: "GET",
    path: "/documents/{document_id}",
    access: scopes("documents:read", "verifications:read"),
    effect: "read",
    params: { document_id: DocumentId },
    output: Document
  },
  Effect.fnUntraced(function* ({ document_id }) {
    const document = yield* (yield* DocumentStore).find(document_id)
    if (document === undefined) return yield* new NotFound()
    return (yield* maySeeExtracted)(present(document))
  })
)

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/tiff": "tiff",
  "application/pdf": "pdf"
}

const FileContent = Schema.declare(
  (input): input is FileAnswer => typeof input === "object" && input !== null && "bytes" in input
).annotate({
  identifier: "FileContent"
})

const download = operation(
  {
    summary: "Download the file of a document",
    description:
      "The file as it was uploaded, less what a camera writes beside the picture: Exif (position, device, times), XMP, IPTC, comments and small previews. Pixels, colours, pages and the way up stay as they are. In a PDF, only the pictures lose it. `sha256` of the document is that of the file as it was uploaded, which the service keeps sealed and serves nowhere.",
    method: "GET",
    path: "/documents/{document_id}/download",
    access: scopes("verifications:read"),
    effect: "read",
    params: { document_id: DocumentId },
    output: FileContent,
    file: ["application/pdf", "image/jpeg", "image/png", "image/tiff", "image/webp"],
    conflicts: ["document_not_available"]
  },
  Effect.fnUntraced(function* ({ document_id }) {
    const document = yield* (yield* DocumentStore).find(document_id)
    if (document === undefined || document.status === "redacted") return yield* new NotFound()
    const bytes = document.blob === null ? undefined : yield* (yield* BlobStore).get(document.blob)
    if (bytes === undefined) {
      return yield* new Conflict({ code: "document_not_available", detail: "The file of this document is no longer in the object store." })
    }
    const plain = plainFile(bytes, document.mime_type)
    if (plain === null) {
      return yield* new Conflict({
        code: "document_not_available",
        detail: "The file of this document is damaged, so that its metadata cannot be taken out. Look at its preview instead."
      })
    }
    return { bytes: plain, mime_type: document.mime_type, filename: `${document.id}.${extensions[document.mime_type] ?? "bin"}` }
  })
)

export const documents = operations("documents", { upload: uploadToSession, create: uploadStandalone, list, get, download })
