import type { EventOf } from "../../kernel/resource/resource.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import type { StoredSession } from "./model.ts"
import type { SessionStatus } from "./status.ts"
import { sessionRedacted } from "./redacted.ts"

/** What can happen to a session. */
export type SessionTrigger =
  | "start"
  | "resume"
  | "submit"
  | "approve"
  | "decline"
  | "send_to_review"
  | "request_resubmission"
  | "await_external_decision"
  | "receive_external_decision"
  | "external_gate_timed_out"
  | "workflow_goes_on"
  | "workflow_asks_for_more"
  | "submit_more"
  | "retried_check_approves"
  | "retried_check_declines"
  | "retried_check_requests_resubmission"
  | "reviewer_approves"
  | "reviewer_declines"
  | "reviewer_requests_resubmission"
  | "reviewer_requests_information"
  | "expire"
  | "reprocess"
  | "override_approve"
  | "override_decline"

export interface Transition<Event extends EventOf<"session"> = EventOf<"session">> {
  readonly from: ReadonlyArray<SessionStatus>
  readonly to: SessionStatus
  readonly event: Event
}

/** The state machine of a session: code, documents and tests read this one table. A trigger may have several rows; statuses tell them apart. */
const table = {
  start: [
    { from: ["created"], to: "in_progress", event: "session.started" },
    { from: ["resubmission_required"], to: "in_progress", event: "session.resumed" }
  ],
  resume: [
    { from: ["created"], to: "in_progress", event: "session.started" },
    { from: ["resubmission_required"], to: "in_progress", event: "session.resumed" },
    // An expired session in which nothing was captured goes back to `created` (see `destination`).
    { from: ["expired"], to: "in_progress", event: "session.resumed" }
  ],
  submit: [{ from: ["created", "in_progress", "resubmission_required"], to: "processing", event: "session.submitted" }],
  approve: [{ from: ["processing"], to: "approved", event: "session.approved" }],
  decline: [{ from: ["processing"], to: "declined", event: "session.declined" }],
  send_to_review: [{ from: ["processing"], to: "in_review", event: "session.review-required" }],
  request_resubmission: [{ from: ["processing"], to: "resubmission_required", event: "session.resubmission-required" }],
  await_external_decision: [{ from: ["processing"], to: "awaiting_external_decision", event: "session.external-decision-required" }],
  receive_external_decision: [{ from: ["awaiting_external_decision"], to: "processing", event: "session.external-decision-received" }],
  external_gate_timed_out: [{ from: ["awaiting_external_decision"], to: "in_review", event: "session.review-required" }],
  // What a workflow waited for came, or is not waited for any more.
  workflow_goes_on: [
    {
      from: ["awaiting_external_decision", "in_review", "in_progress", "resubmission_required"],
      to: "processing",
      event: "session.updated"
    }
  ],
  // It has come to steps that it did not ask for before; what is submitted then goes to the same run.
  workflow_asks_for_more: [{ from: ["processing"], to: "resubmission_required", event: "session.resubmission-required" }],
  submit_more: [{ from: ["in_progress", "resubmission_required"], to: "processing", event: "session.submitted" }],
  // A check that could not be made kept the session for a person; it was made after all, and nothing else does.
  retried_check_approves: [{ from: ["in_review"], to: "approved", event: "session.approved" }],
  retried_check_declines: [{ from: ["in_review"], to: "declined", event: "session.declined" }],
  retried_check_requests_resubmission: [{ from: ["in_review"], to: "resubmission_required", event: "session.resubmission-required" }],
  reviewer_approves: [{ from: ["in_review"], to: "approved", event: "session.approved" }],
  reviewer_declines: [{ from: ["in_review"], to: "declined", event: "session.declined" }],
  reviewer_requests_resubmission: [{ from: ["in_review"], to: "resubmission_required", event: "session.resubmission-required" }],
  reviewer_requests_information: [{ from: ["in_review"], to: "resubmission_required", event: "session.resubmission-required" }],
  expire: [
    {
      from: ["created", "in_progress", "resubmission_required", "awaiting_external_decision"],
      to: "expired",
      event: "session.expired"
    }
  ],
  reprocess: [{ from: ["approved", "declined", "in_review"], to: "processing", event: "session.reprocessed" }],
  override_approve: [{ from: ["declined"], to: "approved", event: "session.approved" }],
  override_decline: [{ from: ["approved"], to: "declined", event: "session.declined" }]
} as const satisfies Record<SessionTrigger, ReadonlyArray<Transition>>

/** The events that a trigger can lead to. */
type SessionEvent<Trigger extends SessionTrigger> = (typeof table)[Trigger][number]["event"]

export const transitions: { readonly [Trigger in SessionTrigger]: ReadonlyArray<Transition<SessionEvent<Trigger>>> } = table

/** What only the workflow of a session does. */
const ofWorkflows: ReadonlySet<SessionTrigger> = new Set<SessionTrigger>(["workflow_goes_on", "workflow_asks_for_more", "submit_more"])
const triggers = (Object.keys(transitions) as ReadonlyArray<SessionTrigger>).filter((trigger) => !ofWorkflows.has(trigger))

/** Triggers that the status allows, but for those of its workflow. */
export const allowed = (status: SessionStatus): ReadonlyArray<SessionTrigger> =>
  triggers.filter((trigger) => transitions[trigger].some(({ from }) => from.includes(status)))

/** Statuses in which a session still waits for something. */
export const openStatuses: ReadonlyArray<SessionStatus> = [
  "created",
  "in_progress",
  "processing",
  "awaiting_external_decision",
  "in_review",
  "resubmission_required"
]
export const isOpen = (status: SessionStatus): boolean => openStatuses.includes(status)

/** Whether it is the person's turn: the statuses in which an invitation makes sense. */
export const waitsForPerson = (status: SessionStatus): boolean =>
  status === "created" || status === "in_progress" || status === "resubmission_required"

type Captured = Pick<StoredSession, "completed_steps" | "missing_sides" | "submitted_at" | "uploaded_doc_types">

/** Whether the person handed anything in, in this attempt or one before. */
const hasCaptured = ({ completed_steps, missing_sides = [], submitted_at, uploaded_doc_types }: Captured): boolean =>
  submitted_at !== null || completed_steps.length > 0 || uploaded_doc_types.length > 0 || missing_sides.length > 0

/** Where the trigger leads from the session's status, or the conflict that says what is possible instead. */
export const transitionOf = <Trigger extends SessionTrigger>(
  session: Pick<StoredSession, "status" | "redacted_at"> & Captured,
  trigger: Trigger
): Transition<SessionEvent<Trigger>> | Conflict<"session_redacted" | "invalid_state_transition"> => {
  if (session.redacted_at !== null) {
    return sessionRedacted
  }
  const found = transitions[trigger].find(({ from }) => from.includes(session.status))
  if (found === undefined) {
    return new Conflict({
      code: "invalid_state_transition",
      detail: `The session is ${session.status} and cannot ${trigger.replaceAll("_", " ")}.`,
      context: { current_status: session.status, allowed: allowed(session.status) }
    })
  }
  return trigger === "resume" && session.status === "expired" && !hasCaptured(session) ? { ...found, to: "created" } : found
}
