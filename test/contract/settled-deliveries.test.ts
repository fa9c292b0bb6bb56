import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { DeliveryStore, type EndpointStore, type EventStore, type StoredDelivery } from "@vouchkit/core/resources/webhooks/model"
import { SettledDeliveries } from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { freshDatabase } from "../support/postgres.ts"
import { acmeSandbox, as, otherSandbox } from "../support/tenants.ts"

const at = "2026-01-01T00:00:00.000Z"
const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }))
}

for (const [adapter, make] of Object.entries(adapters)) {
  describe(`settled deliveries in ${adapter}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    let serial = 0
    type Ports = DeliveryStore | EndpointStore | EventStore | SettledDeliveries
    const inTenant = <A, E>(effect: Effect.Effect<A, E, Ports | Tenant>, tenant: Tenant["Service"] = acmeSandbox) =>
      runtime.runPromise(as(tenant)(effect) as Effect.Effect<A, E, Ports>)
    const settle = (delivery: StoredDelivery, tenant = acmeSandbox) =>
      inTenant(
        Effect.flatMap(SettledDeliveries, (port) => port.settle({ ...delivery, status: "succeeded", succeeded_at: at })),
        tenant
      )
    const find = (id: string) => inTenant(Effect.flatMap(DeliveryStore, (store) => store.find(id)))

    /** A pending delivery, at an endpoint that has failed since then, if at all. */
    const pending = (failing_since: string | null = null, tenant = acmeSandbox) =>
      inTenant(
        Effect.gen(function* () {
          serial += 1
          const number = serial
          const endpoint = yield* storeEndpoint(`whe_${number}`, failing_since)
          return yield* storeDelivery(number, { endpoint_id: endpoint.id })
        }),
        tenant
      )

    test("replaces a delivery that nobody changed, so that queries see its new state", async () => {
      const delivery = await pending()
      expect(await settle(delivery)).toBe(true)
      expect(await find(delivery.id)).toEqual({ ...delivery, status: "succeeded", succeeded_at: at, version: 2 })
      const listed = await inTenant(
        Effect.flatMap(DeliveryStore, (store) =>
          store.list({
            where: [
              { field: "endpoint_id", op: "eq", value: delivery.endpoint_id },
              { field: "status", op: "eq", value: "succeeded" }
            ],
            limit: 10
          })
        )
      )
      expect(listed.map(({ id }) => id)).toEqual([delivery.id])
    })

    test("leaves one alone that was changed since it was read, that is settled already, or that is not there", async () => {
      const delivery = await pending()
      await inTenant(Effect.flatMap(DeliveryStore, (store) => store.save({ ...delivery, status: "cancelled" })))
      expect(await settle(delivery)).toBe(false)
      expect(await find(delivery.id)).toMatchObject({ status: "cancelled", version: 2 })
      const other = await pending()
      expect([await settle(other), await settle(other)]).toEqual([true, false])
      expect(await settle({ ...other, id: "whd_none" })).toBe(false)
    })

    test("leaves one alone whose endpoint has begun to fail", async () => {
      const delivery = await pending(at)
      expect(await settle(delivery)).toBe(false)
      expect(await find(delivery.id)).toEqual(delivery)
    })

    test("reaches no delivery of another tenant", async () => {
      const delivery = await pending()
      expect(await settle(delivery, otherSandbox)).toBe(false)
      expect(await find(delivery.id)).toEqual(delivery)
    })

    test("tells each of many at once what became of its own, each once", async () => {
      const deliveries = await Promise.all(Array.from({ length: 150 }, (_, index) => pending(index % 10 === 0 ? at : null)))
      const twice = await Promise.all([...deliveries, ...deliveries].map((delivery) => settle(delivery)))
      for (const [index] of deliveries.entries()) {
        const won = [twice[index], twice[index + deliveries.length]].filter(Boolean).length
        expect(won).toBe(index % 10 === 0 ? 0 : 1)
      }
    })
  })
}
