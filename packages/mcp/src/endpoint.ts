import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server"
import type { KeyDirectory } from "@vouchkit/core/kernel/authentication/api-keys"
import { authenticate, callerOf, describeAddressQuota, type Origin } from "@vouchkit/core/kernel/authentication/authenticate"
import type { AuditLog } from "@vouchkit/core/kernel/audit/log"
import type { Entropy } from "@vouchkit/core/kernel/foundation/id"
import type { Vault } from "@vouchkit/core/kernel/storage/vault"
import { agentKeyRefusal, refusalOf } from "@vouchkit/core/kernel/operation/access"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { type Failure, Forbidden, InvalidInput, UnsupportedMediaType } from "@vouchkit/core/kernel/foundation/failure"
import { heldBody } from "@vouchkit/core/kernel/intake/received-body"
import type { IdempotencyStore } from "@vouchkit/core/kernel/operation/idempotency"
import type { AnyOperation, Requirements } from "@vouchkit/core/kernel/operation/operation"
import { agentWindow, CurrentQuota, describeQuota, type QuotaCell, type Quotas, spend } from "@vouchkit/core/kernel/quota/quota"
import { identify, type RequestTrace } from "@vouchkit/core/kernel/operation/request-trace"
import { isJsonObject, type JsonObject, parseJson } from "@vouchkit/core/kernel/wire/json"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { Cause, type Context, Effect, Exit } from "effect"
import { type Frame, framed, methodNotAllowed, refused, unexpected, unreadable } from "./answer.ts"
import { recordCall } from "./audit.ts"
import { answerCall } from "./call.ts"
import { observedCall } from "./call-metrics.ts"
import { inTools, type Rewording } from "./errors.ts"
import { meantFor } from "./host.ts"
import type { NameStyle } from "./names.ts"
import { agentServer, type Service } from "./server.ts"
import { type Tool, toolsOf } from "./tools.ts"
import { parseFilter } from "./toolsets.ts"

/** Messages of agents are small; the bound is that of every body that is no upload. */
export const maximumMessageBytes = 1024 * 1024

/** What answering agents needs besides the operations' own ports. */
type Ports = KeyDirectory | Vault | Quotas | AuditLog | Entropy | IdempotencyStore

export interface EndpointOptions<Ops extends ReadonlyArray<AnyOperation>> {
  readonly operations: Ops
  readonly context: Context.Context<Requirements<Ops> | Ports>
  /** Where the service is reached (`PUBLIC_URL`), without a closing slash. */
  readonly publicUrl: string
  readonly agentPii?: NameStyle
}

/** `trace` only where spans are collected. */
export type AgentEndpoint = (request: Request, origin: Origin, trace?: RequestTrace) => Promise<Response>

const wire = { version: newest, inflection: "snake" } as const

/** The bearer credential; an empty one when something was sent under that scheme that is none, null when nothing was. */
const bearer = (headers: Headers): string | null => {
  const header = headers.get("authorization")
  if (header === null || !/^bearer(?: |$)/iu.test(header)) return null
  return header.slice("bearer".length).trim() || " "
}

/** A request that was let in: its message, its tools and who sent it. */
interface Admitted {
  readonly message: JsonObject
  readonly tools: ReadonlyArray<Tool>
  readonly callerFor: (tool: string | null) => Caller["Service"]
}

class Unreadable {
  readonly code: -32700 | -32600
  readonly message: string
  constructor(code: -32700 | -32600, message: string) {
    this.code = code
    this.message = message
  }
}

const readMessage = Effect.fnUntraced(function* (request: Request) {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase()
  if (type !== "application/json") return yield* new UnsupportedMediaType({ accepted: "application/json" })
  const parsed = parseJson(yield* heldBody(request, maximumMessageBytes))
  if ("problem" in parsed) return new Unreadable(-32700, `Parse error: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
  // One message, one request: in a batch, one request of the bucket would carry any number of calls. The protocol dropped batches in 2025-06-18.
  if (Array.isArray(parsed.ok)) return new Unreadable(-32600, "Invalid Request: batches are not supported; send one message per request.")
  if (!isJsonObject(parsed.ok)) return new Unreadable(-32600, "Invalid Request: a message is a JSON object.")
  return { message: parsed.ok }
})

/** Clients of the years before 2026-07-28 must accept a stream as well; ours is always plain JSON, so that naming JSON or anything suffices. */
const legacyHeaders = (headers: Headers): Headers => {
  const accept = headers.get("accept")
  if (accept !== null && !/\*\/\*|application\/(?:\*|json)/iu.test(accept)) return headers
  const widened = new Headers(headers)
  widened.set("accept", "application/json, text/event-stream")
  return widened
}

const serveLegacy = async (request: Request, message: JsonObject, service: Service): Promise<Response> => {
  const server = agentServer(service)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const bare = new Request(request.url, { method: "POST", headers: legacyHeaders(request.headers) })
    return await transport.handleRequest(bare, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** The list never changes while the service runs, so that there is nothing to listen to, and no stream to keep open for it. */
const isListening = (message: JsonObject): boolean => message.method === "subscriptions/listen"

const serve = async (request: Request, message: JsonObject, service: Service): Promise<Response> => {
  if (await isLegacyRequest(request, message)) return serveLegacy(request, message, service)
  if (isListening(message)) {
    const { id = null } = message
    return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }, { status: 404 })
  }
  return createMcpHandler(() => agentServer(service), { legacy: "reject" }).fetch(request, { parsedBody: message })
}

/** What the organization chose, or else the installation. */
const namesFor = ({ credential }: Caller["Service"], standard: NameStyle): NameStyle =>
  credential.type === "api_key" ? (credential.agent_pii ?? standard) : standard

interface ServiceParts {
  readonly agentPii: NameStyle
  readonly everyTool: ReadonlySet<string>
  readonly reworded: Rewording
  readonly run: <A>(effect: Effect.Effect<A, never, any>, trace: RequestTrace | undefined) => Promise<A>
}

/** What the protocol's server may call for one admitted request. */
const serviceWith =
  ({ agentPii, everyTool, reworded, run }: ServiceParts) =>
  ({ callerFor, tools: left }: Admitted, { readings }: QuotaCell, trace: RequestTrace | undefined): Service => ({
    tools: left,
    lacks: ({ contract, entry }) => refusalOf(contract, callerFor(entry.name)) !== undefined,
    call: (tool, raw) => {
      const caller = callerFor(tool.entry.name)
      if (trace !== undefined) {
        identify(trace, caller)
        trace.span.attribute("vouchkit.tool", tool.entry.name)
      }
      return run(
        observedCall(
          tool.entry.name,
          Effect.provideService(
            answerCall(tool, { raw, names: namesFor(caller, agentPii), budgets: { readings }, reworded }),
            Caller,
            caller
          )
        ),
        trace
      )
    },
    refuse: (name, raw) => {
      const tool = everyTool.has(name) ? name : null
      const entry = recordCall({ tool, raw, output: null, failed: "unknown_tool" })
      return run(
        Effect.provideService(
          Effect.catchCause(entry, (cause) => Effect.logError("a refused call was not recorded", cause)),
          Caller,
          callerFor(tool)
        ),
        trace
      )
    }
  })

/** Lets a request in, or says why not: its address, its key, what the key may spend, and its message. */
const admitting = (tools: ReadonlyArray<Tool>, publicUrl: string) => {
  const isForUs = meantFor(publicUrl)

  return Effect.fnUntraced(function* (request: Request, origin: Origin) {
    if (!isForUs(request)) {
      return yield* new Forbidden({
        code: "forbidden",
        detail: `The address of this endpoint is ${publicUrl}/mcp; the Host or Origin of the request is different.`
      })
    }
    const known = yield* authenticate(bearer(request.headers), origin)
    // From here on the headers describe the caller's own bucket.
    yield* describeQuota([])
    yield* spend([agentWindow(known.key.id)], "sliding")
    // None of its calls would be let in; a list of tools would promise what the key does not hold.
    const refusal = agentKeyRefusal(known.key)
    if (refusal !== undefined) return yield* refusal
    if (request.method !== "POST") return "method_not_allowed" as const
    const filter = parseFilter(new URL(request.url).searchParams)
    if ("problems" in filter) return yield* new InvalidInput({ code: "validation_error", problems: filter.problems })
    const read = yield* Effect.provideService(readMessage(request), Caller, callerOf(known, origin, wire, { tool: null }))
    if (read instanceof Unreadable) return read
    const admitted: Admitted = {
      message: read.message,
      tools: tools.filter(({ entry }) => filter.filter(entry)),
      callerFor: (tool) => callerOf(known, origin, wire, { tool })
    }
    return admitted
  })
}

/**
 * The agent endpoint: `POST /mcp`, bearer-authenticated with the keys of REST, stateless, in both eras of the protocol. Compile once, at boot;
 * throws there when an operation cannot be the tool it says it is.
 */
export const mcpEndpoint = <const Ops extends ReadonlyArray<AnyOperation>>({
  agentPii = "initials",
  context,
  operations,
  publicUrl
}: EndpointOptions<Ops>): AgentEndpoint => {
  const tools = toolsOf(operations)
  const admit = admitting(tools, publicUrl)
  const everyTool = new Set(tools.map(({ entry }) => entry.name))

  const runIn = Effect.runPromiseWith(context)
  /** The protocol's own code stands between a request and its calls, so that each is put under the request's span by hand. */
  const run = <A>(effect: Effect.Effect<A, never, any>, trace: RequestTrace | undefined): Promise<A> =>
    runIn(trace === undefined ? effect : Effect.withParentSpan(effect, trace.span))
  const service = serviceWith({ agentPii, everyTool, reworded: inTools(operations), run })

  const answer = Effect.fnUntraced(function* (request: Request, origin: Origin, trace: RequestTrace | undefined) {
    const cell: QuotaCell = { readings: [] }
    const exit = yield* describeAddressQuota(origin.address).pipe(
      Effect.andThen(admit(request, origin)),
      Effect.provideService(CurrentQuota, cell),
      Effect.exit
    )
    const frame: Frame = {
      request_id: origin.request_id,
      accept: request.headers.get("accept"),
      public_url: publicUrl,
      readings: cell.readings
    }
    if (Exit.isFailure(exit)) return yield* answerFailure(frame, exit.cause)
    const admitted = exit.value
    if (admitted === "method_not_allowed") return methodNotAllowed(frame)
    if (admitted instanceof Unreadable) return unreadable(frame, admitted.code, admitted.message)
    const served = yield* Effect.exit(Effect.tryPromise(() => serve(request, admitted.message, service(admitted, cell, trace))))
    if (Exit.isSuccess(served)) return framed(frame, served.value)
    yield* Effect.logError("the agent protocol failed", served.cause)
    return unexpected(frame)
  })

  return (request, origin, trace) => run(answer(request, origin, trace), trace)
}

/** Expected failures become their answer; anything else is logged once, here, and answered without a word about its cause. */
const answerFailure = (frame: Frame, cause: Cause.Cause<Failure>): Effect.Effect<Response> => {
  const failure = Cause.findErrorOption(cause)
  if (failure._tag === "None") return Effect.as(Effect.logError("unexpected failure", cause), unexpected(frame))
  const response = refused(frame, failure.value)
  return failure.value._tag === "StorageUnavailable"
    ? Effect.as(Effect.logError("storage unavailable", failure.value.cause), response)
    : Effect.succeed(response)
}
