import { Effect, Schema } from "effect"
import { announce } from "../../kernel/events/announce.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { after, days } from "../../kernel/foundation/time.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import type { FaceTemplate } from "../../verification/faces/analysis.ts"
import { sealFace } from "../../verification/faces/template.ts"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { AddedTo, Additions, EventOf } from "../../kernel/resource/resource.ts"
import { alikeKeys } from "./matching/alike.ts"
import { digester, valuePurpose } from "./matching/digests.ts"
import { modelKey, templateKey } from "./matching/face-keys.ts"
import { type EntryType, ListAction, ListKind, type MatchMode } from "./kinds.ts"
import { entryKey } from "./matching/match-keys.ts"
import { masked } from "./mask.ts"
import { seenForm } from "./matching/normalize.ts"
import { BlocklistEntry, ListEntry, ListEntryStore, type StoredEntry, type StoredList } from "./model.ts"

/** What is to be kept, on which list; null for the built-in blocklist. */
export interface NewEntry {
  readonly list: StoredList | null
  readonly entry_type: EntryType
  readonly match_type: MatchMode
  /** Text, or the template of a face: the picture that it was made from is not kept with the entry. */
  readonly value: string | FaceTemplate
  readonly reason: string | null
  readonly source: StoredEntry["source"]
  readonly expires_at: string | null
  readonly session_id: string | null
  readonly identity_id: string | null
}

/** Whether an entry still matches at this moment. */
export const stands = ({ archived_at, expires_at }: Pick<StoredEntry, "archived_at" | "expires_at">, at: string): boolean =>
  archived_at === null && (expires_at === null || expires_at > at)

/** When an entry ends that names no end of its own. */
export const endOf = (list: StoredList, at: string): string | null =>
  list.default_expiry_days === null ? null : after(at, days(list.default_expiry_days))

/** What a webhook tells of an entry: neither its value nor why someone put it there. */
const snapshot = (entry: StoredEntry) => ({
  id: entry.id,
  object: entry.list_id === null ? "blocklist_entry" : "list_entry",
  environment: entry.environment,
  ...(entry.list_id === null ? { session_id: entry.session_id, identity_id: entry.identity_id } : { list_id: entry.list_id }),
  entry_type: entry.entry_type,
  match_type: entry.match_type,
  value_hash: entry.digest,
  source: entry.source,
  expires_at: entry.expires_at,
  match_count: entry.match_count,
  last_matched_at: entry.last_matched_at,
  archived_at: entry.archived_at,
  created_at: entry.created_at,
  updated_at: entry.updated_at
})

const snapshotMembers = [
  "id",
  "object",
  "environment",
  "entry_type",
  "match_type",
  "value_hash",
  "source",
  "expires_at",
  "match_count",
  "last_matched_at",
  "created_at",
  "updated_at"
] as const
/** The members that events carry of entries, for the documents. */
export const entrySnapshots = {
  list_entry: { schema: ListEntry, members: [...snapshotMembers, "list_id", "archived_at"] },
  blocklist_entry: {
    schema: Schema.Struct({ ...BlocklistEntry.fields, archived_at: ListEntry.fields.archived_at }),
    members: [...snapshotMembers, "session_id", "identity_id", "archived_at"]
  }
} as const

const match = {
  kind: ListKind.annotate({ description: "The kind of list that the entry is of" }),
  action: ListAction.annotate({ description: "What the match leads to, unless an entry of a stronger kind of list matches as well" }),
  possible: Schema.Boolean.annotate({ description: "True for a face that is only possibly the same" }),
  matched: Schema.Struct({
    type: Schema.Literals(["session", "check"]).annotate({ description: "What kind of object matched" }),
    id: Schema.String.check(Schema.isMaxCodePoints(64)).annotate({ description: "Its identifier" })
  }).annotate({ description: "What matched the entry" })
}
/** What events say beside the snapshot of their entry. */
export const addedToEntries = { "list-entry.matched": match, "blocklist.matched": match } as const satisfies Additions<
  "list_entry" | "blocklist_entry"
>

/** The events of entries by where these stand. */
export const entryEvents = {
  list: { added: "list-entry.created", removed: "list-entry.deleted", matched: "list-entry.matched" },
  blocklist: { added: "blocklist.entry-added", removed: "blocklist.entry-removed", matched: "blocklist.matched" }
} as const satisfies Record<string, Readonly<Record<string, EntryEvent>>>

type EntryEvent = EventOf<"list_entry" | "blocklist_entry">
type Added = (typeof entryEvents)[keyof typeof entryEvents]["added"]
type Removed = (typeof entryEvents)[keyof typeof entryEvents]["removed"]

/** Counts the event in the entry's sequence and announces it with the state that the entry is saved in. */
export const announceEntry = Effect.fnUntraced(function* <Type extends EntryEvent>(
  entry: StoredEntry,
  type: Type,
  added: AddedTo<"list_entry" | "blocklist_entry", typeof addedToEntries>[Type]
) {
  const counted: StoredEntry = { ...entry, sequence: entry.sequence + 1 }
  yield* announce({
    type,
    resource: { type: entry.list_id === null ? "blocklist_entry" : "list_entry", id: entry.id },
    sequence: counted.sequence,
    data: { ...snapshot(counted), ...added }
  })
  return counted
})

/** Which values a list holds once: the list, and the digest of the value's key. */
export const activeKeyOf = (list: StoredList | null, digest: string): string => `${list?.id ?? "blocklist"}/${digest}`

/** Digest of the value's key, or undefined where the mode cannot read the value. */
export const digestOf = Effect.fnUntraced(function* ({
  entry_type,
  match_type,
  value
}: Pick<NewEntry, "entry_type" | "match_type" | "value">) {
  const key = typeof value === "string" ? entryKey(entry_type, match_type, value) : templateKey(value)
  return key === undefined ? undefined : (yield* digester)(key)
})

/** What is stored of a value: sealed and bound to its entry, with what it is recognised and found by. */
const contentOf = Effect.fnUntraced(function* (id: string, { entry_type, match_type, value }: NewEntry) {
  if (typeof value !== "string") {
    const sealed = yield* sealFace(id, { template: value, captures: [] })
    return { value_masked: "face", fuzzy_keys: [], sealed, face_model: modelKey(value.model) }
  }
  return {
    value_masked: masked({ type: entry_type, mode: match_type, value }),
    fuzzy_keys: match_type === "fuzzy" ? alikeKeys(seenForm(entry_type, value)).map(yield* digester) : [],
    sealed: yield* (yield* Vault).seal(valuePurpose, id, value)
  }
})

/** The entry as it will be kept: value sealed, announced. Nothing is written yet. */
export const draftEntry = Effect.fnUntraced(function* <Type extends Added>(given: NewEntry, digest: string, added: Type) {
  const { environment } = yield* Tenant
  const { actor } = yield* Caller
  const { entry_type, list, match_type, value: _sealed, ...rest } = given
  const id = list === null ? yield* makeId("blk") : yield* makeId("lse")
  const at = yield* tenantNow
  const entry: StoredEntry = {
    id,
    environment,
    list_id: list?.id ?? null,
    entry_type,
    match_type,
    ...rest,
    ...(yield* contentOf(id, given)),
    digest,
    match_count: 0,
    last_matched_at: null,
    archived_at: null,
    active_key: activeKeyOf(list, digest),
    created_by: { type: actor.type, id: actor.id },
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  return yield* announceEntry(entry, added, {})
})

/** An entry that matches nothing from now on and whose value is gone; digest and mask stay, so that earlier matches can be explained. */
const withdrawn = (entry: StoredEntry, at: string): StoredEntry => ({
  ...entry,
  sealed: null,
  reason: null,
  fuzzy_keys: [],
  active_key: null,
  archived_at: at,
  updated_at: at
})

/**
 * Keeps an entry; undefined, writing nothing, where the list holds the value already. An entry that has expired gives way: that of a list is
 * archived, that of the blocklist removed.
 */
export const keepEntry = Effect.fnUntraced(function* <Start extends Added, Stop extends Removed>(
  given: NewEntry,
  digest: string,
  events: { readonly added: Start; readonly removed: Stop }
) {
  const store = yield* ListEntryStore
  const at = yield* tenantNow
  const [known] = yield* store.list({ where: [{ field: "active_key", op: "eq", value: activeKeyOf(given.list, digest) }], limit: 1 })
  const before = known === undefined ? undefined : yield* store.lock(known.id)
  let replaced = 0
  if (before !== undefined && before.active_key !== null) {
    if (stands(before, at)) return undefined
    yield* retire(before, events.removed)
    replaced = 1
  }
  const entry = yield* draftEntry(given, digest, events.added)
  return (yield* store.insertIfAbsent(entry)) ? { entry, replaced } : undefined
})

/** Takes a locked entry off its list: blocklist entries are deleted with their value, those of a list archived without it. */
export const retire = Effect.fnUntraced(function* <Type extends Removed>(entry: StoredEntry, removed: Type) {
  const store = yield* ListEntryStore
  const reported = yield* announceEntry(withdrawn(entry, yield* tenantNow), removed, {})
  if (entry.list_id === null) yield* store.remove(entry.id)
  else yield* store.save(reported)
})

/** Whether the caller may see values. */
const maySeeValues = Effect.map(Caller, ({ credential }) => credential.type !== "api_key" || credential.scopes.has("verifications:read"))

/** The values of entries for those who may see them: null to others, where the value is gone, and for faces, which no one is shown. */
export const openValues = Effect.fnUntraced(function* (entries: ReadonlyArray<StoredEntry>) {
  const may = yield* maySeeValues
  const { open } = yield* Vault
  return yield* Effect.forEach(entries, ({ entry_type, id, sealed }) =>
    may && sealed !== null && entry_type !== "face" ? open(valuePurpose, id, sealed) : Effect.succeed(null)
  )
})
