import { Tenant } from "@vouchkit/core/kernel/access/caller"
import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { FileRegister } from "@vouchkit/core/resources/documents/file-register"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

type Rows = ReadonlyArray<Readonly<Record<string, any>>>

/** Times are those of the server, which is one for all processes: a process whose clock is wrong gives no one's file up. */
export const layer = Layer.effect(FileRegister)(
  Effect.map(Database, (database) => {
    /** A statement on the rows of the tenant, of which `own` tells. */
    const run = (build: (parameters: Parameters, own: string, tenant: string) => string): Effect.Effect<Rows, StorageUnavailable, Tenant> =>
      Effect.flatMap(Tenant, ({ environment, organization }) =>
        database.query((parameters) => {
          const [first, second] = [parameters.add(organization), parameters.add(environment)]
          return build(parameters, `organization = ${first} and environment = ${second}`, `${first}, ${second}`)
        })
      )
    const from = (lasts_ms: number, parameters: Parameters) =>
      `clock_timestamp() + ${parameters.add(lasts_ms)}::float8 * interval '1 millisecond'`
    const found = Effect.map((rows: Rows) => rows.length > 0)

    return {
      enter: ({ id, name }, lasts_ms) =>
        Effect.asVoid(
          run(
            (parameters, _own, tenant) =>
              `insert into stored_files (organization, environment, id, name, ends_at) values (${tenant}, ${parameters.add(id)}, ${parameters.add(name)}, ${from(lasts_ms, parameters)})`
          )
        ),
      strike: (ids) =>
        Effect.map(
          run((parameters, own) => `delete from stored_files where ${own} and id = any (${parameters.add([...ids])}::text[]) returning 1`),
          (rows) => rows.length
        ),
      beginRemoval: ({ holder, name }, lasts_ms) =>
        found(
          run((parameters, own, tenant) => {
            const named = parameters.add(name)
            return `with forgotten as (delete from stored_files where ${own} and name = ${named} and holder is null and ends_at <= clock_timestamp()) insert into stored_files as removal (organization, environment, id, name, holder, ends_at) values (${tenant}, ${parameters.add(`removal/${name}`)}, ${named}, ${parameters.add(holder)}, ${from(lasts_ms, parameters)}) on conflict (organization, environment, id) do update set holder = excluded.holder, ends_at = excluded.ends_at where removal.ends_at <= clock_timestamp() returning 1`
          })
        ),
      endRemoval: ({ holder, name }) =>
        Effect.asVoid(
          run(
            (parameters, own) =>
              `delete from stored_files where ${own} and id = ${parameters.add(`removal/${name}`)} and holder = ${parameters.add(holder)}`
          )
        ),
      isBeingRemoved: (name) =>
        found(run((parameters, own) => `select 1 from stored_files where ${own} and id = ${parameters.add(`removal/${name}`)}`)),
      isPending: (name) =>
        found(
          run(
            (parameters, own) =>
              `select 1 from stored_files where ${own} and name = ${parameters.add(name)} and holder is null and ends_at > clock_timestamp() limit 1`
          )
        ),
      ended: (limit) =>
        Effect.map(
          database.query(
            (parameters) =>
              `select distinct organization, environment, name from (select organization, environment, name from stored_files where ends_at <= clock_timestamp() order by ends_at limit ${parameters.add(limit)}) as ended`
          ),
          (rows) => rows.map(({ environment, name, organization }) => ({ organization, environment, name }))
        )
    }
  })
)
