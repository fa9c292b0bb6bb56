import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { cancelWaiting, deliverJob, queueAttempt } from "@vouchkit/core/resources/webhooks/deliveries/store"
import {
  DeliveryStatus,
  DeliveryStore,
  type EndpointStore,
  type EventStore,
  isWaiting,
  waiting
} from "@vouchkit/core/resources/webhooks/model"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }))
}
const statuses = DeliveryStatus.literals
const endpoints = ["whe_1", "whe_2"]
const perStatus = 3

/** Every choice of statuses, the empty one left out. */
const choices = Array.from({ length: 2 ** statuses.length - 1 }, (_, bits) =>
  statuses.filter((_, place) => (((bits + 1) >> place) & 1) === 1)
)

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`deliveries by status in ${adapter}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    type Ports = DeliveryStore | EndpointStore | EventStore | JobQueue
    const within = <A, E>(tenant: TenantName, effect: Effect.Effect<A, E, any>) =>
      runtime.runPromise(as(tenant)(effect) as Effect.Effect<A, E, Ports>)
    /** As they stand in the service: what waits has a job. Of one status more than of another, so that none is taken for another. */
    const store = Effect.gen(function* () {
      let number = 0
      for (const endpoint_id of endpoints) {
        yield* storeEndpoint(endpoint_id)
        for (const [place, status] of statuses.entries()) {
          for (let count = 0; count < perStatus + place; count += 1) {
            number += 1
            const delivery = yield* storeDelivery(number, {
              endpoint_id,
              status,
              created_at: `2026-01-01T00:00:${10 + (number % 50)}.000Z`
            })
            if (isWaiting(delivery)) yield* queueAttempt(delivery, { attempt: 1, due_at: delivery.created_at })
          }
        }
      }
    })

    /** Deliveries of an endpoint of their own, whose jobs were issued and set aside for good. */
    const setAside = Effect.fnUntraced(function* (endpoint_id: string, from: number) {
      yield* storeEndpoint(endpoint_id)
      const stored = yield* Effect.forEach(waiting, (status, place) => storeDelivery(from + place, { endpoint_id, status }))
      for (const delivery of stored) yield* queueAttempt(delivery, { attempt: 1, due_at: delivery.created_at })
      const queue = yield* JobQueue
      const claimed = yield* queue.claim({ limits: { [deliverJob]: 1_000 }, lease_seconds: 30, now: "2026-01-01T00:00:00.000Z" })
      const jobs = claimed.filter(({ partition }) => partition === endpoint_id)
      expect(jobs.length).toBe(stored.length)
      for (const job of jobs) expect(yield* queue.deadLetter(job, "poison", "2026-01-01T00:00:00.000Z")).toBe(true)
      return stored.map(({ id }) => id)
    })
    const withStatus = Effect.fnUntraced(function* (endpoint_id: string, wanted: ReadonlyArray<typeof DeliveryStatus.Type>) {
      const found = yield* (yield* DeliveryStore).list({
        where: [
          { field: "endpoint_id", op: "eq", value: endpoint_id },
          { field: "status", op: "in", values: wanted }
        ],
        limit: 100
      })
      return found.map(({ id }) => id).sort()
    })

    test("what waits is found, and cancelled with the rest, although its job was set aside for good", async () => {
      const aside = await within(acmeSandbox, setAside("whe_aside", 900))
      expect(await within(acmeSandbox, withStatus("whe_aside", waiting))).toEqual(aside)
      expect(await within(acmeSandbox, withStatus("whe_aside", ["pending"]))).toHaveLength(1)
      expect(await within(otherSandbox, withStatus("whe_aside", waiting))).toEqual([])
      await within(acmeSandbox, cancelWaiting("whe_aside"))
      expect(await within(acmeSandbox, withStatus("whe_aside", waiting))).toEqual([])
      expect(await within(acmeSandbox, withStatus("whe_aside", ["cancelled"]))).toEqual(aside)
    })

    test("each choice of statuses finds those of the endpoint that have one of them, newest first", async () => {
      for (const tenant of [acmeSandbox, otherSandbox]) await within(tenant, store)
      for (const endpoint_id of endpoints) {
        const ofEndpoint = { field: "endpoint_id", op: "eq", value: endpoint_id } as const
        const all = await within(
          acmeSandbox,
          Effect.flatMap(DeliveryStore, (deliveries) => deliveries.list({ where: [ofEndpoint], limit: 1_000 }))
        )
        expect(all.length).toBe(statuses.reduce((sum, _, place) => sum + perStatus + place, 0))
        for (const chosen of choices) {
          const expected = all.filter(({ status }) => chosen.includes(status)).map(({ id }) => id)
          const page = await within(
            acmeSandbox,
            Effect.flatMap(DeliveryStore, (deliveries) =>
              deliveries.page({ where: [ofEndpoint, { field: "status", op: "in", values: chosen }], limit: 5, offset: 2 })
            )
          )
          expect({ chosen, total: page.total, ids: page.rows.map(({ id }) => id) }).toEqual({
            chosen,
            total: expected.length,
            ids: expected.slice(2, 7)
          })
        }
      }
    })
  })
}
