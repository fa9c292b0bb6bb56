import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { scheduleFileErasure } from "../../resources/documents/erase-file.ts"
import { DocumentStore, type documents, type StoredDocument } from "../../resources/documents/model.ts"
import { holdersOf } from "../../resources/documents/stored-files.ts"
import { issueReceipt } from "../../resources/erasure/receipt.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { isOver, sessionsNamed } from "./of-sessions.ts"
import { behindPlace, type Place, type RetentionRule } from "./rule.ts"

const dueWhere = (until: string): ReadonlyArray<Condition<keyof typeof documents.columns>> => [
  { field: "file_removed_at", op: "is_null" },
  { field: "status", op: "ne", value: "redacted" },
  { field: "created_at", op: "lte", value: until }
]
const order = [{ field: "created_at", direction: "asc" }] as const

/**
 * Takes the file from a document; what was read in it stays. A file that a younger document has as well stays for that one. A simulated document has
 * none, and nothing is said of it.
 */
const removeFile = Effect.fnUntraced(function* (document: StoredDocument) {
  const { blob, id, sha256 } = document
  const at = yield* tenantNow
  const files = blob === null || (yield* holdersOf(sha256)) > 1 ? 0 : 1
  yield* (yield* DocumentStore).save({ ...document, blob: null, file_removed_at: at, updated_at: at })
  if (blob === null) return false
  yield* issueReceipt({ scope: { type: "document", id }, counts: { files }, at })
  const changes = [{ path: "retention", from: null, to: "media" }]
  yield* record({ action: "documents.remove_file", target: { type: "document", id }, changes, outcome: "succeeded" })
  yield* scheduleFileErasure({ name: blob, sha256 })
  return true
})

const found = (document: StoredDocument, session: StoredSession | undefined) => ({
  place: { since: document.created_at, id: document.id },
  covered: [document.session_id, document.identity_id, session?.identity_id ?? null],
  open: session !== undefined && !isOver(session),
  erase: removeFile(document)
})

export const mediaRule = {
  kind: "media",
  days: ({ media }) => media,
  lockNext: Effect.fnUntraced(function* (until: string, behind: Place | null) {
    const where = [...dueWhere(until), ...behindPlace("created_at", behind)]
    const document = yield* (yield* DocumentStore).lockFirst({ where, order, limit: 1 })
    if (document === undefined) return undefined
    return found(document, (yield* sessionsNamed([document.session_id])).get(document.session_id ?? ""))
  }),
  look: Effect.fnUntraced(function* (until: string, limit: number) {
    const { rows, total, total_is_lower_bound } = yield* (yield* DocumentStore).page({ where: dueWhere(until), order, limit })
    const named = yield* sessionsNamed(rows.map(({ session_id }) => session_id))
    const first = rows.map((document) => found(document, named.get(document.session_id ?? "")))
    return { count: total, count_is_lower_bound: total_is_lower_bound, first }
  })
} satisfies RetentionRule<unknown>
