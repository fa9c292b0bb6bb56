import { afterAll, expect, test } from "bun:test"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database } from "@vouchkit/adapters/postgres/database"
import { DeliveryStore } from "@vouchkit/core/resources/webhooks/model"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { freshDatabase } from "../support/postgres.ts"
import { acmeLive, acmeSandbox, as } from "../support/tenants.ts"

const runtime = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 2 }))
afterAll(() => runtime.dispose())

const statuses = ["pending", "retrying", "failing", "succeeded", "exhausted", "cancelled", "skipped"] as const
const ran = (statement: string) =>
  Effect.flatMap(Database, ({ sql }) => Effect.promise(() => sql.unsafe<Array<Record<string, unknown>>>(statement)))
const own = "organization = 'org_acme' and environment = 'sandbox'"

const totalOf = (endpoint_id: string, ...values: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const store = yield* DeliveryStore
    const where = [{ field: "status", op: "in", values } as const, { field: "endpoint_id", op: "eq", value: endpoint_id } as const]
    const { total } = yield* store.page({ where, limit: 1 })
    return [total, yield* store.count(where)]
  })

/** What the kept counts say of each status at each endpoint, beside the rows themselves. */
const differing = Effect.gen(function* () {
  const rows = yield* ran("select endpoint_id, status, count(*)::int as count from webhook_deliveries group by 1, 2")
  const kept = yield* ran(
    "select value, sum(count)::int as count from record_counts where counted = 'webhook_deliveries_by_status' group by 1 having sum(count) <> 0"
  )
  const sorted = (lines: ReadonlyArray<string>) => lines.toSorted()
  return {
    kept: sorted(kept.map(({ count, value }) => `${value} ${count}`)),
    found: sorted(rows.map(({ count, endpoint_id, status }) => `${endpoint_id} ${status} ${count}`))
  }
})

test("deliveries of an endpoint are counted by their status as they are written, changed together or one by one, and removed", () =>
  runtime.runPromise(
    Effect.gen(function* () {
      const [one, other] = [(yield* storeEndpoint("whe_1")).id, (yield* storeEndpoint("whe_2")).id]
      for (let number = 1; number <= 14; number++) {
        yield* storeDelivery(number, { endpoint_id: number <= 10 ? one : other, status: statuses[number % 7] ?? "pending" })
      }
      const agree = Effect.map(differing, ({ found, kept }) => expect(kept).toEqual(found))
      yield* agree
      yield* ran(`update webhook_deliveries set status = 'succeeded' where ${own} and endpoint_id = '${one}'`)
      yield* agree
      expect(yield* totalOf(one, "succeeded")).toEqual([10, 10])
      expect(yield* totalOf(one, "pending", "retrying")).toEqual([0, 0])
      expect(yield* totalOf(one)).toEqual([0, 0])
      const [before] = yield* ran("select count(*)::int as rows, sum(count)::int as all from record_counts")
      yield* ran(`update webhook_deliveries set version = version where ${own}`)
      expect((yield* ran("select count(*)::int as rows, sum(count)::int as all from record_counts"))[0]).toEqual(before ?? {})
      yield* ran(`delete from webhook_deliveries where ${own} and endpoint_id = '${other}' and status = 'succeeded'`)
      yield* agree
      expect(yield* Effect.all(statuses.map((status) => Effect.map(totalOf(other, status), ([total]) => total)))).toEqual(
        statuses.map((status) => (status === "succeeded" ? 0 : [11, 12, 13, 14].filter((n) => statuses[n % 7] === status).length))
      )
      expect(yield* totalOf(one, "succeeded").pipe(as(acmeLive))).toEqual([0, 0])
    }).pipe(as(acmeSandbox))
  ))

test("their total is what is kept and no row is counted for it: what the database says is the total, the rows say nothing of", () =>
  runtime.runPromise(
    Effect.gen(function* () {
      const { id } = yield* storeEndpoint("whe_3")
      yield* storeDelivery(30, { endpoint_id: id, status: "succeeded" })
      yield* ran(`insert into record_counts values ('org_acme', 'sandbox', 'webhook_deliveries_by_status', '${id} succeeded', -1, 2000000)`)
      expect(yield* totalOf(id, "succeeded")).toEqual([2_000_001, 2_000_001])
      expect(
        (yield* (yield* DeliveryStore).page({
          where: [
            { field: "endpoint_id", op: "eq", value: id },
            { field: "status", op: "eq", value: "succeeded" }
          ],
          limit: 1
        })).total_is_lower_bound
      ).toBe(false)
      // The other tests compare what is kept with the rows.
      yield* ran("delete from record_counts where slot = -1")
    }).pipe(as(acmeSandbox))
  ))
