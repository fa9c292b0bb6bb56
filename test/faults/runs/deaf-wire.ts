import { mkdir } from "node:fs/promises"
import { connect, createServer, type Socket } from "node:net"
import { basename, join } from "node:path"

/** A wire to the database over which no one hears of what others announce. */
export interface DeafWire {
  /** The folder of its socket, which has the name of the database's own. */
  readonly directory: string
  /** Notifications that were dropped. */
  readonly dropped: () => number
  readonly stop: () => Promise<void>
}

const headBytes = 5
const notification = "A".charCodeAt(0)
const complete = "C".charCodeAt(0)

/** Takes whole messages of the server out of what arrived; each has a letter and its length. */
const messagesIn = (bytes: Buffer): { readonly whole: ReadonlyArray<Buffer>; readonly rest: Buffer } => {
  const whole: Array<Buffer> = []
  let at = 0
  while (bytes.length - at >= headBytes) {
    const length = 1 + bytes.readUInt32BE(at + 1)
    if (bytes.length - at < length) break
    whole.push(bytes.subarray(at, at + length))
    at += length
  }
  return { whole, rest: bytes.subarray(at) }
}

const isCommit = (message: Buffer): boolean => message[0] === complete && message.toString("latin1", headBytes).startsWith("COMMIT")

/**
 * Passes everything between workers and a database but notifications. `committed` is asked after each commit, before the worker learns of it; where it
 * answers true, the worker never does.
 */
export const deafWire = async (database: string, directory: string, committed: () => boolean): Promise<DeafWire> => {
  await mkdir(directory, { recursive: true })
  const open = new Set<Socket>()
  let dropped = 0
  const server = createServer((worker) => {
    const real = connect(database)
    const both = [worker, real]
    const end = (): void => {
      for (const socket of both) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of both) {
      open.add(socket)
      socket.on("error", end)
      socket.on("close", end)
    }
    worker.on("data", (bytes) => void real.write(bytes))
    let left = Buffer.alloc(0)
    real.on("data", (bytes: Buffer) => {
      const { rest, whole } = messagesIn(left.length === 0 ? bytes : Buffer.concat([left, bytes]))
      left = Buffer.from(rest)
      for (const message of whole) {
        if (message[0] === notification) dropped += 1
        else if (isCommit(message) && committed()) return end()
        else worker.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(join(directory, basename(database)), resolve))
  return {
    directory,
    dropped: () => dropped,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
