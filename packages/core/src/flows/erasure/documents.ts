import { Effect } from "effect"
import { eraseCheck, lockChecksOf } from "./checks.ts"
import { scheduleFileErasure } from "../../resources/documents/erase-file.ts"
import { holdersOf } from "../../resources/documents/stored-files.ts"
import { refuseHeld } from "../../resources/erasure/holds.ts"
import { eraseExportsOf } from "../../resources/exports/end.ts"
import { issueReceipt } from "../../resources/erasure/receipt.ts"
import { FaceIndex } from "../../verification/faces/face-index.ts"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { IdempotencyStore } from "../../kernel/operation/idempotency.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { FingerprintStore } from "../../resources/document-fingerprints/model.ts"
import { forgetLinking } from "../../resources/identities/link-lock.ts"
import { eraseEventsAbout } from "./events.ts"
import { atOneTime, forEvery } from "./every.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { announceDocument } from "../../resources/documents/upload.ts"
import { scheduleChecks } from "../sessions/lifecycle.ts"

/**
 * The document without what tells of the person: kind, type, times and the hash of its content stay as evidence of what was shown. Every
 * member that stays is named, so that one that is added later goes until someone decides that it may stay.
 */
const withoutPersonalData = (document: StoredDocument, at: string): StoredDocument => ({
  id: document.id,
  environment: document.environment,
  session_id: document.session_id,
  identity_id: document.identity_id,
  standalone: document.standalone,
  kind: document.kind,
  document_type: document.document_type,
  document_subtype: null,
  poa_document_type: document.poa_document_type,
  submitted_type: null,
  side: document.side,
  page_count: document.page_count,
  issuing_country: null,
  issuing_region: null,
  status: "redacted",
  rejection: document.rejection,
  mime_type: document.mime_type,
  size_bytes: document.size_bytes,
  sha256: document.sha256,
  perceptual_hash: null,
  quality: null,
  classification: null,
  forensics: null,
  extraction: null,
  duplicate_of: [],
  uploaded_via: document.uploaded_via,
  attempt: document.attempt,
  simulated: document.simulated,
  file_removed_at: document.file_removed_at ?? at,
  redacted_at: at,
  blob: null,
  text_source: null,
  file_facts: null,
  sequence: document.sequence,
  version: document.version,
  created_at: document.created_at,
  updated_at: at
})

/** Takes what was registered of documents off the register: nothing is known again by it. */
const eraseRegistered = Effect.fnUntraced(function* (document_ids: ReadonlyArray<string>) {
  const store = yield* FingerprintStore
  return yield* forEvery(store, [{ field: "document_id", op: "in", values: document_ids }], ({ id }) => store.remove(id))
})

/** Erases locked documents together with their session or identity, whose event and receipt speak for them; answers the names of their files. */
export const eraseDocumentsOfOwner = Effect.fnUntraced(function* (documents: ReadonlyArray<StoredDocument>, at: string) {
  if (documents.length === 0) return []
  const [store, answers] = [yield* DocumentStore, yield* IdempotencyStore]
  const fingerprints = documents.flatMap(({ fingerprint }) => fingerprint ?? []).toSorted()
  yield* Effect.all([eraseRegistered(documents.map(({ id }) => id)), ...fingerprints.map(forgetLinking)], atOneTime)
  for (const document of documents) {
    yield* store.save(withoutPersonalData(document, at))
    yield* answers.forget(document.id)
  }
  return [...new Set(documents.flatMap(({ blob }) => blob ?? []))]
})

/**
 * Checks that are under way were computed, or are being computed, from what is erased now; they are run again without it, since a run that is
 * no longer the current one writes nothing.
 */
const runChecksAgain = Effect.fnUntraced(function* (session: StoredSession) {
  const restarted: StoredSession = { ...session, run: session.run + 1, updated_at: yield* tenantNow }
  yield* (yield* SessionStore).save(yield* scheduleChecks(restarted))
})

/**
 * Erases a document, what was read in it and what checks found in it, as part of a transaction; its file goes once that is committed.
 * Answers the document as erased; one that was erased before is answered as it is. Fails with `NotFound`.
 */
export const eraseDocument = Effect.fnUntraced(function* (document_id: string) {
  const store = yield* DocumentStore
  const found = yield* store.find(document_id)
  if (found === undefined) return yield* new NotFound()
  // Sessions are locked before what belongs to them.
  const session = found.session_id === null ? undefined : yield* (yield* SessionStore).lock(found.session_id)
  const document = yield* store.lock(document_id)
  if (document === undefined) return yield* new NotFound()
  if (document.status === "redacted") return document
  yield* refuseHeld([document.session_id, document.identity_id])

  const checks = yield* lockChecksOf([document_id])
  const { blob, sha256 } = document
  // This document is one of those that hold the file until it is saved.
  const files = blob === null || (yield* holdersOf(sha256)) > 1 ? 0 : 1
  const receipt = yield* issueReceipt({
    scope: { type: "document", id: document_id },
    counts: { documents: 1, files, checks: checks.length },
    at: yield* tenantNow
  })
  yield* eraseEventsAbout([document_id, ...checks.map(({ id }) => id)])
  for (const check of checks) yield* eraseCheck(check, receipt)
  // The template was made of the picture, and the index of faces would go on finding the person by it.
  if (document.kind === "selfie" && document.session_id !== null) yield* (yield* FaceIndex).remove(document.session_id)
  const blank = yield* announceDocument(withoutPersonalData(document, receipt.issued_at), "document.redacted", {})
  const erased = yield* store.save({ ...blank, receipt })
  yield* eraseRegistered([document_id])
  if (blob !== null) yield* scheduleFileErasure({ name: blob, sha256 })
  // An export that was made before may hold the file.
  if (session !== undefined) yield* eraseExportsOf(session)
  if (session?.status === "processing") yield* runChecksAgain(session)
  yield* (yield* IdempotencyStore).forget(document_id)
  return erased
})
