import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { checksOfSession } from "@vouchkit/core/resources/checks/session-runs"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, ManagedRuntime } from "effect"
import { ownedDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

/** The server plans a statement for its values this often, and then compares that with a plan for any. */
const plannedForValues = 5
const reads = 20

test("what is read of one session, and of several by their keys, is not planned again with each read", async () => {
  // One connection: the server keeps statements by connection.
  const runtime = ManagedRuntime.make(Postgres.layer({ connect: await ownedDatabase(), maximumConnections: 1 }))
  const sessions = Array.from({ length: 3 }, () => aSession())
  const plans = await runtime.runPromise(
    as(acmeSandbox)(
      Effect.gen(function* () {
        const { sql } = yield* Database
        const store = yield* SessionStore
        for (const session of sessions) yield* store.insertIfAbsent(session)
        for (let read = 0; read < reads; read += 1) {
          yield* (yield* CheckStore).list(checksOfSession(sessions[0]?.id ?? ""))
          // The first ones are under way when the others ask, which then share a statement.
          yield* Effect.all(
            sessions.flatMap(({ id }) => [store.find(id), store.find(id)]),
            { concurrency: "unbounded" }
          )
        }
        return yield* Effect.promise(
          () =>
            sql`select statement, generic_plans::int as kept, custom_plans::int as again from pg_prepared_statements where statement like 'select data from checks %' or statement like 'select wanted.position%'`
        )
      })
    )
  )
  await runtime.dispose()
  expect(plans).toHaveLength(2)
  for (const { again, kept } of plans) {
    expect(again).toBe(plannedForValues)
    expect(kept).toBeGreaterThan(0)
  }
})
