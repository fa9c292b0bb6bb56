import { expect, test } from "bun:test"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import type { FindingStatus } from "@vouchkit/core/resources/audit-findings/model"
import { type FindingTrigger, transitionOf, transitions } from "@vouchkit/core/resources/audit-findings/transitions"
import fc from "fast-check"

const triggers = Object.keys(transitions) as ReadonlyArray<FindingTrigger>
const statuses = ["open", "acknowledged", "dismissed", "resolved"] as const
const declared: Record<FindingTrigger, Partial<Record<FindingStatus, FindingStatus>>> = {
  acknowledge: { open: "acknowledged" },
  dismiss: { open: "dismissed", acknowledged: "dismissed" },
  resolve: { open: "resolved", acknowledged: "resolved" }
}

test("a finding moves as declared and in no other way, and a refusal says what is possible", () => {
  for (const trigger of triggers) {
    for (const status of statuses) {
      const found = transitionOf(status, trigger)
      const wanted = declared[trigger][status]
      if (wanted !== undefined) expect(found).toMatchObject({ to: wanted })
      else {
        expect(found).toBeInstanceOf(Conflict)
        const allowed = triggers.filter((one) => declared[one][status] !== undefined)
        expect(found).toMatchObject({ code: "invalid_state_transition", context: { current_status: status, allowed } })
      }
    }
  }
})

test("whatever is asked for in whatever order, a finding ends once and is acknowledged before that at most once", () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...triggers), { maxLength: 12 }), (steps) => {
      let status: FindingStatus = "open"
      const events: Array<string> = []
      for (const trigger of steps) {
        const found: ReturnType<typeof transitionOf> = transitionOf(status, trigger)
        if (found instanceof Conflict) continue
        expect(["dismissed", "resolved"]).not.toContain(status)
        status = found.to
        events.push(found.event)
      }
      const ends = events.filter((event) => event !== "audit-finding.acknowledged")
      expect(ends.length).toBe(status === "dismissed" || status === "resolved" ? 1 : 0)
      expect(events.indexOf("audit-finding.acknowledged")).toBeLessThan(1)
      expect(events.length).toBeLessThan(3)
      if (ends.length > 0) expect(events.at(-1)).toBe(ends[0] ?? "")
    }),
    { endOnFailure: true }
  ))
