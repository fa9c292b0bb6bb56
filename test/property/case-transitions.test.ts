import { expect, test } from "bun:test"
import type { StoredCase } from "@vouchkit/core/resources/cases/model"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { openCase, supersede } from "@vouchkit/core/resources/cases/open"
import { type CaseTrigger, stepped, transitionOf, transitions } from "@vouchkit/core/resources/cases/transitions"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { as, call, events, givenReview, key, run } from "../core/resources/cases/case-work.ts"

const triggers = Object.keys(transitions) as ReadonlyArray<CaseTrigger>
const statuses = ["open", "in_review", "escalated", "awaiting_subject", "closed"] as const

/** Decisions 3.3, written out once more: which pairs there are. */
const declared: Record<CaseTrigger, Partial<Record<StoredCase["status"], StoredCase["status"]>>> = {
  claim: { open: "in_review" },
  release: { in_review: "open" },
  assign: { open: "in_review", in_review: "in_review", escalated: "in_review" },
  unassign: { open: "open", in_review: "open", escalated: "open" },
  escalate: { open: "escalated", in_review: "escalated" },
  stage: { open: "open", in_review: "open", escalated: "escalated" },
  approve: { open: "closed", in_review: "closed", escalated: "closed" },
  reject: { open: "closed", in_review: "closed", escalated: "closed" },
  request_resubmission: { open: "closed", in_review: "closed", escalated: "closed" },
  request_information: { open: "awaiting_subject", in_review: "awaiting_subject", escalated: "awaiting_subject" },
  subject_submits: { awaiting_subject: "open" },
  supersede: { open: "closed", in_review: "closed", escalated: "closed", awaiting_subject: "closed" },
  reopen: { closed: "open" }
}

test("there is no transition beside those declared, and a refusal says what is possible", () => {
  for (const trigger of triggers) {
    for (const status of statuses) {
      const found = transitionOf(status, trigger)
      const wanted = declared[trigger][status]
      if (wanted !== undefined) expect(found).toMatchObject({ to: wanted })
      else {
        expect(found).toBeInstanceOf(Conflict)
        const possible = triggers.filter((one) => declared[one][status] !== undefined)
        expect(found).toMatchObject({
          code: status === "closed" ? "case_closed" : "invalid_state_transition",
          context: { current_status: status, allowed: possible }
        })
      }
    }
  }
})

const begin = "2026-03-01T09:00:00.000Z"
const fresh = await run(Effect.map(givenReview(), ({ row }) => row))

/** Follows triggers as far as the table allows each; what it refuses leaves the case as it is. */
const follow = (steps: ReadonlyArray<CaseTrigger>): ReadonlyArray<StoredCase> => {
  const seen = [fresh]
  let current = fresh
  steps.forEach((trigger, index) => {
    const transition = transitionOf(current.status, trigger)
    if (transition instanceof Conflict) return
    const at = after(begin, (index + 1) * 60_000)
    current = stepped(current, trigger, transition.to, {
      at,
      assignee: "usr_ann",
      pending: { decision: "approved", by: "usr_ben", at }
    })
    seen.push(current)
  })
  return seen
}

test("whatever happens to a case, its members agree with its status", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...triggers), { maxLength: 30 }), (steps) => {
      for (const row of follow(steps)) {
        const closed = row.status === "closed"
        expect([row.decision !== null, row.closed_at !== null, row.open_for === null]).toEqual([closed, closed, closed])
        expect(row.decided_at !== null).toBe(closed && row.decision !== "superseded")
        if (row.status === "in_review") expect([row.assigned_to, row.claimed_at === null]).toEqual(["usr_ann", false])
        if (row.status === "open" || row.status === "escalated") expect([row.assigned_to, row.claimed_at]).toEqual([null, null])
        if (row.status === "escalated") expect(row.escalated_at).not.toBeNull()
        if (closed) expect(row.pending_decision).toBeNull()
        expect(row.priority_rank).toBe({ low: 1, normal: 2, high: 3, urgent: 4 }[row.priority])
      }
    })
  )
})

test("a closed case is final but for reopening", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...triggers.filter((trigger) => trigger !== "reopen")), { maxLength: 30 }), (steps) => {
      const seen = follow(steps)
      const end = seen.findIndex(({ status }) => status === "closed")
      expect(end === -1 || end === seen.length - 1).toBe(true)
    })
  )
})

type Act =
  | { readonly name: "open" }
  | { readonly name: "supersede" }
  | { readonly name: "call"; readonly operation: string; readonly input: object; readonly caller: string }
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom({ name: "open" as const }, { name: "supersede" as const }),
  fc.record({
    name: fc.constant("call" as const),
    caller: fc.constantFrom("key_one", "key_two"),
    operation: fc.constantFrom("cases.claim", "cases.release", "cases.approve", "cases.reopen", "cases.claim_next"),
    input: fc.constant({})
  }),
  fc.record({
    name: fc.constant("call" as const),
    caller: fc.constantFrom("key_one", "key_two"),
    operation: fc.constantFrom("cases.reject"),
    input: fc.record({ reason_codes: fc.constant(["document_forged"]), allow_resubmission: fc.boolean() })
  }),
  fc.record({
    name: fc.constant("call" as const),
    caller: fc.constant("key_one"),
    operation: fc.constant("cases.escalate"),
    input: fc.constant({ reason: "Unsure" })
  })
)

test("at most one case of a session is open, its events count up one by one, and no write is lost, however many act at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(acts, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (rounds) =>
      run(
        Effect.gen(function* () {
          const { session } = yield* givenReview()
          const store = yield* CaseStore
          const { transaction } = yield* UnitOfWork
          const listed = as(key())(store.list({ where: [{ field: "session_id", op: "eq", value: session.id }], limit: 100 }))
          for (const round of rounds) {
            const ids = (yield* listed).map(({ id }) => id)
            const tasks = round.map((act) =>
              act.name === "open"
                ? as(key())(transaction(openCase({ session, checks: [], reason_codes: [] })))
                : act.name === "supersede"
                  ? as(key())(transaction(supersede({ session_id: session.id })))
                  : act.operation === "cases.claim_next"
                    ? call(act.operation, {}, key(act.caller))
                    : call(act.operation, { ...act.input, case_id: ids[0] ?? "" }, key(act.caller))
            )
            yield* Effect.all(tasks.map(Effect.exit), { concurrency: "unbounded" })
            const rows = yield* listed
            expect(rows.filter(({ status }) => status !== "closed").length).toBeLessThanOrEqual(1)
            for (const row of rows) expect(row.open_for === null).toBe(row.status === "closed")
          }
          const told = (yield* events).filter(({ resource }) => resource.type === "case")
          for (const row of yield* listed) {
            const sequences = told.filter(({ resource }) => resource.id === row.id).map(({ sequence }) => sequence)
            expect(sequences).toEqual(Array.from({ length: row.sequence }, (_, index) => index + 1))
          }
        })
      )
    ),
    { numRuns: 60 }
  )
})

test("of two different decisions at once a session follows the one its case records", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(["approve", "reject", "resubmit"], { minLength: 2 }), (verdicts) =>
      run(
        Effect.gen(function* () {
          const { case_id, session } = yield* givenReview()
          const tasks = verdicts.map((verdict) =>
            verdict === "approve"
              ? call("cases.approve", { case_id })
              : call("cases.reject", { case_id, reason_codes: ["document_cropped"], allow_resubmission: verdict === "resubmit" })
          )
          const exits = yield* Effect.all(tasks.map(Effect.exit), { concurrency: "unbounded" })
          expect(exits.filter(Exit.isSuccess).length).toBe(1)
          const { decision } = yield* call("cases.get", { case_id })
          // An approval also links the session to an identity, which is announced behind it.
          const told = (yield* events)
            .filter(({ resource }) => resource.type !== "identity")
            .map(({ resource, type }) => [resource.id, type] as const)
          const expected = {
            approved: ["case.approved", "session.approved"],
            rejected: ["case.rejected", "session.declined"],
            resubmission_requested: ["case.resubmission-requested", "session.resubmission-required"]
          }[decision as "approved" | "rejected" | "resubmission_requested"]
          expect(told.slice(-2)).toEqual([
            [case_id, expected[0] ?? ""],
            [session.id, expected[1] ?? ""]
          ])
        })
      )
    ),
    { numRuns: 20 }
  )
})
