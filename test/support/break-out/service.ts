import { startProcess } from "@vouchkit/adapters/engines/process/child-process"
import { createSocket } from "node:dgram"
import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tryWaysOut } from "./ways-out.ts"

/** Stands for the service: it holds a secret, listens, and starts an engine that tries to get out. It prints what the engine could do. */
const [, , folder = ""] = process.argv
const secret = `${folder}/master.key`
const socket = `${folder}/service.sock`
writeFileSync(secret, "secret")
const reached: Array<string> = []

const listening = (target: number | string) =>
  new Promise<number>((done) => {
    const server = createServer((connection) => {
      reached.push("a connection")
      connection.destroy()
    })
    server.listen(typeof target === "number" ? { port: target, host: "127.0.0.1" } : { path: target }, () => {
      const address = server.address()
      done(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const port = await listening(0)
await listening(socket)
const datagrams = createSocket("udp4")
datagrams.on("message", () => reached.push("a datagram"))
datagrams.bind(port, "127.0.0.1")

const entry = new URL("./engine.ts", import.meta.url)
const targets = { port, socket, secret, folder, service: process.pid, program: entry.pathname }
const unconfined = await tryWaysOut(targets, "harmless")
const before = reached.length
const engine = startProcess(entry, 1024 ** 3)
engine.ask(
  targets,
  (answer) => {
    console.log(
      JSON.stringify({ ...(answer as object), unconfined, reached: reached.slice(before), own_account: process.getuid?.() ?? -1 })
    )
    process.exit(0)
  },
  () => process.exit(1)
)
