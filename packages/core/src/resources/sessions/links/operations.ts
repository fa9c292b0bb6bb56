import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { because } from "../../../kernel/audit/reason.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { Conflict, NotFound } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { permitErasure } from "../../erasure/permission.ts"
import { erasureReason } from "../../erasure/reason.ts"
import { announceSession, lockWritable } from "../change.ts"
import { lockLink, unusedFirstLink } from "./first-link.ts"
import { successorsOf } from "./handoff-links.ts"
import { createLink, permitLink } from "./creation.ts"
import { LinkId, LinkStore, VerificationLink, linkLifetime, linkOpens, presentLink, statusAt } from "./model.ts"
import { SessionId, SessionStore } from "../model.ts"
import { isOpen } from "../transitions.ts"
import { cursorBehind, readPage } from "../../../kernel/storage/pages.ts"

const create = operation(
  {
    summary: "Create a one-time verification link for a session",
    description: "Only this answer shows the URL of the link; the service stores a hash of its token.",
    method: "POST",
    path: "/sessions/{session_id}/links",
    access: scopes("sessions:write", "sessions:create"),
    effect: "write",
    params: { session_id: SessionId },
    body: {
      expires_in_seconds: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: linkLifetime.least, maximum: linkLifetime.most }))
      ).annotateKey({ description: "How long the link opens; one day if absent" }),
      max_opens: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: linkOpens.most }))).annotateKey({
        description: "How often the link opens; 5 times if absent"
      })
    },
    output: VerificationLink,
    status: 201,
    conflicts: ["invalid_state_transition", "session_redacted", "link_limit_reached"],
    emits: ["session.link-created"],
    tool: {
      name: "create_verification_link",
      title: "Create a verification link",
      toolset: "links",
      openWorld: true,
      description:
        "Create a link by which the person verifies themselves. Use it when the person has none. Not for anyone but the person: the answer holds the URL, once. Next: pass it on, then get_session."
    },
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ expires_in_seconds, max_opens, session_id }) {
    const session = yield* lockWritable(session_id)
    if (!isOpen(session.status)) {
      return yield* new Conflict({
        code: "invalid_state_transition",
        detail: `The session is ${session.status} and accepts no more links. Resume it first, or create a new session.`,
        context: { current_status: session.status, allowed: session.status === "expired" ? ["resume"] : [] }
      })
    }
    yield* permitLink(session_id)
    const { link, url } = yield* createLink(session, {
      ...(expires_in_seconds === undefined ? {} : { expires_in_seconds }),
      ...(max_opens === undefined ? {} : { max_opens })
    })
    yield* (yield* SessionStore).save(yield* announceSession(session, "session.link-created", { link_id: link.id }))
    yield* note({ type: "verification_link", id: link.id })
    return presentLink(link, link.created_at, url)
  })
)

const list = operation(
  {
    summary: "List the verification links of a session, newest first",
    method: "GET",
    path: "/sessions/{session_id}/links",
    access: scopes("sessions:read"),
    effect: "read",
    params: { session_id: SessionId },
    query: pageFields(),
    output: pageOf(VerificationLink),
    tool: {
      name: "list_verification_links",
      title: "List verification links",
      toolset: "links",
      description:
        "List the links of a session, without their tokens. Use it before you revoke one. Not for a URL: create_verification_link. Next: revoke_verification_link."
    }
  },
  Effect.fnUntraced(function* ({ after, limit, offset, session_id }) {
    const session = yield* (yield* SessionStore).find(session_id)
    if (session === undefined) return yield* new NotFound()
    const where = [{ field: "session_id", op: "eq", value: session_id }] as const
    const store = yield* LinkStore
    const stored = yield* readPage(store, { where }, { after, limit, offset })
    const first = yield* unusedFirstLink(session)
    // Made with the session, it is the oldest and comes last.
    const isNext = first !== undefined && stored.pagination.next_cursor === undefined && offset <= stored.pagination.total
    const rows = isNext && stored.rows.length < limit ? [...stored.rows, first] : stored.rows
    const last = stored.rows.at(-1)
    const pagination = {
      ...stored.pagination,
      total: stored.pagination.total + (first === undefined ? 0 : 1),
      ...(isNext && stored.rows.length === limit && last !== undefined ? { next_cursor: cursorBehind(store, {}, last) } : {})
    }
    const instant = yield* tenantNow
    return { data: rows.map((link) => presentLink(link, instant, null)), pagination }
  })
)

const revoke = operation(
  {
    summary: "Revoke a verification link",
    description:
      "The link stops working, also on a device to which the person moved with a handoff. Revoking a revoked link changes nothing.",
    method: "POST",
    path: "/sessions/{session_id}/links/{link_id}/revoke",
    access: scopes("redact:write", "sessions:write"),
    effect: "destructive",
    params: { session_id: SessionId, link_id: LinkId },
    body: { reason: erasureReason },
    output: VerificationLink,
    conflicts: ["link_not_active"],
    forbidden: ["forbidden"],
    emits: ["session.link-revoked"],
    tool: {
      name: "revoke_verification_link",
      title: "Revoke a verification link",
      toolset: "links",
      idempotent: true,
      description:
        "Revoke a link, so that it opens for no one. Use it for a link that reached the wrong person. Not to end the session: expire_session. Next: create_verification_link."
    },
    about: ({ session_id }) => session_id
  },
  Effect.fnUntraced(function* ({ link_id, reason, session_id }) {
    yield* permitErasure
    yield* because(reason)
    const links = yield* LinkStore
    const session = yield* (yield* SessionStore).lock(session_id)
    const link = session === undefined ? undefined : yield* lockLink(session, link_id)
    if (session === undefined || link === undefined) return yield* new NotFound()
    const instant = yield* tenantNow
    yield* note({ type: "verification_link", id: link_id })
    if (link.status === "revoked") return presentLink(link, instant, null)
    if (statusAt(link, instant) === "completed") {
      return yield* new Conflict({
        code: "link_not_active",
        detail: "This link is already used up and cannot be revoked."
      })
    }
    const revoked = yield* links.save({ ...link, status: "revoked", updated_at: instant })
    let announced = yield* announceSession(session, "session.link-revoked", { link_id })
    for (const successor of yield* successorsOf(link)) {
      yield* links.save({ ...successor, status: "revoked", updated_at: instant })
      announced = yield* announceSession(announced, "session.link-revoked", { link_id: successor.id })
    }
    yield* (yield* SessionStore).save(announced)
    return presentLink(revoked, instant, null)
  })
)

export const links = operations("links", { create, list, revoke })
