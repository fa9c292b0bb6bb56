import { Conflict } from "../../kernel/foundation/failure.ts"
import type { EventOf } from "../../kernel/resource/resource.ts"
import type { FindingStatus } from "./model.ts"

/** What people do about a finding. */
export type FindingTrigger = "acknowledge" | "dismiss" | "resolve"

interface FindingTransition<Event extends EventOf<"audit_finding"> = EventOf<"audit_finding">> {
  readonly from: ReadonlyArray<FindingStatus>
  readonly to: FindingStatus
  readonly event: Event
}

/** The state machine of a finding. One that was dismissed or resolved does not change any more. */
const table = {
  acknowledge: { from: ["open"], to: "acknowledged", event: "audit-finding.acknowledged" },
  dismiss: { from: ["open", "acknowledged"], to: "dismissed", event: "audit-finding.dismissed" },
  resolve: { from: ["open", "acknowledged"], to: "resolved", event: "audit-finding.resolved" }
} as const satisfies Record<FindingTrigger, FindingTransition>

type FindingEvent<Trigger extends FindingTrigger> = (typeof table)[Trigger]["event"]

export const transitions: { readonly [Trigger in FindingTrigger]: FindingTransition<FindingEvent<Trigger>> } = table

const triggers = ["acknowledge", "dismiss", "resolve"] as const

const allows = (trigger: FindingTrigger, status: FindingStatus): boolean => transitions[trigger].from.includes(status)

/** Where the trigger leads from this status, or the conflict that says what is possible instead. */
export const transitionOf = <Trigger extends FindingTrigger>(
  status: FindingStatus,
  trigger: Trigger
): FindingTransition<FindingEvent<Trigger>> | Conflict<"invalid_state_transition"> =>
  allows(trigger, status)
    ? transitions[trigger]
    : new Conflict({
        code: "invalid_state_transition",
        detail: `The finding is ${status}, so you cannot ${trigger} it.`,
        context: { current_status: status, allowed: triggers.filter((one) => allows(one, status)) }
      })
