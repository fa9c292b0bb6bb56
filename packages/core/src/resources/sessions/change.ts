import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { after, days, hours } from "../../kernel/foundation/time.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { type AddedTo, announcing, type EventOf } from "../../kernel/resource/resource.ts"
import type { addedToSessions } from "./added.ts"
import type { InformationRequest } from "./information-request.ts"
import { type StoredSession, SessionStore, sessions } from "./model.ts"
import { wakeRun } from "../workflows/runs/queue.ts"
import { allSupporting } from "./supporting-documents.ts"
import { type SessionTrigger, transitionOf } from "./transitions.ts"
import { isWord } from "../../verification/steps.ts"

/** A session no one opened is kept this long; one that was started must be finished within a day. */
export const unstartedLifetime = days(7)
const startedLifetime = hours(24)

/** Counts the event in the session's sequence and announces it with the state that the session is saved in. */
const announceAny = announcing(sessions)
type SessionAdditions = AddedTo<"session", typeof addedToSessions>

/** Counts the event, announces it, and has the run of the session go on that waits for it. */
export const announceSession = <Type extends EventOf<"session">>(session: StoredSession, type: Type, added: SessionAdditions[Type]) => {
  const announced = announceAny(session, type, added)
  if (session.awaited_events?.includes(type) !== true) return announced
  return Effect.andThen(
    Effect.flatMap(tenantNow, (at) => wakeRun(session, { event: { type, at, sequence: session.sequence + 1 } })),
    announced
  )
}

/** `lockWritable` refuses erased sessions, which do not change any more. */
export const { lock: lockSession, lockAsRead, lockWritable } = lookUps(SessionStore, sessions)

interface MoveDetails {
  readonly reason_codes?: ReadonlyArray<ReasonCode>
  readonly expired_reason?: StoredSession["expired_reason"]
  readonly override?: boolean
  /** Of the gate of a workflow at which the session waits. */
  readonly gate?: { readonly gate_key: string; readonly expires_at: string }
  /** Of a reviewer who asks the person for some steps alone. */
  readonly request?: InformationRequest
  /** Steps that a workflow asks for, again or for the first time, where what else was submitted stands. */
  readonly steps?: InformationRequest["steps"]
}

/** What a session asks for, to be submitted again. */
const askedAgain = ({ supporting_documents }: StoredSession): Pick<StoredSession, "supporting_documents"> =>
  supporting_documents === undefined ? {} : { supporting_documents: allSupporting(supporting_documents, false) }

/** The session of which some steps are asked for: the others keep what was submitted. */
const asking = (session: StoredSession, steps: InformationRequest["steps"], at: string): StoredSession => {
  const { missing_sides, ...base } = session
  return {
    ...base,
    ...(missing_sides === undefined || steps.includes("document") ? {} : { missing_sides }),
    ...(steps.includes("supporting_documents") ? askedAgain(base) : {}),
    required_steps: [...new Set([...session.required_steps, ...steps])],
    completed_steps: session.completed_steps.filter((step) => !steps.includes(step)),
    uploaded_doc_types: steps.includes("proof_of_address") ? [] : session.uploaded_doc_types,
    resubmission_count: session.resubmission_count + 1,
    expires_at: after(at, unstartedLifetime),
    asked_again: steps
  }
}

/** A session that asks a person for something again: for what a reviewer or its workflow named, else for all that was submitted. */
const resubmitting = (
  base: StoredSession,
  session: StoredSession,
  trigger: SessionTrigger,
  { request, steps }: MoveDetails,
  at: string
): StoredSession => {
  if (request !== undefined) return { ...asking(base, request.steps, at), information_request: request }
  if (trigger === "workflow_asks_for_more") {
    // Nothing was wrong with what was submitted, and nothing of it is asked for again.
    return { ...asking(base, steps ?? [], at), asked_again: [], resubmission_count: session.resubmission_count }
  }
  if (steps !== undefined) return asking(base, steps, at)
  // What was submitted, and what was missing of it, is of the attempt before: it was not accepted, and every picture is asked for again.
  const { missing_sides: _before, ...bare } = base
  return {
    ...bare,
    ...askedAgain(bare),
    uploaded_doc_types: [],
    completed_steps: session.completed_steps.filter((step) => isWord(step)),
    resubmission_count: session.resubmission_count + 1,
    expires_at: after(at, unstartedLifetime)
  }
}

/** What a change of status takes with it: when it is made, and by whom. */
type Move = MoveDetails & { readonly at: string; readonly actor: NonNullable<StoredSession["decision"]>["decided_by"] }

const decisionOf = (
  outcome: "approved" | "declined",
  { actor, at, override = false, reason_codes = [] }: Move
): StoredSession["decision"] => ({
  outcome,
  decided_by: actor,
  decided_at: at,
  reason_codes,
  override
})

/** The members of a session that follow from its new status, as a pure function of the old one. */
const moved = (session: StoredSession, trigger: SessionTrigger, to: StoredSession["status"], details: Move): StoredSession => {
  const { at } = details
  const { information_request: _answered, ...answered } = session
  const { asked_again, ...before } = to === "in_review" || to === "approved" || to === "declined" ? answered : session
  const base: StoredSession = {
    // A request stands until a person has what came of it; which steps it was for, until they are submitted.
    ...before,
    ...(asked_again !== undefined && to === "in_progress" ? { asked_again } : {}),
    status: to,
    status_reason_codes: details.reason_codes ?? [],
    updated_at: at,
    reuse_key: session.reuse_key
  }
  switch (to) {
    case "created":
      return { ...base, expires_at: after(at, unstartedLifetime), expired_reason: null }
    case "in_progress":
      return { ...base, started_at: session.started_at ?? at, expires_at: after(at, startedLifetime), expired_reason: null }
    case "processing":
      return trigger === "reprocess"
        ? { ...base, decision: null, decided_at: null, expires_at: null, run: session.run + 1 }
        : {
            ...base,
            submitted_at: trigger === "submit" || trigger === "submit_more" ? at : session.submitted_at,
            expires_at: null,
            run: trigger === "submit" ? session.run + 1 : session.run
          }
    case "approved":
    case "declined":
      return { ...base, expires_at: null, reuse_key: null, decided_at: at, decision: decisionOf(to, details) }
    case "resubmission_required":
      return resubmitting(base, session, trigger, details, at)
    case "expired":
      return {
        ...base,
        reuse_key: null,
        expires_at: at,
        expired_reason: details.expired_reason ?? "forced",
        status_reason_codes: ["session_expired"]
      }
    case "in_review":
    case "awaiting_external_decision":
      return { ...base, expires_at: null }
  }
}

/** What approves or declines a session. */
type DecidingTrigger =
  | "approve"
  | "decline"
  | "retried_check_approves"
  | "retried_check_declines"
  | "reviewer_approves"
  | "reviewer_declines"
  | "override_approve"
  | "override_decline"

/** As `move`, with any trigger. Only for the flow that links a decided session to its identity (flows/identities/decide-session.ts). */
export const moveLinked = Effect.fnUntraced(function* <Trigger extends SessionTrigger>(
  session: StoredSession,
  trigger: Trigger,
  details: MoveDetails = {}
) {
  const transition = transitionOf(session, trigger)
  if (transition instanceof Conflict) return yield* transition
  const { actor } = yield* Caller
  const next = moved(session, trigger, transition.to, { ...details, at: yield* tenantNow, actor })
  return yield* announceSession(next, transition.event, {
    previous_status: session.status,
    reason_codes: next.status_reason_codes,
    ...(details.override === true ? { override: true } : {}),
    ...(trigger === "workflow_goes_on" ? { changed: ["status"] } : {}),
    ...details.gate
  })
})

/**
 * Moves a locked session along the state machine, announces it, and answers the session to be saved. What decides a session also links it to its
 * identity, and so it does not compile here.
 */
export const move = <Trigger extends Exclude<SessionTrigger, DecidingTrigger>>(
  session: StoredSession,
  trigger: Trigger,
  details: MoveDetails = {}
) => moveLinked(session, trigger, details)
