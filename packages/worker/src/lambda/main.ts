import { connectSqs, type SqsQueue } from "@vouchkit/adapters/sqs/client"
import { jobs } from "@vouchkit/core/registry"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { type Handed, runBatch } from "./batch.ts"
import { loggerLayer } from "../telemetry/logger.ts"
import { portsLayer } from "../processes/ports.ts"
import { keepDirect } from "../processes/direct-hosts.ts"
import { environmentSettings } from "../processes/process.ts"
import { relayAll } from "../jobs/relaying.ts"
import { runOnce } from "../jobs/schedule.ts"
import { origin, type Settings } from "../settings/settings.ts"
import { misconfigured } from "../settings/start-problem.ts"
import { flushed, telemetryLayer } from "../telemetry/telemetry.ts"
import { timers } from "../jobs/timers.ts"

/** An event of SQS, and the answer that names the messages to bring again, as the AWS Lambda programming model spells them. */
export interface QueueEvent {
  readonly Records: ReadonlyArray<Handed>
}
interface QueueAnswer {
  readonly batchItemFailures: Array<{ readonly itemIdentifier: string }>
}
interface Call {
  readonly getRemainingTimeInMillis: () => number
}

/** A worker without a loop: the platform hands it the messages that wake it, and a schedule does what else a worker does. */
const lambdaWorker = (settings: Settings, queue: SqsQueue) => {
  const services = Layer.mergeAll(telemetryLayer(settings.telemetry, "vouchkit-lambda"), loggerLayer(settings))
  const ports = portsLayer(settings, settings.public_url ?? origin(settings.host, settings.port))
  const runtime = ManagedRuntime.make(Layer.provideMerge(ports, services))
  return {
    /** Fails only when the ports cannot be built. */
    ready: async (): Promise<void> => void (await runtime.context()),
    handler: async ({ Records }: QueueEvent, call: Call): Promise<QueueAnswer> => {
      const again = await runtime.runPromise(
        Effect.gen(function* () {
          return yield* runBatch(jobs, Records, { sqs: yield* connectSqs(queue), remainingMillis: call.getRemainingTimeInMillis() })
        }).pipe(Effect.scoped, flushed)
      )
      return { batchItemFailures: again.map((itemIdentifier) => ({ itemIdentifier })) }
    },
    relay: (): Promise<{ readonly sent: number }> =>
      runtime.runPromise(
        flushed(
          Effect.andThen(
            runOnce(timers),
            Effect.map(relayAll(queue), (sent) => ({ sent }))
          )
        )
      ),
    close: () => runtime.dispose()
  }
}

const fromEnvironment = async () => {
  keepDirect(process.env)
  const settings = Result.getOrThrow(environmentSettings({ database_url: true }))
  if (settings.job_queue === null) throw misconfigured("JOB_QUEUE must be sqs for a worker that SQS calls.")
  const worker = lambdaWorker(settings, settings.job_queue)
  await worker.ready()
  return worker
}

let warm: ReturnType<typeof fromEnvironment> | undefined
/** One for the life of the container; a start that failed is tried again by the next call. */
const worker = () => {
  warm ??= fromEnvironment().catch((cause: unknown) => {
    warm = undefined
    throw cause
  })
  return warm
}

/** For the event source mapping of the queue, with `ReportBatchItemFailures`. A call that throws brings all its messages again. */
export const handler = async (event: QueueEvent, call: Call): Promise<QueueAnswer> => (await worker()).handler(event, call)

/**
 * For a schedule, such as every minute: runs the timers once, then tells the queue of every job that is due. Needed where no worker process
 * runs beside the functions; API processes tell the queue of jobs too, but run no timers.
 */
export const relay = async (): Promise<{ readonly sent: number }> => (await worker()).relay()
