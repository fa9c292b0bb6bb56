import { Effect } from "effect"
import type { CheckContext } from "../../resources/checks/context.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import type { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"

/** What a simulated check is about. */
export interface SimulatedSubject {
  readonly context: CheckContext
  /** Stands for the file that was submitted, since engines of the sandbox open none: the same file is always about the same person. */
  readonly file: Uint8Array
  readonly declared_document: IdentityDocumentType | null
  readonly declared_proof: PoaDocumentType | null
  /** ISO 8601. */
  readonly at: string
}

const nothingSubmitted = "0".repeat(64)

/** The file that tells whom a person simulated from several is: their identity document before anything else. */
const subjectWith = Effect.fnUntraced(function* (
  context: CheckContext,
  documents: ReadonlyArray<StoredDocument>,
  declared_proof: PoaDocumentType | null
) {
  const identity = documents.find(({ kind }) => kind === "identity")
  const subject: SimulatedSubject = {
    context,
    file: new TextEncoder().encode((identity ?? documents[0])?.sha256 ?? nothingSubmitted),
    declared_document: identity?.document_type ?? null,
    declared_proof,
    at: yield* tenantNow
  }
  return subject
})

/** Whom a session is about, by what was submitted last. */
export const subjectOfSession = Effect.fnUntraced(function* (session: StoredSession) {
  const documents = yield* (yield* DocumentStore).list({
    where: [{ field: "session_id", op: "eq", value: session.id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 100
  })
  return yield* subjectWith(session, documents, session.uploaded_doc_types[0] ?? null)
})

/** Most documents of a check that stands alone: all sides of one, or the two that are compared. */
const mostNamed = 10

/** Whom a check that stands alone is about. */
export const subjectOfCheck = Effect.fnUntraced(function* (context: CheckContext, document_ids: ReadonlyArray<string>) {
  const store = yield* DocumentStore
  const found = yield* Effect.forEach(document_ids.slice(0, mostNamed), (id) => store.find(id))
  const documents = found.filter((document) => document !== undefined)
  return yield* subjectWith(context, documents, documents[0]?.poa_document_type ?? null)
})
