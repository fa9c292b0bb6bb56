import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  SQSServiceException
} from "@aws-sdk/client-sqs"
import { Data, Effect } from "effect"

/** The queue in front of the jobs table, and how the server that holds it is reached. */
export interface SqsQueue {
  readonly queue_url: string
  /** Null when what cannot be worked on is only kept in the table and the log. */
  readonly dead_letter_queue_url: string | null
  readonly region: string
  /** Null for the server that the queue's URL names. */
  readonly endpoint: string | null
}

/** How long the server may take for one call with all its tries, in milliseconds, and how often it is tried. */
export interface CheckWait {
  readonly connect: number
  readonly call: number
  readonly tries: number
}

export const usualTimeout: CheckWait = { connect: 3_000, call: 5_000, tries: 3 }

/** Only for servers whose credentials do not come from the environment of the process; else the SDK looks for them as it does everywhere. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A call that SQS did not answer, or refused. Whether it took effect is not known. */
export class SqsFailure extends Data.TaggedError("SqsFailure")<{ readonly message: string }> {}

export interface Received {
  readonly body: string
  /** Names this delivery of the message: what deletes it or keeps it hidden. */
  readonly receipt: string
}

/** The most messages that one call sends, receives or deletes. */
export const batchSize = 10
/** A message that was received is hidden this long; longer than a lease, so that anyone who sees it again finds the lease ended. */
export const hiddenSeconds = 60

const hints: Readonly<Record<string, string>> = {
  QueueDoesNotExist: "; there is no such queue, see SQS_QUEUE_URL, SQS_DEAD_LETTER_QUEUE_URL and SQS_REGION",
  AccessDenied: "; the credentials must allow to send, receive, delete and hide messages and to read the attributes of the queue",
  AccessDeniedException: "; the credentials must allow to send, receive, delete and hide messages and to read the attributes of the queue"
}

const wordOf = (cause: unknown, field: "code" | "name"): string | undefined => {
  const value = typeof cause === "object" && cause !== null ? (cause as Readonly<Record<string, unknown>>)[field] : undefined
  return typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_.]{1,59}$/.test(value) ? value : undefined
}

/** What went wrong, in words of ours: the SDK's own carry addresses and headers. */
const failureOf = (cause: unknown): SqsFailure => {
  const name = wordOf(cause, "name") ?? "unknown"
  if (cause instanceof SQSServiceException && cause.$metadata.httpStatusCode !== undefined) {
    return new SqsFailure({ message: `SQS answered ${cause.$metadata.httpStatusCode} ${name}${hints[name] ?? ""}` })
  }
  if (name === "CredentialsProviderError") return new SqsFailure({ message: "no credentials for SQS were found in the environment" })
  return new SqsFailure({ message: `SQS does not answer (${wordOf(cause, "code") ?? name})` })
}

const clientOf = ({ endpoint, queue_url, region }: SqsQueue, timeout: CheckWait, credentials: Credentials | undefined): SQSClient =>
  new SQSClient({
    region,
    endpoint: endpoint ?? new URL(queue_url).origin,
    ...(credentials === undefined ? {} : { credentials }),
    retryMode: "standard",
    maxAttempts: timeout.tries,
    requestHandler: { connectionTimeout: timeout.connect }
  })

const numbered = <A>(entries: ReadonlyArray<string>, entry: (text: string) => A) =>
  entries.map((one, index) => ({ Id: String(index), ...entry(one) }))

/** One call, which ends with its caller and after its timeout. */
const calling =
  (timeout: CheckWait) =>
  <A>(work: (options: { readonly abortSignal: AbortSignal }) => Promise<A>, longer = 0) =>
    Effect.tryPromise({
      try: async (interrupted) => {
        const ended = new AbortController()
        const end = () => ended.abort()
        const timer = setTimeout(end, timeout.call + longer)
        interrupted.addEventListener("abort", end, { once: true })
        try {
          return await work({ abortSignal: ended.signal })
        } finally {
          clearTimeout(timer)
          interrupted.removeEventListener("abort", end)
        }
      },
      catch: failureOf
    })

type Call = ReturnType<typeof calling>

const sendingOf = (client: SQSClient, { dead_letter_queue_url, queue_url }: SqsQueue, call: Call) => ({
  /** Sends up to ten messages, and answers the indexes of those that were refused. */
  send: (bodies: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<number>, SqsFailure> => {
    const Entries = numbered(bodies, (MessageBody) => ({ MessageBody }))
    return Effect.map(
      call((options) => client.send(new SendMessageBatchCommand({ QueueUrl: queue_url, Entries }), options)),
      ({ Successful = [] }) => {
        const sent = new Set(Successful.map(({ Id }) => Id))
        return Entries.flatMap(({ Id }, index) => (sent.has(Id) ? [] : [index]))
      }
    )
  },
  /** Nothing happens where there is no dead-letter queue. */
  sendDeadLetter: (body: string): Effect.Effect<void, SqsFailure> =>
    dead_letter_queue_url === null
      ? Effect.void
      : Effect.asVoid(
          call((options) => client.send(new SendMessageCommand({ QueueUrl: dead_letter_queue_url, MessageBody: body }), options))
        )
})

const receivingOf = (client: SQSClient, { queue_url }: SqsQueue, call: Call) => ({
  /** Waits up to `wait_seconds` (0 to 20) for messages and answers up to `most` of them (1 to 10). */
  receive: (most: number, wait_seconds: number): Effect.Effect<ReadonlyArray<Received>, SqsFailure> =>
    Effect.map(
      call(
        (options) =>
          client.send(
            new ReceiveMessageCommand({
              QueueUrl: queue_url,
              MaxNumberOfMessages: most,
              WaitTimeSeconds: wait_seconds,
              VisibilityTimeout: hiddenSeconds
            }),
            options
          ),
        wait_seconds * 1000
      ),
      ({ Messages = [] }) =>
        Messages.flatMap(({ Body = "", ReceiptHandle }) => (ReceiptHandle === undefined ? [] : [{ body: Body, receipt: ReceiptHandle }]))
    ),
  /** Deletes up to ten messages. One that stays comes again, finds its row done and is deleted then. */
  remove: (receipts: ReadonlyArray<string>): Effect.Effect<void, SqsFailure> =>
    Effect.asVoid(
      call((options) =>
        client.send(
          new DeleteMessageBatchCommand({ QueueUrl: queue_url, Entries: numbered(receipts, (ReceiptHandle) => ({ ReceiptHandle })) }),
          options
        )
      )
    ),
  /** Hides a message again, from now on. */
  hide: (receipt: string): Effect.Effect<void, SqsFailure> =>
    Effect.asVoid(
      call((options) =>
        client.send(
          new ChangeMessageVisibilityCommand({ QueueUrl: queue_url, ReceiptHandle: receipt, VisibilityTimeout: hiddenSeconds }),
          options
        )
      )
    )
})

/** The calls that the queue needs. None of them outlasts its timeout, also where no one may interrupt it. */
const callsOf = (client: SQSClient, queue: SqsQueue, timeout: CheckWait) => {
  const call = calling(timeout)
  return {
    ...sendingOf(client, queue, call),
    ...receivingOf(client, queue, call),
    ping: Effect.asVoid(
      call((options) => client.send(new GetQueueAttributesCommand({ QueueUrl: queue.queue_url, AttributeNames: ["QueueArn"] }), options))
    )
  }
}
export type Sqs = ReturnType<typeof callsOf>

/** The queue's calls for as long as the scope lives. */
export const connectSqs = (queue: SqsQueue, timeout: CheckWait = usualTimeout, credentials?: Credentials) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => clientOf(queue, timeout, credentials)),
      (client) => Effect.sync(() => client.destroy())
    ),
    (client) => callsOf(client, queue, timeout)
  )
