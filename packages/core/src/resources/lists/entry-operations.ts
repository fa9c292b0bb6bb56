import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { TimestampInput } from "../../kernel/foundation/text.ts"
import { Conflict, InvalidInput } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { findEntry, findList, lockList, lockLiveList } from "./change.ts"
import { digestOf, endOf, keepEntry, openValues, retire, entryEvents } from "./entries.ts"
import { requireCapacityForFace } from "./matching/face-matches.ts"
import { shownFace, stillShown } from "./matching/face-values.ts"
import { ImportReport, importRows } from "./import.ts"
import { readImport } from "./import-file.ts"
import {
  EntryReason,
  EntrySource,
  EntryValue,
  ListEntry,
  ListEntryId,
  ListEntryStore,
  ListId,
  ListStore,
  type listEntries as stored,
  listLimits,
  presentEntry
} from "./model.ts"
import { futureEnd, unreadableValue } from "./readable.ts"
import { serversOnly } from "./servers-only.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const listParam = { list_id: ListId }
const entryParams = { list_id: ListId, entry_id: ListEntryId }
const reading = scopes("identities:read", "screening:read")
const writing = scopes("identities:write")

/** Where the value of an entry stands in a request. */
const valueLoc = ["body", "value"]

const create = preparedOperation(
  {
    summary: "Add an entry to a list",
    description:
      "The service stores the value encrypted and finds it by a keyed digest. Without `expires_at`, the list decides how long the entry is valid; null means without end. For a list of faces, send the id of a selfie, or of a document uploaded with POST /documents, that shows one face. The entry stores an encrypted template of the face, which no answer shows.",
    method: "POST",
    path: "/lists/{list_id}/entries",
    access: writing,
    effect: "write",
    params: listParam,
    body: {
      value: EntryValue,
      reason: Schema.optionalKey(Schema.NullOr(EntryReason)),
      expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput))
    },
    output: ListEntry,
    status: 201,
    conflicts: ["entry_exists", "list_archived", "entry_limit_reached", "document_not_available", "conflict"],
    emits: ["list-entry.created", "list-entry.deleted"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ list_id, value }) {
    const { entry_type } = yield* findList(list_id)
    return entry_type === "face" ? yield* shownFace(value, valueLoc) : null
  }),
  Effect.fnUntraced(function* ({ expires_at, list_id, reason = null, value: text }, face) {
    const list = yield* lockLiveList(list_id)
    const { entry_type, match_mode: match_type } = list
    yield* futureEnd(expires_at)
    const value = face?.template ?? text
    const digest = yield* digestOf({ entry_type, match_type, value })
    if (digest === undefined) return yield* unreadableValue(entry_type, match_type)
    if (face !== null) {
      yield* stillShown(face, valueLoc)
      yield* requireCapacityForFace(face.template, list)
    }
    if (list.entry_count >= listLimits.entries) {
      return yield* new Conflict({
        code: "entry_limit_reached",
        detail: `A list has at most ${listLimits.entries} entries. Remove entries first.`
      })
    }
    const at = yield* tenantNow
    const kept = yield* keepEntry(
      {
        list,
        entry_type,
        match_type,
        value,
        reason,
        source: "manual",
        expires_at: expires_at === undefined ? endOf(list, at) : expires_at,
        session_id: null,
        identity_id: null
      },
      digest,
      entryEvents.list
    )
    if (kept === undefined) return yield* new Conflict({ code: "entry_exists", detail: "The list already has this value." })
    yield* (yield* ListStore).save({ ...list, entry_count: list.entry_count + 1 - kept.replaced, updated_at: at })
    yield* note({ type: "list_entry", id: kept.entry.id }, [{ path: "value_hash", from: null, to: digest }])
    const [shown = null] = yield* openValues([kept.entry])
    return presentEntry(kept.entry, list_id, shown)
  })
)

const list = operation(
  {
    summary: "List the entries of a list, newest first",
    description: "Removed entries are left out unless you ask for them.",
    method: "GET",
    path: "/lists/{list_id}/entries",
    access: reading,
    effect: "read",
    params: listParam,
    query: {
      ...pageFields(),
      source: Schema.optionalKey(Schema.Array(EntrySource).check(Schema.isMaxLength(5))),
      archived: Schema.optionalKey(Schema.Boolean)
    },
    output: pageOf(ListEntry),
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ after, archived = false, limit, list_id, offset, source }) {
    yield* serversOnly
    yield* findList(list_id)
    const where: Array<Condition<keyof typeof stored.columns>> = [
      { field: "list_id", op: "eq", value: list_id },
      { field: "archived_at", op: archived ? "not_null" : "is_null" }
    ]
    if (source !== undefined) where.push({ field: "source", op: "in", values: source })
    const { pagination, rows } = yield* readPage(yield* ListEntryStore, { where }, { after, limit, offset })
    const values = yield* openValues(rows)
    return { data: rows.map((row, index) => presentEntry(row, list_id, values[index] ?? null)), pagination }
  })
)

const get = operation(
  {
    summary: "Get an entry of a list",
    method: "GET",
    path: "/lists/{list_id}/entries/{entry_id}",
    access: reading,
    effect: "read",
    params: entryParams,
    output: ListEntry,
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ entry_id, list_id }) {
    yield* serversOnly
    const entry = yield* findEntry(entry_id, list_id)
    const [value = null] = yield* openValues([entry])
    return presentEntry(entry, list_id, value)
  })
)

const DeletedListEntry = Schema.Struct({ deleted: Schema.Boolean, id: ListEntryId }).annotate({ identifier: "DeletedListEntry" })

const remove = operation(
  {
    summary: "Remove an entry from a list",
    description:
      "The entry is archived and no longer matches. Its value, or its face template, is permanently erased; the digest and the masked value stay.",
    method: "DELETE",
    path: "/lists/{list_id}/entries/{entry_id}",
    access: writing,
    effect: "write",
    params: entryParams,
    output: DeletedListEntry,
    conflicts: ["list_archived"],
    emits: ["list-entry.deleted"]
  },
  Effect.fnUntraced(function* ({ entry_id, list_id }) {
    const list = yield* lockList(list_id)
    const entry = yield* findEntry(entry_id, list_id, "lock")
    yield* note(
      { type: "list_entry", id: entry_id },
      entry.archived_at === null ? [{ path: "value_hash", from: entry.digest, to: null }] : []
    )
    if (entry.archived_at === null) {
      yield* retire(entry, entryEvents.list.removed)
      yield* (yield* ListStore).save({ ...list, entry_count: list.entry_count - 1, updated_at: yield* tenantNow })
    }
    return { deleted: true, id: entry_id }
  })
)

const noFacesInFiles = new InvalidInput({
  code: "match_mode_not_supported",
  problems: [
    {
      loc: ["body", "file"],
      code: "not_supported",
      message: "cannot contain faces: add each face with POST /lists/{list_id}/entries and the id of its picture"
    }
  ]
})

const importFile = preparedOperation(
  {
    summary: "Add entries to a list from a CSV file",
    description:
      "multipart/form-data with the file as `file`: UTF-8, RFC 4180, separated by comma, semicolon or tab, at most 10,000 rows. The first line names the columns: `value`, and optionally `reason` and `expires_at`. The answer reports rows that cannot be added by their number (the header is row 1) and adds all others. Faces cannot be imported.",
    method: "POST",
    path: "/lists/{list_id}/entries/import",
    access: writing,
    effect: "write",
    params: listParam,
    body: { reason: Schema.optionalKey(EntryReason.annotate({ description: "For rows without their own value" })) },
    upload: true,
    output: ImportReport,
    conflicts: ["list_archived"],
    invalid: ["validation_error", "match_mode_not_supported"],
    emits: ["list-entry.created", "list-entry.deleted"],
    quota: "heavy",
    about: null
  },
  ({ file }) => file.use(readImport),
  Effect.fnUntraced(function* ({ list_id, reason = null }, rows) {
    const list = yield* lockLiveList(list_id)
    if (list.entry_type === "face") return yield* noFacesInFiles
    const report = yield* importRows(rows, { list, reason })
    yield* note({ type: "list", id: list_id }, [{ path: "entries", from: null, to: report.created }])
    return report
  })
)

export const listEntries = operations("list_entries", { create, list, get, remove, import: importFile })
