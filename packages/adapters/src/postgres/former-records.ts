import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { FormerRecords } from "@vouchkit/core/kernel/storage/former-records"
import type { StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import { stores } from "@vouchkit/core/stores"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import { hiding, sealedMember } from "./sealing.ts"
import type { Parameters } from "./statements/statement.ts"

/** Records of one look. Each is encrypted by a statement of its own, so that no one waits for more than one of them. */
const atOnce = 200
const statementsAtOnce = 2

const tables = stores.flatMap(({ shape: { sealed = [], table } }) => (sealed.length === 0 ? [] : [{ table, members: sealed }]))
type SealedTable = (typeof tables)[number]

interface Place {
  readonly organization: string
  readonly environment: Tenant["Service"]["environment"]
  readonly id: string
}
interface FormerRecord extends Place {
  readonly version: number
  /** Null where nothing of it lies open. */
  readonly data: (StoredRecord & Readonly<Record<string, unknown>>) | null
}

/** Names are constants of ours. The same as `saysNothing` of sealing.ts says. */
const liesOpen = ({ members }: SealedTable): string =>
  members.map((name) => `coalesce(data -> '${name}', 'null') not in ('null', '{}', '[]')`).join(" or ")

interface From {
  readonly organization: string
  /** Nothing before the first record. */
  readonly environment: string
  readonly id: string
}
const placeOf = (place: From, parameters: Parameters): string =>
  [place.organization, place.environment, place.id].map((value) => parameters.add(value)).join(", ")

const key = "organization, environment, id"

const looking = (database: Database["Service"]) => {
  const begun = database.query(
    (parameters) =>
      `insert into record_encryption as kept (table_name, members) select v ->> 'table', v ->> 'members' from jsonb_array_elements(${parameters.add(
        JSON.stringify(tables.map(({ members, table }) => ({ table, members: members.join(" ") })))
      )}::text::jsonb) as given (v) on conflict (table_name) do update set members = excluded.members, organization = '', environment = '', id = '', looked = 0, encrypted = 0, done_at = null where kept.members <> excluded.members`
  )
  const kept = Effect.andThen(
    begun,
    database.query(
      () =>
        `select table_name, ${key}, looked::float8 as looked, encrypted::float8 as encrypted, to_char(done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as done_at from record_encryption order by table_name`
    )
  )
  const known = Effect.map(kept, (rows) =>
    rows.flatMap((row) => {
      const table = tables.find(({ table }) => table === row.table_name)
      if (table === undefined) return []
      const { done_at, encrypted, environment, id, looked, organization } = row
      return [{ ...table, done_at, encrypted, environment, id, looked, organization }]
    })
  )

  const behind = (table: SealedTable, place: From) =>
    Effect.map(
      database.query(
        (parameters) =>
          `select ${key}, version, case when ${liesOpen(table)} then data end as data from ${table.table} where (${key}) > (${placeOf(place, parameters)}) order by ${key} limit ${atOnce}`
      ),
      (rows): ReadonlyArray<FormerRecord> =>
        rows.map(({ data, environment, id, organization, version }) => ({ data, environment, id, organization, version }))
    )
  return { known, behind }
}

/** Whether it lies there encrypted now. It keeps its version: nothing of it is another than before for those who read it. */
const encryptOne = (
  database: Database["Service"],
  { members, table }: SealedTable,
  { data, environment, id, organization, version }: FormerRecord
) =>
  data === null
    ? Effect.succeed(true)
    : Effect.gen(function* () {
        const { hidden, sealed } = hiding({ sealed: members, table })
        // Beside encrypted members, others are what no one reads.
        const row = sealedMember in data ? hidden(data) : yield* sealed(data)
        const changed = yield* database.query(
          (parameters) =>
            `update ${table} set data = ${parameters.add(JSON.stringify(row))}::text::jsonb where (${key}) = (${placeOf({ organization, environment, id }, parameters)}) and version = ${parameters.add(version)} returning 1`
        )
        return changed.length > 0
      }).pipe(Effect.provideService(Tenant, { organization, environment }))

export const layer = Layer.effect(FormerRecords)(
  Effect.map(Database, (database) => {
    const { behind, known } = looking(database)

    const encryptSome = Effect.gen(function* () {
      const next = (yield* known).find(({ done_at }) => done_at === null)
      if (next === undefined) return null
      const rows = yield* behind(next, next)
      const written = yield* Effect.forEach(rows, (row) => encryptOne(database, next, row), { concurrency: statementsAtOnce })
      const encrypted = rows.filter(({ data }, index) => data !== null && written[index] === true).length
      const last = rows.at(-1)
      // What another process changed meanwhile is looked at by the next turn, from the same place.
      if (!written.includes(false)) {
        yield* database.query((parameters) => {
          const from = placeOf(next, parameters)
          const to = placeOf(last ?? next, parameters)
          const [table, looked, sealed] = [next.table, rows.length, encrypted].map((value) => parameters.add(value))
          const done = rows.length < atOnce ? "now()" : "null"
          return `update record_encryption set (${key}) = (${to}), looked = looked + ${looked}::int, encrypted = encrypted + ${sealed}::int, done_at = ${done} where table_name = ${table} and done_at is null and (${key}) = (${from})`
        })
      }
      return { table: next.table, encrypted }
    })

    return {
      encryptSome,
      progress: Effect.map(known, (rows) =>
        rows.map(({ done_at, encrypted, looked, members, table }) => ({ table, members, looked, encrypted, done_at }))
      ),
      beginAgain: Effect.asVoid(
        database.query(
          () => "update record_encryption set organization = '', environment = '', id = '', looked = 0, encrypted = 0, done_at = null"
        )
      )
    }
  })
)
