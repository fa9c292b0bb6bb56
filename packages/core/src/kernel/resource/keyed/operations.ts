import { Effect, Schema } from "effect"
import { Tenant } from "../../access/caller.ts"
import type { Scope } from "../../access/scopes.ts"
import { note } from "../../audit/log.ts"
import type { StorageUnavailable } from "../../foundation/failure.ts"
import { makeId } from "../../foundation/id.ts"
import { pageFields, pageOf } from "../../foundation/page.ts"
import { Label } from "../../foundation/text.ts"
import { operation, scopes } from "../../operation/operation.ts"
import { readPage, takePage } from "../../storage/pages.ts"
import { tenantNow } from "../../tenancy/tenant-clock.ts"
import { versionRead } from "../version.ts"
import { IdOrKey, type KeyedRow, type KeyedRows, RowKey, stillInUse, type Within } from "./records.ts"

type Scopes = readonly [Scope, ...ReadonlyArray<Scope>]

/** Who sees rows of any kind. */
const reading = scopes("settings:write", "identities:read", "documents:read")
const params = { id_or_key: IdOrKey }

const aRow = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`

/** What the contracts that create rows of any kind share. */
export const creation = (path: `/${string}`, noun: string, anyOf: Scopes) =>
  ({
    summary: `Create ${aRow(noun)}`,
    method: "POST",
    path,
    access: scopes(...anyOf),
    effect: "write",
    status: 201,
    conflicts: ["key_taken", "row_limit_reached"],
    about: null
  }) as const
export const createdWith = { key: RowKey, label: Label } as const

/** The same for those that change them. */
export const change = (path: `/${string}`, noun: string, anyOf: Scopes) =>
  ({
    summary: `Change ${aRow(noun)}`,
    description: "Changes what you send. Keys never change, and built-in rows do not change at all.",
    method: "PATCH",
    path: `${path}/{id_or_key}`,
    access: scopes(...anyOf),
    effect: "write",
    params,
    conflicts: ["stale_object", "system_row", "row_archived"]
  }) as const
export const changedWith = { ...versionRead, label: Schema.optionalKey(Label) } as const

/** What every row of an organization begins with. */
export const newRow = Effect.fnUntraced(function* (prefix: Parameters<typeof makeId>[0], { key, label }: Pick<KeyedRow, "key" | "label">) {
  const { environment } = yield* Tenant
  const at = yield* tenantNow
  const id = yield* makeId(prefix)
  return { id, environment, key, label, system: false, archived_at: null, version: 1, created_at: at, updated_at: at }
})

/** Keeps a new row and notes it. */
export const created = Effect.fnUntraced(function* <Self extends Within, Row extends KeyedRow, Public, Name extends string>(
  { keep, kind: { described } }: KeyedRows<Self, Row, Public, Name>,
  row: Row
) {
  yield* keep(row)
  yield* note({ type: described.object, id: row.id })
  return described.present(row)
})

/** Saves what a change makes of a locked row, and notes the members that are another value now. */
export const changed = Effect.fnUntraced(function* <Self extends Within, Row extends KeyedRow, Public, Name extends string>(
  { kind: { described, store } }: KeyedRows<Self, Row, Public, Name>,
  before: Row,
  after: Row
) {
  const [old, next]: ReadonlyArray<Readonly<Record<string, unknown>>> = [Object(before), Object(after)]
  const touched = Object.keys(next ?? {}).filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(next?.[name]))
  yield* note(
    { type: described.object, id: before.id },
    touched.map((path) => ({ path, from: old?.[path] ?? null, to: next?.[path] ?? null }))
  )
  if (touched.length === 0) return described.present(before)
  return described.present(yield* (yield* store).save({ ...after, updated_at: yield* tenantNow }))
})

/** What still needs a locked row; undefined where nothing does. */
type NeededBy<Row, R> = (row: Row) => Effect.Effect<string | undefined, StorageUnavailable, R>

/** Archives a row, unless something still needs it. */
const archived = Effect.fnUntraced(function* <Self extends Within, Row extends KeyedRow, Public, Name extends string, R extends Within>(
  { kind: { described, store }, lock }: KeyedRows<Self, Row, Public, Name>,
  reference: string,
  neededBy: NeededBy<Row, R>
) {
  const before = yield* lock(reference)
  yield* note({ type: described.object, id: before.id })
  if (before.archived_at !== null) return described.present(before)
  const user = yield* neededBy(before)
  if (user !== undefined) return yield* stillInUse(user)
  const at = yield* tenantNow
  return described.present(yield* (yield* store).save({ ...before, archived_at: at, updated_at: at }))
})

/** The operations that need to know nothing of what makes a kind: list, get and archive. */
export const keyedOperations = <Self extends Within, Row extends KeyedRow, Public, Name extends string, R extends Within>({
  neededBy,
  path,
  plural,
  rows,
  schema,
  writing
}: {
  readonly rows: KeyedRows<Self, Row, Public, Name>
  readonly path: `/${string}`
  readonly plural: string
  readonly schema: Schema.Codec<Public, any>
  readonly writing: Scopes
  readonly neededBy: NeededBy<Row, R>
}) => {
  const { find, inUse, kind } = rows
  const { described, noun, store } = kind
  const list = operation(
    {
      summary: `List ${plural}`,
      description: "Your own come first, newest first, and then the built-in ones. Archived rows are left out unless you ask for them.",
      method: "GET",
      path,
      access: reading,
      effect: "read",
      query: { ...pageFields(), archived: Schema.optionalKey(Schema.Boolean) },
      output: pageOf(schema)
    },
    Effect.fnUntraced(function* ({ after, archived = false, limit, offset }) {
      if (!archived) {
        const { data, pagination } = yield* takePage(yield* inUse, { after, limit, offset })
        return { data: data.map(described.present), pagination }
      }
      const where = [{ field: "archived_at", op: "not_null" }] as const
      const { pagination, rows } = yield* readPage(yield* store, { where }, { after, limit, offset })
      return { data: rows.map(described.present), pagination }
    })
  )
  const get = operation(
    { summary: `Get ${aRow(noun)}`, method: "GET", path: `${path}/{id_or_key}`, access: reading, effect: "read", params, output: schema },
    ({ id_or_key }) => Effect.map(find(id_or_key), described.present)
  )
  const archive = operation(
    {
      summary: `Archive ${aRow(noun)}`,
      description: "It is offered no more, and records that name it keep it. Its key stays taken. Archiving it again changes nothing.",
      method: "DELETE",
      path: `${path}/{id_or_key}`,
      access: scopes(...writing),
      effect: "write",
      params,
      output: schema,
      conflicts: ["system_row", "in_use"]
    },
    ({ id_or_key }) => archived(rows, id_or_key, neededBy)
  )
  return { list, get, archive }
}
