import { afterAll, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { missingOf } from "@vouchkit/http/health"
import { readyChecks } from "@vouchkit/worker/processes/api"
import { type Effect, ManagedRuntime } from "effect"
import postgres from "postgres"
import { ownedDatabase } from "../support/postgres.ts"

const connect = await ownedDatabase()
const administrator =
  "url" in connect ? postgres(connect.url, { max: 1 }) : postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
afterAll(() => administrator.end())

/** What a process that connects now says of the database alone. */
const missing = async () => {
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 1 }))
  const checks = readyChecks.filter(({ name }) => name === "database")
  // The checks that are left need the database alone.
  const named = await runtime.runPromise(missingOf(checks) as Effect.Effect<ReadonlyArray<string>, never, any>)
  await runtime.dispose()
  return named
}

test("a process is not ready while its database answers and takes no writes, and is again once it does", async () => {
  expect(await missing()).toEqual([])
  const [row] = await administrator`select current_database() as name`
  const writable = (value: string) => administrator.unsafe(`alter database "${row?.name}" set default_transaction_read_only = ${value}`)
  await writable("on")
  expect(await missing()).toEqual(["database"])
  await administrator`set default_transaction_read_only = off`
  await writable("off")
  expect(await missing()).toEqual([])
})
