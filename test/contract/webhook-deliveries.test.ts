import { describe, expect } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  anEndpoint,
  call,
  deliveriesOf,
  happens,
  received,
  receiver,
  type Storage,
  theDelivery,
  work,
  world
} from "../core/resources/webhooks/harness.ts"
import { freshDatabase } from "../support/postgres.ts"

const postgres = Effect.map(Effect.promise(freshDatabase), (connect) => Postgres.layer({ connect, maximumConnections: 8 }))
/** Each test builds its layer, and so has a store of its own. */
const stores: Readonly<Record<string, Storage>> = {
  memory: Memory.layer,
  postgres: Layer.unwrap(postgres) as unknown as Storage
}

for (const [name, storage] of Object.entries(stores)) {
  describe(`webhooks kept in ${name}`, () => {
    world(
      "a delivery lives from its event over failures to success",
      () =>
        Effect.gen(function* () {
          const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
          ;(yield* receiver).script.push({ status: 500 }, { fails: "dns" })
          yield* happens("session.approved", { tags: ["größe", "\u{1f600}"] })
          yield* work
          for (let count = 0; count < 2; count += 1) {
            const { next_attempt_at } = yield* theDelivery(endpoint)
            yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
            yield* work
          }
          const delivery = yield* theDelivery(endpoint)
          expect(delivery).toMatchObject({ status: "succeeded", attempts_made: 3, attempts_left: 5, next_attempt_at: null })
          expect(delivery.attempts.map(({ error_code }) => error_code)).toEqual(["http_error", "dns", null])
          expect((yield* received).map(({ data }) => data.tags)).toEqual(Array.from({ length: 3 }, () => ["größe", "\u{1f600}"]))
          yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
        }),
      { storage }
    )

    world(
      "410 and deletion end everything that waits",
      () =>
        Effect.gen(function* () {
          const endpoint = yield* anEndpoint({ enabled_events: ["session.approved", "session.declined"] })
          const state = yield* receiver
          state.standard = { status: 500 }
          for (let count = 0; count < 12; count += 1) yield* happens("session.approved")
          yield* work
          state.standard = { status: 410 }
          yield* happens("session.declined")
          yield* work
          expect((yield* call("webhook_endpoints.get", { endpoint_id: endpoint.id })).output).toMatchObject({ disabled_reason: "gone" })
          const { output } = yield* call("webhook_deliveries.list", { endpoint_id: endpoint.id, status: ["cancelled"] })
          expect(output.pagination.total).toBe(13)
          yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
          expect((yield* call("webhook_endpoints.list")).output.data).toEqual([])
          expect((yield* deliveriesOf(endpoint)).length).toBe(13)
        }),
      { storage }
    )

    world(
      "the alarm, a try by hand, a rotation and a test work alike",
      () =>
        Effect.gen(function* () {
          const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
          const watcher = yield* anEndpoint({ enabled_events: ["webhook-endpoint.failing"] })
          const state = yield* receiver
          state.script.push({ status: 500 })
          yield* happens("session.approved")
          yield* work
          expect((yield* theDelivery(endpoint)).status).toBe("exhausted")
          expect((yield* theDelivery(watcher)).status).toBe("succeeded")
          yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 60 })
          yield* call("webhook_deliveries.retry", { delivery_id: (yield* theDelivery(endpoint)).id })
          yield* work
          expect((yield* theDelivery(endpoint)).status).toBe("succeeded")
          expect(state.requests.at(-1)?.headers["x-service-signature"]?.split("v1=").length).toBe(3)
          const { output } = yield* call("webhook_endpoints.test", { endpoint_id: endpoint.id }, { idempotency: "test" })
          yield* work
          expect(yield* theDelivery(endpoint)).toMatchObject({ id: output.id, status: "succeeded" })
        }),
      { storage, schedule: [] }
    )
  })
}
