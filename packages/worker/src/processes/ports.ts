import { attestationVerifierLayer } from "@vouchkit/adapters/attestation/verifier"
import { join, resolve } from "node:path"
import { layer as fileBlobs } from "@vouchkit/adapters/blobs/file"
import { engineConfinementLayer } from "@vouchkit/adapters/engines/confinement/probe"
import { layer as fileReceipts } from "@vouchkit/adapters/receipt-log/file"
import { records, storage } from "@vouchkit/adapters/postgres"
import { cachedScreenerLayer } from "@vouchkit/adapters/screening/cached-screener"
import { sealedSpoolLayer } from "@vouchkit/adapters/bodies/sealed-spool"
import { layer as senderLayer } from "@vouchkit/adapters/webhook-sender/sender"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { BodyIntake, Intake, intakeLimits } from "@vouchkit/core/kernel/intake/intake"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { AllowedPorts, InsecureTargets, RetrySchedule } from "@vouchkit/core/resources/webhooks/targets/operator-settings"
import { type SendResult, WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Effect, identity, Layer, Metric } from "effect"
import { databaseLayer, type Role } from "./database.ts"
import { enginesLayer } from "./engines.ts"
import { listFetchingLayer } from "./list-fetching-layer.ts"
import { mailerLayer } from "./mail-port.ts"
import { masterKeyLayer } from "../settings/master-key.ts"
import { checkWaitLayer } from "../settings/check-wait.ts"
import type { Settings } from "../settings/settings.ts"
import { tracedQueue, tracedSender } from "../telemetry/traced-ports.ts"

/** Where jobs wait for workers. The SDK is loaded only where it is used, as for files. */
const plainStorage = ({ job_queue }: Settings) =>
  job_queue === null
    ? storage
    : Layer.merge(
        records,
        Layer.unwrap(
          Effect.map(
            Effect.promise(() => import("@vouchkit/adapters/sqs/job-queue")),
            ({ layer }) => layer(job_queue)
          )
        )
      )

/** Decided once: without a collector, nothing on the way of a job knows of traces. */
const queuedStorage = (settings: Settings) =>
  settings.telemetry === null
    ? plainStorage(settings)
    : Layer.effect(JobQueue)(Effect.map(JobQueue, tracedQueue)).pipe(Layer.provideMerge(plainStorage(settings)))

/** Storage and encryption: all that a command on the database needs. */
export const storageLayer = (settings: Settings, role: Role) =>
  Layer.mergeAll(queuedStorage(settings), masterKeyLayer(settings)).pipe(Layer.provideMerge(databaseLayer(settings, role)))

const attempts = Metric.counter("vouchkit_webhook_attempts_total", {
  description: "Webhook attempts, by class of status or reason without an answer",
  incremental: true
})
const outcomeOf = (result: SendResult): string => ("code" in result ? result.code : `${Math.floor(result.status / 100)}xx`)
const counted = (outcome: string) => Metric.update(Metric.withAttributes(attempts, { outcome }), 1)

/** The sender, with every attempt counted by its outcome. */
const countingSender = (settings: Settings) =>
  Layer.effect(WebhookSender)(
    Effect.gen(function* () {
      const { post, send } = (settings.telemetry === null ? identity : tracedSender)(yield* WebhookSender)
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      return {
        send: (request) =>
          send(request).pipe(
            Effect.tap((answer) => counted(outcomeOf(answer))),
            Effect.tapError((failure) => counted(outcomeOf(failure)))
          ),
        post: (request, answered) =>
          post(request, (result) => {
            run(counted(outcomeOf(result)))
            answered(result)
          })
      }
    })
  ).pipe(Layer.provide(senderLayer({ exceptions: settings.insecure_targets })))

/** Where files are stored. The SDK is loaded only where it is used: it costs every start more than all the rest of the storage. */
export const blobsLayer = ({ data_dir, object_store }: Settings) =>
  object_store === null
    ? fileBlobs(join(resolve(data_dir), "objects"))
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("@vouchkit/adapters/blobs/s3")),
          ({ layer }) => layer(object_store)
        )
      )

/** Where erasures are logged outside of the database: beside the files. */
export const receiptLogLayer = ({ data_dir, object_store }: Settings) =>
  object_store === null
    ? fileReceipts(resolve(data_dir))
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("@vouchkit/adapters/receipt-log/s3")),
          ({ layer }) => layer(object_store)
        )
      )

/** How uploads come in: what is let in at once, and where it is put meanwhile. */
const intakeLayer = ({ data_dir, uploads: { deadline_seconds, megabytes } }: Settings) =>
  Layer.merge(
    Layer.sync(Intake)(() => new BodyIntake(intakeLimits(megabytes, deadline_seconds))),
    sealedSpoolLayer(join(resolve(data_dir), "uploads"))
  )

/** Every port of a service, from its settings. */
export const portsLayer = (settings: Settings, public_url: string) => {
  const { insecure_targets, rate_limit_per_minute, retry_schedule, webhook_ports } = settings
  const operator = Layer.mergeAll(
    Layer.succeed(PublicUrl)({ base: public_url }),
    Layer.succeed(PlanLimit)(rate_limit_per_minute),
    Layer.succeed(InsecureTargets)(insecure_targets),
    Layer.succeed(AllowedPorts)(webhook_ports),
    Layer.succeed(RetrySchedule)(retry_schedule),
    checkWaitLayer,
    attestationVerifierLayer(settings.attestation),
    listFetchingLayer(settings),
    mailerLayer(settings, public_url)
  )
  return Layer.mergeAll(
    blobsLayer(settings),
    receiptLogLayer(settings),
    intakeLayer(settings),
    enginesLayer(settings.engines),
    engineConfinementLayer,
    cachedScreenerLayer(),
    countingSender(settings),
    operator
  ).pipe(Layer.provideMerge(storageLayer(settings, "service")))
}
