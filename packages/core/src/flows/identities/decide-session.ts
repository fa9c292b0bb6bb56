import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { proposeRelationships } from "../../resources/identities/relationships/queue.ts"
import { recordDecision } from "../../resources/audit-findings/decisions.ts"
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

/** What a person decides; anything else follows from checks alone. */
const ofPeople: ReadonlySet<SessionTrigger> = new Set<SessionTrigger>([
  "reviewer_approves",
  "reviewer_declines",
  "override_approve",
  "override_decline"
])

type Details = Parameters<typeof moveLinked>[2] & {
  /** Whoever decides had to say why. */
  readonly reasoned?: boolean
}

/** Keeps for the quality audit that the session was decided. */
const recorded = Effect.fnUntraced(function* (before: StoredSession, moved: StoredSession, trigger: SessionTrigger, reasoned: boolean) {
  const { decided_at, id, run, sequence, status, workflow_version_id } = moved
  if ((status !== "approved" && status !== "declined") || decided_at === null) return
  yield* recordDecision({
    about: "session",
    object_id: id,
    session_id: id,
    decision: status,
    replaces: before.decision?.outcome ?? null,
    automatic: !ofPeople.has(trigger),
    reasoned,
    workflow_version_id,
    run,
    decided_at,
    sequence
  })
})

/** Moves the session, and brings its identity and all that belongs to the session in line, in this order of events: session, identity. */
export const decideLinked = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  { before, joined, session, trigger }: Omit<Effect.Success<ReturnType<typeof linkedFor>>, "trigger"> & { readonly trigger: Trigger },
  { reasoned = false, ...details }: Details = {}
) {
  const moved = yield* moveLinked(session, trigger, details)
  yield* recorded(before, moved, trigger, reasoned)
  if (joined === null) return moved
  const { at, facts, fresh, identity } = joined
  if (moved.status === "approved") yield* proposeRelationships(session.id)
  yield* fillIdentity({ identity, fresh, joins: before.identity_id === null }, moved, facts, moved.decided_at ?? at)
  // It locks what belongs to the session, behind which everything is read again: so it comes last.
  yield* followLink(session.id, identity.id, moved.status === "approved" ? facts.fingerprint : null)
  return moved
})

/**
 * Moves a locked session along the state machine, as `move` does. Where that approves or declines it, the session joins its identity in the same
 * transaction, and the identity takes what was verified: every decision, whoever makes it, comes through here.
 */
export const decideSession = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  session: StoredSession,
  trigger: Trigger,
  details: Details = {}
) {
  return yield* decideLinked(yield* linkedFor(session, trigger), details)
})
