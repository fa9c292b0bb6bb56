import { addressWindow } from "@vouchkit/core/operation/quota"
import { callerAddress, type Network } from "@vouchkit/core/access/network"
import { type Frame, frameHeaders, problem } from "./reply.ts"

const printable = /^[\x21-\x7e]{1,128}$/

/** The caller's own request id when it is printable and short, else a new one. */
export const requestIdOf = (headers: Headers): string => {
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

/** Before a credential is known, headers describe the caller's address bucket. */
const anonymousReading = () => {
  const { limit, policy, window_seconds } = addressWindow("unknown")
  return { policy, limit, remaining: limit, reset_seconds: window_seconds, window_seconds, allowed: true }
}

/** Headers of answers that no operation gives, with or without a quota. */
export const anonymousHeaders = (frame: Frame, quotaOff: boolean): Record<string, string> =>
  frameHeaders(frame, quotaOff ? undefined : anonymousReading())

interface KnownRoute {
  readonly method: string
  readonly segments: ReadonlyArray<string>
}
export const knownRoute = (method: string, path: string): KnownRoute => ({ method, segments: path.split("/") })

const fits = (known: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  known.length === asked.length && known.every((segment, index) => segment.startsWith("{") || segment === asked[index])

/** Answers a path or method that no route takes: 405 with `Allow` where the path exists, else 404. */
export const unrouted =
  (routes: ReadonlyArray<KnownRoute>) =>
  (frame: Frame, request: Request, path: string, quotaOff: boolean): Response => {
    const headers = anonymousHeaders(frame, quotaOff)
    const asked = path.split("/")
    const methods = [...new Set(routes.filter(({ segments }) => fits(segments, asked)).map(({ method }) => method))].sort()
    if (methods.length === 0) {
      return problem(
        frame,
        { error: "not_found", detail: "There is no such path. The paths are listed in /openapi.json.", status_code: 404 },
        headers
      )
    }
    const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods
    return problem(
      frame,
      {
        error: "method_not_allowed",
        detail: `This path takes ${allowed.join(", ")}, not ${request.method.slice(0, 20)}.`,
        status_code: 405
      },
      { ...headers, Allow: allowed.join(", ") }
    )
  }
