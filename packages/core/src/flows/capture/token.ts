import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { Forbidden, invalid, MissingScope, NotFound } from "../../kernel/foundation/failure.ts"
import { SessionStore } from "../../resources/sessions/model.ts"

/** The token of a verification link: 43 characters of base64url; anything else names nothing. */
export const CaptureToken = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u), Schema.isMaxLength(43))

/** The session whose link the caller holds. */
export const ownSession = Effect.gen(function* () {
  const { credential } = yield* Caller
  const found = credential.type === "capture" ? yield* (yield* SessionStore).find(credential.session) : undefined
  return found === undefined ? yield* new NotFound() : found
})

/** Fails where an app came with a key alone: what it asks for is of one session, which only the token of a link names. */
export const requireLink = Effect.gen(function* () {
  const { credential } = yield* Caller
  if (credential.type === "capture") return
  return yield* invalid(["query", "token"], "missing", "is required here, or the header X-Capture-Token: a key names no session")
})

/**
 * The session that an app asks about: that of its link; by a key none, unless a server names one that its secret key may read. No one learns
 * of a session by a key that stands in an app.
 */
export const askedSession = Effect.fnUntraced(function* (session_id: string | undefined) {
  const { credential } = yield* Caller
  if (credential.type === "capture") return yield* ownSession
  if (session_id === undefined) return null
  if (credential.type !== "api_key" || credential.kind === "publishable") {
    return yield* new Forbidden({
      code: "forbidden",
      detail: "Only a secret key may name a session. Apps send the token of the link of the session."
    })
  }
  if (!credential.scopes.has("sessions:read")) return yield* new MissingScope({ accepted: ["sessions:read"] })
  return (yield* (yield* SessionStore).find(session_id)) ?? (yield* new NotFound())
})
