import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, ManagedRuntime } from "effect"
import { ownedDatabase } from "../support/postgres.ts"
import { rowsRead } from "../support/rows-read.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const { environment, organization } = acmeSandbox
const rows = 6_000
const owner = `'${organization}', '${environment}'`
const time = (shift: number) => `to_char(timestamp '2026-01-01' + (n + ${shift}) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const filling = [
  `insert into sessions (organization, environment, id, version, data, status, tags, external_reference, identity_id, workflow_id, created_at, updated_at)
   select ${owner}, 'ses_' || n, 1, '{}', (array['approved','declined','created'])[1 + n % 3], jsonb_build_array('rare-' || n % 1000), 'ref-' || n, 'idn_' || n / 2, 'wfl_' || n % 50, ${time(0)}, ${time(0)} from generate_series(1, ${rows}) as n`,
  // References to it are looked for by what the server knows of it.
  "vacuum (analyze) sessions",
  `insert into audit_log (organization, environment, id, version, data, action, actor_id, target_id, hash, created_at)
   select ${owner}, 'evt_' || n, 1, '{}', 'action.' || n % 40, 'key_' || n % 300, 'ses_' || n / 3, n::text, ${time(0)} from generate_series(1, ${rows}) as n`,
  `insert into cases (organization, environment, id, version, data, session_id, status, assigned_to, priority_rank, risk_score, tags, entered_review_at, due_at, closed_at, claimed_at, decided_at, created_at, updated_at)
   select ${owner}, 'rvc_' || n, 1, '{}', 'ses_' || n, (array['closed','open','in_review'])[1 + n % 3], case when n % 3 = 2 then 'usr_' || n % 40 end, n % 4, n % 101, jsonb_build_array('rare-' || n % 1000), ${time(0)}, ${time(90)}, ${time(30)}, ${time(10)}, ${time(20)}, ${time(0)}, ${time(0)} from generate_series(1, ${rows}) as n`,
  "vacuum (analyze) sessions, audit_log, cases, record_counts"
]

const moment = "2026-01-02T00:00:00.000Z"

test("the first page of every filter and order is found by an index, and an unfiltered total by counts that are kept", async () => {
  const connect = await ownedDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const looks = await runtime.runPromise(
    as(acmeSandbox)(
      Effect.gen(function* () {
        const { sql } = yield* Database
        for (const statement of filling) yield* Effect.promise(() => sql.unsafe(statement))
        const [sessions, entries, cases] = [yield* SessionStore, yield* AuditLog, yield* CaseStore]
        const limit = 50
        const totals = [
          yield* sessions.page({ limit }),
          yield* sessions.page({ where: [{ field: "status", op: "in", values: ["declined", "created"] }], limit }),
          yield* entries.page({ limit }),
          yield* cases.page({ limit }),
          yield* sessions.page({ where: [{ field: "identity_id", op: "eq", value: "idn_77" }], limit }),
          yield* sessions.page({ where: [{ field: "external_reference", op: "eq", value: "ref-77" }], limit }),
          yield* sessions.page({ where: [{ field: "workflow_id", op: "eq", value: "wfl_7" }], limit }),
          yield* sessions.page({ where: [{ field: "tags", op: "overlaps", values: ["rare-7"] }], limit }),
          yield* sessions.page({ where: [{ field: "created_at", op: "lt", value: moment }], limit }),
          yield* entries.page({ where: [{ field: "actor_id", op: "eq", value: "key_7" }], limit }),
          yield* entries.page({ where: [{ field: "action", op: "eq", value: "action.7" }], limit }),
          yield* entries.page({ where: [{ field: "target_id", op: "eq", value: "ses_7" }], limit }),
          yield* cases.page({ where: [{ field: "assigned_to", op: "eq", value: "usr_8" }], limit }),
          yield* cases.page({ where: [{ field: "tags", op: "overlaps", values: ["rare-7"] }], limit })
        ].map(({ total }) => total)
        for (const field of [
          "entered_review_at",
          "created_at",
          "updated_at",
          "claimed_at",
          "decided_at",
          "due_at",
          "priority_rank",
          "risk_score"
        ] as const) {
          for (const direction of ["asc", "desc"] as const) yield* cases.page({ order: [{ field, direction }], limit })
        }
        yield* cases.count([
          { field: "status", op: "eq", value: "closed" },
          { field: "closed_at", op: "gte", value: "2026-01-05T00:00:00.000Z" }
        ])
        return totals
      })
    )
  )
  await runtime.dispose()
  expect(looks).toEqual([rows, 4_000, rows, rows, 2, 1, 120, 6, 1_439, 20, 150, 3, 50, 6])
  const read = await rowsRead(connect)
  for (const table of ["sessions", "audit_log", "cases"]) expect([table, read.get(table)]).toEqual([table, 0])
})
