import { layer, type SenderOptions } from "@vouchkit/adapters/webhook-sender/sender"
import { ReceiverBusy, SendFailure, type SendRequest, WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { Effect, Result } from "effect"
import type { Receiver } from "./receivers.ts"

export const senderHost = "hooks.example.com"
export const loopback = async () => ["127.0.0.1"]

export const ways = ["send", "post"] as const
export type Way = (typeof ways)[number]

/** One attempt by either way that a sender has. */
export const by = (way: Way, { post, send }: WebhookSender["Service"]): WebhookSender["Service"]["send"] =>
  way === "send"
    ? send
    : (request) =>
        Effect.callback((resume) => {
          const cancel = post(request, (result) =>
            resume(result instanceof SendFailure || result instanceof ReceiverBusy ? Effect.fail(result) : Effect.succeed(result))
          )
          return Effect.sync(cancel)
        })

/** No test waits for this to end: what is to time out names a shorter time itself. */
const patience = 30_000
/** What tests ask of the real sender, by one of its ways. */
export const senderBy = (way: Way) => {
  const sending = (request: Partial<SendRequest> & Pick<SendRequest, "url">, options: Partial<SenderOptions> = {}) =>
    WebhookSender.use((sender) =>
      by(way, sender)({ organization: "org_acme", headers: {}, body: "{}", timeout_ms: patience, turn_timeout_ms: patience, ...request })
    ).pipe(Effect.provide(layer({ exceptions: new Set(), resolve: loopback, ...options })))

  /** The answer, or the code of the failure. */
  const outcome = async (request: Partial<SendRequest> & Pick<SendRequest, "url">, options: Partial<SenderOptions> = {}) => {
    const result = await Effect.runPromise(Effect.result(sending(request, options)))
    return Result.isSuccess(result) ? result.success : result.failure.code
  }

  /** Sends to a local receiver as an operator's exception lets one do in development. */
  const sendTo = ({ port }: Receiver, request: Partial<SendRequest> = {}, options: Partial<SenderOptions> = {}) =>
    outcome({ url: `http://${senderHost}:${port}/hook`, ...request }, { exceptions: new Set([`${senderHost}:${port}`]), ...options })
  return { sending, outcome, sendTo }
}
