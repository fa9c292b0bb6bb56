import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { Conflict, invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { findList, lockList, lockListAsRead } from "./change.ts"
import { actionsOf, EntryType, ListAction, ListKind, MatchMode, standardMode, takesAction } from "./kinds.ts"
import {
  DefaultExpiryDays,
  List,
  ListId,
  ListKey,
  ListStore,
  type StoredList,
  type customerLists,
  listLimits,
  presentList
} from "./model.ts"
import { readable } from "./readable.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const listParam = { list_id: ListId }
const reading = scopes("identities:read", "screening:read")
const writing = scopes("identities:write")

const keyTaken = new Conflict({
  code: "list_key_taken",
  detail: "Another list in use has this key. Choose another key, or archive that list."
})

/** The action of a list, where its kind allows it. */
const actionFor = (kind: ListKind, action: ListAction | undefined) => {
  const [standard] = actionsOf[kind]
  if (action === undefined) return Effect.succeed<ListAction>(standard)
  if (takesAction(kind, action)) return Effect.succeed(action)
  return invalid(["body", "action"], "invalid", `must be ${actionsOf[kind].join(" or ")} for a list of the kind ${kind}`)
}

const create = operation(
  {
    summary: "Create an allow, block or flag list",
    description:
      "A list contains values of one type with one match mode. The service looks up submitted sessions by name, email, phone, document number, network address, country and face; look up other types with POST /lists/search. If several entries of one type match, allow overrides block, and block overrides flag. No list changes the results of sanctions screening.",
    method: "POST",
    path: "/lists",
    access: writing,
    effect: "write",
    body: {
      key: ListKey,
      name: Label,
      kind: ListKind,
      entry_type: EntryType,
      match_mode: Schema.optionalKey(
        MatchMode.annotate({ description: "Default: the first mode of the type (face for faces, otherwise normalized)" })
      ),
      action: Schema.optionalKey(ListAction.annotate({ description: "Default: approve for allow, decline for block, tag for flag" })),
      default_expiry_days: Schema.optionalKey(DefaultExpiryDays)
    },
    output: List,
    status: 201,
    conflicts: ["list_key_taken", "list_limit_reached"],
    invalid: ["match_mode_not_supported"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ action, default_expiry_days = null, entry_type, key, kind, match_mode, name }) {
    const mode = match_mode ?? standardMode(entry_type)
    yield* readable(entry_type, mode, "match_mode")
    const store = yield* ListStore
    const chosen = yield* actionFor(kind, action)
    if ((yield* store.count([{ field: "archived_at", op: "is_null" }])) >= listLimits.lists) {
      return yield* new Conflict({
        code: "list_limit_reached",
        detail: `You already have ${listLimits.lists} lists. Archive one that you no longer need.`
      })
    }
    const { environment } = yield* Tenant
    const at = yield* tenantNow
    const list: StoredList = {
      id: yield* makeId("lst"),
      environment,
      key,
      name,
      kind,
      entry_type,
      match_mode: mode,
      action: chosen,
      default_expiry_days,
      entry_count: 0,
      archived_at: null,
      active_key: key,
      version: 1,
      created_at: at,
      updated_at: at
    }
    if (!(yield* store.insertIfAbsent(list))) return yield* keyTaken
    yield* note({ type: "list", id: list.id })
    return presentList(list)
  })
)

const list = operation(
  {
    summary: "List allow, block and flag lists, newest first",
    description: "Archived lists are left out unless you ask for them. The built-in blocklist is separate: see GET /blocklist.",
    method: "GET",
    path: "/lists",
    access: reading,
    effect: "read",
    query: {
      ...pageFields(),
      kind: Schema.optionalKey(Schema.Array(ListKind).check(Schema.isMaxLength(3))),
      entry_type: Schema.optionalKey(Schema.Array(EntryType).check(Schema.isMaxLength(20))),
      archived: Schema.optionalKey(Schema.Boolean)
    },
    output: pageOf(List)
  },
  Effect.fnUntraced(function* ({ after, archived = false, entry_type, kind, limit, offset }) {
    const where: Array<Condition<keyof typeof customerLists.columns>> = [{ field: "archived_at", op: archived ? "not_null" : "is_null" }]
    if (kind !== undefined) where.push({ field: "kind", op: "in", values: kind })
    if (entry_type !== undefined) where.push({ field: "entry_type", op: "in", values: entry_type })
    const { pagination, rows } = yield* readPage(yield* ListStore, { where }, { after, limit, offset })
    return { data: rows.map(presentList), pagination }
  })
)

const get = operation(
  {
    summary: "Get a list",
    method: "GET",
    path: "/lists/{list_id}",
    access: reading,
    effect: "read",
    params: listParam,
    output: List
  },
  Effect.fnUntraced(function* ({ list_id }) {
    return presentList(yield* findList(list_id))
  })
)

const update = operation(
  {
    summary: "Rename a list, or change its action or how long new entries are valid",
    description: "Kind, type and mode of a list cannot change, because its entries depend on them.",
    method: "PATCH",
    path: "/lists/{list_id}",
    access: writing,
    effect: "write",
    params: listParam,
    body: {
      ...versionRead,
      name: Schema.optionalKey(Label),
      action: Schema.optionalKey(ListAction),
      default_expiry_days: Schema.optionalKey(DefaultExpiryDays)
    },
    output: List,
    conflicts: ["list_archived", "stale_object"]
  },
  Effect.fnUntraced(function* ({ list_id, version, ...changes }) {
    const before = yield* lockListAsRead(list_id, version)
    if (changes.action !== undefined) yield* actionFor(before.kind, changes.action)
    const names = (["name", "action", "default_expiry_days"] as const).filter(
      (name) => changes[name] !== undefined && changes[name] !== before[name]
    )
    yield* note(
      { type: "list", id: list_id },
      names.map((path) => ({ path, from: before[path], to: changes[path] ?? null }))
    )
    if (names.length === 0) return presentList(before)
    return presentList(yield* (yield* ListStore).save({ ...before, ...changes, updated_at: yield* tenantNow }))
  })
)

/** The answer to a list or an entry that was taken away. */
const DeletedList = Schema.Struct({ deleted: Schema.Boolean, id: ListId }).annotate({ identifier: "DeletedList" })

const archive = operation(
  {
    summary: "Delete a list",
    description: "Archives the list: its entries no longer match, and its key is free for another list.",
    method: "DELETE",
    path: "/lists/{list_id}",
    access: writing,
    effect: "write",
    params: listParam,
    output: DeletedList,
    conflicts: ["list_archived"]
  },
  Effect.fnUntraced(function* ({ list_id }) {
    yield* note({ type: "list", id: list_id })
    const before = yield* lockList(list_id)
    if (before.archived_at !== null) return { deleted: true, id: list_id }
    const at = yield* tenantNow
    yield* (yield* ListStore).save({ ...before, active_key: null, archived_at: at, updated_at: at })
    return { deleted: true, id: list_id }
  })
)

export const lists = operations("lists", { create, list, get, update, archive })
