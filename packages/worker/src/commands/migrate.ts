import { Effect } from "effect"
import { latestMigration } from "@vouchkit/adapters/postgres/migrate"
import { databaseLayer } from "../processes/database.ts"
import { main } from "../processes/process.ts"
import { print } from "./usage.ts"

// Anyone who opens the database brings its schema up to date; here that is all there is to do.
main({ database_url: false }, "vouchkit-migrate", (settings) =>
  Effect.provide(print(`The database is at version ${latestMigration}.`), databaseLayer(settings, "command"))
)
