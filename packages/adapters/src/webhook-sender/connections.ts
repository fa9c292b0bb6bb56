import { type AgentOptions, Agent as PlainAgent } from "node:http"
import { Agent as TlsAgent } from "node:https"
import { connectionsPerUrl } from "./turns.ts"

/** A connection without work is closed after this long, before most receivers and proxies close it themselves. */
const idleMs = 4_000

const options: AgentOptions = {
  keepAlive: true,
  maxSockets: connectionsPerUrl,
  maxFreeSockets: connectionsPerUrl,
  scheduling: "lifo",
  timeout: idleMs
}

/** Address and URL, beside the name and port that agents tell connections apart by. */
const purposeOf = (request: object | undefined): string =>
  request !== undefined && "purpose" in request ? String(request.purpose) : "none"

/**
 * Keeps connections open for a while. One is used again only for the same URL and address, the address having been judged again for the
 * attempt: what a name leads to now is where its deliveries go, whatever is still open, and endpoints of one host share no queue.
 */
class PinnedPlainAgent extends PlainAgent {
  constructor() {
    super(options)
  }
  override getName(request?: Parameters<PlainAgent["getName"]>[0]): string {
    return `${super.getName(request)}:${purposeOf(request)}`
  }
}

/** As `PinnedPlainAgent`, over TLS: the certificate was checked against the name that the connection is kept under. */
class PinnedTlsAgent extends TlsAgent {
  constructor() {
    super(options)
  }
  override getName(request?: Parameters<TlsAgent["getName"]>[0]): string {
    return `${super.getName(request)}:${purposeOf(request)}`
  }
}

/** The connections of one sender. */
export interface Connections {
  readonly http: PinnedPlainAgent
  readonly https: PinnedTlsAgent
}

export const openConnections = (): Connections => ({ http: new PinnedPlainAgent(), https: new PinnedTlsAgent() })

export const closeConnections = ({ http, https }: Connections): void => {
  http.destroy()
  https.destroy()
}
