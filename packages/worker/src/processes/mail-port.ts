import type { Sender } from "@vouchkit/adapters/mail/smtp-url"
import { isMailable } from "@vouchkit/core/kernel/foundation/mail-address"
import { Mailer } from "@vouchkit/core/resources/mail/mailer"
import { Effect, Layer, Metric, Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

const mails = Metric.counter("vouchkit_mails_total", {
  description: "Mails sent to the mail server, by outcome",
  incremental: true
})
const counted = (outcome: string) => Metric.update(Metric.withAttributes(mails, { outcome }), 1)

/** Whom mail comes from where no one has said so: an address at the host that people see in links. */
const standardSender = (public_url: string): Sender => {
  const address = `no-reply@${new URL(public_url).hostname}`
  return { name: null, address: isMailable(address) && !/@[0-9.]+$/.test(address) ? address : "no-reply@localhost" }
}

/** Mail over SMTP, every mail counted by its outcome; nothing where `SMTP_URL` is not set, so that the port says that it sends none. */
export const mailerLayer = ({ smtp_from, smtp_server }: Settings, public_url: string) => {
  if (smtp_server === null) return Layer.empty
  const sender = smtp_from ?? Redacted.value(smtp_server).from ?? standardSender(public_url)
  return Layer.effect(Mailer)(
    Effect.map(Mailer, ({ send, ...mailer }) => ({
      ...mailer,
      send: (message) =>
        send(message).pipe(
          Effect.tap(() => counted("sent")),
          Effect.tapError(({ code }) => counted(code))
        )
    }))
  ).pipe(
    // Loaded only where there is mail: the library would lengthen every other start by some 40 ms.
    Layer.provide(
      Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("@vouchkit/adapters/mail/smtp")),
          ({ layer }) => layer({ server: smtp_server, sender })
        )
      )
    )
  )
}
