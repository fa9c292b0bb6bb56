import { Effect } from "effect"
import { Entropy } from "../../kernel/foundation/id.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Gone, NotFound } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession, lockSession } from "../../resources/sessions/change.ts"
import { boundElsewhere } from "../../resources/sessions/links/capture-access.ts"
import { lockLink } from "../../resources/sessions/links/first-link.ts"
import { takeOver } from "../../resources/sessions/links/handoff-links.ts"
import { LinkStore, type StoredLink, hashToken, mintToken } from "../../resources/sessions/links/model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { turnIsOver } from "../../resources/sessions/progress.ts"
import { startSession } from "../sessions/lifecycle.ts"

/**
 * The link by which the caller came, and its session, both locked. The session first: every operation locks in this order. The link may have
 * been bound or revoked since the caller was let in, so that it is looked at again: of many browsers that open it at once, one goes on.
 */
const lockLinkAndSession = Effect.fnUntraced(function* () {
  const { credential } = yield* Caller
  if (credential.type !== "capture") return yield* new NotFound()
  const session = yield* lockSession(credential.session)
  const link = yield* lockLink(session, credential.link)
  if (link === undefined || link.status === "revoked") return yield* new NotFound()
  const refusal = boundElsewhere(link, credential.browser)
  return refusal === undefined ? { link, session } : yield* refusal
})

/** A handoff that no device has opened yet. */
const isWaiting = ({ handoff_of, opens }: StoredLink): boolean => handoff_of !== undefined && opens === 0

/** Counts an opening; the first one is announced. A link that was opened as often as it may be is spent. */
const countOpening = Effect.fnUntraced(function* (link: StoredLink, session: StoredSession, browser_hash: string | null) {
  if (link.opens >= link.max_opens) {
    return yield* new Gone({
      detail: "This link was opened too often. Ask the sender for a new one.",
      can_request_new: true
    })
  }
  const instant = yield* tenantNow
  const until = isWaiting(link) ? yield* takeOver(session, link) : link.expires_at
  if (until === undefined) return yield* new NotFound()
  const opened = yield* (yield* LinkStore).save({
    ...link,
    expires_at: until,
    opens: link.opens + 1,
    status: link.status === "active" ? "opened" : link.status,
    opened_at: link.opened_at ?? instant,
    browser_hash: link.browser_hash ?? browser_hash,
    updated_at: instant
  })
  if (link.opened_at !== null) return { link: opened, session }
  const announced = yield* announceSession(session, "session.link-opened", { link_id: link.id })
  return { link: opened, session: yield* (yield* SessionStore).save(announced) }
})

/** The caller's link and session, locked for what the person submits while it is their turn. The first use of a handoff opens it. */
export const lockCapture = Effect.fnUntraced(function* () {
  const locked = yield* lockLinkAndSession()
  const over = turnIsOver(locked.session)
  if (over !== undefined) return yield* over
  return isWaiting(locked.link) ? yield* countOpening(locked.link, locked.session, null) : locked
})

/** Starts or takes up the session that waits for the person; anything else stays as it is. */
const started = (session: StoredSession) =>
  session.status === "created" || session.status === "resubmission_required" ? startSession(session, "start") : Effect.succeed(session)

/** Opens the link without a page, as an app does. For the browser that has opened the page, opening again counts nothing. */
export const openLink = Effect.fnUntraced(function* () {
  const { link, session } = yield* lockLinkAndSession()
  return yield* started(link.browser_hash === null ? (yield* countOpening(link, session, null)).session : session)
})

/**
 * Shows the page of the link. Programs of mail servers and chats follow links to see where they lead, so that looking at the page binds and
 * starts nothing: as long as no person has opened the link, there is no session to show.
 */
export const lookAtPage = Effect.fnUntraced(function* () {
  const { credential } = yield* Caller
  const known = credential.type === "capture" ? yield* (yield* LinkStore).find(credential.link) : undefined
  // A link that no one has used yet has no row, and gets none for a look.
  return known === undefined || known.browser_hash === null ? null : yield* started((yield* lockLinkAndSession()).session)
})

/** Opens the link in the browser of a person who asks for it. The first browser is bound to the link by the cookie answered here. */
export const openPage = Effect.fnUntraced(function* () {
  const { link, session } = yield* lockLinkAndSession()
  if (link.browser_hash !== null) return null
  const { bytes } = yield* Entropy
  const cookie = mintToken(bytes(32))
  const opened = yield* countOpening(link, session, hashToken(cookie))
  yield* started(opened.session)
  return cookie
})
