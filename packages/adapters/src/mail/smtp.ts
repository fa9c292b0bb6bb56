import { isMailable } from "@vouchkit/core/kernel/foundation/mail-address"
import { Mailer, MailFailure, type MailFailureCode, type MailMessage } from "@vouchkit/core/resources/mail/mailer"
import { Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import type { Sender, SmtpServer } from "./smtp-url.ts"

export interface SmtpOptions {
  /** Wrapped, since it holds the password. */
  readonly server: Redacted.Redacted<SmtpServer>
  readonly sender: Sender
  /** How long one mail may take in all, from connecting to the last answer, in milliseconds. */
  readonly timeout_ms?: number
  /** PEM certificates trusted instead of the public authorities, for servers behind a private one. */
  readonly certificate_authorities?: ReadonlyArray<string>
}

/** Connections at once, as many as the jobs of one process mail, and mails on each before it is made again. */
const pool = { maxConnections: 5, maxMessages: 100, idleTimeout: 30_000 } as const
/** The job that mails ends after a minute, and a stopping worker waits 25 seconds. */
const standardTimeoutMs = 20_000
const connectTimeoutMs = 10_000

/** What is known of a failure of the library; its message is left alone, since it repeats the server's words. */
interface Refusal {
  readonly code: string
  /** The runtime's own code beneath it. */
  readonly cause: string
  readonly command: string
  readonly reply: number | null
}

const refusalOf = (error: unknown): Refusal => {
  const { code, command, originalCode, responseCode }: Readonly<Record<string, unknown>> = Object(error)
  return {
    code: typeof code === "string" ? code : "",
    cause: typeof originalCode === "string" ? originalCode : "",
    command: typeof command === "string" ? command : "",
    reply: typeof responseCode === "number" ? responseCode : null
  }
}

/**
 * Replies of 5yz to the recipient or the message are final (RFC 5321, 4.2.1). Those to greeting, login or sender speak of the installation,
 * which an operator can mend while the mail waits.
 */
const codeOf = ({ cause, code, command, reply }: Refusal): MailFailureCode => {
  if (code === "EAUTH") return reply !== null && reply < 500 ? "deferred" : "authentication"
  if (code === "ETIMEDOUT" || code === "EABORT") return "timeout"
  if (code === "ETLS" || command === "STARTTLS" || /CERT|SSL|TLS|UNABLE_TO_VERIFY/.test(cause)) return "tls"
  if (reply === null || reply === 421) return code === "EENVELOPE" ? "recipient_refused" : "unreachable"
  if (reply < 500) return "deferred"
  if (command === "RCPT TO") return "recipient_refused"
  if (command === "DATA") return "message_refused"
  if (command === "MAIL FROM") return "sender_refused"
  return "unreachable"
}

/** A host name by RFC 5322, for the right side of Message-IDs: that of the sender. */
const domainOf = ({ address }: Sender): string => address.slice(address.lastIndexOf("@") + 1)

const written = ({ html, key, language, subject, text, to }: MailMessage, sender: Sender) => ({
  from: { name: sender.name ?? "", address: sender.address },
  to: { name: "", address: to },
  // Named outright: what the headers say does not decide where a mail goes.
  envelope: { from: sender.address, to: [to] },
  messageId: `<${key}@${domainOf(sender)}>`,
  subject,
  text,
  html,
  // Answering machines keep quiet to such mail (RFC 3834).
  headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
  disableFileAccess: true,
  disableUrlAccess: true
})

/** Mail over SMTP (RFC 5321) with a bounded pool of connections, which is made at the first mail: a mail server that is down stops no start. */
export const layer = ({ certificate_authorities, sender, server, timeout_ms = standardTimeoutMs }: SmtpOptions): Layer.Layer<never> =>
  Layer.effect(Mailer)(
    Effect.gen(function* () {
      const { credentials, host, port, tls } = Redacted.value(server)
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            pool: true,
            ...pool,
            host,
            port,
            secure: tls === "implicit",
            requireTLS: tls === "required",
            opportunisticTLS: tls === "optional",
            tls: {
              rejectUnauthorized: tls !== "optional",
              ...(certificate_authorities === undefined ? {} : { ca: [...certificate_authorities] })
            },
            ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
            connectionTimeout: Math.min(connectTimeoutMs, timeout_ms),
            greetingTimeout: Math.min(connectTimeoutMs, timeout_ms),
            socketTimeout: timeout_ms,
            disableFileAccess: true,
            disableUrlAccess: true
          })
        ),
        (made) => Effect.sync(() => made.close())
      )
      const send = Effect.fn("Mailer.send")(function* (message: MailMessage) {
        // The library reads a list of addresses out of a text; whatever comes, this mail goes to one.
        if (!isMailable(message.to)) return yield* new MailFailure({ code: "recipient_refused", reply: null })
        yield* Effect.tryPromise({
          try: (signal) => transport.sendMail({ ...written(message, sender), signal }),
          catch: (error) => {
            const refusal = refusalOf(error)
            return new MailFailure({ code: codeOf(refusal), reply: refusal.reply })
          }
        }).pipe(
          Effect.timeoutOrElse({
            duration: timeout_ms,
            orElse: () => Effect.fail(new MailFailure({ code: "timeout", reply: null }))
          })
        )
      })
      return { configured: true, send }
    })
  )
