import { ConflictCode, ForbiddenCode, InvalidCode } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { newest, parseVersion, type ServiceVersion } from "@vouchkit/core/kernel/wire/versions"
import type { AuxiliaryRoute } from "./app.ts"
import { anonymousHeaders } from "./edge.ts"
import { openApiDocument } from "./openapi.ts"
import { pagePolicy, referencePage, referenceScript } from "./reference-page.ts"
import { json, problem } from "./reply.ts"
import type { RequestContext } from "./routes.ts"

const errorWords: Readonly<Record<string, string>> = {
  bad_request: "The request cannot be read: broken JSON, broken multipart or a malformed header.",
  unauthorized: "The key is missing or not valid.",
  forbidden: "The key or user may not do this; required_scopes names the scopes that allow it.",
  not_found: "Does not exist, or belongs to another organization or environment.",
  method_not_allowed: "The path exists, but not with this method; the Allow header lists the allowed methods.",
  moved: "What was asked for goes on under another identifier; Location says where.",
  gone: "The link is used up or expired.",
  payload_too_large: "The body is larger than the path accepts.",
  request_timeout: "The body did not arrive in time, or stood still on its way; send it again.",
  unsupported_media_type: "The path does not accept the media type of the body.",
  rate_limited: "Over a rate limit; Retry-After says when to try again.",
  internal_error: "Something went wrong on our side. Nothing was changed.",
  unavailable: "The database, queue or object store does not answer, or too much is being uploaded at once; try again after `Retry-After`."
}
const inWords = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll("_", " ")}.`
/** Every error code that callers may branch on, with what it means. */
export const errorCodes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...ConflictCode.literals, ...InvalidCode.literals, ...ForbiddenCode.literals].map((code) => [code, inWords(code)])
  ),
  ...errorWords
}

const errorPage = (code: string, words: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${code}</title></head><body><h1><code>${code}</code></h1><p>${words}</p><p><a href="/docs">API reference</a></p></body></html>\n`

const noSuchPage = { error: "not_found", detail: "This page does not exist.", status_code: 404 }

/** The document, the reference page and a page for each error code, all from this process. */
export const docsRoutes = (
  operations: ReadonlyArray<AnyOperation>,
  public_url: string,
  quotaOff: boolean
): ReadonlyArray<AuxiliaryRoute> => {
  // Written when someone first asks: a start does not wait for it.
  const written = new Map<ServiceVersion, string>()
  const document = (version: ServiceVersion): string => {
    const known = written.get(version) ?? JSON.stringify(openApiDocument(operations, public_url, version))
    written.set(version, known)
    return known
  }
  /** The document of the version that is asked for, the newest one unless any is. */
  const describe = (requestContext: RequestContext): Response => {
    const parsed = parseVersion(new URL(requestContext.request.url).searchParams.get("version") ?? newest)
    if ("version" in parsed) return send(requestContext, document(parsed.version), "application/json")
    const errors = [{ ...parsed.problem, loc: ["query", "version"] }]
    const refusal = { error: "invalid_service_version", detail: parsed.problem.message, status_code: 422, errors }
    return problem(requestContext, refusal, anonymousHeaders(requestContext, quotaOff))
  }
  const send = (requestContext: RequestContext, body: string, type: string, extra: Readonly<Record<string, string>> = {}) =>
    new Response(body, { headers: { ...anonymousHeaders(requestContext, quotaOff), "Content-Type": type, ...extra } })
  const html = (requestContext: RequestContext, body: string) =>
    send(requestContext, body, "text/html; charset=utf-8", { "Content-Security-Policy": pagePolicy })
  const absent = (requestContext: RequestContext) => problem(requestContext, noSuchPage, anonymousHeaders(requestContext, quotaOff))

  return [
    { method: "GET", path: "/openapi.json", handle: describe },
    { method: "GET", path: "/docs", handle: (requestContext) => html(requestContext, referencePage) },
    {
      method: "GET",
      path: "/docs/assets/{name}",
      handle: (requestContext) => {
        const { name = "" } = requestContext.params
        const script = referenceScript(name)
        return script === undefined
          ? absent(requestContext)
          : send(requestContext, script, "text/javascript; charset=utf-8", { "Cache-Control": "public, max-age=3600" })
      }
    },
    {
      method: "GET",
      path: "/docs/errors",
      handle: (requestContext) => json(200, { codes: errorCodes }, anonymousHeaders(requestContext, quotaOff))
    },
    {
      method: "GET",
      path: "/docs/errors/{code}",
      handle: (requestContext) => {
        const { code = "" } = requestContext.params
        const words = Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined
        return words === undefined ? absent(requestContext) : html(requestContext, errorPage(code, words))
      }
    }
  ]
}
