import { Effect } from "effect"
import { announce } from "../../kernel/events/announce.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { after, days, hours } from "../../kernel/foundation/time.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { EventType } from "../../kernel/events/catalogue.ts"
import { type StoredSession, SessionStore } from "./model.ts"
import { type SessionTrigger, transitionOf } from "./transitions.ts"

/** A session nobody opened is kept this long; one that was started must be finished within a day. */
export const unstartedLifetime = days(7)
export const startedLifetime = hours(24)

/** What a webhook tells of a session: states, codes and tags, never what a person entered or uploaded. */
export const snapshot = (session: StoredSession) => ({
  id: session.id,
  object: "session",
  environment: session.environment,
  status: session.status,
  status_reason_codes: session.status_reason_codes,
  decision: session.decision,
  identity_id: session.identity_id,
  external_reference: session.external_reference,
  workflow_id: session.workflow_id,
  workflow_version_id: session.workflow_version_id,
  required_steps: session.required_steps,
  completed_steps: session.completed_steps,
  tags: session.tags,
  risk: session.risk,
  resubmission_count: session.resubmission_count,
  expires_at: session.expires_at,
  expired_reason: session.expired_reason,
  submitted_at: session.submitted_at,
  decided_at: session.decided_at,
  redacted_at: session.redacted_at,
  created_at: session.created_at,
  updated_at: session.updated_at
})

/** Counts the event in the session's sequence and announces it with the state that the session is saved in. */
export const announceSession = Effect.fnUntraced(function* (
  session: StoredSession,
  type: EventType,
  extras: Readonly<Record<string, unknown>> = {}
) {
  const counted: StoredSession = { ...session, sequence: session.sequence + 1 }
  yield* announce({
    type,
    resource: { type: "session", id: session.id },
    sequence: counted.sequence,
    data: { ...snapshot(counted), ...extras }
  })
  return counted
})

/** The session for a change, locked until the transaction ends; erased sessions do not change any more. */
export const lockSession = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).lock(id)
  if (session === undefined) return yield* new NotFound()
  return session
})

export const lockWritable = Effect.fnUntraced(function* (id: string) {
  const session = yield* lockSession(id)
  if (session.redacted_at !== null) {
    return yield* new Conflict({ code: "session_redacted", detail: "The data of this session was erased, so it can no longer change." })
  }
  return session
})

export interface MoveDetails {
  readonly reason_codes?: ReadonlyArray<ReasonCode>
  readonly expired_reason?: StoredSession["expired_reason"]
  readonly override?: boolean
}

/** Steps that are done by a word and not by evidence: what was said stays said when other evidence is asked for. */
const isWord = (step: StoredSession["completed_steps"][number]): boolean => step === "consent" || step === "questionnaire"

/** The members of a session that follow from its new status, as a pure function of the old one. */
const moved = (
  session: StoredSession,
  trigger: SessionTrigger,
  to: StoredSession["status"],
  details: MoveDetails & { readonly at: string; readonly actor: { readonly type: any; readonly id: string } }
): StoredSession => {
  const { actor, at } = details
  const base: StoredSession = {
    ...session,
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
            submitted_at: trigger === "submit" ? at : session.submitted_at,
            expires_at: null,
            run: trigger === "submit" ? session.run + 1 : session.run
          }
    case "approved":
    case "declined":
      return {
        ...base,
        expires_at: null,
        reuse_key: null,
        decided_at: at,
        decision: {
          outcome: to,
          decided_by: actor,
          decided_at: at,
          reason_codes: details.reason_codes ?? [],
          override: details.override ?? false
        }
      }
    case "resubmission_required": {
      // What was handed in, and what was missing of it, is of the attempt before: it was not accepted, and every picture is asked for anew.
      const { missing_sides: _before, ...bare } = base
      return {
        ...bare,
        uploaded_doc_types: [],
        completed_steps: session.completed_steps.filter((step) => isWord(step)),
        resubmission_count: session.resubmission_count + 1,
        expires_at: after(at, unstartedLifetime)
      }
    }
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

/** Moves a locked session along the state machine, announces it, and answers the session to be saved. */
export const move = Effect.fnUntraced(function* (session: StoredSession, trigger: SessionTrigger, details: MoveDetails = {}) {
  const transition = transitionOf(session, trigger)
  if (transition instanceof Conflict) return yield* transition
  const { actor } = yield* Caller
  const next = moved(session, trigger, transition.to, { ...details, at: yield* tenantNow, actor })
  return yield* announceSession(next, transition.event, {
    previous_status: session.status,
    reason_codes: next.status_reason_codes,
    ...(details.override === true ? { override: true } : {})
  })
})
