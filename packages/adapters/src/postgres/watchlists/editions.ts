import { CustomerListEditions, type ListEditions, PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import { activation } from "./activation.ts"
import { importBatches, importContents } from "./import-contents.ts"
import { importStatements } from "./import-statements.ts"
import { importEnds, importTurns } from "./import-turns.ts"
import { listLife } from "./lists.ts"
import { installation, type ListOwner, tenant } from "./owner.ts"
import { listReading } from "./reading.ts"

const editionsOf = <R>(database: Database["Service"], owner: Effect.Effect<ListOwner, never, R>): ListEditions<R> => {
  const statements = importStatements(database, owner)
  return {
    ...listReading(database, owner),
    ...listLife(statements),
    ...importTurns(statements),
    ...importEnds(statements),
    ...importBatches(statements),
    ...importContents(statements),
    ...activation(statements)
  }
}

export const layer = Layer.mergeAll(
  Layer.effect(PublicListEditions)(Effect.map(Database, (database) => editionsOf(database, installation))),
  Layer.effect(CustomerListEditions)(Effect.map(Database, (database) => editionsOf(database, tenant)))
)
