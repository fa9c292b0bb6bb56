import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore } from "../sessions/model.ts"
import { withDocumentStep } from "./identity-step.ts"
import { DocumentStore, type StoredDocument } from "./model.ts"
import { withSupportingStep } from "./supporting-step.ts"
import { stepOf } from "./upload.ts"

/** What was read in a file, or could not be, says which sides of an identity document or which supporting documents are still to come. */
export const reviseStep = Effect.fnUntraced(function* (document: StoredDocument) {
  if (document.session_id === null) return
  const sessions = yield* SessionStore
  const session = yield* sessions.lock(document.session_id)
  if (session === undefined || session.status !== "in_progress" || session.resubmission_count + 1 !== document.attempt) return
  const next = yield* document.kind === "identity" ? withDocumentStep(session, document) : withSupportingStep(session, document)
  const same =
    next.completed_steps === session.completed_steps &&
    `${next.missing_sides}` === `${session.missing_sides}` &&
    next.supporting_documents === session.supporting_documents
  if (!same) yield* sessions.save({ ...next, updated_at: yield* tenantNow })
})

/** A rejected document no longer counts as uploaded: the person is asked for another one. */
export const withdrawFromSession = Effect.fnUntraced(function* (document: StoredDocument) {
  const step = stepOf[document.kind]
  if (document.session_id === null) return
  if (document.kind === "identity" || document.kind === "supporting") return yield* reviseStep(document)
  const sessions = yield* SessionStore
  const session = yield* sessions.lock(document.session_id)
  if (session === undefined || session.status !== "in_progress") return
  const others = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: document.kind }
    ],
    limit: 100
  })
  const standing = others.filter(
    (one) => one.id !== document.id && one.attempt === document.attempt && !["rejected", "failed", "redacted"].includes(one.status)
  )
  const proofs = document.kind === "proof_of_address" ? standing : null
  yield* sessions.save({
    ...session,
    uploaded_doc_types:
      proofs === null
        ? session.uploaded_doc_types
        : session.uploaded_doc_types.filter((type) => proofs.some((one) => one.poa_document_type === type)),
    completed_steps: standing.length > 0 ? session.completed_steps : session.completed_steps.filter((one) => one !== step),
    updated_at: yield* tenantNow
  })
})
