import { Mailer, type MailFailure, type MailMessage } from "@vouchkit/core/resources/mail/mailer"
import { Context, Effect, Layer } from "effect"

const mostKept = 1_000

/** The mails that were sent, oldest first; of very many the newest. */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly messages: () => ReadonlyArray<MailMessage>
    /** What becomes of every mail from now on: undefined takes it, a failure refuses it. */
    readonly answer: (refusal: ((message: MailMessage) => MailFailure | undefined) | undefined) => void
  }
>()("@vouchkit/adapters/memory/Outbox") {}

/** Collects mails instead of sending them: for programs that embed the service and send its mails themselves, and for tests. */
export const layer = Layer.effectContext(
  Effect.sync(() => {
    const kept: Array<MailMessage> = []
    let refuse: ((message: MailMessage) => MailFailure | undefined) | undefined
    return Context.make(Outbox, {
      messages: () => [...kept],
      answer: (refusal) => {
        refuse = refusal
      }
    }).pipe(
      Context.add(Mailer, {
        configured: true,
        send: (message) =>
          Effect.suspend(() => {
            const refusal = refuse?.(message)
            if (refusal !== undefined) return Effect.fail(refusal)
            kept.push(message)
            if (kept.length > mostKept) kept.shift()
            return Effect.void
          })
      })
    )
  })
)
