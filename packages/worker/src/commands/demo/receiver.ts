import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { Schema } from "effect"
import { Webhook } from "standardwebhooks"

/** What a receiver reads of an event. */
const Event = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  sequence: Schema.Int,
  environment: Schema.String,
  resource: Schema.Struct({ type: Schema.String, id: Schema.String }),
  data: Schema.Record(Schema.String, Schema.Unknown)
})
export type ReceivedEvent = typeof Event.Type
const decodeEvent = Schema.decodeUnknownSync(Schema.fromJsonString(Event))

/** One delivery as it came over the wire. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const toleranceSeconds = 300
const largestBody = 100_000

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === "string" ? value : ""
}

/** Why `X-Service-Signature` does not vouch for a body; null when it does. Written from the documentation alone, as an integrator would. */
const serviceSignatureProblem = ({ body, headers }: Delivery, secret: string, now_seconds: number): string | null => {
  const parts = header(headers, "x-service-signature").split(",")
  const timestamp = parts.find((part) => part.startsWith("t="))?.slice(2) ?? ""
  if (!/^[0-9]{1,12}$/.test(timestamp)) return "X-Service-Signature names no time"
  if (Math.abs(now_seconds - Number(timestamp)) > toleranceSeconds) return "X-Service-Signature is too old"
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest()
  const vouches = parts.some((part) => {
    const given = part.startsWith("v1=") ? Buffer.from(part.slice(3), "hex") : Buffer.alloc(0)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return vouches ? null : "X-Service-Signature does not fit the body"
}

const standardSignatureProblem = ({ body, headers }: Delivery, secret: string): string | null => {
  try {
    new Webhook(secret).verify(body, {
      "webhook-id": header(headers, "webhook-id"),
      "webhook-timestamp": header(headers, "webhook-timestamp"),
      "webhook-signature": header(headers, "webhook-signature")
    })
    return null
  } catch {
    return "webhook-signature does not fit the body"
  }
}

/** Why a delivery is not to be trusted, by either form of signature; null when both vouch for it. */
export const signatureProblem = (delivery: Delivery, secret: string, now_seconds: number): string | null =>
  serviceSignatureProblem(delivery, secret, now_seconds) ?? standardSignatureProblem(delivery, secret)

/** A receiver of webhooks on a port of its own, which trusts nothing that does not verify. */
export interface Receiver extends AsyncDisposable {
  readonly host_and_port: string
  readonly url: string
  /** The endpoint's secret; deliveries before it is known are refused, so that they come again. */
  readonly trust: (secret: string) => void
  readonly secret: () => string
  readonly deliveries: () => ReadonlyArray<Delivery>
  /** Everything that verified, each event once, in the order of arrival. */
  readonly events: () => ReadonlyArray<ReceivedEvent>
  /** The first delivery that did not verify, in words. */
  readonly problem: () => string | null
  /** Settles once the condition holds for what has arrived; fails when a delivery does not verify. */
  readonly until: (condition: (events: ReadonlyArray<ReceivedEvent>) => boolean) => Promise<void>
}

interface Waiter {
  readonly condition: (events: ReadonlyArray<ReceivedEvent>) => boolean
  readonly resolve: () => void
  readonly reject: (cause: Error) => void
}

/** Keeps what verified, and wakes those who wait for it. */
const receivedEvents = () => {
  let secret: string | null = null
  let problem: string | null = null
  const deliveries: Array<Delivery> = []
  const events = new Map<string, ReceivedEvent>()
  let waiters: Array<Waiter> = []

  const wake = () => {
    waiters = waiters.filter(({ condition, reject, resolve }) => {
      if (problem !== null) reject(new Error(problem))
      else if (condition([...events.values()])) resolve()
      else return true
      return false
    })
  }

  const receive = (delivery: Delivery): number => {
    if (secret === null) return 503
    const found = signatureProblem(delivery, secret, Math.floor(Date.now() / 1000))
    if (found === null) {
      const event = decodeEvent(delivery.body)
      deliveries.push(delivery)
      events.set(event.id, event)
    } else problem ??= `a webhook did not verify: ${found}`
    wake()
    return found === null ? 204 : 400
  }

  const misshapen = () => {
    problem ??= "a webhook verified but did not have the documented shape"
    wake()
  }

  const shown: Omit<Receiver, "host_and_port" | "url" | typeof Symbol.asyncDispose> = {
    trust: (given) => {
      secret = given
    },
    secret: () => secret ?? "",
    deliveries: () => deliveries,
    events: () => [...events.values()],
    problem: () => problem,
    until: (condition) =>
      new Promise((resolve, reject) => {
        waiters.push({ condition, resolve, reject })
        wake()
      })
  }
  return { misshapen, receive, shown }
}

export const startReceiver = async (): Promise<Receiver> => {
  const { misshapen, receive, shown } = receivedEvents()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > largestBody) request.destroy()
      else chunks.push(chunk)
    })
    request.on("end", () => {
      try {
        response.writeHead(receive({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") })).end()
      } catch {
        misshapen()
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0

  return {
    host_and_port: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/webhooks`,
    ...shown,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
