import { type Context, Effect } from "effect"
import type { Collection, Columns, StoredRecord } from "../../../kernel/storage/collection.ts"
import { CaseStore } from "../../../resources/cases/model.ts"
import { DocumentStore } from "../../../resources/documents/model.ts"
import type { MovedKind, MovedRow } from "../../../resources/identities/merging/snapshot.ts"
import type { StoredIdentity } from "../../../resources/identities/model.ts"
import { ListEntryStore } from "../../../resources/lists/model.ts"
import { HitStore } from "../../../resources/screening/hits/model.ts"
import { ScreeningStore } from "../../../resources/screening/screening-model.ts"
import { SubjectStore } from "../../../resources/screening/subjects/model.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"

interface Linked extends StoredRecord {
  readonly identity_id?: string | null
  readonly origin_identity_id?: string
}

/** Values of one condition. */
const atOnce = 100

/** How records of one kind are found, moved and moved back. */
const moving = <Self, Row extends Linked, C extends Columns>(
  kind: MovedKind,
  store: Context.Key<Self, Collection<Row, C>>,
  by: keyof C & string
) => ({
  kind,
  /** Records of the identity among those whose column has one of these values, up to a number, in the order of their ids. */
  find: Effect.fnUntraced(function* (identity_id: string, values: ReadonlyArray<string>, most: number) {
    const records = yield* store
    const ids: Array<string> = []
    for (let start = 0; start < values.length && ids.length < most; start += atOnce) {
      const some = values.slice(start, start + atOnce)
      const where = [
        some.length === 1 ? { field: by, op: "eq" as const, value: some[0] ?? "" } : { field: by, op: "in" as const, values: some }
      ]
      const found = yield* records.list({ where, order: [{ field: "id", direction: "asc" }], limit: most })
      ids.push(...found.filter((row) => row.identity_id === identity_id).map(({ id }) => id))
    }
    return ids.slice(0, most)
  }),
  move: Effect.fnUntraced(function* (id: string, from: string, to: string) {
    const records = yield* store
    const row = yield* records.lock(id)
    if (row?.identity_id !== from) return undefined
    yield* records.save({ ...row, identity_id: to, origin_identity_id: row.origin_identity_id ?? from })
    const moved: MovedRow = { kind, id, from, origin: row.origin_identity_id ?? null, updated_at: row.updated_at }
    return moved
  }),
  back: Effect.fnUntraced(function* ({ from, id, origin, updated_at }: MovedRow, to: string) {
    const records = yield* store
    const row = yield* records.lock(id)
    if (row === undefined) return "gone"
    if (row.identity_id !== to) return "elsewhere"
    const returned: Row = { ...row, identity_id: from, ...(origin === null ? {} : { origin_identity_id: origin }) }
    if (origin === null) Reflect.deleteProperty(returned, "origin_identity_id")
    yield* records.save(returned)
    return row.updated_at === updated_at ? "as it was" : "changed"
  })
})

const kinds = {
  session: moving("session", SessionStore, "identity_id"),
  document: moving("document", DocumentStore, "session_id"),
  case: moving("case", CaseStore, "identity_id"),
  screening_subject: moving("screening_subject", SubjectStore, "session_id"),
  screening_record: moving("screening_record", ScreeningStore, "subject_id"),
  screening_hit: moving("screening_hit", HitStore, "subject_id"),
  blocklist_entry: moving("blocklist_entry", ListEntryStore, "session_id")
} as const satisfies Record<MovedKind, { readonly kind: MovedKind }>

export interface RowOf {
  readonly kind: MovedKind
  readonly id: string
  readonly from: string
}

type Owner = Pick<StoredIdentity, "id" | "screening_subject_id">

/** Everything that names an identity and goes with it, at most so many of each kind. */
const rowsOf = Effect.fnUntraced(function* ({ id: identity_id, screening_subject_id }: Owner, most: number) {
  const sessions = yield* kinds.session.find(identity_id, [identity_id], most)
  const subjects = yield* kinds.screening_subject.find(identity_id, sessions, most)
  // The subject that follows the identity stays with it, and what it was found by goes along.
  const screened = screening_subject_id === undefined ? subjects : [...subjects, screening_subject_id]
  const ids: Record<MovedKind, ReadonlyArray<string>> = {
    case: yield* kinds.case.find(identity_id, [identity_id], most),
    session: sessions,
    document: yield* kinds.document.find(identity_id, sessions, most),
    screening_subject: subjects,
    screening_record: yield* kinds.screening_record.find(identity_id, screened, most),
    screening_hit: yield* kinds.screening_hit.find(identity_id, screened, most),
    blocklist_entry: yield* kinds.blocklist_entry.find(identity_id, sessions, most)
  }
  const order = ["case", "session", "document", "screening_subject", "screening_record", "screening_hit", "blocklist_entry"] as const
  return order.flatMap((kind) => ids[kind].map((id): RowOf => ({ kind, id, from: identity_id })))
})

/** The same of several identities; one more than `most` in all where there are more. */
export const rowsOfAll = Effect.fnUntraced(function* (identities: ReadonlyArray<Owner>, most: number) {
  const rows: Array<RowOf> = []
  for (const identity of identities) {
    if (rows.length > most) break
    rows.push(...(yield* rowsOf(identity, most + 1 - rows.length)))
  }
  return rows.slice(0, most + 1)
})

/** Waits for the sessions among the rows before identities are locked: a decision locks a session first, and its identity then. */
export const lockSessions = Effect.fnUntraced(function* (rows: ReadonlyArray<RowOf>) {
  const store = yield* SessionStore
  for (const { id, kind } of rows) if (kind === "session") yield* store.lock(id)
})

/** Moves rows to an identity; each keeps the identity under which it began. */
export const moveRows = Effect.fnUntraced(function* (rows: ReadonlyArray<RowOf>, to: string) {
  const moved: Array<MovedRow> = []
  for (const { from, id, kind } of rows) {
    const row = yield* kinds[kind].move(id, from, to)
    if (row !== undefined) moved.push(row)
  }
  return moved
})

/** Moves rows back to where they were, and answers those that changed in the meantime, or are gone or elsewhere by now. */
export const moveBack = Effect.fnUntraced(function* (rows: ReadonlyArray<MovedRow>, to: string) {
  const changed: Array<{ readonly object: MovedKind; readonly id: string; readonly field: null }> = []
  for (const row of rows) {
    const found = yield* kinds[row.kind].back(row, to)
    if (found !== "as it was") changed.push({ object: row.kind, id: row.id, field: null })
  }
  return changed
})
