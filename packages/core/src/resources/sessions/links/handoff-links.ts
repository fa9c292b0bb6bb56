import { Effect } from "effect"
import { lockLink } from "./first-link.ts"
import { hashToken, LinkStore, type StoredLink } from "./model.ts"
import type { StoredSession } from "../model.ts"

const linksOf = (session_id: string) =>
  Effect.flatMap(LinkStore, (store) =>
    store.list({
      where: [{ field: "session_id", op: "eq", value: session_id }],
      order: [{ field: "created_at", direction: "desc" }],
      limit: 100
    })
  )

/** The handoff of a link that waits to be opened; there is one at most. */
export const waitingHandoff = Effect.fnUntraced(function* ({ id, session_id }: StoredLink) {
  const all = yield* linksOf(session_id)
  const found = all.find(({ handoff_of, opens, status }) => handoff_of === id && opens === 0 && status === "active")
  return found === undefined ? undefined : yield* (yield* LinkStore).lock(found.id)
})

/** The links by which the person moved on from this one, however often, that still lead anywhere; locked. */
export const successorsOf = Effect.fnUntraced(function* ({ id, session_id }: StoredLink) {
  const store = yield* LinkStore
  const reached = new Set([id])
  const found: Array<StoredLink> = []
  // A successor is younger than the link it follows: oldest first, each is met after the one it came from.
  for (const link of (yield* linksOf(session_id)).toReversed()) {
    if (link.handoff_of === undefined || !reached.has(link.handoff_of)) continue
    reached.add(link.id)
    const locked = yield* store.lock(link.id)
    if (locked?.status === "active" || locked?.status === "opened") found.push(locked)
  }
  return found
})

/**
 * Ends the turn of the link that this one takes over from, and answers until when the person may go on; undefined where that link leads nowhere
 * any more. No browser holds the cookie that the other link is bound to from then on.
 */
export const takeOver = Effect.fnUntraced(function* (session: StoredSession, { handoff_of = "", token_hash }: StoredLink) {
  const before = yield* lockLink(session, handoff_of)
  if (before === undefined || before.status === "revoked") return undefined
  yield* (yield* LinkStore).save({ ...before, browser_hash: hashToken(`handed off to ${token_hash}`) })
  return before.expires_at
})
