import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { after, between, hours, now } from "../../../kernel/foundation/time.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { isMailable } from "../../../kernel/foundation/mail-address.ts"
import { Mailer } from "../../mail/mailer.ts"
import { type InvitationPayload, invitationJob, linkPurpose } from "../../mail/queue.ts"
import { Caller } from "../../../kernel/access/caller.ts"
import { Conflict, Forbidden, invalid, RateLimited } from "../../../kernel/foundation/failure.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceSession } from "../change.ts"
import { createLink } from "../links/creation.ts"
import { LinkStore } from "../links/model.ts"
import type { StoredSession } from "../model.ts"

/** How many invitations to one session may be mailed within an hour, whatever the plan allows: it is a person's mailbox. */
const invitationLimit = { count: 5, window: hours(1) } as const

/**
 * Fails with 409 where this installation sends no mail, and with 403 for a publishable key: anyone who reads it out of an app could have
 * strangers mailed in the name of the organization.
 */
export const permitMail = Effect.gen(function* () {
  const { credential } = yield* Caller
  if (credential.type === "api_key" && credential.kind === "publishable") {
    return yield* new Forbidden({
      code: "forbidden",
      detail: "Anyone can read a publishable key out of an app, so it cannot send mail. Use a secret key on your server."
    })
  }
  if ((yield* Mailer).configured) return
  return yield* new Conflict({
    code: "mail_not_configured",
    detail: "This installation sends no mail: SMTP_URL is not set. Give the person a verification link yourself."
  })
})

/** Whether a new session can invite its person: there is mail, and an address to send it to. */
export const permitInvitation = Effect.fnUntraced(function* (email: string | null) {
  yield* permitMail
  if (email === null) return yield* invalid(["body", "contact", "email"], "missing", "is needed to send an invitation")
  if (!isMailable(email)) return yield* invalid(["body", "contact", "email"], "format", "is not an address that can receive mail")
})

/** When the next invitation may be mailed, in whole seconds from now; 0 for at once. */
const waitFor = ({ invitations = [] }: StoredSession, at: string): number => {
  const oldest = invitations[invitationLimit.count - 1]
  if (oldest === undefined) return 0
  return Math.max(0, Math.ceil(between(at, after(oldest.at, invitationLimit.window)) / 1_000))
}

/** The session with one more invitation on its record, whose link is still to be made by `invite`. */
export const withInvitation = Effect.fnUntraced(function* (session: StoredSession) {
  const at = yield* now
  const retry_after = waitFor(session, at)
  if (retry_after > 0) return yield* new RateLimited({ retry_after, violated_policies: ["invitations"] })
  const invitation = { link_id: yield* makeId("vln"), at }
  const invited: StoredSession = { ...session, invitations: [invitation, ...(session.invitations ?? [])].slice(0, invitationLimit.count) }
  return invited
})

/**
 * Makes the link of the session's newest invitation and queues the mail that carries it, both when the transaction commits. The link's URL
 * stands in the job sealed, and nowhere else.
 */
export const invite = Effect.fnUntraced(function* (session: StoredSession, lifetime: { readonly expires_in_seconds?: number }) {
  const invitation = session.invitations?.[0]
  if (invitation === undefined) return yield* Effect.die(new Error("a session without an invitation"))
  const { link, url } = yield* createLink(session, { ...lifetime, id: invitation.link_id, delivered_via: "email" })
  const sealed_url = yield* (yield* Vault).seal(linkPurpose, link.id, url)
  const payload: InvitationPayload = { session_id: session.id, link_id: link.id, sealed_url }
  yield* (yield* JobQueue).enqueue({ id: `${link.id}_mail`, name: invitationJob, payload, due_at: invitation.at })
  return link
})

/**
 * Revokes the link of the invitation before, unless it was opened: an address may have been mistyped, and the mail may still be under way.
 * Those before it were revoked in their turn. Answers the session to be saved.
 */
export const withdrawInvitation = Effect.fnUntraced(function* (session: StoredSession) {
  const links = yield* LinkStore
  const last = session.invitations?.[0]
  const link = last === undefined ? undefined : yield* links.lock(last.link_id)
  if (link === undefined || link.status !== "active") return session
  yield* links.save({ ...link, status: "revoked", updated_at: yield* tenantNow })
  return yield* announceSession(session, "session.link-revoked", { link_id: link.id, reason: "invited_again" })
})
