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

/** What belongs to a session, as it is looked for first. */
export const belongingTo = (session_id: string) =>
  ({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: atOnce, offset: 0 }) as const

interface Linked extends StoredRecord {
  readonly identity_id?: string | null
}

/** The rows that a value leads to and that do not name the identity yet. */
const unnamed = Effect.fnUntraced(function* <Row extends Linked, C extends Columns>(
  store: Collection<Row, C>,
  field: keyof C & string,
  value: string,
  change: (row: Row) => Row
) {
  const ids: Array<string> = []
  let first: Row | undefined
  for (let offset = 0; ; offset += atOnce) {
    const rows = yield* store.list({ where: [{ field, op: "eq", value }], limit: atOnce, offset })
    first ??= rows[0]
    for (const row of rows) if (change(row).identity_id !== row.identity_id) ids.push(row.id)
    if (rows.length < atOnce) break
  }
  const name = Effect.gen(function* () {
    for (const id of ids) {
      const row = yield* store.lock(id)
      if (row !== undefined) yield* store.save(change(row))
    }
  })
  return { first, name }
})

/** Names the identity of a session on what belongs to the session: documents, cases, screening subject, screenings, hits and blocklist entries. */
export const followLink = Effect.fnUntraced(function* (session_id: string, identity_id: string, fingerprint: string | null) {
  // The sandbox opens no file: there the fingerprint of the made-up document is kept only now.
  const digest = fingerprint === null ? {} : { fingerprint }
  const named = <Row extends Linked>(row: Row): Row => ({ ...row, identity_id })
  // All are looked for at once: most sessions have documents and nothing else. A row that names it already is left alone, so that this can run twice.
  const [documents, cases, entries, subjects] = yield* Effect.all(
    [
      unnamed(yield* DocumentStore, "session_id", session_id, (row) => ({
        ...named(row),
        ...(row.kind === "identity" && (row.fingerprint ?? null) === null ? digest : {})
      })),
      unnamed(yield* CaseStore, "session_id", session_id, named),
      unnamed(yield* ListEntryStore, "session_id", session_id, named),
      unnamed(yield* SubjectStore, "session_id", session_id, named)
    ],
    { concurrency: "unbounded" }
  )
  const subject = subjects.first
  for (const { name } of [documents, cases, entries, subjects]) yield* name
  if (subject === undefined) return
  const screenings = yield* unnamed(yield* ScreeningStore, "subject_id", subject.id, named)
  yield* screenings.name
  const hits = yield* unnamed(yield* HitStore, "subject_id", subject.id, named)
  yield* hits.name
})
