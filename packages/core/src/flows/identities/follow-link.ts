import { Effect } from "effect"
import { CaseStore } from "../../resources/cases/model.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { ListEntryStore } from "../../resources/lists/model.ts"
import { HitStore } from "../../resources/screening/hits/model.ts"
import { ScreeningStore } from "../../resources/screening/screening-model.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import type { Collection, Columns, StoredRecord } from "../../kernel/storage/collection.ts"

/** Rows that are looked through at a time. */
const atOnce = 100

interface Linked extends StoredRecord {
  readonly identity_id?: string | null
}

/** Names the identity on every row that a value leads to. A row that names it already is left alone, so that this can run twice. */
const nameOn = Effect.fnUntraced(function* <Row extends Linked, C extends Columns>(
  store: Collection<Row, C>,
  field: keyof C & string,
  value: string,
  change: (row: Row) => Row
) {
  const ids: Array<string> = []
  for (let offset = 0; ; offset += atOnce) {
    const rows = yield* store.list({ where: [{ field, op: "eq", value }], limit: atOnce, offset })
    for (const row of rows) if (change(row).identity_id !== row.identity_id) ids.push(row.id)
    if (rows.length < atOnce) break
  }
  for (const id of ids) {
    const row = yield* store.lock(id)
    if (row !== undefined) yield* store.save(change(row))
  }
})

/** Names the identity of a session on what belongs to the session: documents, cases, screening subject, screenings, hits and blocklist entries. */
export const followLink = Effect.fnUntraced(function* (session_id: string, identity_id: string, fingerprint: string | null) {
  // The sandbox opens no file: there the fingerprint of the made-up document is kept only now.
  const digest = fingerprint === null ? {} : { fingerprint }
  yield* nameOn(yield* DocumentStore, "session_id", session_id, (row) => ({
    ...row,
    identity_id,
    ...(row.kind === "identity" && (row.fingerprint ?? null) === null ? digest : {})
  }))
  yield* nameOn(yield* CaseStore, "session_id", session_id, (row) => ({ ...row, identity_id }))
  yield* nameOn(yield* ListEntryStore, "session_id", session_id, (row) => ({ ...row, identity_id }))
  const subjects = yield* SubjectStore
  yield* nameOn(subjects, "session_id", session_id, (row) => ({ ...row, identity_id }))
  const [subject] = yield* subjects.list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 1 })
  if (subject === undefined) return
  yield* nameOn(yield* ScreeningStore, "subject_id", subject.id, (row) => ({ ...row, identity_id }))
  yield* nameOn(yield* HitStore, "subject_id", subject.id, (row) => ({ ...row, identity_id }))
})
