import { Context, Effect, Schema } from "effect"

/** One mail to one person, in both forms that a reader may show. */
export interface MailMessage {
  /** The same for every try of this mail: its Message-ID is made of it, so that a repeat is recognised. Letters, digits, `_`, `.` and `-`. */
  readonly key: string
  /** An address that `isMailable` lets through. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Language of the texts (BCP 47). */
  readonly language: string
}

/** Why a mail was not taken. The first two are about this mail and final; the others are about the way there, which may be mended. */
export const MailFailureCode = Schema.Literals([
  "recipient_refused",
  "message_refused",
  "deferred",
  "sender_refused",
  "authentication",
  "tls",
  "timeout",
  "unreachable",
  "not_configured"
])
export type MailFailureCode = typeof MailFailureCode.Type

const messages = {
  recipient_refused: "The mail server refuses mail to this address",
  message_refused: "The mail server refuses this message",
  deferred: "The mail server asked to try again later",
  sender_refused: "The mail server refuses the sender: check SMTP_FROM",
  authentication: "The mail server refuses the user or password of SMTP_URL",
  tls: "No trusted TLS connection to the mail server could be made",
  timeout: "The mail server did not answer in time",
  unreachable: "The mail server could not be reached",
  not_configured: "This installation sends no mail: SMTP_URL is not set"
} as const satisfies Record<MailFailureCode, string>

/** A mail that was not taken, with the server's reply code (RFC 5321) if there was one; never its words, which may repeat the address. */
export class MailFailure extends Schema.TaggedError<MailFailure>()("MailFailure", {
  code: MailFailureCode,
  reply: Schema.NullOr(Schema.Int)
}) {
  override get message() {
    return this.reply === null ? `${messages[this.code]}.` : `${messages[this.code]} (${this.reply}).`
  }
  /** Whether another try cannot end otherwise. */
  get permanent(): boolean {
    return this.code === "recipient_refused" || this.code === "message_refused"
  }
}

/**
 * Carries mail to people. `configured` says whether it can at all: operations that need mail answer 409 `mail_not_configured` otherwise
 *. `send` succeeds once a mail server has taken the mail over, which is no promise that someone reads it.
 */
export const Mailer = Context.Reference<{
  readonly configured: boolean
  readonly send: (message: MailMessage) => Effect.Effect<void, MailFailure>
}>("@vouchkit/core/mail/Mailer", {
  defaultValue: () => ({ configured: false, send: () => Effect.fail(new MailFailure({ code: "not_configured", reply: null })) })
})
