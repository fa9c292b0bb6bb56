import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { scheduleFileErasure } from "../../resources/documents/erase-file.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { holdersOf } from "../../resources/documents/stored-files.ts"
import { type ErasureReceipt, issueReceipt } from "../../resources/erasure/receipt.ts"
import { FaceIndex } from "../../verification/faces/face-index.ts"

/** What counts the record itself in the receipt of its erasure: a receipt without it speaks of a part of the record, which stands on. */
const whole = {
  session: "sessions",
  identity: "identities",
  document: "documents",
  check: "checks",
  screening_subject: "screening_subjects"
} as const satisfies Record<ErasureReceipt["scope"]["type"], string>

/** Whether a receipt speaks of the whole record that it names, and not of its face templates or its file alone. */
export const isOfWhole = ({ counts, scope }: Pick<ErasureReceipt, "counts" | "scope">): boolean => (counts[whole[scope.type]] ?? 0) > 0

/** Erases the face templates of a session under a receipt; false where there are none, as for the second of two that come for the same ones. */
export const eraseTemplates = Effect.fnUntraced(function* (session_id: string) {
  const face_templates = yield* (yield* FaceIndex).remove(session_id)
  if (face_templates === 0) return false
  yield* issueReceipt({ scope: { type: "session", id: session_id }, counts: { face_templates }, at: yield* tenantNow })
  return true
})

/**
 * Takes the file from a locked document under a receipt; what was read in it stays. A file that another document has as well stays for that one. A
 * simulated document has none: false, without a receipt.
 */
export const removeFile = Effect.fnUntraced(function* (document: StoredDocument) {
  const { blob, id, sha256 } = document
  const at = yield* tenantNow
  const files = blob === null || (yield* holdersOf(sha256)) > 1 ? 0 : 1
  yield* (yield* DocumentStore).save({ ...document, blob: null, file_removed_at: at, updated_at: at })
  if (blob === null) return false
  yield* issueReceipt({ scope: { type: "document", id }, counts: { files }, at })
  yield* scheduleFileErasure({ name: blob, sha256 })
  return true
})
