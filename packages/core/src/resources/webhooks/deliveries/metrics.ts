import { Effect, Metric } from "effect"
import { isWaiting, type StoredDelivery } from "../model.ts"

const deliveries = Metric.counter("vouchkit_webhook_deliveries_total", {
  description: "Webhook deliveries that ended with an attempt, by outcome",
  incremental: true
})

/** Counts a delivery once, when it stops waiting for attempts. */
export const countEnd = (before: StoredDelivery["status"], after: StoredDelivery["status"]): Effect.Effect<void> =>
  isWaiting({ status: before }) && !isWaiting({ status: after })
    ? Metric.update(Metric.withAttributes(deliveries, { outcome: after }), 1)
    : Effect.void

/** Counts deliveries that waited for attempts until they succeeded. */
export const countSucceeded = (many: number): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(deliveries, { outcome: "succeeded" }), many)
