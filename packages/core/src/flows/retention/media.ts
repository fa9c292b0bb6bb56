import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { DocumentStore, type documents, type StoredDocument } from "../../resources/documents/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { removeFile } from "../erasure/parts.ts"
import { isOver, sessionsNamed } from "./of-sessions.ts"
import { behindPlace, type Place, type RetentionRule } from "./rule.ts"

const dueWhere = (until: string): ReadonlyArray<Condition<keyof typeof documents.columns>> => [
  { field: "file_removed_at", op: "is_null" },
  { field: "status", op: "ne", value: "redacted" },
  { field: "created_at", op: "lte", value: until }
]
const order = [{ field: "created_at", direction: "asc" }] as const

/** Takes the file from a document, and says so. */
const removeAudited = Effect.fnUntraced(function* (document: StoredDocument) {
  if (!(yield* removeFile(document))) return false
  const changes = [{ path: "retention", from: null, to: "media" }]
  yield* record({ action: "documents.remove_file", target: { type: "document", id: document.id }, changes, outcome: "succeeded" })
  return true
})

const found = (document: StoredDocument, session: StoredSession | undefined) => ({
  place: { since: document.created_at, id: document.id },
  covered: [document.session_id, document.identity_id, session?.identity_id ?? null],
  open: session !== undefined && !isOver(session),
  erase: removeAudited(document)
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
