import { LRUCache } from "lru-cache"
import { isIP } from "node:net"
import {
  excerptBytes,
  ReceiverBusy,
  type SendAnswer,
  SendFailure,
  type SendFailureCode,
  type SendRequest,
  type SendResult
} from "@vouchkit/core/resources/webhooks/deliveries/sender"
import type { Target } from "@vouchkit/core/resources/webhooks/targets/target"
import { BodyExcerpt, excerptOfBytes } from "./excerpt.ts"
import type { Turns } from "./turns.ts"

/** Answers with the addresses that may be dialled, judged for this attempt, or why there are none. */
export type Judge = (target: Target, answer: (addresses: ReadonlyArray<string> | SendFailureCode) => void) => void

interface Attempt {
  readonly request: SendRequest
  readonly target: Target
  /** When its turn came. */
  began: number
  readonly abort: AbortController
  readonly answered: (result: SendResult) => void
  timer: ReturnType<typeof setTimeout> | undefined
  /** Answered, or given up by the one who asked: nothing is told any more. */
  over: boolean
}

const maxRetryAfter = 128
/** No client keeps a connection without work for longer, in milliseconds; and so many places are remembered. */
const keptForMs = 300_000
const mostKept = 1_024
/** What the client says when no connection came about, so that nothing was sent. */
const notConnected = new Set(["ConnectionRefused", "FailedToOpenSocket", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"])

/** And when a connection ended before anything came back. */
const ended = new Set(["ECONNRESET", "ConnectionClosed", "EPIPE"])

const codeOf = (cause: unknown): string => (typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "")

/** Whether the client reads no more of the body than an excerpt: a length alone does not bound one that comes in chunks. */
const isShort = ({ headers }: Response): boolean =>
  !headers.has("transfer-encoding") && Number(headers.get("content-length") ?? Number.NaN) <= excerptBytes

/** The beginning of the body; of one that goes on the rest is left, and its connection with it. */
const excerptOf = async (response: Response): Promise<string> => {
  if (isShort(response)) return excerptOfBytes(await response.bytes())
  const { body } = response
  const excerpt = new BodyExcerpt()
  if (body === null) return excerpt.text()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return excerpt.text()
    if (!excerpt.add(value)) continue
    void reader.cancel().catch(() => {})
    return excerpt.text()
  }
}

/** One request to a judged address. Redirects are answers, nothing is decompressed, and no cookie is kept. */
const exchange = async (address: string, { abort, request, target }: Attempt): Promise<Omit<SendAnswer, "duration_ms">> => {
  const host = isIP(address) === 6 ? `[${address}]` : address
  const response = await fetch(`http://${host}:${target.port}${target.path}`, {
    method: "POST",
    headers: { ...request.headers, host: hostOf(target), accept: "*/*", "accept-encoding": "identity" },
    body: request.body,
    redirect: "manual",
    decompress: false,
    signal: abort.signal
  })
  const { headers, status } = response
  if (status < 200 || status > 599) throw new RangeError("not a final status of HTTP")
  const response_excerpt = await excerptOf(response)
  return { status, retry_after: headers.get("retry-after")?.slice(0, maxRetryAfter) ?? null, response_excerpt }
}

const hostOf = ({ hostname, port }: Target): string => (port === 80 ? hostname : `${hostname}:${port}`)

const finish = (attempt: Attempt, result: Omit<SendAnswer, "duration_ms"> | SendFailureCode) => {
  if (attempt.over) return
  attempt.over = true
  clearTimeout(attempt.timer)
  const duration_ms = Math.max(0, performance.now() - attempt.began)
  attempt.answered(typeof result === "string" ? new SendFailure({ code: result, duration_ms }) : { ...result, duration_ms })
}

/** Exchanges a request for its answer, and remembers where the client may have kept a connection open. */
const exchanging = () => {
  /** Where a connection may be kept open, and since when. */
  const kept = new LRUCache<string, number>({ max: mostKept })

  /** A kept connection may be closed just as a request sets out on it: then, and then only, it goes once more. */
  return async (address: string, attempt: Attempt) => {
    const place = `${address} ${attempt.target.port}`
    const mayBeKept = attempt.began - (kept.get(place) ?? Number.NEGATIVE_INFINITY) < keptForMs
    const answer = await exchange(address, attempt).catch((cause: unknown) => {
      kept.delete(place)
      if (mayBeKept && ended.has(codeOf(cause)) && !attempt.abort.signal.aborted) return exchange(address, attempt)
      throw cause
    })
    kept.set(place, performance.now())
    return answer
  }
}

/**
 * Sends to receivers without TLS, which only the operator's exceptions have, by the runtime's own client: it costs a fifth of the other one.
 * Over TLS a kept connection belongs to the name that it was checked against, which only connections of our own can promise.
 */
export const plainPost = (judge: Judge, turns: Turns) => {
  const exchanged = exchanging()

  const attemptAt = async (attempt: Attempt, addresses: ReadonlyArray<string>): Promise<void> => {
    for (const [place, address] of addresses.entries()) {
      try {
        return finish(attempt, await exchanged(address, attempt))
      } catch (cause) {
        if (attempt.abort.signal.aborted) return
        const code = notConnected.has(codeOf(cause)) ? "connect" : "http_error"
        if (code !== "connect" || place === addresses.length - 1) return finish(attempt, code)
      }
    }
  }

  const start = (attempt: Attempt, ended: () => void) =>
    judge(attempt.target, (found) => {
      if (attempt.abort.signal.aborted) return ended()
      if (typeof found === "string") {
        finish(attempt, found)
        return ended()
      }
      void attemptAt(attempt, found).finally(ended)
    })

  return (request: SendRequest, target: Target, answered: Attempt["answered"]): (() => void) => {
    const attempt: Attempt = {
      request,
      target,
      began: 0,
      abort: new AbortController(),
      answered,
      timer: undefined,
      over: false
    }
    const leave = turns(request.url, (end) => {
      clearTimeout(attempt.timer)
      if (attempt.over) return end()
      attempt.began = performance.now()
      attempt.timer = setTimeout(() => {
        finish(attempt, "timeout")
        attempt.abort.abort()
      }, request.timeout_ms)
      start(attempt, end)
    })
    attempt.timer = setTimeout(() => {
      leave()
      attempt.over = true
      answered(new ReceiverBusy())
    }, request.turn_timeout_ms)
    return () => {
      attempt.over = true
      leave()
      clearTimeout(attempt.timer)
      attempt.abort.abort()
    }
  }
}
