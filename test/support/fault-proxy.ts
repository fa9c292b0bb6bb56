import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { chanceOf } from "./chance.ts"

/** An answer of the proxy's own; the server behind never sees the request. */
export interface Refusal {
  readonly status: number
  readonly type: string
  readonly body: string
}

/**
 * What happens to one request. `hang` keeps it and never answers. `cut-before` closes the connection before the server behind sees anything,
 * `cut-after` once it has done what was asked, `cut-within` half way through its answer; `stall-within` falls silent there instead. `twice` lets it do the same again and gives the second answer.
 */
export type Fault = "pass" | "hang" | "cut-before" | "cut-after" | "cut-within" | "stall-within" | "twice" | Refusal

export interface Passing {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** The operation, as the JSON protocols name it, such as `AmazonSQS.SendMessage`. */
  readonly target: string | undefined
  readonly headers: IncomingHttpHeaders
}

export type Script = (passing: Passing) => Fault

const objectRefusal = (status: number, code: string): Refusal => ({
  status,
  type: "application/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused on purpose</Message></Error>`
})
const queueRefusal = (status: number, type: string): Refusal => ({
  status,
  type: "application/x-amz-json-1.0",
  body: JSON.stringify({ __type: type, message: "refused on purpose" })
})

/** Refusals as the two services word them. */
export const refusals = {
  objectError: objectRefusal(500, "InternalError"),
  objectSlowDown: objectRefusal(503, "SlowDown"),
  objectDenied: objectRefusal(403, "AccessDenied"),
  objectExists: objectRefusal(412, "PreconditionFailed"),
  objectConflict: objectRefusal(409, "ConditionalRequestConflict"),
  objectConditionUnknown: objectRefusal(501, "NotImplemented"),
  queueError: queueRefusal(500, "com.amazonaws.sqs#InternalFailure"),
  queueThrottled: queueRefusal(400, "com.amazonaws.sqs#RequestThrottled"),
  queueUnavailable: queueRefusal(503, "com.amazonaws.sqs#ServiceUnavailable")
} as const

/** One fault after the other, then everything passes. */
export const inTurn = (...faults: ReadonlyArray<Fault>): Script => {
  const left = [...faults]
  return () => left.shift() ?? "pass"
}

/** The same fault for good. */
export const always =
  (fault: Fault): Script =>
  () =>
    fault

/** Draws a fault for a share of all requests (0 to 1), but never more than `mostInTurn` for one method and path one after the other. */
export const seeded = (seed: number, share: number, mostInTurn: number, faults: ReadonlyArray<Fault>): Script => {
  const next = chanceOf(seed)
  const inTurnOf = new Map<string, number>()
  return ({ method, path, target = "" }) => {
    const name = `${method} ${path} ${target}`
    const before = inTurnOf.get(name) ?? 0
    const fault = next() < share && before < mostInTurn ? (faults[Math.floor(next() * faults.length)] ?? "pass") : "pass"
    inTurnOf.set(name, fault === "pass" ? 0 : before + 1)
    return fault
  }
}

export interface FaultProxy {
  /** What clients are pointed at, without a slash at its end. */
  readonly endpoint: string
  /** Replaces the script, which passes everything at first. */
  readonly follow: (script: Script) => void
  /** What came since the last look, with what was done to it. */
  readonly since: () => ReadonlyArray<Passing & { readonly fault: Fault }>
  /** How many requests wait for an answer; those whose client left do not count. */
  readonly waiting: () => number
  readonly stop: () => Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer
}

const longestBody = 64 * 1024 * 1024

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestBody) throw new Error("a message is longer than the proxy takes")
    chunks.push(new Uint8Array(chunk))
  }
  return Buffer.concat(chunks)
}

const framing = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "expect"])
/** Names and values in turn, without those that belong to one connection. */
const kept = (raw: ReadonlyArray<string>): ReadonlyArray<string> =>
  raw.flatMap((name, index) => (index % 2 === 0 && !framing.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ""] : []))

/** Stands between a client and a server that speaks HTTP, and does to each request what its script says. */
export const faultProxy = async (endpoint: string): Promise<FaultProxy> => {
  const behind = new URL(endpoint)
  let script: Script = always("pass")
  let waiting = 0
  let seen: Array<Passing & { readonly fault: Fault }> = []

  const ask = (incoming: IncomingMessage, body: Buffer, gone: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: behind.hostname,
          port: behind.port,
          method: incoming.method,
          path: incoming.url,
          headers: [...kept(incoming.rawHeaders), "Content-Length", String(body.length), "Connection", "close"],
          signal: gone,
          agent: false
        },
        (answer) => {
          bodyOf(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 502, headers: kept(answer.rawHeaders), body: bytes }),
            reject
          )
        }
      )
      outgoing.on("error", reject)
      outgoing.end(body)
    })

  const give = (response: ServerResponse, method: string | undefined, { body, headers, status }: Answer, length = body.length) => {
    // The length of what a HEAD names is not the length of an answer without a body.
    const framed = method === "HEAD" ? [] : ["Content-Length", String(length)]
    response.writeHead(status, [...headers, ...framed])
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", socket, url = "" } = incoming
    const cut = () => void socket.destroy()
    const left = new AbortController()
    waiting += 1
    response.on("close", () => {
      waiting -= 1
      left.abort()
    })
    const body = await bodyOf(incoming)
    const target = incoming.headers["x-amz-target"]
    const passing: Passing = { method, path: url, target: typeof target === "string" ? target : undefined, headers: incoming.headers }
    const fault = script(passing)
    seen.push({ ...passing, fault })
    if (fault === "hang") return
    if (fault === "cut-before") return cut()
    if (typeof fault === "object") {
      give(response, method, { status: fault.status, headers: ["Content-Type", fault.type], body: Buffer.from(fault.body) })
      response.end(method === "HEAD" ? undefined : fault.body)
      return
    }
    if (fault === "twice") await ask(incoming, body, left.signal)
    const answer = await ask(incoming, body, left.signal)
    if (fault === "cut-after") return cut()
    give(response, method, answer)
    if (fault === "cut-within" || fault === "stall-within") {
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), fault === "cut-within" ? cut : undefined)
      return
    }
    response.end(method === "HEAD" ? undefined : answer.body)
  }

  const open = new Set<Socket>()
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy())
  })
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy listens on no port")
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    follow: (next) => {
      script = next
    },
    since: () => {
      const news = seen
      seen = []
      return news
    },
    waiting: () => waiting,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
