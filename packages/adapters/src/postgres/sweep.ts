import { Sweep } from "@vouchkit/core/storage/sweep"
import { Effect, Layer } from "effect"
import { condition } from "./conditions.ts"
import { Database } from "./database.ts"

export const layer = Layer.effect(Sweep)(
  Effect.map(Database, (database) => ({
    due: (shape, where, limit) =>
      Effect.map(
        database.query(
          (parameters) =>
            `select organization, environment, id from ${shape.table} where ${where.map((one) => condition(shape.columns, one, parameters)).join(" and ")} order by id limit ${parameters.add(limit)}`
        ),
        (rows) => rows.map(({ environment, id, organization }) => ({ organization, environment, id }))
      )
  }))
)
