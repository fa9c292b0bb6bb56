import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { BlockingIndex } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { deliverJob } from "@vouchkit/core/resources/webhooks/deliveries/store"
import { DeliveryStore, waiting } from "@vouchkit/core/resources/webhooks/model"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { ownedDatabase } from "../support/postgres.ts"
import { rowsRead } from "../support/rows-read.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const { environment, organization } = acmeSandbox
/** What the tables hold when the server counts them, and what is written afterwards. */
const counted = 20
const many = 3_000
/** More than it takes for every connection to keep one plan for any values. */
const looks = 20

test("monitored subjects are found by index, however few words there were when the server counted them", async () => {
  const connect = await ownedDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const found = await runtime.runPromise(
    as(acmeSandbox)(
      Effect.gen(function* () {
        const { sql } = yield* Database
        const index = yield* BlockingIndex
        const write = (from: number, to: number) =>
          Effect.promise(async () => {
            const numbers = `from generate_series(${from}, ${to}) as n`
            const owner = `'${organization}', '${environment}'`
            await sql.unsafe(
              `insert into screening_subjects (organization, environment, id, version, data, monitoring_status, created_at, updated_at) select ${owner}, 'sub_' || n, 1, '{}', 'none', '2026-01-01', '2026-01-01' ${numbers}`
            )
            // Every key has three words and three subjects.
            await sql.unsafe(
              `insert into screening_blocking_keys (organization, environment, id, made_for, keys, parts) select ${owner}, 'sub_' || n, 'rules', array[n / 3, 1000000 + n], array['part' || n / 3] ${numbers}`
            )
            await sql.unsafe(
              `insert into screening_blocking_words (organization, environment, id, word, parts, keys) select ${owner}, 'word' || n, 'w', array['part' || n], array[n / 3, 1000000 + n] ${numbers}`
            )
          })
        yield* write(1, counted)
        yield* Effect.promise(() => sql.unsafe("analyze screening_blocking_keys, screening_blocking_words"))
        yield* write(counted + 1, many)
        const sizes: Array<ReadonlyArray<number>> = []
        for (let look = 0; look < looks; look += 1) {
          const keys = Array.from({ length: 10 }, (_, place) => 100 + look * 10 + place)
          const [words, byKey, byPart] = [
            yield* index.words(keys),
            yield* index.subjectsByKey(keys),
            yield* index.subjectsByPart(keys.map((key) => `part${key}`))
          ]
          sizes.push([words.length, byKey.length, byPart.length])
        }
        return sizes
      })
    )
  )
  await runtime.dispose()
  expect(found).toEqual(Array.from({ length: looks }, () => [30, 30, 30]))
  const read = await rowsRead(connect)
  // Some servers count what the counting itself read.
  for (const table of ["screening_blocking_words", "screening_blocking_keys"]) {
    expect(read.get(table)).toBeLessThanOrEqual(counted)
    expect(read.get(`${table}_pkey`)).toBe(0)
  }
  for (const index of ["screening_blocking_words_keys", "screening_blocking_keys_keys", "screening_blocking_keys_parts"]) {
    expect([index, read.get(index)]).toEqual([index, looks * 30])
  }
})

test("what waits for an endpoint is found by its jobs, beside a long history and a long queue that was empty when it was counted", async () => {
  const connect = await ownedDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const found = await runtime.runPromise(
    as(acmeSandbox)(
      Effect.gen(function* () {
        const { sql } = yield* Database
        const store = yield* DeliveryStore
        const write = (statement: string) => Effect.promise(() => sql.unsafe(statement))
        const owner = `'${organization}', '${environment}'`
        const dates = "'2026-01-01', '2026-01-01'"
        const jobs = (prefix: string, lane: string, to: number) =>
          write(
            `insert into jobs (organization, environment, id, name, payload, lane, state, due_at, created_at) select ${owner}, '${prefix}' || n, '${deliverJob}', jsonb_build_object('delivery_id', 'whd_' || n), '${lane}', case when n % 150 = 0 or n = 7 then 'failed' else 'queued' end, ${dates} from generate_series(1, ${to}) as n`
          )
        yield* storeEndpoint("whe_1")
        yield* storeDelivery(0, { endpoint_id: "whe_1", status: "succeeded" })
        yield* write(
          `insert into webhook_deliveries (organization, environment, id, version, data, endpoint_id, event_id, status, created_at) select ${owner}, 'whd_' || n, 1, jsonb_build_object('id', 'whd_' || n), 'whe_1', 'evt_0', case when n <= 10 then 'pending' else 'succeeded' end, '2026-01-01' from generate_series(1, ${many}) as n`
        )
        // A queue that was full, is empty, and keeps its pages.
        yield* jobs("former", "whe_2", many)
        yield* write("delete from jobs")
        yield* write("analyze jobs, webhook_deliveries")
        yield* jobs("other", "whe_2", many)
        yield* jobs("own", "whe_1", 10)
        const sizes: Array<number> = []
        for (let look = 0; look < looks; look += 1) {
          const rows = yield* store.list({
            where: [
              { field: "endpoint_id", op: "eq", value: "whe_1" },
              { field: "status", op: "in", values: waiting }
            ],
            limit: 100
          })
          sizes.push(rows.length)
        }
        return sizes
      })
    )
  )
  await runtime.dispose()
  expect(found).toEqual(Array.from({ length: looks }, () => 10))
  const read = await rowsRead(connect)
  // The former jobs were read to be deleted, and some servers count what the counting itself read.
  expect(read.get("jobs")).toBeLessThanOrEqual(2 * many)
  expect(read.get("webhook_deliveries")).toBeLessThanOrEqual(many)
  expect([read.get("jobs_pkey"), read.get("jobs_relay"), read.get("jobs_due")]).toEqual([0, 0, 0])
  expect(read.get("webhook_deliveries_of_endpoint")).toBe(0)
  expect(read.get("webhook_deliveries_pkey")).toBeLessThanOrEqual(looks * 10)
  expect(read.get("jobs_lanes")).toBeLessThanOrEqual(looks * 10)
  // Those that failed are few, whosever they are; the first looks still meet those that are gone.
  expect(read.get("jobs_failed")).toBeLessThanOrEqual(looks * 50)
})
