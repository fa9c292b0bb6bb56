import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Effect, Layer } from "effect"
import { condition, whereClause } from "./statements/conditions.ts"
import { Database } from "./database.ts"

export const layer = Layer.effect(Sweep)(
  Effect.map(Database, (database) => ({
    due: (shape, where, limit, within) =>
      Effect.map(
        database.query((parameters) => {
          const wanted =
            within === undefined
              ? where.map((one) => condition(shape.columns, one, parameters)).join(" and ")
              : whereClause(shape.columns, within, where, parameters)
          return `select organization, environment, id from ${shape.table} where ${wanted} order by id limit ${parameters.add(limit)}`
        }),
        (rows) => rows.map(({ environment, id, organization }) => ({ organization, environment, id }))
      )
  }))
)
