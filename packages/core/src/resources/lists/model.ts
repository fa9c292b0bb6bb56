import { Context, Schema } from "effect"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Label, Timestamp, line } from "../../kernel/foundation/text.ts"
import { Actor, SessionId } from "../sessions/model.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { type Originated, resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"
import { EntryType, ListAction, ListKind, MatchMode } from "./kinds.ts"
import { valueLimits } from "./matching/match-keys.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

export const ListId = idSchema("lst")
export const ListEntryId = idSchema("lse")
export const BlocklistEntryId = idSchema("blk")
const personal = { "x-personal": true } as const
const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))

/** How many lists an organization keeps in one environment, and how many entries one of them holds. */
export const listLimits = { lists: 100, entries: 100_000, expiry_days: 3_650, reason: 500 } as const

export const ListKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,47}$/u, {
    message: "must begin with a letter and have at most 48 lower-case letters, digits and underscores"
  })
).annotate({ description: "Names the list in reasons and tags; cannot be changed" })

export const DefaultExpiryDays = Schema.NullOr(
  Schema.Int.check(
    Schema.isBetween(
      { minimum: 1, maximum: listLimits.expiry_days },
      { message: `must be a whole number from 1 to ${listLimits.expiry_days}` }
    )
  )
).annotate({ description: "Days that an entry without its own end is valid; null for no end" })

/** A list of the organization. */
export const List = Schema.Struct({
  id: ListId,
  object: Schema.Literal("list"),
  environment: EnvironmentName,
  key: ListKey,
  name: Label,
  kind: ListKind,
  entry_type: EntryType,
  match_mode: MatchMode,
  action: ListAction,
  default_expiry_days: DefaultExpiryDays,
  entry_count: Schema.Int.annotate({ description: "Entries that were not removed, including expired ones" }),
  archived_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "ValueList" })
export interface List extends Schema.Schema.Type<typeof List> {}

export interface StoredList extends Stored<List> {
  /** The key while the list is in use: of the lists in use no two have one key. */
  readonly active_key: string | null
}
export const customerLists = resource<StoredList>()({
  object: "list",
  schema: List,
  table: "customer_lists",
  columns: {
    kind: { type: "text" },
    entry_type: { type: "text" },
    active_key: { type: "text" },
    archived_at: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["active_key"]],
  end: {
    at: ({ archived_at }) => archived_at,
    refusal: () =>
      new Conflict<"list_archived">({ code: "list_archived", detail: "The list was archived and can no longer change. Create a new list." })
  }
})
export class ListStore extends Context.Service<ListStore, CollectionOf<typeof customerLists>>()("@vouchkit/core/lists/ListStore") {}

export const EntrySource = Schema.Literals(["manual", "import", "case", "consortium", "workflow"])
export const EntryValue = line(valueLimits.value, personal)
export const EntryReason = line(listLimits.reason, personal)

const entryFields = {
  environment: EnvironmentName,
  entry_type: EntryType,
  match_type: MatchMode,
  value_hash: short(64).annotate({ description: "Keyed digest of the value: the same for equal values of one type, mode and environment" }),
  value_masked: short(255),
  value: Schema.NullOr(short(valueLimits.value)).annotate({
    ...personal,
    description: "Only with verifications:read; null for other callers, for faces, and after the entry was removed"
  }),
  reason: Schema.NullOr(short(listLimits.reason)).annotate(personal),
  source: EntrySource,
  expires_at: Schema.NullOr(Timestamp),
  match_count: Schema.Int,
  last_matched_at: Schema.NullOr(Timestamp),
  created_by: Actor,
  created_at: Timestamp,
  updated_at: Timestamp
}

/** An entry of a list. */
export const ListEntry = Schema.Struct({
  id: ListEntryId,
  object: Schema.Literal("list_entry"),
  list_id: ListId,
  ...entryFields,
  archived_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ListEntry" })
export interface ListEntry extends Schema.Schema.Type<typeof ListEntry> {}

/** An entry of the built-in blocklist, and where it came from. */
export const BlocklistEntry = Schema.Struct({
  id: BlocklistEntryId,
  object: Schema.Literal("blocklist_entry"),
  ...entryFields,
  session_id: Schema.NullOr(SessionId),
  identity_id: Schema.NullOr(short(64))
}).annotate({ identifier: "BlocklistEntry" })
export interface BlocklistEntry extends Schema.Schema.Type<typeof BlocklistEntry> {}

/** An entry of any list as it is kept: the value sealed, and digests of the keys that it is found by. */
export interface StoredEntry extends Omit<ListEntry, "object" | "list_id" | "value" | "value_hash">, Originated {
  /** Null for entries of the built-in blocklist. */
  readonly list_id: string | null
  readonly digest: string
  /** Digests by which entries are found whose names are alike; empty for every other mode. */
  readonly fuzzy_keys: ReadonlyArray<string>
  /** The value, or the template of a face. Null once the entry was removed: what nothing matches any more needs no value. */
  readonly sealed: string | null
  /** Of a face: which model its template is of, as name and version. Absent for values of other types. */
  readonly face_model?: string
  readonly session_id: string | null
  readonly identity_id: string | null
  /** List and digest while the entry stands: a list holds a value once. */
  readonly active_key: string | null
  readonly sequence: number
  readonly version: number
}
export const listEntries = shape<StoredEntry>()({
  table: "customer_list_entries",
  columns: {
    list_id: { type: "text", filtered: true },
    session_id: { type: "text" },
    entry_type: { type: "text", filtered: true },
    source: { type: "text", filtered: true },
    digest: { type: "text" },
    fuzzy_keys: { type: "list" },
    face_model: { type: "text" },
    active_key: { type: "text" },
    archived_at: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["active_key"]]
})
export class ListEntryStore extends Context.Service<ListEntryStore, CollectionOf<typeof listEntries>>()(
  "@vouchkit/core/lists/ListEntryStore"
) {}

export const { present: presentList } = customerLists

const shared = (entry: StoredEntry, value: string | null) => ({
  environment: entry.environment,
  entry_type: entry.entry_type,
  match_type: entry.match_type,
  value_hash: entry.digest,
  value_masked: entry.value_masked,
  value,
  reason: entry.reason,
  source: entry.source,
  expires_at: entry.expires_at,
  match_count: entry.match_count,
  last_matched_at: entry.last_matched_at,
  created_by: entry.created_by,
  created_at: entry.created_at,
  updated_at: entry.updated_at
})

/** An entry as the API shows it; `value` is the opened one for those who may see it. */
export const presentEntry = (entry: StoredEntry, list_id: string, value: string | null): ListEntry => ({
  id: entry.id,
  object: "list_entry",
  list_id,
  ...shared(entry, value),
  archived_at: entry.archived_at
})
export const presentBlocked = (entry: StoredEntry, value: string | null): BlocklistEntry => ({
  id: entry.id,
  object: "blocklist_entry",
  ...shared(entry, value),
  session_id: entry.session_id,
  identity_id: entry.identity_id
})
