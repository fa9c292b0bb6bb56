import { Conflict } from "../../kernel/foundation/failure.ts"
import { after, hours } from "../../kernel/foundation/time.ts"
import type { EventOf } from "../../kernel/resource/resource.ts"
import type { CaseStatus, StoredCase } from "./model.ts"
import { priorityRank, type CasePriority } from "../../verification/case-priority.ts"

/** A case is due this long after it entered review, unless its workflow says otherwise; reviewers may set another time. */
const standardHours = 24

/** How long reviewers have for a case, from when it enters review. */
export const durationOf = ({ sla_hours = standardHours }: Pick<StoredCase, "sla_hours">): number => hours(sla_hours)

/** What can happen to a case. `stage` keeps a first decision for a second person to confirm. */
export type CaseTrigger =
  | "claim"
  | "release"
  | "assign"
  | "unassign"
  | "escalate"
  | "stage"
  | "approve"
  | "reject"
  | "request_resubmission"
  | "request_information"
  | "subject_submits"
  | "supersede"
  | "reopen"

interface CaseTransition<Event extends EventOf<"case"> = EventOf<"case">> {
  readonly from: ReadonlyArray<CaseStatus>
  readonly to: CaseStatus
  readonly event: Event
}

const undecided = ["open", "in_review", "escalated"] as const

/** The state machine of a case: code, documents and tests read this one table. A trigger may have several rows; statuses tell them apart. */
const table = {
  claim: [{ from: ["open"], to: "in_review", event: "case.claimed" }],
  release: [{ from: ["in_review"], to: "open", event: "case.released" }],
  assign: [{ from: undecided, to: "in_review", event: "case.assigned" }],
  unassign: [{ from: undecided, to: "open", event: "case.assigned" }],
  escalate: [{ from: ["open", "in_review"], to: "escalated", event: "case.escalated" }],
  // The first decider lets go of the case, so that a second person can take it.
  stage: [
    { from: ["open", "in_review"], to: "open", event: "case.updated" },
    { from: ["escalated"], to: "escalated", event: "case.updated" }
  ],
  approve: [{ from: undecided, to: "closed", event: "case.approved" }],
  reject: [{ from: undecided, to: "closed", event: "case.rejected" }],
  request_resubmission: [{ from: undecided, to: "closed", event: "case.resubmission-requested" }],
  request_information: [{ from: undecided, to: "awaiting_subject", event: "case.updated" }],
  subject_submits: [{ from: ["awaiting_subject"], to: "open", event: "case.updated" }],
  supersede: [{ from: [...undecided, "awaiting_subject"], to: "closed", event: "case.updated" }],
  reopen: [{ from: ["closed"], to: "open", event: "case.reopened" }]
} as const satisfies Record<CaseTrigger, ReadonlyArray<CaseTransition>>

/** The events that a trigger can lead to. */
type CaseEvent<Trigger extends CaseTrigger> = (typeof table)[Trigger][number]["event"]

export const transitions: { readonly [Trigger in CaseTrigger]: ReadonlyArray<CaseTransition<CaseEvent<Trigger>>> } = table

const triggers = Object.keys(transitions) as ReadonlyArray<CaseTrigger>

/** Triggers that the status allows. */
const allowed = (status: CaseStatus): ReadonlyArray<CaseTrigger> =>
  triggers.filter((trigger) => transitions[trigger].some(({ from }) => from.includes(status)))

/** Where the trigger leads from the case's status, or the conflict that says what is possible instead. */
export const transitionOf = <Trigger extends CaseTrigger>(
  status: CaseStatus,
  trigger: Trigger
): CaseTransition<CaseEvent<Trigger>> | Conflict<"case_closed" | "invalid_state_transition"> => {
  const found = transitions[trigger].find(({ from }) => from.includes(status))
  if (found !== undefined) return found
  const context = { current_status: status, allowed: allowed(status) }
  return status === "closed"
    ? new Conflict({
        code: "case_closed",
        detail: "The case is closed. A person, or a program over REST, has to reopen it first.",
        context
      })
    : new Conflict({
        code: "invalid_state_transition",
        detail: `The case is ${status}, which does not allow: ${trigger.replaceAll("_", " ")}.`,
        context
      })
}

/** What a case that closes was decided as; being superseded is an end without anybody's decision. */
export const decisionOf = {
  approve: "approved",
  reject: "rejected",
  request_resubmission: "resubmission_requested",
  supersede: "superseded"
} as const satisfies Partial<Record<CaseTrigger, NonNullable<StoredCase["decision"]>>>

const raised: Record<CasePriority, CasePriority> = { low: "normal", normal: "high", high: "urgent", urgent: "urgent" }

/** The case with another priority, and the rank by which it is sorted. */
export const withPriority = (row: StoredCase, priority: CasePriority): StoredCase => ({
  ...row,
  priority,
  priority_rank: priorityRank[priority]
})

export interface CaseStep {
  readonly at: string
  /** Who holds the case from now on; for `claim` and `assign`. */
  readonly assignee?: string
  /** The decision that waits for its confirmation; for `stage`. */
  readonly pending?: NonNullable<StoredCase["pending_decision"]>
}

const free = { assigned_to: null, claimed_at: null } as const

const closed = (row: StoredCase, trigger: keyof typeof decisionOf, at: string): StoredCase => ({
  ...row,
  decision: decisionOf[trigger],
  decided_at: trigger === "supersede" ? null : at,
  closed_at: at,
  pending_decision: null,
  open_for: null,
  // A decision that came too late is a breach even when the timer had not come round to it yet.
  sla_breached: row.sla_breached || (trigger !== "supersede" && row.due_at !== null && row.due_at < at)
})

/** The case after the trigger, as a pure function of the case before; `to` is where `transitionOf` said it leads. */
export const stepped = (row: StoredCase, trigger: CaseTrigger, to: CaseStatus, { assignee, at, pending }: CaseStep): StoredCase => {
  const base: StoredCase = { ...row, status: to, updated_at: at }
  switch (trigger) {
    case "claim":
    case "assign":
      return { ...base, assigned_to: assignee ?? null, claimed_at: at }
    case "release":
    case "unassign":
      return { ...base, ...free }
    case "escalate":
      return withPriority({ ...base, ...free, escalated_at: at, pending_decision: null }, raised[row.priority])
    case "request_information":
      // Time runs for the person now, and not for reviewers.
      return { ...base, ...free, pending_decision: null, due_at: null }
    case "subject_submits":
      return { ...base, entered_review_at: at, due_at: after(at, durationOf(row)) }
    case "stage":
      return { ...base, ...free, pending_decision: pending ?? null }
    case "approve":
    case "reject":
    case "request_resubmission":
    case "supersede":
      return closed(base, trigger, at)
    case "reopen":
      return {
        ...base,
        ...free,
        decision: null,
        decided_at: null,
        closed_at: null,
        escalated_at: null,
        pending_decision: null,
        entered_review_at: at,
        due_at: after(at, durationOf(row)),
        sla_breached: false,
        open_for: row.session_id ?? row.subject_id
      }
  }
}
