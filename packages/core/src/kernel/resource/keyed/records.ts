import { createHash } from "node:crypto"
import { type Context, Effect, Schema } from "effect"
import { Tenant } from "../../access/caller.ts"
import { type Environment, EnvironmentName } from "../../foundation/environment.ts"
import { Conflict, NotFound, type Problem } from "../../foundation/failure.ts"
import { type idPrefixes, isId } from "../../foundation/id.ts"
import type { MayAnnounce } from "../../foundation/announces.ts"
import type { StaysWithin } from "../../foundation/outside.ts"
import { Label, Timestamp } from "../../foundation/text.ts"
import type { Collection, StoredRecord } from "../../storage/collection.ts"
import type { Resource } from "../resource.ts"
import { staleness, Version } from "../version.ts"

/** How many rows of one kind an organization has in use in one environment, beside the built-in ones. */
const mostKeyedRows = 100

const keyPattern = /^[a-z][a-z0-9_]{0,63}$/u
const keyMessage = "must begin with a letter and have at most 64 lower-case letters, digits and underscores"

/** The key of a row: how requests and records name it, for good. */
export const RowKey = Schema.String.check(Schema.isPattern(keyPattern, { message: keyMessage }))

/** A row in a path or a request, by its id or its key: ids have the form of keys. */
export const IdOrKey = Schema.String.check(Schema.isPattern(keyPattern, { message: "must be an id or a key" }))

/** What every kind of row shows. */
export const keyedFields = {
  environment: EnvironmentName,
  key: RowKey.annotate({ description: "Names the row in requests and records. It never changes, and no other row ever gets it." }),
  label: Label,
  system: Schema.Boolean.annotate({ description: "Built in: every organization has the row, and it cannot change" }),
  archived_at: Schema.NullOr(Timestamp),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
} as const

/** What queries of every kind name. A key stays taken when its row is archived. */
export const keyedColumns = { key: { type: "text" }, archived_at: { type: "text" }, created_at: { type: "text" } } as const
type KeyedColumns = typeof keyedColumns
export const keyedUnique = [["key"]] as const satisfies ReadonlyArray<ReadonlyArray<keyof KeyedColumns>>

export interface KeyedRow extends StoredRecord {
  readonly environment: Environment
  readonly key: string
  readonly label: string
  readonly system: boolean
  readonly archived_at: string | null
}

type Prefix = keyof typeof idPrefixes

/** Built-in rows are as old as the API. */
const epoch = "2026-01-01T00:00:00.000Z"

/** What every built-in row holds. Its id follows from its key, so that it is the same in every installation. */
export const builtInRow = (prefix: Prefix, key: string, environment: Environment) => ({
  id: `${prefix}_${"0".repeat(10)}${createHash("sha256").update(`${prefix}/${key}`).digest("hex").slice(0, 16)}`,
  environment,
  key,
  system: true,
  archived_at: null,
  version: 1,
  created_at: epoch,
  updated_at: epoch
})

/** What handlers may require: services that stay within the transaction. */
export type Within = MayAnnounce<never> & StaysWithin

/** One kind of rows that an organization keeps by key, beside those that are built in. */
interface Kind<Self, Row extends KeyedRow, Public, Name extends string> {
  readonly prefix: Prefix
  /** As people call it, such as `document type`. */
  readonly noun: string
  readonly store: Context.Key<Self, Collection<Row, KeyedColumns>>
  readonly described: Resource<Row, Public, KeyedColumns, Name>
  readonly builtIn: (environment: Environment) => ReadonlyArray<Row>
}

/** How rows of a kind are found, by id or key. */
const finding = <Self extends Within, Row extends KeyedRow, Public, Name extends string>({
  builtIn,
  prefix,
  store
}: Kind<Self, Row, Public, Name>) => {
  const systemRow = (reference: string) =>
    Effect.map(Tenant, ({ environment }) => builtIn(environment).find(({ id, key }) => id === reference || key === reference))

  const ownId = Effect.fnUntraced(function* (reference: string) {
    if (isId(prefix, reference)) return reference
    const [found] = yield* (yield* store).list({ where: [{ field: "key", op: "eq", value: reference }], limit: 1 })
    return found?.id
  })

  const find = Effect.fnUntraced(function* (reference: string) {
    const system = yield* systemRow(reference)
    if (system !== undefined) return system
    const id = yield* ownId(reference)
    const row = id === undefined ? undefined : yield* (yield* store).find(id)
    return row ?? (yield* new NotFound())
  })

  return { systemRow, ownId, find }
}

type Finding<Self extends Within, Row extends KeyedRow, Public, Name extends string> = ReturnType<typeof finding<Self, Row, Public, Name>>

/** How the rows of a kind that are in use are read. */
const using = <Self extends Within, Row extends KeyedRow, Public, Name extends string>({
  builtIn,
  store
}: Kind<Self, Row, Public, Name>) => {
  /** Of these keys the rows that can be used, whatever else was named. */
  const usable = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
    const { environment } = yield* Tenant
    const rows = builtIn(environment).filter(({ key }) => keys.includes(key))
    const others = [...new Set(keys)].filter((key) => !rows.some((row) => row.key === key))
    if (others.length === 0) return rows
    const own = yield* (yield* store).list({
      where: [
        { field: "key", op: "in", values: others },
        { field: "archived_at", op: "is_null" }
      ],
      limit: others.length
    })
    return [...rows, ...own]
  })

  /** The same; none of them is archived before the transaction ends. Always in the order of their ids, so that no two wait for one another. */
  const held = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
    const rows = yield* usable(keys)
    const { lock: lockRow } = yield* store
    const own = rows.filter(({ system }) => !system).toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1))
    const locked = yield* Effect.forEach(own, ({ id }) => lockRow(id))
    return [...rows.filter(({ system }) => system), ...locked.flatMap((row) => (row?.archived_at === null ? [row] : []))]
  })

  /** Every row that can be used: those of the organization first, newest first. */
  const inUse = Effect.gen(function* () {
    const { environment } = yield* Tenant
    const own = yield* (yield* store).list({ where: [{ field: "archived_at", op: "is_null" }], limit: mostKeyedRows })
    return [...own, ...builtIn(environment)]
  })

  return { usable, held, inUse }
}

/** How rows of a kind are locked for a change. */
const locking = <Self extends Within, Row extends KeyedRow, Public, Name extends string>(
  { noun, store }: Kind<Self, Row, Public, Name>,
  { ownId, systemRow }: Finding<Self, Row, Public, Name>
) => {
  /** A row of the organization for a change; archived ones too. */
  const lock = Effect.fnUntraced(function* (reference: string) {
    if ((yield* systemRow(reference)) !== undefined) {
      return yield* new Conflict({ code: "system_row", detail: `The ${noun} is built in and cannot change. Create one of your own.` })
    }
    const id = yield* ownId(reference)
    const row = id === undefined ? undefined : yield* (yield* store).lock(id)
    return row ?? (yield* new NotFound())
  })

  /** The same for a change of its content, by a caller who may say which version was read. */
  const lockAsRead = Effect.fnUntraced(function* (reference: string, version: number | undefined) {
    const row = yield* lock(reference)
    if (row.archived_at !== null) {
      return yield* new Conflict({ code: "row_archived", detail: `The ${noun} was archived and can no longer change. Create another one.` })
    }
    const stale = staleness(row, version)
    return stale === undefined ? row : yield* stale
  })

  return { lock, lockAsRead }
}

/** Keeps a new row, unless the organization has as many as it may, or its key was given before. */
const keeping = <Self extends Within, Row extends KeyedRow, Public, Name extends string>(
  { noun, prefix, store }: Kind<Self, Row, Public, Name>,
  { systemRow }: Finding<Self, Row, Public, Name>
) =>
  Effect.fnUntraced(function* (row: Row) {
    const rows = yield* store
    if ((yield* rows.count([{ field: "archived_at", op: "is_null" }])) >= mostKeyedRows) {
      return yield* new Conflict({
        code: "row_limit_reached",
        detail: `You already have ${mostKeyedRows} of this kind. Archive one that you no longer need.`
      })
    }
    const taken = isId(prefix, row.key) || (yield* systemRow(row.key)) !== undefined
    if (!taken && (yield* rows.insertIfAbsent(row))) return row
    return yield* new Conflict({
      code: "key_taken",
      detail: `Another ${noun} has this key, or had it before it was archived. Choose another key.`
    })
  })

/** How rows of a kind are found and changed, by id or key. */
export const keyedRows = <Self extends Within, Row extends KeyedRow, Public, Name extends string>(kind: Kind<Self, Row, Public, Name>) => {
  const found = finding(kind)
  return { kind, find: found.find, ...using(kind), ...locking(kind, found), keep: keeping(kind, found) }
}

export type KeyedRows<Self extends Within, Row extends KeyedRow, Public, Name extends string> = ReturnType<
  typeof keyedRows<Self, Row, Public, Name>
>

/** A problem for each key of a member that names no row that can be used. */
export const unknownKeys = (
  loc: ReadonlyArray<string | number>,
  noun: string,
  keys: ReadonlyArray<string>,
  rows: ReadonlyArray<Pick<KeyedRow, "key">>
): ReadonlyArray<Problem> =>
  keys.flatMap((key, index) =>
    rows.some((row) => row.key === key) ? [] : [{ loc: [...loc, index], code: "unknown_key", message: `names no ${noun} in use` }]
  )

/** The refusal to archive what something else needs. */
export const stillInUse = (by: string) =>
  new Conflict({ code: "in_use" as const, detail: `It is still in use by ${by}. Change or archive that first.` })
