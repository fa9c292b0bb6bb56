import {
  postBy,
  ReceiverBusy,
  SendFailure,
  type SendFailureCode,
  type SendRequest,
  WebhookSender
} from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { type InsecureTargets, judgeTarget } from "@vouchkit/core/resources/webhooks/targets/target"
import { Cause, Clock, Effect, Exit, Layer, Option, Result } from "effect"
import { LRUCache } from "lru-cache"
import { dialableAddresses, literalAddresses } from "./addresses.ts"
import { closeConnections, type Connections, openConnections } from "./connections.ts"
import { type Answer, type Exchange, exchangeOnce } from "./exchange.ts"
import { inTurn } from "./in-turn.ts"
import { type Lookups, makeLookups } from "./lookups.ts"
import { type Judge, plainPost } from "./plain-post.ts"
import { type Resolve, systemResolve } from "./resolver.ts"
import { makeTurns, type Turns } from "./turns.ts"

export interface SenderOptions {
  /** `host:port` that may be private or plain HTTP (`WEBHOOK_ALLOW_INSECURE_TARGETS`). */
  readonly exceptions: InsecureTargets
  readonly resolve?: Resolve
  /** PEM certificates trusted instead of the public authorities, for receivers behind a private one. */
  readonly certificate_authorities?: ReadonlyArray<string>
}

/** How long one of several addresses may take to accept a connection before the next is tried. */
const connectTimeoutMs = 4_000

/** Receivers close kept connections when they like, at times just as a request is on its way: it goes once more, by one of its own. */
const exchanged = (exchange: Exchange): Effect.Effect<Answer, SendFailureCode> =>
  Effect.catch(exchangeOnce(exchange), (code) =>
    code === "stale"
      ? Effect.mapError(exchangeOnce({ ...exchange, connections: null }), (again) => (again === "stale" ? "http_error" : again))
      : Effect.fail(code)
  )

/** What one sender keeps from attempt to attempt. */
interface Means {
  readonly connections: Connections
  readonly lookups: Lookups
}

const attempt = Effect.fnUntraced(function* (
  request: SendRequest,
  options: SenderOptions,
  { connections, lookups }: Means
): Effect.fn.Return<Answer, SendFailureCode | ReceiverBusy> {
  // Judged again although it was at create: the operator's exceptions may have changed since.
  const judged = judgeTarget(request.url, options.exceptions)
  if (Result.isFailure(judged)) return yield* Effect.fail("blocked_address" as const)
  const target = judged.success
  const addresses = yield* lookups(target, request.organization)
  const exchangeWith = (position: number): Effect.Effect<Answer, SendFailureCode> => {
    const address = addresses[position]
    if (address === undefined) return Effect.fail("connect")
    const last = position === addresses.length - 1
    return exchanged({
      connections,
      target,
      address,
      headers: request.headers,
      body: request.body,
      certificate_authorities: options.certificate_authorities,
      connect_timeout_ms: last ? null : connectTimeoutMs
    }).pipe(Effect.catch((code) => (code === "connect" && !last ? exchangeWith(position + 1) : Effect.fail(code))))
  }
  return yield* exchangeWith(0)
})

const send = Effect.fn("WebhookSender.send")(function* (request: SendRequest, options: SenderOptions, means: Means) {
  const started = yield* Clock.currentTimeMillis
  const elapsed = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, now - started))
  const answer = yield* attempt(request, options, means).pipe(
    Effect.timeoutOrElse({ duration: request.timeout_ms, orElse: () => Effect.fail("timeout" as const) }),
    Effect.catch((code) =>
      Effect.flatMap(elapsed, (duration_ms) => Effect.fail(code instanceof ReceiverBusy ? code : new SendFailure({ code, duration_ms })))
    )
  )
  return { ...answer, duration_ms: yield* elapsed }
})

/** The addresses of names that many attempts need at the same moment are looked up and judged once for them all. */
const judgeOf = (resolve: Resolve): Judge => {
  const underWay = new Map<string, Array<Parameters<Judge>[1]>>()
  return (target, answer) => {
    const literal = literalAddresses(target)
    if (literal !== undefined) {
      answer(literal)
      return
    }
    const key = `${target.hostname} ${target.excepted}`
    const others = underWay.get(key)
    if (others !== undefined) {
      others.push(answer)
      return
    }
    const waiting = [answer]
    underWay.set(key, waiting)
    const settle = (found: ReadonlyArray<string> | SendFailureCode) => {
      underWay.delete(key)
      for (const resume of waiting) resume(found)
    }
    Effect.runCallback(dialableAddresses(target, resolve), {
      onExit: (exit) =>
        settle(Exit.isSuccess(exit) ? exit.value : Option.getOrElse(Cause.findErrorOption(exit.cause), () => "dns" as const))
    })
  }
}

/** Without TLS, and without a proxy that the environment would put in between: by the runtime's own client. */
const usesProxy = (): boolean => ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].some((name) => (process.env[name] ?? "") !== "")

/** So many URLs are judged once only. */
const mostJudged = 1_024

/** What the spelling of a URL is judged to be, which never changes while a sender lives. */
const judgedOnce = (exceptions: InsecureTargets) => {
  const known = new LRUCache<string, ReturnType<typeof judgeTarget>>({ max: mostJudged })
  return (url: string) => {
    const judged = known.get(url) ?? judgeTarget(url, exceptions)
    known.set(url, judged)
    return judged
  }
}

const postOf = (
  send: WebhookSender["Service"]["send"],
  { exceptions, resolve = systemResolve }: SenderOptions,
  turns: Turns
): WebhookSender["Service"]["post"] => {
  const alone = postBy(send)
  if (usesProxy()) return alone
  const plainly = plainPost(judgeOf(resolve), turns)
  const judge = judgedOnce(exceptions)
  return (request, answered) => {
    // What is refused is told of in one place.
    const judged = judge(request.url)
    return Result.isSuccess(judged) && judged.success.scheme === "http"
      ? plainly(request, judged.success, answered)
      : alone(request, answered)
  }
}

/** Deliveries over HTTP/1.1, dialled by an address that was judged; no redirects, proxies or decompression. Connections close with the scope. */
export const layer = (options: SenderOptions): Layer.Layer<WebhookSender> =>
  Layer.effect(WebhookSender)(
    Effect.map(
      Effect.acquireRelease(Effect.sync(openConnections), (connections) => Effect.sync(() => closeConnections(connections))),
      (connections) => {
        const turns = makeTurns()
        const means: Means = { connections, lookups: makeLookups(options.resolve ?? systemResolve) }
        const one: WebhookSender["Service"]["send"] = (request) => inTurn(turns, request)(send(request, options, means))
        return { send: one, post: postOf(one, options, turns) }
      }
    )
  )
