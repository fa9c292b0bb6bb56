import { Effect, Schema } from "effect"
import { readMoment, writeMoment } from "../../kernel/foundation/moment.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { digester } from "./matching/digests.ts"
import { activeKeyOf, draftEntry, endOf, type NewEntry, retire, stands, entryEvents } from "./entries.ts"
import { type ImportRow, importLimits } from "./import-file.ts"
import { entryKey } from "./matching/match-keys.ts"
import { EntryReason, EntryValue, ListEntryStore, ListId, ListStore, type StoredEntry, type StoredList, listLimits } from "./model.ts"
import { expectedValue } from "./readable.ts"

/** How many rows a report tells what is wrong with. */
const listedErrors = 1_000

const RowError = Schema.Struct({
  row: Schema.Int.annotate({ description: "The header is row 1" }),
  code: Schema.String.check(Schema.isMaxCodePoints(64)),
  message: Schema.String.check(Schema.isMaxCodePoints(300))
}).annotate({ identifier: "ListImportError" })
type RowError = typeof RowError.Type

/** What became of the rows of an imported file. Messages repeat nothing of the file. */
export const ImportReport = Schema.Struct({
  list_id: ListId,
  rows: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: importLimits.rows })),
  created: Schema.Int,
  failed: Schema.Int,
  errors: Schema.Array(RowError).check(Schema.isMaxLength(listedErrors)).annotate({ description: "Of the first 1,000 rows that failed" })
}).annotate({ identifier: "ListImportReport" })

interface Candidate {
  readonly row: number
  readonly digest: string
  readonly entry: NewEntry
}

const isValue = Schema.is(EntryValue)
const isReason = Schema.is(EntryReason)

/** What keeps a row from being an entry by itself, or undefined. */
const faultOf = (row: ImportRow, at: string): Omit<RowError, "row"> | undefined => {
  if (row.surplus) return { code: "too_many", message: "has more cells than the header names columns" }
  if (row.value === "") return { code: "missing", message: "has no value" }
  if (!isValue(row.value)) return { code: "format", message: "has a value that is too long or not one line of text" }
  if (row.reason !== "" && !isReason(row.reason))
    return { code: "format", message: "has a reason that is too long or not one line of text" }
  const end = row.expires_at === "" ? undefined : readMoment(row.expires_at)
  if (row.expires_at !== "" && end === undefined) {
    return { code: "format", message: "has an expires_at that is not a date-time with an offset, such as 2027-01-01T00:00:00Z" }
  }
  if (end !== undefined && writeMoment(end) <= at) return { code: "too_small", message: "has an expires_at that has passed" }
  return undefined
}

/** What holds for every row of an import. */
interface Import {
  readonly list: StoredList
  /** Of rows that give none. */
  readonly reason: string | null
  readonly at: string
  readonly digest: (key: string) => string
}

const newEntry = ({ at, list, reason }: Import, row: ImportRow): NewEntry => ({
  list,
  entry_type: list.entry_type,
  match_type: list.match_mode,
  value: row.value,
  reason: row.reason === "" ? reason : row.reason,
  source: "import",
  expires_at: row.expires_at === "" ? endOf(list, at) : writeMoment(readMoment(row.expires_at) ?? 0),
  session_id: null,
  identity_id: null
})

/** Rows that could be added, and what is wrong with the others; of rows with one value the first is added. */
const judged = (rows: ReadonlyArray<ImportRow>, given: Import) => {
  const { at, digest, list } = given
  const candidates = new Map<string, Candidate>()
  const errors: Array<RowError> = []
  for (const row of rows) {
    const fault = faultOf(row, at)
    const key = fault === undefined ? entryKey(list.entry_type, list.match_mode, row.value) : undefined
    if (fault !== undefined) errors.push({ row: row.row, ...fault })
    else if (key === undefined) errors.push({ row: row.row, code: "format", message: expectedValue(list.entry_type, list.match_mode) })
    else {
      const kept = digest(key)
      if (candidates.has(kept)) errors.push({ row: row.row, code: "not_unique", message: "repeats the value of an earlier row" })
      else candidates.set(kept, { row: row.row, digest: kept, entry: newEntry(given, row) })
    }
  }
  return { candidates: [...candidates.values()], errors }
}

const keysPerQuery = 500

/** Entries of the list that hold one of the values, by digest. */
const knownEntries = Effect.fnUntraced(function* (list: StoredList, candidates: ReadonlyArray<Candidate>) {
  const store = yield* ListEntryStore
  const known = new Map<string, StoredEntry>()
  for (let start = 0; start < candidates.length; start += keysPerQuery) {
    const values = candidates.slice(start, start + keysPerQuery).map(({ digest }) => activeKeyOf(list, digest))
    for (const entry of yield* store.list({ where: [{ field: "active_key", op: "in", values }], limit: values.length })) {
      known.set(entry.digest, entry)
    }
  }
  return known
})

/** Adds what can be added of a file to a locked list, all of it in the transaction at hand. */
export const importRows = Effect.fnUntraced(function* (rows: ReadonlyArray<ImportRow>, { list, reason }: Pick<Import, "list" | "reason">) {
  const store = yield* ListEntryStore
  const at = yield* tenantNow
  const { candidates, errors } = judged(rows, { list, reason, at, digest: yield* digester })
  const known = yield* knownEntries(list, candidates)
  let [created, count] = [0, list.entry_count]
  for (const { digest, entry, row } of candidates) {
    const before = known.get(digest)
    // Anyone who takes entries off this list waits for its lock, so that what was read above still stands.
    if (before !== undefined && stands(before, at)) {
      errors.push({ row, code: "entry_exists", message: "The list already has this value." })
      continue
    }
    const expired = before === undefined ? undefined : yield* store.lock(before.id)
    if (expired === undefined && count >= listLimits.entries) {
      errors.push({ row, code: "entry_limit_reached", message: `A list has at most ${listLimits.entries} entries. Remove entries first.` })
      continue
    }
    if (expired === undefined) {
      yield* store.insert(yield* draftEntry(entry, digest, entryEvents.list.added))
      count += 1
    } else {
      yield* retire(expired, entryEvents.list.removed)
      // At once, behind what was retired: in one statement with it the value would be there twice for a moment.
      yield* store.insertIfAbsent(yield* draftEntry(entry, digest, entryEvents.list.added))
    }
    created += 1
  }
  if (created > 0) yield* (yield* ListStore).save({ ...list, entry_count: count, updated_at: at })
  const ordered = errors.toSorted((left, right) => left.row - right.row)
  return { list_id: list.id, rows: rows.length, created, failed: ordered.length, errors: ordered.slice(0, listedErrors) }
})
