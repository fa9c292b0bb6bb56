import { always, type Fault, faultProxy, refusals, seeded } from "../support/fault-proxy.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { createQueue, queueAt } from "../support/queues.ts"

/** Where jobs wait for workers, and how that is made worse. */
export interface JobQueueServer {
  readonly environment: Readonly<Record<string, string>>
  /** Loses what lies in the queue. */
  readonly purge: (() => Promise<void>) | null
  /** From now on everything works. */
  readonly heal: () => void
  readonly counts: () => Promise<Readonly<Record<string, number>>>
  readonly stop: () => Promise<void>
}

const tableAlone: JobQueueServer = {
  environment: { JOB_QUEUE: "postgres" },
  purge: null,
  heal: () => undefined,
  counts: async () => ({}),
  stop: async () => undefined
}

/**
 * What is done twice sends or hides twice; an answer that is cut off leaves messages hidden, to come back late and out of order; a refused
 * deletion brings a message again.
 */
const faults: ReadonlyArray<Fault> = [
  "twice",
  "twice",
  "cut-before",
  "cut-after",
  "cut-within",
  refusals.queueError,
  refusals.queueThrottled,
  refusals.queueUnavailable
]
const faultyShare = 0.2
const mostInTurn = 4

const overSqs = async (seed: number): Promise<JobQueueServer> => {
  const server = await startFauxqs()
  const proxy = await faultProxy(server.endpoint)
  const queue = await createQueue(server.endpoint)
  const jobs = queueAt(server.endpoint, queue.queue_url)
  const dead = queueAt(server.endpoint, queue.dead_letter_queue_url)
  proxy.follow(seeded(seed, faultyShare, mostInTurn, faults))
  return {
    environment: {
      JOB_QUEUE: "sqs",
      SQS_QUEUE_URL: queue.queue_url,
      SQS_DEAD_LETTER_QUEUE_URL: queue.dead_letter_queue_url,
      SQS_REGION: queue.region,
      SQS_ENDPOINT: proxy.endpoint,
      AWS_ACCESS_KEY_ID: fauxqsCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: fauxqsCredentials.secretAccessKey
    },
    purge: async () => void (await jobs.purge()),
    heal: () => proxy.follow(always("pass")),
    counts: async () => {
      const seen = proxy.since()
      return {
        "calls to SQS": seen.length,
        "of them broken": seen.filter(({ fault }) => fault !== "pass").length,
        "dead letters": (await dead.counts()).visible
      }
    },
    stop: async () => {
      await proxy.stop()
      await server.stop()
    }
  }
}

export const startQueue = (kind: "postgres" | "sqs", seed: number): Promise<JobQueueServer> =>
  kind === "sqs" ? overSqs(seed) : Promise.resolve(tableAlone)
