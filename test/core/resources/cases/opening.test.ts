import { expect, test } from "bun:test"
import { cases } from "@vouchkit/core/resources/cases/model"
import { findOpenCase, openCase, priorityFor, supersede } from "@vouchkit/core/resources/cases/open"
import { markOverdue, overdueConditions } from "@vouchkit/core/resources/cases/overdue"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, call, events, eventTypes, givenReview, key, refused, run, storedSession } from "./case-work.ts"

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => as(key())(UnitOfWork.use(({ transaction }) => transaction(effect)))

test("a session that enters review gets a case that says whom it concerns, why, what ran and by when", () =>
  run(
    Effect.gen(function* () {
      const { case_id, check, session } = yield* givenReview({
        session: { external_reference: "customer-7", expected: { first_name: " Ada ", last_name: "Lovelace", country: "GB" } }
      })
      expect(yield* call("cases.get", { case_id })).toMatchObject({
        object: "case",
        session_id: session.id,
        workflow_id: "wfl_default",
        status: "open",
        decision: null,
        assigned_to: null,
        priority: "normal",
        queue: "default",
        reason_codes: ["poa_review"],
        entered_review_at: "2026-03-01T09:00:00.000Z",
        due_at: "2026-03-02T09:00:00.000Z",
        sla_breached: false,
        external_reference: "customer-7",
        subject: { display_name: "Ada Lovelace", country: "GB" },
        check_summary: [{ check_id: check.id, type: "proof_of_address", outcome: "review", reason_codes: ["name_below_pass"] }],
        checklist: [{ key: "proof_of_address", done: false }],
        version: 1
      })
      const announced = yield* events
      expect(announced.map(({ type }) => type)).toEqual(["check.created", "check.completed", "case.created", "session.review-required"])
      expect(announced[2]).toMatchObject({ sequence: 1, resource: { type: "case", id: case_id } })
      expect(JSON.stringify(announced)).not.toContain("Lovelace")
    })
  ))

test("opening a case twice for one session, one after the other or at once, opens one and announces one", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      const open = inTransaction(openCase({ session, checks: [], reason_codes: ["document_forged"] }))
      const answers = yield* Effect.all([open, open, open], { concurrency: "unbounded" })
      expect(answers.map(({ id }) => id)).toEqual([case_id, case_id, case_id])
      expect(answers[0]?.reason_codes).toEqual(["poa_review"])
      expect((yield* eventTypes).filter((type) => type === "case.created").length).toBe(1)
      expect((yield* call("cases.list", { session_id: session.id })).pagination.total).toBe(1)
    })
  ))

test("a session without a name has a case without one, and the country may come from the address or the document", () =>
  run(
    Effect.gen(function* () {
      const nameless = yield* givenReview({ session: { expected: { first_name: "  ", address: { country: "FR" } } } })
      expect((yield* call("cases.get", { case_id: nameless.case_id })).subject).toEqual({ display_name: null, country: "FR" })
      const unknown = yield* givenReview()
      expect((yield* call("cases.get", { case_id: unknown.case_id })).subject).toEqual({ display_name: null, country: "DE" })
    })
  ))

test("the gravest reason decides the priority of a new case", () => {
  expect(priorityFor([])).toBe("normal")
  expect(priorityFor(["poa_review", "document_cropped"])).toBe("normal")
  expect(priorityFor(["poa_review", "face_mismatch"])).toBe("high")
  expect(priorityFor(["face_mismatch", "sanctions_hit", "poa_review"])).toBe("urgent")
})

test("superseding closes the open case without anybody's decision, and does nothing when there is none", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview()
      yield* call("cases.claim", { case_id })
      yield* events
      yield* inTransaction(supersede({ session_id: session.id }))
      expect(yield* call("cases.get", { case_id })).toMatchObject({
        status: "closed",
        decision: "superseded",
        decided_at: null,
        closed_at: "2026-03-01T09:00:00.000Z"
      })
      expect(yield* as(key())(findOpenCase(session.id))).toBeUndefined()
      yield* inTransaction(supersede({ session_id: session.id }))
      const announced = yield* events
      expect(announced.map(({ data, type }) => [type, data.decision, data.previous_status])).toEqual([
        ["case.updated", "superseded", "in_review"]
      ])
      expect((yield* storedSession(session.id)).status).toBe("in_review")
    })
  ))

test("a case can be opened by hand for a session that is in review and lost its own, and for no other", () =>
  run(
    Effect.gen(function* () {
      const { session } = yield* givenReview({ without_case: true })
      yield* events
      const made = yield* call("cases.create", { session_id: session.id, queue: "second line", tags: ["manual"], metadata: { ticket: 7 } })
      expect(made).toMatchObject({
        status: "open",
        session_id: session.id,
        reason_codes: ["poa_review"],
        queue: "second line",
        tags: ["manual"],
        metadata: { ticket: 7 }
      })
      expect(made.check_summary.length).toBe(1)
      expect(yield* eventTypes).toEqual(["case.created"])
      expect((yield* storedSession(session.id)).status).toBe("in_review")
      const twice = yield* refused(call("cases.create", { session_id: session.id }))
      expect(twice.code).toBe("conflict")
      expect(twice.failure).toMatchObject({ context: { case_id: made.id } })
      yield* call("cases.approve", { case_id: made.id })
      const decided = yield* refused(call("cases.create", { session_id: session.id }))
      expect(decided.code).toBe("invalid_state_transition")
      expect(decided.failure).toMatchObject({ context: { current_status: "approved" } })
      expect((yield* refused(call("cases.create", { session_id: `ses_${"z".repeat(26)}` }))).code).toBe("not_found")
      expect((yield* refused(call("cases.create", { session_id: "nonsense" }))).code).toBe("validation_error")
    })
  ))

test("a demo case comes with its session in review, a simulated check to correct, and can be decided; live keys get none", () =>
  run(
    Effect.gen(function* () {
      const made = yield* call("cases.create_demo")
      expect(made).toMatchObject({ status: "open", tags: ["demo"], reason_codes: ["poa_review"] })
      expect(made.subject.display_name).not.toBeNull()
      const announced = yield* events
      expect(announced.map(({ type }) => type)).toEqual([
        "session.created",
        "session.submitted",
        "check.created",
        "check.completed",
        "case.created",
        "session.review-required"
      ])
      expect(announced.at(-1)?.data.status).toBe("in_review")
      const [summary] = made.check_summary
      const corrected = yield* call("cases.correct_result", { case_id: made.id, check_id: summary.check_id, issuer: "Another" })
      expect(corrected).toMatchObject({ simulated: true, details: { issuer: "Another" } })
      expect((yield* call("cases.approve", { case_id: made.id })).decision).toBe("approved")
      expect((yield* storedSession(made.session_id)).status).toBe("approved")
      const live = yield* refused(call("cases.create_demo", {}, { ...key(), environment: "live" }))
      expect(live.code).toBe("sandbox_only")
    })
  ))

test("a case past its time is marked and announced once; one that was decided in time never is", () =>
  run(
    Effect.gen(function* () {
      const late = yield* givenReview()
      const done = yield* givenReview()
      yield* call("cases.approve", { case_id: done.case_id })
      yield* events
      const due = (instant: string) => Sweep.use((sweep) => sweep.due(cases, overdueConditions(instant), 10))
      expect(yield* due("2026-03-02T08:59:59.999Z")).toEqual([])
      expect(yield* as(key())(markOverdue({ id: late.case_id }))).toBe(false)
      yield* TestClock.adjust("24 hours")
      expect(yield* due("2026-03-02T09:00:00.000Z")).toEqual([{ organization: "org_acme", environment: "sandbox", id: late.case_id }])
      expect(yield* as(key())(markOverdue({ id: late.case_id }))).toBe(true)
      expect(yield* as(key())(markOverdue({ id: late.case_id }))).toBe(false)
      expect(yield* as(key())(markOverdue({ id: done.case_id }))).toBe(false)
      expect(yield* as(key())(markOverdue({ id: `rvc_${"0".repeat(26)}` }))).toBe(false)
      expect(yield* due("2026-03-03T09:00:00.000Z")).toEqual([])
      expect(yield* eventTypes).toEqual(["case.overdue"])
      expect((yield* call("cases.get", { case_id: late.case_id })).sla_breached).toBe(true)
    })
  ))

test("a handler that fails after opening a case leaves no case and no event behind", () =>
  run(
    Effect.gen(function* () {
      const { session } = yield* givenReview({ without_case: true })
      yield* events
      const failing = Effect.andThen(openCase({ session, checks: [], reason_codes: [] }), Effect.fail("later failure"))
      expect(yield* Effect.flip(inTransaction(failing))).toBe("later failure")
      expect(yield* as(key())(findOpenCase(session.id))).toBeUndefined()
      expect(yield* eventTypes).toEqual([])
      expect(yield* as(key())(SessionStore.use((store) => store.count([])))).toBe(1)
    })
  ))
