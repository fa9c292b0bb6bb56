import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createRawServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"

/** A local server for one test; disposing it ends its connections too. */
export interface Receiver extends AsyncDisposable {
  readonly port: number
  /** How many connections were accepted so far. */
  readonly connections: () => number
  /** Settles once every connection accepted so far is closed; at once when there are none. */
  readonly quiet: () => Promise<void>
}

const listening = async (server: Server, host: string, port = 0): Promise<Receiver> => {
  const open = new Set<Socket>()
  let accepted = 0
  let waiting: Array<() => void> = []
  server.on("connection", (socket: Socket) => {
    accepted += 1
    open.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => {
      open.delete(socket)
      if (open.size > 0) return
      for (const resume of waiting) resume()
      waiting = []
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server listens on no port")
  return {
    port: address.port,
    connections: () => accepted,
    quiet: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** A receiver that speaks HTTP; `answer` sees the whole request. */
export const httpReceiver = (
  answer: (request: SeenRequest, response: ServerResponse) => void,
  host = "127.0.0.1",
  port = 0
): Promise<Receiver> =>
  listening(
    createPlainServer((incoming, response) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const { method = "", url = "", headers } = incoming
        answer({ method, path: url, headers, body: Buffer.concat(chunks).toString() }, response)
      })
    }),
    host,
    port
  )

/** A receiver that answers the first bytes of each connection with whatever `answer` writes. */
export const rawReceiver = (answer: (socket: Socket) => void): Promise<Receiver> =>
  listening(
    createRawServer((socket) => {
      socket.once("data", () => answer(socket))
    }),
    "127.0.0.1"
  )

/** A receiver behind TLS that answers 200 with the server name it was asked for as its body. */
export const tlsReceiver = (certificate: { readonly key: string; readonly cert: string }): Promise<Receiver> =>
  listening(
    createTlsServer(certificate, (socket) => {
      socket.on("error", () => undefined)
      socket.once("data", (request) => {
        const host = /^host: (.*)$/im.exec(request.toString())?.[1] ?? ""
        const body = JSON.stringify({ sni: socket.servername, host })
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      })
    }),
    "127.0.0.1"
  )
