import { Effect } from "effect"
import { after } from "../../../kernel/foundation/time.ts"
import { LinkStore, type StoredLink, linkLifetime, linkOpens } from "./model.ts"
import type { StoredSession } from "../model.ts"

/** What the record of a session keeps of the link that was made with it, until someone uses that link. */
export interface FirstLink {
  readonly id: string
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly token_hash: string
}

/**
 * The link that was made with a session, as it stands before anybody used it. Most sessions need no other, and many are never opened, so that
 * it gets a row of its own only when something happens to it; that row is then what counts.
 */
export const firstLinkOf = (session: StoredSession): StoredLink | undefined => {
  const { created_at, environment, first_link, id } = session
  if (first_link === null) return undefined
  return {
    id: first_link.id,
    environment,
    session_id: id,
    status: "active",
    expires_at: after(created_at, linkLifetime.standard * 1000),
    max_opens: linkOpens.standard,
    opens: 0,
    opened_at: null,
    delivered_via: "api",
    token_hash: first_link.token_hash,
    browser_hash: null,
    version: 1,
    created_at,
    updated_at: created_at
  }
}

/** A link of a session that the caller has locked, locked too; its first link gets its row here. */
export const lockLink = Effect.fnUntraced(function* (session: StoredSession, id: string) {
  const links = yield* LinkStore
  const locked = yield* links.lock(id)
  if (locked !== undefined) return locked.session_id === session.id ? locked : undefined
  const first = firstLinkOf(session)
  if (first?.id !== id) return undefined
  yield* links.insert(first)
  return first
})

/** The first link of a session as long as it has no row. */
export const unusedFirstLink = Effect.fnUntraced(function* (session: StoredSession) {
  const first = firstLinkOf(session)
  if (first === undefined) return undefined
  return (yield* (yield* LinkStore).find(first.id)) === undefined ? first : undefined
})
