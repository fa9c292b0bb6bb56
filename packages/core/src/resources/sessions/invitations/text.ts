import type { StoredSession } from "../model.ts"
import { wordsFor } from "./words.ts"
import { compose, oneLine } from "../../mail/layout.ts"
import type { MailMessage } from "../../mail/mailer.ts"

interface Invitation {
  readonly link_id: string
  readonly to: string
  readonly url: string
  /** When the link, or the session behind it, ends. */
  readonly until: string
  /** Null where the organization has no name of its own. */
  readonly asker: string | null
  /** What the organization says of how its mails look, and where it helps. */
  readonly branding?: { readonly accent?: string; readonly support_url?: string }
  readonly locale: string | null
  readonly steps: StoredSession["required_steps"]
}

/** A moment as people read it, in UTC, since no one knows where the reader is. */
const written = (instant: string, language: string): string => {
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })
  return `${date.format(Date.parse(instant))} UTC`
}

/** The mail of an invitation: who asks and why, what to have at hand, the link, and how long it works. */
export const invitationMail = ({ branding = {}, link_id, locale, steps, to, until, url, ...invitation }: Invitation): MailMessage => {
  const { language, words } = wordsFor(locale)
  const asker = invitation.asker === null ? null : oneLine(invitation.asker)
  return {
    key: link_id,
    to,
    ...compose({
      ...(branding.accent === undefined ? {} : { accent: branding.accent }),
      language,
      subject: words.subject(asker),
      blocks: [
        { type: "text", text: words.greeting },
        { type: "text", text: words.request(asker) },
        { type: "list", title: words.at_hand, items: [...steps.flatMap((step) => words.steps[step] ?? []), words.device] },
        { type: "link", label: words.start, url },
        { type: "text", text: `${words.validity(written(until, language))} ${words.browser} ${words.newest}` },
        { type: "text", text: words.caution },
        ...(branding.support_url === undefined ? [] : [{ type: "reference", label: words.support, url: branding.support_url } as const])
      ]
    })
  }
}
