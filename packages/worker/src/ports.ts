import { join, resolve } from "node:path"
import { layer as fileBlobs } from "@vouchkit/adapters/blobs/file"
import { documentReaderLayer } from "@vouchkit/adapters/engines/document-reader"
import { storage } from "@vouchkit/adapters/postgres"
import { layer as senderLayer } from "@vouchkit/adapters/webhook-sender/sender"
import { PublicUrl } from "@vouchkit/core/foundation/public-url"
import { PlanLimit } from "@vouchkit/core/operation/quota"
import { InsecureTargets, RetrySchedule } from "@vouchkit/core/webhooks/operator-settings"
import { WebhookSender } from "@vouchkit/core/webhooks/sender"
import { Effect, Layer, Metric } from "effect"
import { databaseLayer, type Role } from "./database.ts"
import { masterKeyLayer } from "./master-key.ts"
import type { Settings } from "./settings.ts"

/** Storage and encryption: all that a command on the database needs. */
export const storageLayer = (settings: Settings, role: Role) =>
  Layer.mergeAll(storage, masterKeyLayer(settings)).pipe(Layer.provideMerge(databaseLayer(settings, role)))

const attempts = Metric.counter("vouchkit_webhook_attempts_total", {
  description: "Attempts to deliver a webhook, by the class of the receiver's status or why no answer came",
  incremental: true
})
const counted = (outcome: string) => Metric.update(Metric.withAttributes(attempts, { outcome }), 1)

/** The sender, with every attempt counted by its outcome. */
const countingSender = (settings: Settings) =>
  Layer.effect(WebhookSender)(
    Effect.map(WebhookSender, ({ send }) => ({
      send: (request) =>
        send(request).pipe(
          Effect.tap(({ status }) => counted(`${Math.floor(status / 100)}xx`)),
          Effect.tapError(({ code }) => counted(code))
        )
    }))
  ).pipe(Layer.provide(senderLayer({ exceptions: settings.insecure_targets })))

/** Every port of a service, from its settings. */
export const portsLayer = (settings: Settings, public_url: string) => {
  const { data_dir, insecure_targets, rate_limit_per_minute, retry_schedule } = settings
  const operator = Layer.mergeAll(
    Layer.succeed(PublicUrl)({ base: public_url }),
    Layer.succeed(PlanLimit)(rate_limit_per_minute),
    Layer.succeed(InsecureTargets)(insecure_targets),
    Layer.succeed(RetrySchedule)(retry_schedule)
  )
  return Layer.mergeAll(fileBlobs(join(resolve(data_dir), "objects")), documentReaderLayer(), countingSender(settings), operator).pipe(
    Layer.provideMerge(storageLayer(settings, "service"))
  )
}
