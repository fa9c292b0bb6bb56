import { authenticateIn, callerOf, describeAddressQuota, type Origin, spendForApp } from "@vouchkit/core/kernel/authentication/authenticate"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import type { Failure, Problem } from "@vouchkit/core/kernel/foundation/failure"
import { readKey } from "@vouchkit/core/kernel/operation/idempotency"
import type { AnyOperation, FileAnswer, StreamedFile } from "@vouchkit/core/kernel/operation/operation"
import { CurrentQuota, type QuotaCell } from "@vouchkit/core/kernel/quota/quota"
import { identify, type RequestTrace } from "@vouchkit/core/kernel/operation/request-trace"
import { captureCaller } from "@vouchkit/core/resources/sessions/links/capture-access"
import { type Inflection, parseInflection } from "@vouchkit/core/kernel/wire/inflection"
import { type Frame, frameHeaders } from "@vouchkit/core/kernel/operation/failure-body"
import { Accept } from "@vouchkit/core/kernel/wire/negotiation"
import { newest, parseVersion, type ServiceVersion } from "@vouchkit/core/kernel/wire/versions"
import { Cause, type Context, Effect, Exit, Stream } from "effect"
import { apiPrefix } from "./api-prefix.ts"
import { shownBy } from "./edge.ts"
import { codecOf, type Incoming, withUploads } from "./codec.ts"
import { failed, json, unexpected } from "./reply.ts"

/** What the transport knows of a request before any of ours looks at it. */
export interface RequestContext extends Frame, Origin {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  readonly path: string
  /** Only where spans are collected. */
  readonly trace?: RequestTrace
}

interface Wire {
  readonly version: ServiceVersion
  readonly inflection: Inflection
  readonly problems: ReadonlyArray<Problem>
}

/** Version and casing of the answer: the request's own header, else what the key is pinned to. */
const wireOf = (headers: Headers, pinned: { readonly api_version: ServiceVersion; readonly key_inflection: Inflection }): Wire => {
  const versionHeader = headers.get("service-version")
  const inflectionHeader = headers.get("key-inflection")
  const version = versionHeader === null ? { version: pinned.api_version } : parseVersion(versionHeader)
  const inflection = inflectionHeader === null ? { inflection: pinned.key_inflection } : parseInflection(inflectionHeader)
  return {
    version: "version" in version ? version.version : pinned.api_version,
    inflection: "inflection" in inflection ? inflection.inflection : "snake",
    problems: [...("problem" in version ? [version.problem] : []), ...("problem" in inflection ? [inflection.problem] : [])]
  }
}

/** Who opens a link holds no key, and so no pinned version: its pages are ours and always new. */
const unpinned = { api_version: newest, key_inflection: "snake" } as const

/** What becomes known on the way and stands in the headers of the answer, however the request ends. */
interface ReplyFacts {
  version: ServiceVersion | undefined
  replayed: boolean
}

const withReplyFacts = (headers: Record<string, string>, { replayed, version }: ReplyFacts): Record<string, string> => {
  if (version !== undefined) headers["Service-Version"] = version
  if (replayed) headers["Idempotency-Replayed"] = "true"
  return headers
}

/** An effect that needs no run any more: the common case of a remembered key goes on at once. */
const isDone = <A, E>(effect: Effect.Effect<A, E, any>): effect is Exit.Success<A, never> => Exit.isExit(effect) && Exit.isSuccess(effect)
const mapped = <A, B, E, R>(effect: Effect.Effect<A, E, R>, change: (value: A) => B): Effect.Effect<B, E, R> =>
  isDone(effect) ? Effect.succeed(change(effect.value)) : Effect.map(effect, change)

/** The token of a link: in the path, or where the path names none in `X-Capture-Token` or the query. */
const tokenOf = ({ params, request, search }: RequestContext): string | null =>
  params.token ?? request.headers.get("x-capture-token") ?? search.get("token")

interface Answered {
  readonly output: unknown
  readonly status: number
  readonly wire: Wire
}

/** The path as the contract spells it, so that one resource is one path however its identifier was escaped. */
const pathOf = ({ contract }: AnyOperation, { params }: RequestContext) =>
  contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** A request whose headers are not valid names no version to compare with, and the answer names them whatever its key. */
const keyOf = ({ contract }: AnyOperation, headers: Headers, wire: Wire) => {
  const header = contract.effect === "read" || contract.method !== "POST" ? null : headers.get("idempotency-key")
  return header === null || wire.problems.length > 0 ? null : readKey(header)
}

interface Entered {
  readonly caller: Caller["Service"]
  readonly wire: Wire
}

const callerAndWire = (
  { contract }: AnyOperation,
  requestContext: RequestContext,
  context: Context.Context<any>
): Effect.Effect<Entered, Failure, any> => {
  const { headers } = requestContext.request
  const origin: Origin = { request_id: requestContext.request_id, address: requestContext.address, user_agent: requestContext.user_agent }
  const { type } = contract.access
  const token = type === "capture" || type === "sdk" ? tokenOf(requestContext) : null
  if (type === "capture" || token !== null) {
    const wire = wireOf(headers, unpinned)
    return Effect.map(captureCaller(token ?? "", { ...origin, ...shownBy(headers) }, wire), (caller) => ({ caller, wire }))
  }
  const entered = mapped(authenticateIn(context, headers.get("x-api-key"), origin, contract.method === "GET"), (known) => {
    const wire = wireOf(headers, known.key)
    return { wire, caller: callerOf(known, origin, wire) }
  })
  return type === "sdk" ? Effect.tap(entered, ({ caller }) => spendForApp(caller)) : entered
}

/** The headers show a caller who is not let in the bucket of their address, and any other caller their own, once they spend from it. */
const describeRefused = (requestContext: RequestContext) => () =>
  Effect.flatMap(CurrentQuota, ({ readings }) => (readings.length === 0 ? describeAddressQuota(requestContext.address) : Effect.void))

/** Runs one operation for requests: authenticates, executes, and answers with what its handler returned. */
const answering = (op: AnyOperation, codec: ReturnType<typeof codecOf>) => {
  const { contract } = op

  /** An invocation under an idempotency key. */
  const guarded = (requestContext: RequestContext, incoming: Incoming, key: string, facts: ReplyFacts) =>
    Effect.map(codec.fingerprinted(incoming), ({ fingerprint, input }) => {
      const replaying = Effect.sync(() => {
        facts.replayed = true
      })
      return { input, idempotency: { key, method: contract.method, path: pathOf(op, requestContext), fingerprint, replaying } }
    })

  return (requestContext: RequestContext, facts: ReplyFacts, context: Context.Context<any>): Effect.Effect<Answered, Failure, any> => {
    const entered = ({ caller, wire }: Entered) => {
      facts.version = wire.version
      if (requestContext.trace !== undefined) identify(requestContext.trace, caller)
      const key = keyOf(op, requestContext.request.headers, wire)
      const executed = withUploads(op, (uploads) => {
        const incoming = { ...requestContext, ...uploads, problems: wire.problems, version: wire.version }
        return key === null
          ? execute(op, { input: codec.input(incoming) })
          : typeof key === "string"
            ? Effect.flatMap(guarded(requestContext, incoming, key, facts), (invocation) => execute(op, invocation))
            : execute(op, { input: Effect.fail(key) })
      })
      const asked = contract.negotiated === true ? Effect.provideService(executed, Accept, requestContext.accept) : executed
      return Effect.map(Effect.provideService(asked, Caller, caller), ({ output, status }) => ({ output, status, wire }))
    }
    const known = callerAndWire(op, requestContext, context)
    return isDone(known) ? entered(known.value) : Effect.flatMap(Effect.tapError(known, describeRefused(requestContext)), entered)
  }
}

/** Answers the requests of one operation. */
export const routeOf = (op: AnyOperation) => {
  const codec = codecOf(op)
  const answer = answering(op, codec)

  return (requestContext: RequestContext, cell: QuotaCell): Effect.Effect<Response, never, any> => {
    const facts: ReplyFacts = { version: undefined, replayed: false }
    return Effect.flatMap(
      Effect.exit(Effect.contextWith((context: Context.Context<any>) => answer(requestContext, facts, context))),
      (exit) => {
        const headers = withReplyFacts(frameHeaders(requestContext, cell.readings), facts)
        if (Exit.isSuccess(exit)) {
          const { output, status, wire } = exit.value
          return Effect.succeed(
            isFile(output) || isStreamed(output)
              ? fileAnswer(output, headers)
              : json(status, codec.encode(output, wire.version, wire.inflection), headers)
          )
        }
        const cause = exit.cause as Cause.Cause<Failure>
        return answerFailure(requestContext, cause, { ...headers, ...leadingOn(op, requestContext, cause) })
      }
    )
  }
}

/** Where that is which goes on under another identifier: the same question, with that identifier in the path. */
const leadingOn = (
  { contract }: AnyOperation,
  { params, search }: RequestContext,
  cause: Cause.Cause<Failure>
): Readonly<Record<string, string>> => {
  const failure = Cause.findErrorOption(cause)
  if (failure._tag === "None" || failure.value._tag !== "Moved") return {}
  const { id, parameter } = failure.value
  const named: Readonly<Record<string, string>> = { ...params, [parameter]: id }
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? ""))
  const asked = search.toString()
  return { Location: `${apiPrefix}${path}${asked === "" ? "" : `?${asked}`}` }
}

/** Expected failures become their answer; anything else is logged once, here, and answered without a word about its cause. */
const answerFailure = (
  requestContext: RequestContext,
  cause: Cause.Cause<Failure>,
  headers: Record<string, string>
): Effect.Effect<Response> => {
  const failure = Cause.findErrorOption(cause)
  if (failure._tag === "Some") {
    const response = failed(requestContext, failure.value, headers)
    return failure.value._tag === "StorageUnavailable"
      ? Effect.as(Effect.logError("storage unavailable", failure.value.cause), response)
      : Effect.succeed(response)
  }
  if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(new Response(null, { status: 499 }))
  return Effect.as(Effect.logError("unexpected failure", cause), unexpected(requestContext, headers))
}

const isFile = (output: unknown): output is FileAnswer =>
  typeof output === "object" && output !== null && "bytes" in output && output.bytes instanceof Uint8Array

const isStreamed = (output: unknown): output is StreamedFile =>
  typeof output === "object" && output !== null && "content" in output && Stream.isStream(output.content)

const fileAnswer = (file: FileAnswer | StreamedFile, headers: Readonly<Record<string, string>>): Response => {
  const { filename, mime_type } = file
  const streamed = "content" in file
  return new Response(streamed ? Stream.toReadableStream(file.content) : new Uint8Array(file.bytes), {
    headers: {
      ...headers,
      "Content-Type": mime_type,
      "Content-Length": String(streamed ? file.size_bytes : file.bytes.length),
      "Content-Disposition": `${streamed ? "attachment" : (file.disposition ?? "attachment")}; filename="${filename}"`,
      // A document of a stranger is never run in a browser's context of ours.
      "Content-Security-Policy": "sandbox; default-src 'none'"
    }
  })
}
