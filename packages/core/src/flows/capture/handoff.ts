import { Effect, Schema } from "effect"
import { Entropy } from "../../kernel/foundation/id.ts"
import { PublicUrl } from "../../kernel/foundation/public-url.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { after, minutes } from "../../kernel/foundation/time.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import { waitingHandoff } from "../../resources/sessions/links/handoff-links.ts"
import { createLink, permitLink } from "../../resources/sessions/links/creation.ts"
import { hashToken, LinkStore, mintToken, type StoredLink } from "../../resources/sessions/links/model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"

/** How long another device has to open what it was shown. */
const handoffLifetimeMs = minutes(5)

/** A code with which another device takes over, once, and the address that holds it. */
export const Handoff = Schema.Struct({
  object: Schema.Literal("handoff"),
  code: Schema.String.check(Schema.isMaxLength(43)).annotate({ description: "Token of the link that the other device opens" }),
  url: Schema.String.check(Schema.isMaxCodePoints(2048)).annotate({ description: "To be shown as a QR code; opens the page of the link" }),
  expires_at: Timestamp
}).annotate({ identifier: "Handoff" })

const presentHandoff = (url: string, expires_at: string): typeof Handoff.Type => ({
  object: "handoff",
  code: url.slice(url.lastIndexOf("/") + 1),
  url,
  expires_at
})

/**
 * A link that is good for five minutes and one opening. The device in hand stays in until the other one opens it; asked again, the code before
 * is of no use any more.
 */
export const handOff = Effect.fnUntraced(function* (link: StoredLink, session: StoredSession) {
  const expires_at = after(yield* tenantNow, handoffLifetimeMs)
  const waiting = yield* waitingHandoff(link)
  if (waiting !== undefined) {
    const token = mintToken((yield* Entropy).bytes(32))
    yield* (yield* LinkStore).save({ ...waiting, token_hash: hashToken(token), expires_at, updated_at: yield* tenantNow })
    return presentHandoff(`${(yield* PublicUrl).base}/verify/${token}`, expires_at)
  }
  yield* permitLink(session.id)
  const made = yield* createLink(session, {
    expires_in_seconds: handoffLifetimeMs / 1000,
    max_opens: 1,
    delivered_via: "handoff",
    handoff_of: link.id
  })
  yield* (yield* SessionStore).save(yield* announceSession(session, "session.link-created", { link_id: made.link.id }))
  return presentHandoff(made.url, expires_at)
})
