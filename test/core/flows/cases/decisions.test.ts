import { expect, test } from "bun:test"
import { decideCase } from "@vouchkit/core/flows/cases/decide"
import { openCase, supersede } from "@vouchkit/core/resources/cases/open"
import { codeOf } from "@vouchkit/core/kernel/foundation/failure"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { builtInWorkflow } from "@vouchkit/core/resources/workflows/built-in"
import { WorkflowStore } from "@vouchkit/core/resources/workflows/model"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { as, call, events, eventTypes, givenReview, key, person, refused, run, storedSession } from "../../resources/cases/case-work.ts"

const patchSession = (id: string, changes: object) =>
  as(key())(
    SessionStore.use((store) =>
      Effect.flatMap(store.find(id), (found) => (found === undefined ? Effect.die("no session") : store.save({ ...found, ...changes })))
    )
  )

test("approving closes the case and approves its session in one transaction, the case's event before the session's", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* events
      const approved = yield* call("cases.approve", { case_id })
      expect(approved).toMatchObject({
        status: "closed",
        decision: "approved",
        decided_at: "2026-03-01T09:00:00.000Z",
        closed_at: "2026-03-01T09:00:00.000Z",
        sla_breached: false
      })
      expect(yield* storedSession(session.id)).toMatchObject({
        status: "approved",
        decision: { outcome: "approved", decided_by: { type: "api_key", id: "key_one" }, reason_codes: [], override: false }
      })
      expect(yield* eventTypes).toEqual(["case.approved", "session.approved", "identity.created"])
      const { code, failure } = yield* refused(call("cases.approve", { case_id }))
      expect(code).toBe("case_closed")
      expect(failure).toMatchObject({ context: { current_status: "closed", allowed: ["reopen"] } })
    })
  ))

test("rejecting needs a reason, declines the session for it and lists it before the reasons of the review", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* events
      expect((yield* refused(call("cases.reject", { case_id }))).failure).toMatchObject({
        problems: [{ loc: ["body", "reason_codes"], code: "missing" }]
      })
      const empty = yield* refused(call("cases.reject", { case_id, reason_codes: [] }))
      expect(empty.failure).toMatchObject({ problems: [{ loc: ["body", "reason_codes"] }] })
      expect((yield* refused(call("cases.reject", { case_id, reason_codes: ["no_such_reason"] }))).failure).toMatchObject({
        problems: [{ loc: ["body", "reason_codes", 0], code: "enum" }]
      })
      const rejected = yield* call("cases.reject", { case_id, reason_codes: ["document_forged"], note: "The font differs" })
      expect(rejected).toMatchObject({ decision: "rejected", reason_codes: ["document_forged", "poa_review"], notes_count: 1 })
      expect(yield* storedSession(session.id)).toMatchObject({ status: "declined", status_reason_codes: ["document_forged"] })
      expect(yield* eventTypes).toEqual(["case.note-added", "case.rejected", "session.declined"])
    })
  ))

test("a rejection that allows a resubmission asks the person again", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* events
      const closed = yield* call("cases.reject", { case_id, reason_codes: ["document_cropped"], allow_resubmission: true })
      expect(closed).toMatchObject({ status: "closed", decision: "resubmission_requested" })
      expect(yield* storedSession(session.id)).toMatchObject({
        status: "resubmission_required",
        resubmission_count: 1,
        status_reason_codes: ["document_cropped"]
      })
      expect(yield* eventTypes).toEqual(["case.resubmission-requested", "session.resubmission-required"])
    })
  ))

test("a session without attempts left is declined although a resubmission was allowed, and says why", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview({ session: { resubmission_count: 2, max_resubmissions: 2 } })
      const closed = yield* call("cases.reject", { case_id, reason_codes: ["document_cropped"], allow_resubmission: true })
      expect(closed.decision).toBe("rejected")
      expect(yield* storedSession(session.id)).toMatchObject({
        status: "declined",
        status_reason_codes: ["document_cropped", "resubmission_limit_exceeded"]
      })
    })
  ))

test("of an approval and a rejection at once exactly one decides, and case and session agree", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* events
      const exits = yield* Effect.all(
        [
          Effect.exit(call("cases.approve", { case_id })),
          Effect.exit(call("cases.reject", { case_id, reason_codes: ["document_forged"] }, key("key_two")))
        ],
        { concurrency: "unbounded" }
      )
      expect(exits.filter(Exit.isSuccess).length).toBe(1)
      const { decision } = yield* call("cases.get", { case_id })
      const { status } = yield* storedSession(session.id)
      expect([decision, status]).toEqual(decision === "approved" ? ["approved", "approved"] : ["rejected", "declined"])
      const expected = {
        approved: ["case.approved", "session.approved", "identity.created"],
        rejected: ["case.rejected", "session.declined"]
      }
      expect<ReadonlyArray<string>>(yield* eventTypes).toEqual(decision === "approved" ? expected.approved : expected.rejected)
    })
  ))

test("an escalated case can still be decided by a key, whoever holds it", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.escalate", { case_id, reason: "Unsure" })
      expect((yield* call("cases.approve", { case_id }, key("key_writer", ["cases:write"]))).decision).toBe("approved")
    })
  ))

test("an agent decides only with cases:decide, though REST takes cases:write as well", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const agent = { ...key("key_agent", ["cases:write"]), actor: { type: "agent" as const, id: "key_agent" } }
      for (const [name, input] of [
        ["cases.approve", {}],
        ["cases.reject", { reason_codes: ["document_forged"] }]
      ] as const) {
        const { failure } = yield* refused(call(name, { case_id, ...input }, agent))
        expect(failure.message).toBe("API key missing required scope: cases:decide")
      }
      expect((yield* call("cases.get", { case_id })).status).toBe("open")
    })
  ))

test("people in the dashboard decide only what they hold, and escalated cases only as senior reviewers", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const decide = (caller: ReturnType<typeof person>) =>
        decideCase({ case_id, verdict: "approve", reason_codes: [], four_eyes: false }).pipe(as(caller), Effect.flip, Effect.map(codeOf))
      const ann = person("usr_ann", "decide_cases")
      const senior = person("usr_senior", "decide_cases", "decide_escalated_cases")
      expect(yield* decide(person("usr_ann", "review_cases"))).toBe("forbidden")
      expect(yield* decide(ann)).toBe("case_not_claimed")
      yield* call("cases.assign", { case_id, user_id: "usr_ben" })
      expect(yield* decide(ann)).toBe("case_already_claimed")
      yield* call("cases.escalate", { case_id, reason: "Unsure" })
      yield* call("cases.assign", { case_id, user_id: "usr_ann" })
      // Being given the case afterwards does not make anybody senior.
      expect(yield* decide(ann)).toBe("forbidden")
      yield* call("cases.assign", { case_id, user_id: "usr_senior" })
      const decided = yield* decideCase({ case_id, verdict: "approve", reason_codes: [], four_eyes: false }).pipe(as(senior))
      expect(decided.decision).toBe("approved")
    })
  ))

/** A review of a session whose workflow asks two people. */
const givenReviewByTwo = () =>
  Effect.gen(function* () {
    const workflow = { ...builtInWorkflow("sandbox"), id: "wfl_of_two", four_eyes: true, sla_hours: 2 }
    yield* as(key())(WorkflowStore.use((store) => store.insert(workflow)))
    return yield* givenReview({ session: { workflow_id: workflow.id } })
  })

test("where two people decide, the first decision waits, the same person cannot confirm it, and a second one can", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReviewByTwo()
      yield* call("cases.claim", { case_id })
      yield* events
      const staged = yield* call("cases.approve", { case_id })
      expect(staged).toMatchObject({
        status: "open",
        assigned_to: null,
        decision: null,
        pending_decision: { decision: "approved", by: "key_one", at: "2026-03-01T09:00:00.000Z" }
      })
      expect((yield* storedSession(session.id)).status).toBe("in_review")
      expect(yield* eventTypes).toEqual(["case.updated"])
      expect((yield* refused(call("cases.approve", { case_id }))).code).toBe("four_eyes_same_user")
      const closed = yield* call("cases.approve", { case_id }, key("key_two"))
      expect(closed).toMatchObject({ status: "closed", decision: "approved", pending_decision: null })
      expect((yield* storedSession(session.id)).status).toBe("approved")
      expect(yield* eventTypes).toEqual(["case.approved", "session.approved", "identity.created"])
    })
  ))

test("a second person who disagrees does not confirm: their own decision waits in turn", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReviewByTwo()
      yield* call("cases.approve", { case_id })
      const against = { case_id, reason_codes: ["document_forged"] }
      const staged = yield* call("cases.reject", against, key("key_two"))
      expect(staged).toMatchObject({ status: "open", pending_decision: { decision: "rejected", by: "key_two" } })
      expect((yield* call("cases.reject", against)).decision).toBe("rejected")
    })
  ))

test("escalating drops a decision that waits for its confirmation", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReviewByTwo()
      yield* call("cases.approve", { case_id })
      expect((yield* call("cases.escalate", { case_id, reason: "Unsure" })).pending_decision).toBeNull()
    })
  ))

test("reopening starts the review anew while the session keeps its decision", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* call("cases.approve", { case_id })
      yield* events
      yield* TestClock.adjust("2 days")
      const reopened = yield* call("cases.reopen", { case_id, reason: "New evidence" })
      expect(reopened).toMatchObject({
        status: "open",
        decision: null,
        decided_at: null,
        closed_at: null,
        assigned_to: null,
        entered_review_at: "2026-03-03T09:00:00.000Z",
        due_at: "2026-03-04T09:00:00.000Z",
        sla_breached: false,
        notes_count: 1
      })
      expect((yield* storedSession(session.id)).status).toBe("approved")
      expect(yield* eventTypes).toEqual(["case.note-added", "case.reopened"])
      expect((yield* refused(call("cases.reopen", { case_id }))).code).toBe("invalid_state_transition")
    })
  ))

test("deciding a reopened case the other way overrides the session; deciding it the same way confirms it silently", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* call("cases.approve", { case_id })
      yield* call("cases.reopen", { case_id })
      yield* events
      yield* call("cases.reject", { case_id, reason_codes: ["document_forged"] })
      expect(yield* storedSession(session.id)).toMatchObject({ status: "declined", decision: { outcome: "declined", override: true } })
      const announced = yield* events
      expect(announced.map(({ type }) => type)).toEqual(["case.rejected", "session.declined", "identity.updated"])
      expect(announced[1]?.data).toMatchObject({ override: true, previous_status: "approved" })
      const before = yield* storedSession(session.id)
      yield* call("cases.reopen", { case_id })
      yield* events
      yield* call("cases.reject", { case_id, reason_codes: ["document_tampered"] })
      expect(yield* storedSession(session.id)).toEqual(before)
      expect(yield* eventTypes).toEqual(["case.rejected"])
    })
  ))

test("overriding by a reopened case takes cases:decide, and asking again cannot follow a decision", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.approve", { case_id })
      yield* call("cases.reopen", { case_id })
      const writer = key("key_writer", ["cases:write"])
      const { failure } = yield* refused(call("cases.reject", { case_id, reason_codes: ["document_forged"] }, writer))
      expect(failure.message).toBe("API key missing required scope: cases:decide")
      const again = { case_id, reason_codes: ["document_cropped"], allow_resubmission: true }
      expect((yield* refused(call("cases.reject", again))).code).toBe("invalid_state_transition")
      expect((yield* call("cases.get", { case_id })).status).toBe("open")
      expect((yield* call("cases.approve", { case_id }, writer)).decision).toBe("approved")
    })
  ))

test("a case can be reopened for 30 days to the millisecond", () =>
  run(
    Effect.gen(function* () {
      const early = yield* givenReview()
      const late = yield* givenReview()
      yield* call("cases.approve", { case_id: early.case_id })
      yield* call("cases.approve", { case_id: late.case_id })
      yield* TestClock.adjust("30 days")
      expect((yield* call("cases.reopen", { case_id: early.case_id })).status).toBe("open")
      yield* TestClock.adjust("1 millis")
      expect((yield* refused(call("cases.reopen", { case_id: late.case_id }))).code).toBe("reopen_window_passed")
    })
  ))

test("a case whose session was erased, went on, or has a newer case stays closed", () =>
  run(
    Effect.gen(function* () {
      const gone = yield* givenReview()
      yield* call("cases.approve", { case_id: gone.case_id })
      yield* patchSession(gone.session.id, { redacted_at: "2026-03-01T09:00:00.000Z" })
      expect((yield* refused(call("cases.reopen", { case_id: gone.case_id }))).code).toBe("session_redacted")

      const asked = yield* givenReview()
      yield* call("cases.reject", { case_id: asked.case_id, reason_codes: ["document_cropped"], allow_resubmission: true })
      const went = yield* refused(call("cases.reopen", { case_id: asked.case_id }))
      expect(went.code).toBe("invalid_state_transition")
      expect(went.failure).toMatchObject({ context: { session_status: "resubmission_required" } })

      const { transaction } = yield* UnitOfWork
      const again = yield* givenReview()
      yield* as(key())(transaction(supersede({ session_id: again.session.id })))
      const newer = yield* as(key())(transaction(openCase({ session: again.session, checks: [], reason_codes: ["poa_review"] })))
      const other = yield* refused(call("cases.reopen", { case_id: again.case_id }))
      expect(other.code).toBe("conflict")
      expect(other.failure).toMatchObject({ context: { case_id: newer.id } })
    })
  ))

test("a late decision counts as a breach of the time limit even before a timer noticed", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* TestClock.adjust("25 hours")
      expect((yield* call("cases.approve", { case_id })).sla_breached).toBe(true)
    })
  ))
