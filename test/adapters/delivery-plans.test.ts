import { expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { analyzeTablesWithoutStatistics } from "@vouchkit/adapters/postgres/statements/tables-without-statistics"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { SettledDeliveries } from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { freshDatabase } from "../support/postgres.ts"
import { rowsRead } from "../support/rows-read.ts"
import { acmeSandbox, as } from "../support/tenants.ts"

const due_at = "2026-01-01T00:00:00.000Z"
const now = "2026-01-01T00:00:10.000Z"
const name = "test.deliver"
const others = 2_000
const deliveries = 40
const rounds = 12

test("deliveries are read and settled by their own keys, however many endpoints, events and deliveries there are", async () => {
  const connect = await freshDatabase()
  const runtime = ManagedRuntime.make(Postgres.layer({ connect, maximumConnections: 2 }))
  const crowd = (organization: string, prefix: string) => [
    `insert into webhook_endpoints (organization, environment, id, version, data, created_at) select '${organization}', 'sandbox', '${prefix}' || n, 1, '{}', '${due_at}' from generate_series(1, ${others}) as n`,
    `insert into webhook_events (organization, environment, id, version, data, created_at) select '${organization}', 'sandbox', '${prefix}' || n, 1, '{}', '${due_at}' from generate_series(1, ${others}) as n`
  ]
  const settled = await runtime.runPromise(
    Effect.gen(function* () {
      const { sql } = yield* Database
      const queue = yield* JobQueue
      const port = (yield* SettledDeliveries).rounds
      if (port === null) throw new Error("statements cost something here")
      const endpoint_id = (yield* storeEndpoint("whe_1")).id
      const round = Effect.fnUntraced(function* (first: number) {
        const numbers = Array.from({ length: deliveries }, (_, index) => first + index)
        const payloads = new Map<string, Effect.Success<ReturnType<typeof storeDelivery>>>()
        for (const number of numbers) {
          const delivery = yield* storeDelivery(number, { endpoint_id })
          yield* Effect.promise(() =>
            sql.unsafe(
              `update webhook_events set data = data || '{"envelope": {}}' where organization = 'org_acme' and environment = 'sandbox' and id = '${delivery.event_id}'`
            )
          )
          payloads.set(`job_${number}`, delivery)
          yield* queue.enqueue({ id: `job_${number}`, name, payload: {}, due_at, partition: endpoint_id })
        }
        const jobs = yield* queue.claim({
          limits: { [name]: deliveries },
          partitions: { [name]: { each: deliveries, slots: {} } },
          lease_seconds: 30,
          now
        })
        const runs = jobs.map((queued) => ({ queued, delivery_id: payloads.get(queued.id)?.id ?? "", endpoint_id }))
        const parcels = yield* port.read(runs)
        const outcomes = yield* Effect.promise(() =>
          Promise.all(
            runs.map(
              (run, index) =>
                new Promise<string>((written) => {
                  const parcel = parcels[index]
                  if (parcel === undefined) written("not found")
                  else port.settle(run, { ...parcel.delivery, status: "succeeded" }, written)
                })
            )
          )
        )
        return outcomes.filter((outcome) => outcome === "settled").length
      })
      // The server counts while there is next to nothing, and keeps its plans when there is more.
      let count = yield* round(1)
      yield* analyzeTablesWithoutStatistics(yield* Database)
      count += yield* round(1 + deliveries)
      yield* Effect.promise(() => Promise.all([...crowd("org_acme", "a"), ...crowd("org_other", "o")].map((text) => sql.unsafe(text))))
      for (let turn = 2; turn < rounds; turn += 1) count += yield* round(1 + turn * deliveries)
      return count
    }).pipe(as(acmeSandbox))
  )
  await runtime.dispose()
  expect(settled).toBe(rounds * deliveries)
  const read = await rowsRead(connect)
  // Storing a delivery looks its endpoint and event up, and the test changes each event.
  expect(read.get("webhook_endpoints_pkey")).toBeLessThan(2 * rounds * deliveries)
  expect(read.get("webhook_events_pkey")).toBeLessThan(4 * rounds * deliveries)
  expect(read.get("webhook_deliveries_pkey")).toBeLessThan(4 * rounds * deliveries)
  expect(read.get("webhook_deliveries_event")).toBeLessThan(4 * deliveries * deliveries)
})
