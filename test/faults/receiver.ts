import { createHash } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { chanceOf } from "../support/chance.ts"
import { draw, pause } from "./chance.ts"

/** What the receiver does to a delivery, by how often of a hundred. Those that hang outlast the service's timeout. */
const manners = { well: 66, error: 12, closes: 7, "closes-within": 3, slow: 8, throttles: 3, hangs: 1 } as const
type Manner = keyof typeof manners

/** One event, as all its deliveries told of it. */
export interface Arrived {
  readonly environment: string
  readonly type: string
  readonly sequence: number
  readonly resource: string
  readonly status: unknown
  readonly digest: string
  deliveries: number
  /** How many of them were answered with 200 in full. */
  accepted: number
}

export interface Receiver {
  readonly target: string
  readonly url: (environment: string) => string
  readonly trust: (environment: string, secret: string) => void
  readonly heal: () => void
  readonly events: () => ReadonlyMap<string, Arrived>
  /** Deliveries that did not verify, or said something else than an earlier one of the same event. */
  readonly wrongs: () => ReadonlyArray<string>
  readonly counts: () => Readonly<Record<string, number>>
  readonly stop: () => Promise<void>
}

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === "string" ? value : ""
}

const toleranceSeconds = 300
const { signature } = new Stripe("sk_test_none").webhooks

/** Both kinds of signature, each checked by a library that shares no code with the service. */
const verify = async (body: string, headers: IncomingHttpHeaders, secret: string): Promise<void> => {
  new Webhook(secret).verify(body, {
    "webhook-id": header(headers, "webhook-id"),
    "webhook-timestamp": header(headers, "webhook-timestamp"),
    "webhook-signature": header(headers, "webhook-signature")
  })
  await signature?.verifyHeaderAsync(body, header(headers, "x-service-signature"), secret, toleranceSeconds)
}

/** A receiver that keeps a book of what verified, and behaves as its seed says. */
export const startReceiver = async (seed: number): Promise<Receiver> => {
  const chance = chanceOf(seed)
  const secrets = new Map<string, string>()
  const events = new Map<string, Arrived>()
  const wrongs: Array<string> = []
  const behaved = new Map<string, number>()
  let healed = false

  const note = async (body: string, headers: IncomingHttpHeaders, environment: string): Promise<Arrived | undefined> => {
    const id = header(headers, "x-service-event-id")
    try {
      await verify(body, headers, secrets.get(environment) ?? "")
    } catch (cause) {
      wrongs.push(`${id}: ${cause instanceof Error ? cause.message.split("\n")[0] : "unknown"}`)
      return undefined
    }
    const event = JSON.parse(body)
    const digest = createHash("sha256").update(body).digest("hex")
    const known = events.get(event.id)
    if (known !== undefined) {
      known.deliveries += 1
      if (known.digest !== digest) wrongs.push(`${event.id}: two deliveries tell different things`)
      return known
    }
    const arrived: Arrived = {
      environment: event.environment,
      type: event.type,
      sequence: event.sequence,
      resource: event.resource.id,
      status: event.data.status,
      digest,
      deliveries: 1,
      accepted: 0
    }
    if (event.id !== id || event.environment !== environment) wrongs.push(`${id}: the headers and the body name different events`)
    events.set(event.id, arrived)
    return arrived
  }

  const answer = async (manner: Manner, response: ServerResponse, arrived: Arrived | undefined): Promise<void> => {
    const accept = (): void => {
      if (arrived === undefined) return void response.writeHead(400).end()
      arrived.accepted += 1
      response.writeHead(200).end("ok")
    }
    switch (manner) {
      case "well":
        return accept()
      case "slow":
        await pause(100 + chance() * 1_400)
        return accept()
      case "error":
        return void response.writeHead(500).end("broken on purpose")
      case "throttles":
        return void response.writeHead(429, { "Retry-After": "1" }).end()
      case "closes":
        return void response.socket?.destroy()
      case "closes-within":
        response.writeHead(200, { "Content-Length": "100" })
        response.write("half an ans", () => response.socket?.destroy())
        return
      case "hangs":
        return
    }
  }

  const open = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => undefined)
    response.on("error", () => undefined)
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const manner = healed ? "well" : draw(chance, manners)
      behaved.set(manner, (behaved.get(manner) ?? 0) + 1)
      const environment = (request.url ?? "").slice(1)
      void note(Buffer.concat(chunks).toString("utf8"), request.headers, environment).then((arrived) => answer(manner, response, arrived))
    })
  })
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    target: `127.0.0.1:${port}`,
    url: (environment) => `http://127.0.0.1:${port}/${environment}`,
    trust: (environment, secret) => void secrets.set(environment, secret),
    heal: () => {
      healed = true
    },
    events: () => events,
    wrongs: () => wrongs,
    counts: () => Object.fromEntries([...behaved].map(([manner, count]) => [`deliveries it ${manner}`, count])),
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
