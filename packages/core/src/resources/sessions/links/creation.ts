import { Context, Effect } from "effect"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { Entropy, makeId, nextId } from "../../../kernel/foundation/id.ts"
import { PublicUrl } from "../../../kernel/foundation/public-url.ts"
import { after } from "../../../kernel/foundation/time.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { FirstLink } from "./first-link.ts"
import { LinkStore, type StoredLink, hashToken, linkLifetime, linkOpens, mintToken } from "./model.ts"
import type { StoredSession } from "../model.ts"

/** The link that is made with a session: what its record keeps, and the URL that the answer alone shows. */
export const makeFirstLink: Effect.Effect<{ readonly first_link: FirstLink; readonly url: string }, never, Entropy | PublicUrl> =
  Effect.contextWith((context: Context.Context<Entropy | PublicUrl>) => {
    const token = mintToken(Context.get(context, Entropy).bytes(32))
    const first_link = { id: nextId(context, "vln"), token_hash: hashToken(token) }
    return Effect.succeed({ first_link, url: `${Context.get(context, PublicUrl).base}/verify/${token}` })
  })

/** How many further links a session has had made for it; invitations have a limit of their own. */
const mostLinks = 100

/** Refuses one link more than a session may have. */
export const permitLink = Effect.fnUntraced(function* (session_id: string) {
  if ((yield* (yield* LinkStore).count([{ field: "session_id", op: "eq", value: session_id }])) < mostLinks) return
  return yield* new Conflict<"link_limit_reached">({
    code: "link_limit_reached",
    detail: `This session already has ${mostLinks} links. Use one of them, or create a new session.`
  })
})

/** A further link to the page of a session. Its token exists in the answer alone, or in a mail. */
export const createLink = Effect.fnUntraced(function* (
  session: StoredSession,
  {
    delivered_via = "api",
    expires_in_seconds = linkLifetime.standard,
    handoff_of,
    id,
    max_opens = linkOpens.standard
  }: {
    /** Where it had to be known before; a new one otherwise. */
    readonly id?: string
    readonly expires_in_seconds?: number
    readonly max_opens?: number
    readonly delivered_via?: StoredLink["delivered_via"]
    readonly handoff_of?: string
  }
) {
  const { bytes } = yield* Entropy
  const { base } = yield* PublicUrl
  const token = mintToken(bytes(32))
  const instant = yield* tenantNow
  const link: StoredLink = {
    id: id ?? (yield* makeId("vln")),
    environment: session.environment,
    session_id: session.id,
    status: "active",
    expires_at: after(instant, expires_in_seconds * 1000),
    max_opens,
    opens: 0,
    opened_at: null,
    delivered_via,
    ...(delivered_via === "email" ? { delivery: { status: "queued", error: null } as const } : {}),
    token_hash: hashToken(token),
    browser_hash: null,
    ...(handoff_of === undefined ? {} : { handoff_of }),
    version: 1,
    created_at: instant,
    updated_at: instant
  }
  yield* (yield* LinkStore).insert(link)
  return { link, url: `${base}/verify/${token}` }
})
