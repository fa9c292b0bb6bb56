import { Effect } from "effect"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { openLayout } from "../../resources/layout-templates/sealed.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { billSubject, type DocumentLayout, identityLayouts } from "../../verification/layout-templates/documents.ts"
import { fewestParts } from "../../verification/layout-templates/agreement.ts"
import { examineDocuments } from "../checks/identity-document.ts"

const ofBill = Effect.fnUntraced(function* ({ extraction, id, sealed_layout }: StoredDocument) {
  const subject = extraction === null ? null : billSubject(extraction)
  if (subject === null || sealed_layout === undefined) return []
  const layout: DocumentLayout = { document_id: id, subject, fingerprint: yield* openLayout(id, sealed_layout) }
  return [layout]
})

/** The layouts of what a session was decided by: its newest documents of each kind, as far as they show enough of one. */
export const sessionLayouts = Effect.fnUntraced(function* (session: StoredSession) {
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "status", op: "eq", value: "processed" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  const newest = (kind: StoredDocument["kind"]): ReadonlyArray<StoredDocument> => {
    const ofKind = all.filter((document) => document.kind === kind)
    const attempt = Math.max(0, ...ofKind.map((document) => document.attempt))
    return ofKind.filter((document) => document.attempt === attempt)
  }
  const identity = newest("identity")
  const cards = identity.length === 0 ? [] : identityLayouts(yield* examineDocuments(session, identity, null))
  const bills = yield* Effect.forEach(newest("proof_of_address"), ofBill)
  return [...cards, ...bills.flat()].filter(({ fingerprint }) => fingerprint.parts.length >= fewestParts)
})
