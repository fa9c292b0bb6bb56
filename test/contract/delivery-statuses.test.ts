import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { JobQueue } from "@vouchkit/core/operation/job"
import { queueAttempt } from "@vouchkit/core/webhooks/deliveries"
import { DeliveryStatus, DeliveryStore, type EndpointStore, type EventStore, isWaiting } from "@vouchkit/core/webhooks/model"
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
