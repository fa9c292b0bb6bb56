import PostalMime, { type Email } from "postal-mime"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A mail as a server took it: who was named on the way, and what the message itself says. */
export interface TakenMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly secure: boolean
  readonly raw: string
  readonly mail: Email
}

/** What the server says to the next step of this kind instead of taking it: a reply code with words that repeat the address. */
export type Stage = "from" | "to" | "data"
export interface MailServer extends AsyncDisposable {
  readonly port: number
  readonly taken: ReadonlyArray<TakenMail>
  /** Each refusal is used once, in the order given. */
  readonly refuse: (stage: Stage, reply: number) => void
  /** Settles once so many mails were taken. */
  readonly arrival: (count: number) => Promise<ReadonlyArray<TakenMail>>
  /** Connections made so far. */
  readonly connections: () => number
}

const refusal = (reply: number, address: string) => Object.assign(new Error(`no mail for <${address}> here`), { responseCode: reply })

/** A real SMTP server on this machine that keeps what it takes. Without options it offers neither TLS nor a login. */
export const mailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const taken: Array<TakenMail> = []
  const refusals: Array<{ readonly stage: Stage; readonly reply: number }> = []
  const waiting = new Set<() => void>()
  let connections = 0
  const next = (stage: Stage) => {
    const index = refusals.findIndex((one) => one.stage === stage)
    return index === -1 ? undefined : refusals.splice(index, 1)[0]?.reply
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    // Connections that a pool keeps open do not hold up the end.
    closeTimeout: 50,
    onConnect: (_, done) => {
      connections += 1
      done()
    },
    onMailFrom: ({ address }, _, done) => {
      const reply = next("from")
      done(reply === undefined ? null : refusal(reply, address))
    },
    onRcptTo: ({ address }, _, done) => {
      const reply = next("to")
      done(reply === undefined ? null : refusal(reply, address))
    },
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const reply = next("data")
        if (reply !== undefined) return done(refusal(reply, to[0] ?? ""))
        const raw = Buffer.concat(chunks).toString()
        const { mailFrom } = session.envelope
        const mail = await PostalMime.parse(raw)
        taken.push({ from: mailFrom === false ? "" : mailFrom.address, to, secure: session.secure, raw, mail })
        for (const wake of [...waiting]) wake()
        done()
      })
    },
    ...options
  })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.server.address()
  if (address === null || typeof address === "string") throw new Error("The mail server listens on no port")
  return {
    port: address.port,
    taken,
    refuse: (stage, reply) => refusals.push({ stage, reply }),
    connections: () => connections,
    arrival: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (taken.length < count) return
          waiting.delete(look)
          resolve(taken)
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
