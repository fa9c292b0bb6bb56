import { Duration, Effect, Layer, Schedule } from "effect"
import { Database } from "../database.ts"

const lookEvery = Duration.seconds(2)

/**
 * Tells the server about tables that have rows and no statistics yet. It would do so by itself, but only a minute and many rows later, and
 * plans that were made without them are kept until then: a read by key would go through all rows of a tenant.
 */
export const analyzeTablesWithoutStatistics = (database: Database["Service"]) =>
  Effect.gen(function* () {
    const withoutStatistics = yield* database.query(
      () =>
        "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0 and pg_relation_size(oid) > 0 limit 100"
    )
    for (const { name } of withoutStatistics) yield* database.query((parameters) => `select vouchkit_analyze(${parameters.add(name)})`)
    return withoutStatistics.map(({ name }) => String(name))
  })

export const layer = Layer.effectDiscard(
  Effect.flatMap(Database, (database) =>
    // Without the function, before a migration, it is left to the server.
    Effect.forkScoped(Effect.repeat(Effect.ignore(analyzeTablesWithoutStatistics(database)), Schedule.spaced(lookEvery)))
  )
)
