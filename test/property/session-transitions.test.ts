import { describe, expect, test } from "bun:test"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { SessionStatus, type SessionStatus as Status } from "@vouchkit/core/resources/sessions/status"
import { allowed, type SessionTrigger, type Transition, transitionOf, transitions } from "@vouchkit/core/resources/sessions/transitions"
import { isEventType } from "@vouchkit/core/kernel/events/catalogue"
import fc from "fast-check"

const triggers = Object.keys(transitions) as ReadonlyArray<SessionTrigger>
const anyStatus = fc.constantFrom<Status>(...SessionStatus.literals)
const anyTrigger = fc.constantFrom(...triggers)
const session = (status: Status, captured = false, redacted_at: string | null = null) => ({
  status,
  redacted_at,
  completed_steps: captured ? (["document"] as const) : [],
  submitted_at: null,
  uploaded_doc_types: []
})

/** The state machine of a session, written a second time by hand: what may follow what, whatever the trigger. */
const reachable: Record<Status, ReadonlyArray<Status>> = {
  created: ["in_progress", "processing", "expired"],
  in_progress: ["processing", "expired"],
  processing: ["approved", "declined", "in_review", "resubmission_required", "awaiting_external_decision"],
  awaiting_external_decision: ["processing", "in_review", "expired"],
  in_review: ["approved", "declined", "resubmission_required", "processing"],
  resubmission_required: ["in_progress", "processing", "expired"],
  approved: ["processing", "declined"],
  declined: ["processing", "approved"],
  expired: ["created", "in_progress"]
}

describe("the state machine of a session", () => {
  test("no undeclared transition: every step leads where the decision says one may", () =>
    fc.assert(
      fc.property(anyStatus, anyTrigger, fc.boolean(), (status, trigger, captured) => {
        const outcome = transitionOf(session(status, captured), trigger)
        if (outcome instanceof Conflict) expect(allowed(status)).not.toContain(trigger)
        else expect(reachable[status]).toContain(outcome.to)
      })
    ))

  test("every transition that the decision names is possible by some trigger", () => {
    for (const status of SessionStatus.literals) {
      const found = new Set(
        triggers.flatMap((trigger) =>
          [true, false].flatMap((captured) => {
            const outcome = transitionOf(session(status, captured), trigger)
            return outcome instanceof Conflict ? [] : [outcome.to]
          })
        )
      )
      expect([...found].sort()).toEqual([...reachable[status]].sort())
    }
  })

  test("what was captured, of whatever kind, is taken up again where it was; a session without any begins anew", () => {
    const at = "2026-11-23T08:00:00.000Z"
    const untouched = session("expired")
    const captured = [
      { ...untouched, uploaded_doc_types: ["utility_bill"] as const },
      { ...untouched, completed_steps: ["selfie"] as const },
      { ...untouched, missing_sides: ["back"] as const },
      { ...untouched, submitted_at: at }
    ]
    expect([untouched, ...captured].map((one) => transitionOf(one, "resume"))).toMatchObject([
      { to: "created" },
      ...captured.map(() => ({ to: "in_progress" }))
    ])
  })

  test("a refusal names the current status and what is possible instead", () =>
    fc.assert(
      fc.property(anyStatus, anyTrigger, (status, trigger) => {
        const outcome = transitionOf(session(status), trigger)
        if (!(outcome instanceof Conflict)) return
        expect(outcome.code).toBe("invalid_state_transition")
        expect(outcome.context).toEqual({ current_status: status, allowed: allowed(status) })
      })
    ))

  test("an erased session never moves", () =>
    fc.assert(
      fc.property(anyStatus, anyTrigger, (status, trigger) => {
        expect(transitionOf(session(status, true, "2026-01-01T00:00:00.000Z"), trigger)).toMatchObject({ code: "session_redacted" })
      })
    ))

  test("any walk along allowed triggers stays within the declared statuses and emits only catalogued events", () =>
    fc.assert(
      fc.property(fc.array(anyTrigger, { maxLength: 40 }), (walk) => {
        let status: Status = "created"
        for (const trigger of walk) {
          const outcome: Transition | Conflict = transitionOf(session(status, true), trigger)
          if (outcome instanceof Conflict) continue
          expect(isEventType(outcome.event)).toBe(true)
          status = outcome.to
        }
        expect(SessionStatus.literals).toContain(status)
      })
    ))

  test("a decided session is decided again only by reprocessing or by an override", () => {
    for (const status of ["approved", "declined"] as const) {
      expect(allowed(status).every((trigger) => trigger === "reprocess" || trigger.startsWith("override_"))).toBe(true)
    }
  })

  test("an expired session in which nothing was captured starts over", () => {
    expect(transitionOf(session("expired", false), "resume")).toMatchObject({ to: "created" })
    expect(transitionOf(session("expired", true), "resume")).toMatchObject({ to: "in_progress" })
  })
})
