import { connect } from "node:net"
import { type BodyIntake, Intake } from "@vouchkit/core/kernel/intake/intake"
import { BodySpool, inMemory } from "@vouchkit/core/kernel/intake/spool"
import { Layer } from "effect"
import { parseAnswers, type RawAnswer } from "./raw-socket.ts"

/** A spool that says how much was put into it, so that a test waits for bytes and not for time. */
export const watchedSpool = () => {
  const state = { opened: 0, open: 0, bytes: 0 }
  const waiting: Array<{ readonly bytes: number; readonly resume: () => void }> = []
  const heard = () => {
    for (const one of waiting) if (state.bytes >= one.bytes) one.resume()
  }
  const open = async () => {
    const file = await inMemory()
    state.opened += 1
    state.open += 1
    let closed = false
    return {
      read: file.read,
      write: async (chunk: Uint8Array) => {
        await file.write(chunk)
        state.bytes += chunk.length
        heard()
      },
      close: async () => {
        if (!closed) state.open -= 1
        closed = true
        await file.close()
      }
    }
  }
  return {
    state,
    open,
    /** Resolves once so many bytes in all were written. */
    until: (bytes: number) =>
      new Promise<void>((resume) => {
        waiting.push({ bytes, resume })
        heard()
      })
  }
}

/** The layer of both, as the ports of a service. */
export const intakeOf = (intake: BodyIntake, spool: { readonly open: ReturnType<typeof watchedSpool>["open"] }): Layer.Layer<any> =>
  Layer.mergeAll(Layer.succeed(Intake)(intake), Layer.succeed(BodySpool)(spool)) as Layer.Layer<any>

const boundary = "held"
const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bill.pdf"\r\n\r\n%PDF-1.4\n`
const end = `\r\n--${boundary}--\r\n`

/** An upload whose last bytes are held back until `finish`. `answer` resolves with what the server says, or undefined when it hangs up without a word. */
export const holdUpload = (port: number, path: string, headers: Readonly<Record<string, string>>, fileBytes: number) => {
  const length = start.length + fileBytes + end.length
  const socket = connect({ port, host: "127.0.0.1" })
  const lines = { Host: "localhost", "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": length, ...headers }
  socket.write(
    `POST ${path} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n${start}`
  )
  const chunk = Buffer.alloc(65_536, 0x20)
  for (let left = fileBytes; left > 0; left -= chunk.length) socket.write(new Uint8Array(chunk.subarray(0, Math.min(left, chunk.length))))
  let received = Buffer.alloc(0)
  const closed = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<RawAnswer | undefined>()
  socket.on("data", (data) => {
    received = Buffer.concat([new Uint8Array(received), new Uint8Array(Buffer.from(data))])
    const [answer] = parseAnswers(received, false)
    if (answer !== undefined) answered.resolve(answer)
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    answered.resolve(undefined)
    closed.resolve()
  })
  return {
    answer: answered.promise,
    closed: closed.promise,
    finish: () => void socket.write(end),
    hangUp: () => void socket.destroy()
  }
}
