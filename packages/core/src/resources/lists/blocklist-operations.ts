import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { TimestampInput } from "../../kernel/foundation/text.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId, SessionStore } from "../sessions/model.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { permitErasure } from "../erasure/permission.ts"
import { erasureReason } from "../erasure/reason.ts"
import { findEntry } from "./change.ts"
import { digestOf, keepEntry, openValues, retire, entryEvents } from "./entries.ts"
import { requireCapacityForFace } from "./matching/face-matches.ts"
import { shownFace, stillShown } from "./matching/face-values.ts"
import { EntryType, MatchMode, standardMode } from "./kinds.ts"
import {
  BlocklistEntry,
  BlocklistEntryId,
  EntryReason,
  EntrySource,
  EntryValue,
  ListEntryStore,
  type listEntries,
  presentBlocked
} from "./model.ts"
import { futureEnd, readable, unreadableValue } from "./readable.ts"
import { serversOnly } from "./servers-only.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const params = { blocklist_entry_id: BlocklistEntryId }
const reading = scopes("identities:read", "screening:read")

/** An entry that names a session knows its identity from it; sessions of another tenant do not exist. */
const provenance = Effect.fnUntraced(function* (session_id: string | null) {
  if (session_id === null) return { session_id, identity_id: null }
  const session = yield* (yield* SessionStore).find(session_id)
  if (session === undefined) return yield* new NotFound()
  return { session_id, identity_id: session.identity_id }
})

/** Where the value of an entry stands in a request. */
const valueLoc = ["body", "value"]

const add = preparedOperation(
  {
    summary: "Add an entry to the blocklist",
    description:
      "Sessions that match the entry are declined with the reason blocklist_match, unless an allow list matches the same type of value. The service stores the value encrypted and finds it by a keyed digest. For a face, send the id of a selfie, or of a document uploaded with POST /documents, that shows only that face. A face that is only possibly the same sends a session to review.",
    method: "POST",
    path: "/blocklist",
    access: scopes("identities:write"),
    effect: "write",
    body: {
      entry_type: EntryType.annotateKey({ description: "What the value is" }),
      value: EntryValue.annotateKey({ description: "The value; of a face, the id of a document or selfie that shows it" }),
      match_type: Schema.optionalKey(MatchMode.annotate({ description: "Default: normalized; for a face: face" })),
      reason: Schema.optionalKey(Schema.NullOr(EntryReason)).annotateKey({ description: "Why it stands there" }),
      expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput)).annotateKey({ description: "When the entry ends by itself, ISO 8601" }),
      session_id: Schema.optionalKey(Schema.NullOr(SessionId)).annotateKey({ description: "The session that gave cause" })
    },
    output: BlocklistEntry,
    status: 201,
    conflicts: ["entry_exists", "entry_limit_reached", "document_not_available", "conflict"],
    invalid: ["match_mode_not_supported"],
    emits: ["blocklist.entry-added", "blocklist.entry-removed"],
    tool: {
      name: "add_blocklist_entry",
      title: "Add a blocklist entry",
      toolset: "blocklist",
      description:
        "Put a value on the blocklist, so that later sessions with it are stopped. Use it on proof of fraud. Not on suspicion: escalate_case. Next: list_blocklist_entries."
    },
    about: ({ id, session_id }) => session_id ?? id
  },
  Effect.fnUntraced(function* ({ entry_type, match_type, value }) {
    yield* readable(entry_type, match_type ?? standardMode(entry_type), "match_type")
    return entry_type === "face" ? yield* shownFace(value, valueLoc) : null
  }),
  Effect.fnUntraced(function* (given, face) {
    const { entry_type, expires_at = null, match_type, reason = null, session_id = null } = given
    const mode = match_type ?? standardMode(entry_type)
    yield* futureEnd(expires_at)
    const value = face?.template ?? given.value
    const digest = yield* digestOf({ entry_type, match_type: mode, value })
    if (digest === undefined) return yield* unreadableValue(entry_type, mode)
    if (face !== null) {
      yield* stillShown(face, valueLoc)
      yield* requireCapacityForFace(face.template, null)
    }
    const origin = yield* provenance(session_id)
    const kept = yield* keepEntry(
      { list: null, entry_type, match_type: mode, value, reason, source: "manual", expires_at, ...origin },
      digest,
      entryEvents.blocklist
    )
    if (kept === undefined) return yield* new Conflict({ code: "entry_exists", detail: "The blocklist already has this value." })
    yield* note({ type: "blocklist_entry", id: kept.entry.id }, [{ path: "value_hash", from: null, to: digest }])
    const [shown = null] = yield* openValues([kept.entry])
    return presentBlocked(kept.entry, shown)
  })
)

const list = operation(
  {
    summary: "List the entries of the blocklist, newest first",
    method: "GET",
    path: "/blocklist",
    access: reading,
    effect: "read",
    query: {
      ...pageFields(),
      entry_type: Schema.optionalKey(Schema.Array(EntryType).check(Schema.isMaxLength(20))).annotateKey({
        description: "Any of these types"
      }),
      source: Schema.optionalKey(Schema.Array(EntrySource).check(Schema.isMaxLength(5))).annotateKey({
        description: "Any of these origins"
      })
    },
    output: pageOf(BlocklistEntry),
    forbidden: ["forbidden"],
    tool: {
      name: "list_blocklist_entries",
      title: "List blocklist entries",
      toolset: "blocklist",
      description:
        "List entries of the blocklist; values are masked. Use it to see why a session matched. Not for watchlists: get_screening. Next: add_blocklist_entry or delete_blocklist_entry."
    }
  },
  Effect.fnUntraced(function* ({ after, entry_type, limit, offset, source }) {
    yield* serversOnly
    const where: Array<Condition<keyof typeof listEntries.columns>> = [{ field: "list_id", op: "is_null" }]
    if (entry_type !== undefined) where.push({ field: "entry_type", op: "in", values: entry_type })
    if (source !== undefined) where.push({ field: "source", op: "in", values: source })
    const { pagination, rows } = yield* readPage(yield* ListEntryStore, { where }, { after, limit, offset })
    const values = yield* openValues(rows)
    return { data: rows.map((row, index) => presentBlocked(row, values[index] ?? null)), pagination }
  })
)

const get = operation(
  {
    summary: "Get an entry of the blocklist",
    method: "GET",
    path: "/blocklist/{blocklist_entry_id}",
    access: reading,
    effect: "read",
    params,
    output: BlocklistEntry,
    forbidden: ["forbidden"]
  },
  Effect.fnUntraced(function* ({ blocklist_entry_id }) {
    yield* serversOnly
    const entry = yield* findEntry(blocklist_entry_id, null)
    const [value = null] = yield* openValues([entry])
    return presentBlocked(entry, value)
  })
)

const DeletedBlocklistEntry = Schema.Struct({ deleted: Schema.Boolean, id: BlocklistEntryId }).annotate({
  identifier: "DeletedBlocklistEntry"
})

const remove = operation(
  {
    summary: "Delete an entry of the blocklist",
    description: "The entry is deleted with its value and cannot be brought back. The audit log keeps the digest of the value.",
    method: "DELETE",
    path: "/blocklist/{blocklist_entry_id}",
    access: scopes("redact:write", "identities:write"),
    effect: "destructive",
    params,
    query: { reason: erasureReason },
    output: DeletedBlocklistEntry,
    forbidden: ["forbidden"],
    emits: ["blocklist.entry-removed"],
    tool: {
      name: "delete_blocklist_entry",
      title: "Delete a blocklist entry",
      toolset: "privacy",
      idempotent: true,
      description:
        "Delete a blocklist entry, with what was stored of its value. Use it when the entry was wrong. Not for one that expires. Next: list_blocklist_entries."
    }
  },
  Effect.fnUntraced(function* ({ blocklist_entry_id, reason }) {
    yield* permitErasure
    yield* because(reason)
    const entry = yield* findEntry(blocklist_entry_id, null, "lock")
    yield* retire(entry, entryEvents.blocklist.removed)
    yield* note({ type: "blocklist_entry", id: blocklist_entry_id }, [{ path: "value_hash", from: entry.digest, to: null }])
    return { deleted: true, id: blocklist_entry_id }
  })
)

export const blocklist = operations("blocklist", { add, list, get, delete: remove })
