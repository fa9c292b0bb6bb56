import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { riskEvidence } from "@vouchkit/core/flows/risk/evidence"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, ManagedRuntime } from "effect"
import { ownedDatabase } from "../support/postgres.ts"
import { rowsRead } from "../support/rows-read.ts"
import { aSession } from "../support/sessions.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const { environment, organization } = acmeSandbox
const many = 3_000
const looks = 20
/** What one look at the other sessions reads at most: fifty attempts, and those of the session itself. */
const most = 52

test("other sessions of a device and its network are counted by index, and by no more of them than count", async () => {
  const connect = await ownedDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const session = aSession()
  const found = await runtime.runPromise(
    as(acmeSandbox)(
      Effect.gen(function* () {
        const { sql } = yield* Database
        const write = (statement: string) => Effect.promise(() => sql.unsafe(statement))
        yield* (yield* SessionStore).insertIfAbsent(session)
        const owner = `'${organization}', '${environment}'`
        // A second apart, from the session's own on.
        const moment = `to_char('2026-01-01'::timestamp + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
        yield* write(
          `insert into sessions (organization, environment, id, version, data, status, tags, workflow_id, created_at, updated_at) select ${owner}, 'ses_' || n, 1, '{}', 'created', '[]', 'wfl_default', ${moment}, ${moment} from generate_series(1, ${many}) as n`
        )
        const attempts = (sessions: string) =>
          write(
            `insert into attempts (organization, environment, id, version, data, session_id, number, attempt_key, device_fingerprint, network_digest, created_at) select ${owner}, 'att_' || id, 1, jsonb_build_object('id', 'att_' || id, 'session_id', id, 'number', 1, 'network_digest', 'network', 'device', jsonb_build_object('fingerprint', 'device'), 'created_at', created_at), id, 1, id || '/1', 'device', 'network', created_at from sessions where ${sessions}`
          )
        yield* attempts(`id = '${session.id}'`)
        yield* write("analyze attempts")
        yield* attempts(`id <> '${session.id}'`)
        const seen: Array<unknown> = []
        for (let look = 0; look < looks; look += 1) seen.push((yield* riskEvidence(session, [])).attempt)
        return seen
      })
    )
  )
  await runtime.dispose()
  expect(found).toEqual(Array.from({ length: looks }, () => ({ number: 1, sessions_of_device: 50, sessions_of_network: 50 })))
  const read = await rowsRead(connect)
  // Some servers count what the counting itself read.
  expect(read.get("attempts")).toBeLessThanOrEqual(1)
  for (const index of ["attempts_device", "attempts_network"]) {
    expect([index, (read.get(index) ?? 0) > 0, (read.get(index) ?? 0) <= looks * most]).toEqual([index, true, true])
  }
})
