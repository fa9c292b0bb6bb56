import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database, type DatabaseOptions, layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import { type CheckWait, type SqsQueue, usualTimeout } from "@vouchkit/adapters/sqs/client"
import { layer as sqsLayer } from "@vouchkit/adapters/sqs/job-queue"
import { JobQueue, type PartitionSlots } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer, ManagedRuntime } from "effect"
import { fauxqsCredentials, fauxqsRegion } from "./fauxqs.ts"
import { acmeSandbox, as } from "./tenants.ts"

/** One call of the JSON protocol, past the adapter under test; the server checks no signatures. */
const ask = async (endpoint: string, operation: string, input: object): Promise<any> => {
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": `AmazonSQS.${operation}`,
      Authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${fauxqsRegion}/sqs/aws4_request, SignedHeaders=host, Signature=0`
    },
    body: JSON.stringify(input)
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status} ${text}`)
  return text === "" ? {} : JSON.parse(text)
}

/** Looks into a queue from outside. */
export const queueAt = (endpoint: string, QueueUrl: string) => ({
  /** The bodies of messages that are there; they stay hidden afterwards. */
  read: async (): Promise<ReadonlyArray<any>> => {
    const bodies: Array<any> = []
    for (;;) {
      const { Messages = [] } = await ask(endpoint, "ReceiveMessage", { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 600 })
      if (Messages.length === 0) return bodies
      for (const { Body } of Messages) bodies.push(JSON.parse(Body))
    }
  },
  write: (MessageBody: string) => ask(endpoint, "SendMessage", { QueueUrl, MessageBody }),
  /** How many messages can be received, and how many were received and not deleted. */
  counts: async (): Promise<{ readonly visible: number; readonly hidden: number }> => {
    const { Attributes } = await ask(endpoint, "GetQueueAttributes", { QueueUrl, AttributeNames: ["All"] })
    return { visible: Number(Attributes.ApproximateNumberOfMessages), hidden: Number(Attributes.ApproximateNumberOfMessagesNotVisible) }
  },
  purge: () => ask(endpoint, "PurgeQueue", { QueueUrl }),
  drop: () => ask(endpoint, "DeleteQueue", { QueueUrl })
})

let made = 0
/** A new queue with its dead-letter queue. */
export const createQueue = async (endpoint: string): Promise<SqsQueue & { readonly dead_letter_queue_url: string }> => {
  made += 1
  // Under the address that it answers at: the host that it names by itself is none that a URL may have.
  const create = async (QueueName: string): Promise<string> => {
    const { QueueUrl } = await ask(endpoint, "CreateQueue", { QueueName })
    return `${endpoint}/${String(QueueUrl).split("/").slice(-2).join("/")}`
  }
  const name = `jobs-${process.pid}-${made}`
  return {
    queue_url: await create(name),
    dead_letter_queue_url: await create(`${name}-dead`),
    region: fauxqsRegion,
    endpoint
  }
}

/** Gives up on silence soon, and tries as often as usual. */
export const hastyQueue = { connect: 1_000, call: 400, tries: 3 } as const

/** Looks until it holds, so that nothing depends on how fast a machine is. */
export const eventually = async <A>(look: () => Promise<A>, holds: (found: A) => boolean): Promise<A> => {
  for (let tries = 0; ; tries += 1) {
    const found = await look()
    if (holds(found) || tries >= 10_000) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const claimSeconds = 30
/** A process over a queue and a database, as far as either can tell, with the calls that tests make. */
export const queueProcess = (connect: DatabaseOptions["connect"], queue: SqsQueue, timeout: CheckWait = usualTimeout) => {
  const database = databaseLayer({ connect, maximumConnections: 4 })
  const ports = Layer.mergeAll(Postgres.records, sqsLayer(queue, timeout, fauxqsCredentials), Crypto.layer(new Uint8Array(32).fill(7)))
  const runtime = ManagedRuntime.make(ports.pipe(Layer.provideMerge(database)))
  const use = <A, E>(call: (queue: JobQueue["Service"]) => Effect.Effect<A, E, never>) => runtime.runPromise(Effect.flatMap(JobQueue, call))
  return {
    runtime,
    queue: use,
    enqueue: (name: string, id: string, due_at: string, partition = "") =>
      runtime.runPromise(
        as(acmeSandbox)(Effect.flatMap(JobQueue, (jobs) => jobs.enqueue({ id, name, payload: { id }, due_at, partition })))
      ),
    claim: (limits: Readonly<Record<string, number>>, now: string, partitions: Readonly<Record<string, PartitionSlots>> = {}) =>
      use((jobs) => jobs.claim({ limits, partitions, lease_seconds: claimSeconds, now })),
    /** Past the queue. */
    sql: (text: string): Promise<ReadonlyArray<any>> =>
      runtime.runPromise(Effect.flatMap(Database, ({ query }) => query(() => text))) as Promise<ReadonlyArray<any>>,
    stop: () => runtime.dispose()
  }
}
export type QueueProcess = ReturnType<typeof queueProcess>
