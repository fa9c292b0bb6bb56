import { callerAddress, type Network } from "@vouchkit/core/kernel/access/network"
import { addressWindow } from "@vouchkit/core/kernel/quota/quota"
import { peekAt } from "@vouchkit/core/kernel/quota/rate-windows"
import { type Frame, frameHeaders } from "@vouchkit/core/kernel/operation/failure-body"
import { problem } from "./reply.ts"

const printable = /^[\x20-\x7e]{1,128}$/

/** The caller's own request id when it is printable and short, else a new one. */
const requestIdOf = (headers: Headers): string => {
  const inbound = headers.get("x-request-id")
  return inbound !== null && printable.test(inbound) ? inbound : `req_${crypto.randomUUID().replaceAll("-", "")}`
}

export const frameOf = (request: Request, public_url: string): Frame => ({
  request_id: requestIdOf(request.headers),
  accept: request.headers.get("accept"),
  public_url
})

export const addressOf = (request: Request, socket_address: string | undefined, trusted_proxies: ReadonlyArray<Network>): string | null =>
  callerAddress({ socket_address, forwarded_for: request.headers.get("x-forwarded-for"), trusted_proxies }) ?? null

/** Headers by which browsers differ that send the same user agent: languages (RFC 9110) and client hints of low entropy. */
const traitHeaders = ["accept-language", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform"] as const
const longestTrait = 200

/** What the browser of a person shows beside its address and user agent. */
export const shownBy = (headers: Headers) => ({
  cookie: headers.get("cookie"),
  traits: JSON.stringify(traitHeaders.map((name) => headers.get(name)?.slice(0, longestTrait) ?? ""))
})

/** Headers of answers that no operation gives. They describe the bucket of the caller's address, from which such answers take nothing. */
export const anonymousHeaders = (frame: Frame, quotaOff: boolean): Record<string, string> =>
  frameHeaders(frame, quotaOff ? [] : [peekAt({ window: addressWindow("unknown"), used: 0, now_ms: Date.now() })])

/** What nearly every URL looks like: nothing in it to decode, and no query. */
const plainTarget = /^[a-z]+:\/\/[^/?#]*(\/[A-Za-z0-9_/-]*)$/

/** Path and query of a request. What stands in the Host header must not matter, and yet a URL is not read without it. */
export const targetOf = ({ url }: Request): { readonly path: string; readonly search: URLSearchParams } => {
  const plain = plainTarget.exec(url)?.[1]
  if (plain !== undefined) return { path: plain, search: new URLSearchParams() }
  const target = URL.parse(url) ?? URL.parse(url.replace(/^[a-z]+:\/\/[^/?#]*/i, ""), "http://unknown")
  return { path: target?.pathname ?? "/", search: target?.searchParams ?? new URLSearchParams() }
}

interface KnownRoute {
  readonly method: string
  readonly segments: ReadonlyArray<string>
}
export const knownRoute = (method: string, path: string): KnownRoute => ({ method, segments: path.split("/") })

const fits = (known: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  known.length === asked.length &&
  known.every((segment, index) => (segment.startsWith("{") ? asked[index] !== "" : segment === asked[index]))

/** Routes that name the path most closely: `/cases/search` is never an id of `/cases/{case_id}`. */
const closest = (routes: ReadonlyArray<KnownRoute>): ReadonlyArray<KnownRoute> => {
  const open = ({ segments }: KnownRoute) => segments.filter((segment) => segment.startsWith("{")).length
  const least = Math.min(...routes.map(open))
  return routes.filter((route) => open(route) === least)
}

/** Methods by which a path would be taken for one with an identifier in place of a word, although it is known and does not take them. */
export const shadowedBy = (routes: ReadonlyArray<KnownRoute>, path: string): ReadonlyArray<string> => {
  const asked = path.split("/")
  const found = routes.filter(({ segments }) => fits(segments, asked))
  const own = new Set(closest(found).map(({ method }) => method))
  return [...new Set(found.map(({ method }) => method))].filter((method) => !own.has(method))
}

/** Answers a path or method that no route takes: 405 with `Allow` where the path exists, else 404. */
export const unrouted =
  (routes: ReadonlyArray<KnownRoute>) =>
  (frame: Frame, request: Request, path: string, quotaOff: boolean): Response => {
    const headers = anonymousHeaders(frame, quotaOff)
    // As in routing, a slash at the end changes nothing.
    const asked = path.replace(/(?<=.)\/$/, "").split("/")
    const known = new Set(closest(routes.filter(({ segments }) => fits(segments, asked))).map(({ method }) => method))
    const allowed = [...known, ...(known.has("GET") ? ["HEAD"] : [])].sort()
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return problem(
        frame,
        { error: "not_found", detail: "This path does not exist. /openapi.json lists all paths.", status_code: 404 },
        headers
      )
    }
    return problem(
      frame,
      {
        error: "method_not_allowed",
        detail: `This path accepts ${allowed.join(", ")}, not ${request.method.slice(0, 20)}.`,
        status_code: 405
      },
      { ...headers, Allow: allowed.join(", ") }
    )
  }
