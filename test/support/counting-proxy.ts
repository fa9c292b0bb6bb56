import { connect, createServer, type Socket } from "node:net"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"

type Target = DatabaseOptions["connect"]

/** What went over one stretch of time: the text of each statement, and how often the client had to wait for the server. */
export interface Traffic {
  readonly statements: ReadonlyArray<string>
  readonly roundTrips: number
}

/** What no request waits for: whether keys have changed lately, when they were used, and waking the workers after a commit. */
const isHousekeeping = (text: string): boolean => ["access_generation", "last_used_at", "pg_notify"].some((mark) => text.includes(mark))

const textAt = (message: Buffer, from: number): readonly [string, number] => {
  const end = message.indexOf(0, from)
  return [message.subarray(from, end).toString(), end + 1]
}

/** Cuts a stream into messages of the protocol: a type, a length that counts itself, and the content. The first of a client has no type. */
const messages = (typed: boolean, take: (type: string, content: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  let hasType = typed
  return (data: Buffer) => {
    rest = Buffer.concat([new Uint8Array(rest), new Uint8Array(data)])
    for (;;) {
      const head = hasType ? 1 : 0
      if (rest.length < head + 4) return
      const length = rest.readInt32BE(head)
      if (rest.length < head + length) return
      take(hasType ? String.fromCharCode(rest[0] ?? 0) : "", rest.subarray(head + 4, head + length))
      rest = rest.subarray(head + length)
      hasType = true
    }
  }
}

const dial = (target: Target): Socket => {
  if ("path" in target) return connect({ path: target.path })
  const { hostname, port } = new URL(target.url)
  return connect({ host: hostname, port: Number(port || 5432) })
}

/** Listens in between a client and PostgreSQL, and counts what passes. */
export const countingProxy = async (target: Target) => {
  let statements: Array<string> = []
  let roundTrips = 0
  const server = createServer((client) => {
    const backend = dial(target)
    const named = new Map<string, string>()
    let waiting = 0
    let flight: Array<string> = []
    const asked = messages(false, (type, content) => {
      if (type === "P") {
        const [name, next] = textAt(content, 0)
        named.set(name, textAt(content, next)[0])
      } else if (type === "B") {
        const [, next] = textAt(content, 0)
        flight.push(named.get(textAt(content, next)[0]) ?? "")
      } else if (type === "Q") {
        flight.push(textAt(content, 0)[0])
        waiting += 1
      } else if (type === "S") waiting += 1
    })
    const answered = messages(true, (type) => {
      if (type !== "Z") return
      waiting -= 1
      if (waiting > 0) return
      waiting = 0
      const own = flight.filter((text) => text !== "" && !isHousekeeping(text))
      if (own.length > 0) roundTrips += 1
      statements.push(...own)
      flight = []
    })
    client.on("data", (data) => {
      asked(data as Buffer)
      backend.write(new Uint8Array(data as Buffer))
    })
    backend.on("data", (data) => {
      answered(data as Buffer)
      client.write(new Uint8Array(data as Buffer))
    })
    for (const [one, other] of [
      [client, backend],
      [backend, client]
    ] as const) {
      one.on("error", () => other.destroy())
      one.on("close", () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const url = "path" in target ? new URL(`postgres://${target.user}:${target.password}@localhost/${target.database}`) : new URL(target.url)
  url.host = `127.0.0.1:${port}`
  return {
    connect: { url: url.href },
    /** What passed since the last look. */
    since: (): Traffic => {
      const seen = { statements, roundTrips }
      statements = []
      roundTrips = 0
      return seen
    },
    stop: () => server.close()
  }
}

/** Traffic of the least of several equal requests: the service looks after its tables meanwhile, and one may get a connection that is new to it. */
export const leastTraffic = async (
  proxy: { readonly since: () => Traffic } | undefined,
  request: () => Promise<unknown>
): Promise<Traffic> => {
  const seen: Array<Traffic> = []
  for (let turn = 0; turn < 5; turn += 1) {
    proxy?.since()
    await request()
    seen.push(proxy?.since() ?? { statements: [], roundTrips: 0 })
  }
  const [least] = seen.toSorted((one, other) => one.roundTrips - other.roundTrips || one.statements.length - other.statements.length)
  return least ?? { statements: [], roundTrips: 0 }
}
