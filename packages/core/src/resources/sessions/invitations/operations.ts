import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { isMailable } from "../../../kernel/foundation/mail-address.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { announceSession, lockWritable } from "../change.ts"
import { invite, permitMail, withdrawInvitation, withInvitation } from "./invite.ts"
import { linkLifetime, presentLink, VerificationLink } from "../links/model.ts"
import { SessionId, SessionStore, type StoredSession } from "../model.ts"
import { allowed, waitsForPerson } from "../transitions.ts"

/** What keeps the session's person from being invited, in its own state. */
const obstacle = ({ contact, status }: StoredSession): Conflict<"conflict" | "invalid_state_transition"> | undefined => {
  if (!waitsForPerson(status)) {
    return new Conflict({
      code: "invalid_state_transition",
      detail: `The session is ${status} and needs nothing from the person, so no invitation is sent.`,
      context: { current_status: status, allowed: allowed(status) }
    })
  }
  if (isMailable(contact.email ?? "")) return undefined
  return new Conflict({
    code: "conflict",
    detail: "The session has no usable contact.email. Set one with PATCH /sessions/{session_id}, then try again."
  })
}

const resend = operation(
  {
    summary: "Mail the person of a session a new link",
    description:
      "Works with or without `contact.send_invitation` at creation. The mail carries a new link; the link of the previous invitation is revoked unless it was already opened. The answer describes the new link without its URL. Later, `delivery_status` and the event `session.invitation-sent` report whether the mail server accepted the mail. A session sends at most 5 invitations an hour.",
    method: "POST",
    path: "/sessions/{session_id}/resend-invitation",
    access: scopes("sessions:write", "sessions:create"),
    effect: "write",
    params: { session_id: SessionId },
    body: {
      expires_in_seconds: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: linkLifetime.least, maximum: linkLifetime.most }))
      )
    },
    output: VerificationLink,
    status: 202,
    conflicts: ["mail_not_configured", "invalid_state_transition", "session_redacted", "conflict"],
    forbidden: ["forbidden"],
    emits: ["session.link-created", "session.link-revoked", "session.invitation-sent"],
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ session_id, ...lifetime }) {
    const found = yield* lockWritable(session_id)
    yield* permitMail
    const refused = obstacle(found)
    if (refused !== undefined) return yield* refused
    const session = yield* withInvitation(yield* withdrawInvitation(found))
    const link = yield* invite(session, lifetime)
    yield* (yield* SessionStore).save(yield* announceSession(session, "session.link-created", { link_id: link.id }))
    yield* note({ type: "session", id: session_id }, [{ path: "invitation", from: found.invitations?.[0]?.link_id ?? null, to: link.id }])
    return presentLink(link, link.created_at, null)
  })
)

export const sessionInvitations = operations("sessions", { resendInvitation: resend })
