import { type ClientRequest, request as plainRequest, type IncomingMessage, type RequestOptions } from "node:http"
import { request as tlsRequest } from "node:https"
import { isIP, type LookupFunction, type Socket } from "node:net"
import type { SendAnswer, SendFailureCode } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import type { Target } from "@vouchkit/core/resources/webhooks/targets/target"
import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import type { Connections } from "./connections.ts"
import { BodyExcerpt } from "./excerpt.ts"

export type Answer = Omit<SendAnswer, "duration_ms">

/** `stale` is a kept connection that its other end closed before it answered anything: the request is worth another, on a new one. */
type ExchangeFailure = SendFailureCode | "stale"

/** One request to one address that was judged before. */
export interface Exchange {
  /** Where a connection may be kept; null for one of its own. */
  readonly connections: Connections | null
  readonly target: Target
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** PEM certificates trusted instead of the public authorities. */
  readonly certificate_authorities: ReadonlyArray<string> | undefined
  /** How long this address may take to accept the connection; null where only the limit of the whole attempt counts. */
  readonly connect_timeout_ms: number | null
}

const maxHeaderBytes = 16_384
const maxInformational = 16
const maxRetryAfter = 128

/** Answers every question for an address with the one that was judged, so that nothing is resolved a second time. */
export const pinned =
  (address: string): LookupFunction =>
  (_, options, callback) => {
    const family = isIP(address)
    if (options.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

const requestOptions = (exchange: Exchange): RequestOptions & { readonly purpose: string } => ({
  method: "POST",
  hostname: exchange.target.hostname.replace(/^\[|\]$/gu, ""),
  port: exchange.target.port,
  path: exchange.target.path,
  lookup: pinned(exchange.address),
  purpose: `${exchange.address} ${exchange.target.url}`,
  agent: exchange.connections === null ? false : exchange.connections[exchange.target.scheme],
  maxHeaderSize: maxHeaderBytes,
  headers: {
    ...exchange.headers,
    accept: "*/*",
    "accept-encoding": "identity",
    connection: exchange.connections === null ? "close" : "keep-alive",
    "content-length": Buffer.byteLength(exchange.body)
  }
})

const open = (exchange: Exchange): ClientRequest => {
  if (exchange.target.scheme === "http") return plainRequest(requestOptions(exchange))
  return tlsRequest({
    ...requestOptions(exchange),
    // Stated, so that no variable of the environment can turn the check off.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(exchange.certificate_authorities === undefined ? {} : { ca: [...exchange.certificate_authorities] })
  })
}

const sameAddress = (left: string, right: string): boolean =>
  ipaddr.isValid(left) && ipaddr.isValid(right) && ipaddr.process(left).toNormalizedString() === ipaddr.process(right).toNormalizedString()

/** How far the exchange has come decides what an error means: the runtime's own error codes differ by release. */
type Phase = "connect" | "tls" | "http_error"

/** `reusable` says that the answer was read to its end, so that the connection may serve again. */
type Settle = (result: Effect.Effect<Answer, ExchangeFailure>, reusable?: boolean) => void

const followConnection = (
  socket: Socket,
  exchange: Exchange,
  on: { readonly phase: (phase: Phase) => void; readonly settle: Settle }
): void => {
  const arrived = () => {
    const { remoteAddress } = socket
    // Should a later runtime pass the pin over, the attempt ends here.
    if (remoteAddress !== undefined && !sameAddress(remoteAddress, exchange.address)) on.settle(Effect.fail("blocked_address"))
  }
  if (!socket.connecting) {
    on.phase("http_error")
    arrived()
    return
  }
  const slow =
    exchange.connect_timeout_ms === null ? undefined : setTimeout(() => on.settle(Effect.fail("connect")), exchange.connect_timeout_ms)
  const closed = () => clearTimeout(slow)
  socket.once("close", closed)
  socket.once("connect", () => {
    clearTimeout(slow)
    socket.off("close", closed)
    on.phase(exchange.target.scheme === "https" ? "tls" : "http_error")
    arrived()
  })
  socket.once("secureConnect", () => on.phase("http_error"))
}

/** Whether an answer that ends with its header (RFC 9112, 6.3) is followed by something, by its own words: what follows is no answer, and no trouble either. */
const isFollowed = ({ headers, statusCode }: IncomingMessage): boolean =>
  (statusCode === 204 || statusCode === 304) && (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0")

const readAnswer = (incoming: IncomingMessage, settle: Settle): void => {
  const { headers, statusCode: status = 0 } = incoming
  const broken = () => settle(Effect.fail("http_error"))
  if (status < 200 || status > 599) {
    broken()
    return
  }
  const excerpt = new BodyExcerpt()
  const answered = (reusable: boolean) =>
    settle(
      Effect.succeed({ status, retry_after: headers["retry-after"]?.slice(0, maxRetryAfter) ?? null, response_excerpt: excerpt.text() }),
      reusable
    )
  incoming.on("data", (chunk: Uint8Array) => {
    if (excerpt.add(chunk)) answered(false)
  })
  incoming.on("end", () => (incoming.complete ? answered(true) : broken()))
  incoming.on("error", broken)
  incoming.on("aborted", broken)
  if (isFollowed(incoming)) answered(false)
}

/**
 * Sends one request to its pinned address and reads one bounded answer. It sets no limit to the whole time: interrupting it
 * closes the connection. Fails with `connect` only when nothing was sent, so that another address may still be tried, and with `stale` only
 * on a kept connection.
 */
export const exchangeOnce = (exchange: Exchange): Effect.Effect<Answer, ExchangeFailure> =>
  Effect.callback((resume) => {
    const outgoing = open(exchange)
    let phase: Phase = "connect"
    let informational = 0
    const settle: Settle = (result, reusable = false) => {
      if (!reusable) outgoing.destroy()
      // Only the first result counts; `resume` passes the later ones over.
      resume(result)
    }
    let heard = false
    const fail = () => settle(Effect.fail(outgoing.reusedSocket && !heard ? "stale" : phase))
    outgoing.on("socket", (socket: Socket) =>
      followConnection(socket, exchange, {
        phase: (reached) => {
          phase = reached
        },
        settle
      })
    )
    outgoing.on("information", () => {
      heard = true
      informational += 1
      if (informational > maxInformational) fail()
    })
    outgoing.on("upgrade", fail)
    outgoing.on("response", (incoming: IncomingMessage) => {
      heard = true
      readAnswer(incoming, settle)
    })
    // Stays attached: a destroyed request may still report an error, which would otherwise end the process.
    outgoing.on("error", fail)
    outgoing.end(exchange.body)
    return Effect.sync(() => {
      outgoing.destroy()
    })
  })
