import { connect } from "node:net"

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const headEnd = "\r\n\r\n"

/** Reads whole answers off the front of what came; an answer without a length lasts to the end of the connection. */
export const parseAnswers = (received: Buffer, ended: boolean, bodiless = false): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
  let rest = received
  for (;;) {
    const end = rest.indexOf(headEnd)
    if (end === -1) return answers
    const [start = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n")
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
    )
    const status = Number(start.split(" ")[1])
    const from = end + headEnd.length
    const interim = status >= 100 && status < 200
    const declared = interim || bodiless ? 0 : headers["content-length"] === undefined ? undefined : Number(headers["content-length"])
    if (declared === undefined && !ended) return answers
    const length = declared ?? rest.length - from
    if (rest.length - from < length) return answers
    answers.push({ status, headers, body: rest.subarray(from, from + length).toString() })
    rest = rest.subarray(from + length)
  }
}

export interface ExchangeOptions {
  readonly answers?: number
  /** The answers are to HEAD. */
  readonly bodiless?: boolean
  /** Says that nothing more will come once everything is written. */
  readonly halfClose?: boolean
}

/**
 * Sends these bytes as they are and answers what came back: once so many final answers are complete, or the server hung up. Everything
 * is written in one piece unless `pieces` says otherwise; each piece after the first goes out when the server has been heard from.
 */
export const exchange = (
  port: number,
  pieces: string | Buffer | ReadonlyArray<string | Buffer>,
  { answers: wanted = 1, bodiless = false, halfClose = false }: ExchangeOptions = {}
): Promise<ReadonlyArray<RawAnswer>> =>
  new Promise((resolve) => {
    const waiting: Array<string | Buffer> = typeof pieces === "string" || Buffer.isBuffer(pieces) ? [pieces] : [...pieces]
    let received = Buffer.alloc(0)
    let settled = false
    const socket = connect({ port, host: "127.0.0.1" })
    const settle = (ended: boolean) => {
      const answers = parseAnswers(received, ended, bodiless)
      if (settled || (!ended && answers.filter(({ status }) => status >= 200).length < wanted)) return
      settled = true
      socket.destroy()
      resolve(answers)
    }
    const next = () => {
      const piece = waiting.shift()
      if (piece === undefined) return
      const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece
      if (halfClose && waiting.length === 0) socket.end(new Uint8Array(bytes))
      else socket.write(new Uint8Array(bytes))
    }
    socket.on("connect", next)
    socket.on("data", (data) => {
      received = Buffer.concat([new Uint8Array(received), new Uint8Array(Buffer.from(data as Buffer))])
      next()
      settle(false)
    })
    // A server that hangs up in the middle of our writing resets the connection; what it said before counts.
    socket.on("error", () => settle(true))
    socket.on("close", () => settle(true))
  })
