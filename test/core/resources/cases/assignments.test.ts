import { expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { as, call, events, eventTypes, givenReview, key, person, refused, run } from "./case-work.ts"

test("claiming an open case gives it to the caller, announces it and writes one audit entry of the operation's name", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* events
      const claimed = yield* call("cases.claim", { case_id })
      expect(claimed).toMatchObject({ status: "in_review", assigned_to: "key_one", claimed_at: "2026-03-01T09:00:00.000Z", version: 2 })
      const [event, ...rest] = yield* events
      expect(rest).toEqual([])
      expect(event).toMatchObject({
        type: "case.claimed",
        resource: { type: "case", id: case_id },
        sequence: 2,
        actor: { type: "api_key", id: "key_one" },
        data: { status: "in_review", previous_status: "open", assigned_to: "key_one" }
      })
      const entries = yield* as(key())(AuditLog.use((log) => log.list({ limit: 10 })))
      expect(entries).toMatchObject([{ action: "cases.claim", target: { type: "case", id: case_id }, outcome: "succeeded" }])
    })
  ))

test("of many who claim one case at once exactly one wins, and the others are told that it is taken", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* events
      const callers = Array.from({ length: 20 }, (_, index) => key(`key_${index}`))
      const exits = yield* Effect.all(
        callers.map((caller) => Effect.exit(call("cases.claim", { case_id }, caller))),
        { concurrency: "unbounded" }
      )
      const winners = exits.filter(Exit.isSuccess)
      expect(winners.length).toBe(1)
      const again = yield* refused(call("cases.claim", { case_id }, key("key_late")))
      expect(again.code).toBe("case_already_claimed")
      expect(again.failure).toMatchObject({ context: { assigned_to: winners[0]?.value.assigned_to } })
      expect(yield* eventTypes).toEqual(["case.claimed"])
    })
  ))

test("claiming one's own case again changes nothing and announces nothing", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const first = yield* call("cases.claim", { case_id })
      yield* events
      yield* TestClock.adjust("1 minute")
      expect(yield* call("cases.claim", { case_id })).toEqual(first)
      expect(yield* eventTypes).toEqual([])
    })
  ))

test("many who ask for the next case are never given the same one, and nobody is given one when none is left", () =>
  run(
    Effect.gen(function* () {
      const given = yield* Effect.forEach(Array.from({ length: 8 }), () => givenReview())
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, (_, index) => call("cases.claim_next", {}, key(`key_${index}`))),
        { concurrency: "unbounded" }
      )
      const claimed = answers.flatMap((answer) => (answer.case === null ? [] : [answer.case.id]))
      expect(claimed.toSorted()).toEqual(given.map(({ case_id }) => case_id).toSorted())
      expect(answers.filter((answer) => answer.case === null).length).toBe(4)
    })
  ))

test("the next case is that of the highest priority, then the one that waits longest, within the queue asked for", () =>
  run(
    Effect.gen(function* () {
      const first = yield* givenReview()
      yield* TestClock.adjust("1 minute")
      const second = yield* givenReview()
      const urgent = yield* givenReview({ reason_codes: ["sanctions_hit"] })
      const elsewhere = yield* givenReview({ reason_codes: ["sanctions_hit"], case: { queue: "payments" } })
      const next = (wanted = {}) => Effect.map(call("cases.claim_next", wanted), (answer) => answer.case?.id)
      expect(yield* next({ queue: ["default"] })).toBe(urgent.case_id)
      expect(yield* next({ queue: "default" })).toBe(first.case_id)
      expect(yield* next({ priority: ["low", "normal"] })).toBe(second.case_id)
      expect(yield* next({ queue: "default" })).toBeUndefined()
      expect(yield* next()).toBe(elsewhere.case_id)
    })
  ))

test("a released case is anybody's again; releasing one that nobody holds is a conflict that says what is possible", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.claim", { case_id })
      yield* events
      expect(yield* call("cases.release", { case_id })).toMatchObject({ status: "open", assigned_to: null, claimed_at: null })
      expect(yield* eventTypes).toEqual(["case.released"])
      const { code, failure } = yield* refused(call("cases.release", { case_id }))
      expect(code).toBe("invalid_state_transition")
      expect(failure).toMatchObject({ context: { current_status: "open", allowed: expect.arrayContaining(["claim", "escalate"]) } })
      expect((yield* call("cases.claim", { case_id }, key("key_two"))).assigned_to).toBe("key_two")
    })
  ))

test("assigning puts a case into somebody's hands, null takes it out, and repeating either changes nothing", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* events
      const assigned = yield* call("cases.assign", { case_id, user_id: "usr_ann" })
      expect(assigned).toMatchObject({ status: "in_review", assigned_to: "usr_ann" })
      expect(yield* call("cases.assign", { case_id, user_id: "usr_ann" })).toEqual(assigned)
      expect(yield* call("cases.assign", { case_id, user_id: "usr_ben" })).toMatchObject({ assigned_to: "usr_ben" })
      const freed = yield* call("cases.assign", { case_id, user_id: null })
      expect(freed).toMatchObject({ status: "open", assigned_to: null })
      expect(yield* call("cases.assign", { case_id, user_id: null })).toEqual(freed)
      expect((yield* events).map(({ data, type }) => [type, data.assigned_to, data.previously_assigned_to])).toEqual([
        ["case.assigned", "usr_ann", null],
        ["case.assigned", "usr_ben", "usr_ann"],
        ["case.assigned", null, "usr_ben"]
      ])
      const problems = (yield* refused(call("cases.assign", { case_id }))).failure
      expect(problems).toMatchObject({ problems: [{ loc: ["body", "user_id"], code: "missing" }] })
    })
  ))

test("escalating lets go of the case, raises its priority by one step and keeps the reason as a note, never in the event", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.claim", { case_id })
      yield* events
      const reason = "Ada Lovelace appears twice"
      const escalated = yield* call("cases.escalate", { case_id, reason })
      expect(escalated).toMatchObject({
        status: "escalated",
        assigned_to: null,
        priority: "high",
        escalated_at: "2026-03-01T09:00:00.000Z",
        notes_count: 1
      })
      const announced = yield* events
      expect(announced.map(({ sequence, type }) => [type, sequence])).toEqual([
        ["case.note-added", 3],
        ["case.escalated", 4]
      ])
      expect(JSON.stringify(announced)).not.toContain("Lovelace")
      expect((yield* call("cases.list_notes", { case_id })).data).toMatchObject([
        { body: reason, author: { type: "api_key", id: "key_one" } }
      ])
      expect((yield* refused(call("cases.claim", { case_id }))).code).toBe("invalid_state_transition")
      const again = yield* refused(call("cases.escalate", { case_id, reason }))
      expect(again.code).toBe("invalid_state_transition")
      // The note of the refused escalation was undone with it.
      expect((yield* call("cases.get", { case_id })).notes_count).toBe(1)
      expect((yield* refused(call("cases.escalate", { case_id }))).code).toBe("validation_error")
    })
  ))

test("an urgent case that is escalated stays urgent", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview({ case: { priority: "urgent" } })
      expect((yield* call("cases.escalate", { case_id, reason: "A second look" })).priority).toBe("urgent")
    })
  ))

test("a case of the other environment, of another organization or of nobody is not found by any operation", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const strangers = [
        { ...key(), environment: "live" as const },
        { ...key(), organization: "org_other" }
      ]
      const calls: ReadonlyArray<readonly [string, object]> = [
        ["cases.get", {}],
        ["cases.claim", {}],
        ["cases.release", {}],
        ["cases.assign", { user_id: null }],
        ["cases.escalate", { reason: "why" }],
        ["cases.approve", {}],
        ["cases.reject", { reason_codes: ["document_forged"] }],
        ["cases.reopen", {}],
        ["cases.update", { priority: "low" }],
        ["cases.add_note", { body: "x" }],
        ["cases.list_notes", {}],
        ["cases.add_tag", { tag: "x" }],
        ["cases.remove_tag", { tag: "x" }],
        ["cases.replace_tags", { tags: [] }]
      ]
      for (const [name, input] of calls) {
        for (const stranger of strangers) {
          expect((yield* refused(call(name, { case_id, ...input }, stranger))).code).toBe("not_found")
        }
        expect((yield* refused(call(name, { case_id: `rvc_${"0".repeat(26)}`, ...input }))).code).toBe("not_found")
      }
      expect((yield* call("cases.claim_next", {}, { ...key(), environment: "live" })).case).toBeNull()
      expect((yield* call("cases.list", {}, { ...key(), organization: "org_other" })).data).toEqual([])
      expect((yield* call("cases.get", { case_id })).status).toBe("open")
    })
  ))

test("every operation asks for its scope, and people of the dashboard are not mistaken for keys", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const { failure } = yield* refused(call("cases.claim", { case_id }, key("key_reader", ["cases:read"])))
      expect(failure.message).toBe("API key missing required scope: cases:write")
      const denied = yield* refused(call("cases.approve", { case_id }, key("key_reader", ["cases:read"])))
      expect(denied.failure.message).toBe("API key missing required scope: cases:decide or cases:write")
      expect((yield* refused(call("cases.get", { case_id }, person("usr_ann")))).code).toBe("unauthorized")
    })
  ))
