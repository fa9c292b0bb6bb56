import { Effect } from "effect"
import { Organizations } from "../../../kernel/tenancy/organizations.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { JobFailed } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceSession } from "../change.ts"
import { type DeliveryError, LinkStore, type StoredLink, statusAt } from "../links/model.ts"
import { SessionStore, type StoredSession } from "../model.ts"
import { waitsForPerson } from "../transitions.ts"
import { isMailable } from "../../../kernel/foundation/mail-address.ts"
import { effectiveOrganization } from "../../settings/organization.ts"
import { invitationMail } from "./text.ts"
import { Mailer } from "../../mail/mailer.ts"
import { type InvitationPayload, linkPurpose } from "../../mail/queue.ts"

type Ending = { readonly status: "sent" } | { readonly status: "failed"; readonly error: DeliveryError }

const isQueued = (link: StoredLink | undefined): link is StoredLink => link?.delivery?.status === "queued"

/** What has become of the invitation without our doing, or undefined while it is still to be mailed. */
const overtaken = (session: StoredSession, link: StoredLink, at: string): Ending | undefined => {
  const status = statusAt(link, at)
  // Only the mail knew the link: anyone who opened it has got the mail, though the worker died before it could write that down.
  if (status === "opened" || status === "completed") return { status: "sent" }
  if (status === "expired") return { status: "failed", error: "expired" }
  if (status === "revoked" || session.redacted_at !== null || !waitsForPerson(session.status))
    return { status: "failed", error: "withdrawn" }
  return isMailable(session.contact.email ?? "") ? undefined : { status: "failed", error: "no_address" }
}

/** Writes down how the mailing ended, once. A link that reached no one is revoked, which also tells the integrator by webhook. */
const settle = Effect.fnUntraced(function* ({ link_id, session_id }: InvitationPayload, ending: Ending) {
  const sessions = yield* SessionStore
  const links = yield* LinkStore
  const session = yield* sessions.lock(session_id)
  const link = yield* links.lock(link_id)
  if (session === undefined || !isQueued(link)) return
  const updated_at = yield* tenantNow
  if (ending.status === "sent") {
    yield* links.save({ ...link, delivery: { status: "sent", error: null }, updated_at })
    yield* sessions.save(yield* announceSession(session, "session.invitation-sent", { link_id }))
    return
  }
  const unused = link.status === "active"
  const delivery = { status: "failed", error: ending.error } as const
  yield* links.save({ ...link, delivery, status: unused ? "revoked" : link.status, updated_at })
  if (unused) yield* sessions.save(yield* announceSession(session, "session.link-revoked", { link_id, reason: "invitation_failed" }))
  yield* Effect.logWarning("an invitation was not mailed").pipe(
    Effect.annotateLogs({ session: session_id, link: link_id, delivery_error: ending.error })
  )
})

const settled = (payload: InvitationPayload, ending: Ending) =>
  Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(settle(payload, ending)))

const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one)

/**
 * Mails an invitation and writes down that it was taken. Killed in between, it mails again, since no one can know what arrived: both mails
 * carry the same link and the same Message-ID.
 */
export const sendInvitation = Effect.fn("mail.invitation")(function* (payload: InvitationPayload) {
  const session = yield* (yield* SessionStore).find(payload.session_id)
  const link = yield* (yield* LinkStore).find(payload.link_id)
  if (session === undefined || !isQueued(link)) return
  const ending = overtaken(session, link, yield* tenantNow)
  if (ending !== undefined) return yield* settled(payload, ending)
  const { organization } = yield* Tenant
  const asker = yield* (yield* Organizations).find(organization)
  const message = invitationMail({
    link_id: link.id,
    to: session.contact.email ?? "",
    url: yield* (yield* Vault).open(linkPurpose, link.id, payload.sealed_url),
    until: earlier(link.expires_at, session.expires_at),
    // Made without a name, an organization goes by its id, which tells a person nothing.
    asker: asker === undefined || asker.name === asker.id ? null : asker.name,
    branding: (yield* effectiveOrganization).branding,
    locale: session.contact.locale ?? null,
    steps: session.required_steps
  })
  const failure = yield* (yield* Mailer).send(message).pipe(
    Effect.as(undefined),
    Effect.catch((refusal) => Effect.succeed(refusal))
  )
  if (failure === undefined) return yield* settled(payload, { status: "sent" })
  if (failure.code === "recipient_refused" || failure.code === "message_refused") {
    return yield* settled(payload, { status: "failed", error: failure.code })
  }
  return yield* new JobFailed({ reason: failure.message })
})

/** Ends an invitation that no try could mail. */
export const abandonInvitation = (payload: InvitationPayload) => settled(payload, { status: "failed", error: "gave_up" })
