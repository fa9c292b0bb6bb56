import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { proposeRelationships } from "../../resources/identities/relationships/queue.ts"
import { moveLinked } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { type SessionTrigger, transitionOf } from "../../resources/sessions/transitions.ts"
import { fillIdentity } from "./fill-identity.ts"
import { followLink } from "./follow-link.ts"
import { identityOf } from "./link.ts"
import { sessionFacts } from "./session-facts.ts"

/**
 * A locked session that is about to be moved along the state machine, with the identity that it joins where that approves or declines it. The identity
 * is locked; a new one is stored, and not announced yet.
 */
export const linkedFor = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(before: StoredSession, trigger: Trigger) {
  const transition = transitionOf(before, trigger)
  if (transition instanceof Conflict) return yield* transition
  const { to } = transition
  if (to !== "approved" && to !== "declined") return { before, session: before, trigger, joined: null }
  const at = yield* tenantNow
  const facts = yield* sessionFacts({ id: before.id, status: to })
  const found = yield* identityOf({ ...before, status: to }, facts, at)
  const session = found === null ? before : { ...before, identity_id: found.identity.id }
  return { before, session, trigger, joined: found === null ? null : { ...found, at, facts } }
})

/** Moves the session, and brings its identity and all that belongs to the session in line, in this order of events: session, identity. */
export const decideLinked = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  { before, joined, session, trigger }: Omit<Effect.Success<ReturnType<typeof linkedFor>>, "trigger"> & { readonly trigger: Trigger },
  details: Parameters<typeof moveLinked>[2] = {}
) {
  const moved = yield* moveLinked(session, trigger, details)
  if (joined === null) return moved
  const { at, facts, fresh, identity } = joined
  yield* followLink(session.id, identity.id, moved.status === "approved" ? facts.fingerprint : null)
  if (moved.status === "approved") yield* proposeRelationships(session.id)
  yield* fillIdentity({ identity, fresh, joins: before.identity_id === null }, moved, facts, moved.decided_at ?? at)
  return moved
})

/**
 * Moves a locked session along the state machine, as `move` does. Where that approves or declines it, the session joins its identity in the same
 * transaction, and the identity takes what was verified: every decision, whoever makes it, comes through here.
 */
export const decideSession = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  session: StoredSession,
  trigger: Trigger,
  details: Parameters<typeof moveLinked>[2] = {}
) {
  return yield* decideLinked(yield* linkedFor(session, trigger), details)
})
