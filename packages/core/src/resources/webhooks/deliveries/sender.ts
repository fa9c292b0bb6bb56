import { Context, Effect, Schema } from "effect"
import type { Outside } from "../../../kernel/foundation/outside.ts"

/** How long one attempt may take in all, from the look-up of the name to the end of the answer. */
export const sendTimeoutMs = 15_000

/**
 * How long a request may wait for its turn while others are on the wire to the same receiver, which is no part of the attempt. Both together end
 * within the lease of the job.
 */
export const turnTimeoutMs = 10_000

/** How much of an answer's body is kept, in bytes of UTF-8. */
export const excerptBytes = 4_096

/** Why no answer came; the words of a delivery record's `error_code`. `http_error` is an answer that is not HTTP. */
export const SendFailureCode = Schema.Literals(["timeout", "dns", "tls", "connect", "blocked_address", "http_error"])
export type SendFailureCode = typeof SendFailureCode.Type

const messages = {
  timeout: "The receiver did not answer in time",
  dns: "The host name of the endpoint could not be resolved",
  tls: "No trusted TLS connection to the endpoint could be made",
  connect: "No connection to the endpoint could be made",
  blocked_address: "The endpoint leads to an address that is not allowed",
  http_error: "The answer of the receiver was not a complete HTTP response"
} as const satisfies Record<SendFailureCode, string>

/** An attempt that got no whole answer, with the milliseconds it took. */
export class SendFailure extends Schema.TaggedError<SendFailure>()("SendFailure", { code: SendFailureCode, duration_ms: Schema.Finite }) {
  override get message() {
    return messages[this.code]
  }
}

/** Every connection to the receiver was taken for too long: nothing was sent, and no attempt was made. */
export class ReceiverBusy extends Schema.TaggedError<ReceiverBusy>()("ReceiverBusy", {}) {
  readonly code = "receiver_busy"
  override get message() {
    return "Earlier requests kept every connection to the receiver busy; nothing was sent"
  }
}

/** One attempt: the raw body and every header of `deliveryHeaders`; the sender adds host, length and connection. */
export interface SendRequest {
  readonly url: string
  /** Whose delivery it is: what a receiver keeps waiting is waited for at its expense. */
  readonly organization: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeout_ms: number
  readonly turn_timeout_ms: number
}

/** What the receiver said, whatever the status; the excerpt is at most 4 KB of text without NUL. */
export interface SendAnswer {
  readonly status: number
  readonly retry_after: string | null
  readonly response_excerpt: string
  readonly duration_ms: number
}

export type SendResult = SendAnswer | SendFailure | ReceiverBusy

/**
 * Carries deliveries to receivers. Every attempt resolves the name again, refuses it when any of its addresses is not public,
 * and dials only an address that was judged; redirects are answers, not directions.
 */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    readonly send: (request: SendRequest) => Effect.Effect<SendAnswer, SendFailure | ReceiverBusy>
    /** As `send`, for those who send thousands a second: told by a callback, once. The answered function ends the attempt untold. */
    readonly post: (request: SendRequest, answered: (result: SendResult) => void) => () => void
  }
>()("@vouchkit/core/webhooks/WebhookSender") {
  declare readonly reaches: Outside
}

/** `post` of a sender that has no better way than to send each by itself. */
export const postBy =
  (send: WebhookSender["Service"]["send"]): WebhookSender["Service"]["post"] =>
  (request, answered) => {
    const reported = Effect.matchEffect(send(request), {
      onSuccess: (answer) => Effect.sync(() => answered(answer)),
      onFailure: (failure) => Effect.sync(() => answered(failure))
    })
    const fiber = Effect.runFork(Effect.andThen(Effect.yieldNow, reported))
    return () => fiber.interruptUnsafe()
  }
