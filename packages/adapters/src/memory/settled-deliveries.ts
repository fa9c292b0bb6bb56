import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type StoredDelivery, type StoredEndpoint, webhookDeliveries, webhookEndpoints } from "@vouchkit/core/resources/webhooks/model"
import { SettledDeliveries } from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"

export const layer = Layer.effect(SettledDeliveries)(
  Effect.map(State, (state) => ({
    rounds: null,
    settle: (delivery) =>
      Effect.flatMap(Tenant, ({ environment, organization }) =>
        state.transaction(
          Effect.suspend(() => {
            const place = (id: string) => `${organization}/${environment}/${id}`
            const before = state.rows(webhookDeliveries.table).get(place(delivery.id)) as StoredDelivery | undefined
            const endpoint = state.rows(webhookEndpoints.table).get(place(delivery.endpoint_id)) as StoredEndpoint | undefined
            if (before?.version !== delivery.version || endpoint?.failing_since !== null) return Effect.succeed(false)
            const written = { ...delivery, version: delivery.version + 1 }
            return Effect.as(state.write(webhookDeliveries.table, place(delivery.id), written), true)
          })
        )
      )
  }))
)
