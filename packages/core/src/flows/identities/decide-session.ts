import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { moveLinked } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { type SessionTrigger, transitionOf } from "../../resources/sessions/transitions.ts"
import { followLink } from "./follow-link.ts"
import { gather } from "./gather.ts"
import { identityOf } from "./link.ts"
import { sessionFacts } from "./session-facts.ts"

/**
 * Moves a locked session along the state machine, as `move` does. Where that approves or declines it, the session joins its identity in the same
 * transaction, and the identity gathers what was verified: every decision, whoever makes it, comes through here.
 */
export const decideSession = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  session: StoredSession,
  trigger: Trigger,
  details: Parameters<typeof moveLinked>[2] = {}
) {
  const transition = transitionOf(session, trigger)
  if (transition instanceof Conflict) return yield* transition
  const { to } = transition
  if (to !== "approved" && to !== "declined") return yield* moveLinked(session, trigger, details)
  const at = yield* tenantNow
  const facts = yield* sessionFacts({ id: session.id, status: to })
  const found = yield* identityOf({ ...session, status: to }, facts, at)
  if (found === null) return yield* moveLinked(session, trigger, details)
  const { identity } = found
  const moved = yield* moveLinked({ ...session, identity_id: identity.id }, trigger, details)
  yield* followLink(session.id, identity.id, to === "approved" ? facts.fingerprint : null)
  yield* gather({ ...found, joins: session.identity_id === null }, moved, facts, moved.decided_at ?? at)
  return moved
})
