import { Effect } from "effect"
import { Entropy, makeId } from "../foundation/id.ts"
import { PublicUrl } from "../foundation/public-url.ts"
import { after, now } from "../foundation/time.ts"
import { LinkStore, type StoredLink, hashToken, linkLifetime, linkOpens, mintToken } from "./links.ts"
import type { StoredSession } from "./model.ts"

/** A new link to the page of a session. Its token exists in the answer alone. */
export const createLink = Effect.fnUntraced(function* (
  session: StoredSession,
  {
    delivered_via = "api",
    expires_in_seconds = linkLifetime.standard,
    max_opens = linkOpens.standard
  }: {
    readonly expires_in_seconds?: number
    readonly max_opens?: number
    readonly delivered_via?: StoredLink["delivered_via"]
  }
) {
  const { bytes } = yield* Entropy
  const { base } = yield* PublicUrl
  const token = mintToken(bytes(32))
  const instant = yield* now
  const link: StoredLink = {
    id: yield* makeId("vln"),
    environment: session.environment,
    session_id: session.id,
    status: "active",
    expires_at: after(instant, expires_in_seconds * 1000),
    max_opens,
    opens: 0,
    opened_at: null,
    delivered_via,
    token_hash: hashToken(token),
    browser_hash: null,
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  yield* (yield* LinkStore).insert(link)
  return { link, url: `${base}/verify/${token}` }
})
