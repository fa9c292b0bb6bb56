import { expect, test } from "bun:test"
import { codecOf } from "@vouchkit/http/codec"
import { cases } from "@vouchkit/core/resources/cases/operations"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, givenReview, key, refused, run } from "./case-work.ts"

const ids = (input: object, caller = key()): Effect.Effect<ReadonlyArray<string>, any, any> =>
  Effect.map(call("cases.search", input, caller), (page) => page.data.map(({ id }: { id: string }) => id))
const filtered = (filters: object, caller = key()) => ids({ filters }, caller)

test("an empty search answers everything, newest in review first, 25 at a time", () =>
  run(
    Effect.gen(function* () {
      const given = yield* Effect.forEach(Array.from({ length: 27 }), () => Effect.tap(givenReview(), TestClock.adjust("1 second")))
      const newest = given.map(({ case_id }) => case_id).toReversed()
      const page = yield* call("cases.search")
      expect(page.pagination).toEqual({ total: 27, limit: 25, offset: 0, next_cursor: expect.any(String) })
      expect(page.data.map(({ id }: { id: string }) => id)).toEqual(newest.slice(0, 25))
      expect(yield* ids({ offset: 25 })).toEqual(newest.slice(25))
      expect(yield* call("cases.search", { offset: 1000 })).toEqual({ data: [], pagination: { total: 27, limit: 25, offset: 1000 } })
      expect((yield* call("cases.list")).pagination).toMatchObject({ total: 27, limit: 25, offset: 0 })
    })
  ))

test("each filter finds what it names, alone or as a list, and nothing else", () =>
  run(
    Effect.gen(function* () {
      const one = yield* givenReview({
        session: { external_reference: "ref-1", expected: { country: "FR" }, workflow_id: "wfl_other", identity_id: "idn_1" },
        reason_codes: ["poa_review", "sanctions_hit"],
        case: { tags: ["vip", "eu"], queue: "payments" }
      })
      yield* TestClock.adjust("1 hour")
      const two = yield* givenReview({ session: { risk: { score: 40, level: "medium", signals: [] } }, case: { tags: ["eu"] } })
      yield* call("cases.claim", { case_id: two.case_id })
      yield* TestClock.adjust("1 hour")
      const three = yield* givenReview({ session: { risk: { score: 90, level: "critical", signals: [] } } })
      yield* call("cases.add_note", { case_id: three.case_id, body: "Looked at it" })
      yield* call("cases.approve", { case_id: three.case_id }, key("key_two"))
      const [a, b, c] = [one.case_id, two.case_id, three.case_id]
      const expected: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
        [{}, [c, b, a]],
        [{ status: "open" }, [a]],
        [{ status: ["open", "closed"] }, [c, a]],
        [{ status: [] }, [c, b, a]],
        [{ decision: "approved" }, [c]],
        [{ decision: ["rejected", "superseded"] }, []],
        [{ assigned_to: "me" }, [b]],
        [{ assigned_to: "key_one" }, [b]],
        [{ assigned_to: "unassigned" }, [c, a]],
        [{ assigned_to: "key_two" }, []],
        [{ session_id: one.session.id }, [a]],
        [{ identity_id: "idn_1" }, [a]],
        [{ external_reference: "ref-1" }, [a]],
        [{ workflow_id: ["wfl_other"] }, [a]],
        [{ workflow_id: "wfl_default" }, [c, b]],
        [{ queue: "payments" }, [a]],
        [{ queue: ["payments", "default"] }, [c, b, a]],
        [{ tags: ["vip", "none"] }, [a]],
        [{ tags: "eu" }, [b, a]],
        [{ tags_all: ["eu", "vip"] }, [a]],
        [{ tags_all: ["eu", "none"] }, []],
        [{ reason_codes: "sanctions_hit" }, [a]],
        [{ reason_codes: ["poa_review"] }, [c, b, a]],
        [{ check_type: ["proof_of_address"] }, [c, b, a]],
        [{ check_type: "face_match" }, []],
        [{ priority: "urgent" }, [a]],
        [{ priority: ["normal", "high"] }, [c, b]],
        [{ country: "FR" }, [a]],
        [{ country: ["DE"] }, [c, b]],
        [{ risk_score: { gte: 40 } }, [c, b]],
        [{ risk_score: { lte: 40 } }, [b]],
        [{ risk_score: { gte: 41, lte: 89 } }, []],
        [{ entered_review_at: { gte: "2026-03-01T10:00:00Z" } }, [c, b]],
        [{ entered_review_at: { gt: "2026-03-01T10:00:00Z" } }, [c]],
        [{ entered_review_at: { lt: "2026-03-01T11:00:00+01:00" } }, [a]],
        [{ created_at: { lte: "2026-03-01T10:00:00.000Z" } }, [b, a]],
        [{ claimed_at: { gte: "2026-01-01T00:00:00Z" } }, [b]],
        [{ decided_at: { gte: "2026-01-01T00:00:00Z" } }, [c]],
        [{ due_at: { lt: "2026-03-02T10:00:00Z" } }, [a]],
        [{ sla_breached: true }, []],
        [{ sla_breached: false }, [c, b, a]],
        [{ has_screening_hits: true }, [a]],
        [{ has_notes: true }, [c]],
        [{ has_notes: false }, [b, a]],
        [{ status: "open", tags: "eu", priority: "urgent" }, [a]],
        [{ status: "open", has_notes: true }, []]
      ]
      for (const [filters, found] of expected) expect([filters, yield* filtered(filters)]).toEqual([filters, found])
      expect(yield* filtered({ assigned_to: "me" }, key("key_two"))).toEqual([])
    })
  ))

const problemsOf = (input: object) =>
  Effect.map(refused(call("cases.search", input)), ({ code, failure }) => ({
    code,
    problems: "problems" in failure ? failure.problems.map((problem: any) => [problem.loc, problem.code]) : []
  }))

test("an unknown filter or value is refused where it stands, and all of them at once", () =>
  run(
    Effect.gen(function* () {
      const { code, problems } = yield* problemsOf({
        filters: {
          colour: "red",
          status: ["open", "ajar"],
          priority: "huge",
          risk_score: { gt: 5 },
          created_at: { gte: "yesterday" },
          country: "Germany"
        },
        sort_by: "colour",
        sort_order: "sideways",
        limit: 101,
        offset: -1
      })
      expect(code).toBe("validation_error")
      const locations = problems.map(([loc]: any) => loc)
      for (const loc of [
        ["body", "filters", "colour"],
        ["body", "filters", "status", 1],
        ["body", "filters", "priority"],
        ["body", "filters", "risk_score", "gt"],
        ["body", "filters", "created_at", "gte"],
        ["body", "filters", "country"],
        ["body", "sort_by"],
        ["body", "sort_order"],
        ["body", "limit"],
        ["body", "offset"]
      ]) {
        expect(locations).toContainEqual(loc)
      }
      const colour = problems.find(([loc]: any) => loc[2] === "colour")
      expect(colour?.[1]).toBe("unexpected_key")
      for (const limit of [0, 101, 2.5, "25"]) expect((yield* problemsOf({ limit })).problems[0]?.[0]).toEqual(["body", "limit"])
      expect((yield* call("cases.search", { limit: 100, query: null })).pagination.limit).toBe(100)
      expect((yield* call("cases.search", { limit: 1 })).pagination.limit).toBe(1)
    })
  ))

test("a body in camel case says the same, whereas an unknown filter keeps the spelling it came in", () => {
  const { search } = cases
  if (search === undefined) throw new Error("no search")
  const codec = codecOf(search)
  const open = (body: unknown) => {
    const request = new Request("http://localhost/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return codec.input({ request, params: {}, search: new URLSearchParams(), problems: [], version: "2026-08-31" })
  }
  return Effect.runPromise(
    Effect.gen(function* () {
      const camel = yield* open({ filters: { assignedTo: "me", tagsAll: "vip", riskScore: { gte: 3 } }, sortBy: "risk_score" })
      expect(camel).toMatchObject({ filters: { assigned_to: "me", tags_all: "vip", risk_score: { gte: 3 } }, sort_by: "risk_score" })
      expect(yield* open({})).toEqual({ sort_by: "entered_review_at", sort_order: "desc", limit: 25, offset: 0 })
      const failure: any = yield* Effect.flip(open({ filters: { assignedToo: "me" } }))
      expect(failure.problems).toMatchObject([{ loc: ["body", "filters", "assignedToo"], code: "unexpected_key" }])
    })
  )
})

test("words are found in ids, reference, tags, name and notes, in any order, whatever their case or form", () =>
  run(
    Effect.gen(function* () {
      const { case_id, session } = yield* givenReview({
        session: { external_reference: "Order-77_A", expected: { first_name: "José", last_name: "Ångström" } },
        case: { tags: ["VIP guest"] }
      })
      yield* givenReview()
      yield* call("cases.add_note", { case_id, body: "Called back;\n100% sure it is she." })
      yield* call("cases.add_note", { case_id, body: "Second note" })
      const matches = [
        case_id,
        case_id.slice(4).toUpperCase(),
        session.id,
        "order-77_a",
        "vip",
        "JOSÉ",
        "jose\u0301",
        "ångström josé",
        "  Ångström   VIP ",
        "100% sure",
        "back; 100%",
        "second called",
        "ＶＩＰ"
      ]
      for (const query of matches) expect([query, yield* ids({ query })]).toEqual([query, [case_id]])
      for (const query of ["order-77%", "order_77", "jos% e", "\\", "nobody", "vip nobody", "poa_review"]) {
        expect([query, yield* ids({ query })]).toEqual([query, []])
      }
      for (const query of ["", "   ", null]) expect((yield* ids({ query })).length).toBe(2)
      yield* call("cases.replace_tags", { case_id, tags: ["plain"] })
      expect(yield* ids({ query: "vip" })).toEqual([])
      expect(yield* ids({ query: "plain second" })).toEqual([case_id])
      expect((yield* refused(call("cases.search", { query: "x".repeat(256) }))).code).toBe("validation_error")
    })
  ))

test("sorting goes both ways, by weight for priorities, with missing values last and ties by id", () =>
  run(
    Effect.gen(function* () {
      const low = yield* givenReview({ case: { priority: "low" }, session: { risk: { score: 10, level: "low", signals: [] } } })
      const urgent = yield* givenReview({ case: { priority: "urgent" } })
      const high = yield* givenReview({ case: { priority: "high" }, session: { risk: { score: 70, level: "high", signals: [] } } })
      const alike = yield* givenReview({ case: { priority: "high" } })
      const [l, u, h, a] = [low.case_id, urgent.case_id, high.case_id, alike.case_id]
      expect(yield* ids({ sort_by: "priority" })).toEqual([u, a, h, l])
      expect(yield* ids({ sort_by: "priority", sort_order: "asc" })).toEqual([l, h, a, u])
      expect(yield* ids({ sort_by: "risk_score", sort_order: "desc" })).toEqual([h, l, a, u])
      expect(yield* ids({ sort_by: "risk_score", sort_order: "asc" })).toEqual([l, h, u, a])
      expect(yield* ids({ sort_by: "entered_review_at", sort_order: "asc" })).toEqual([l, u, h, a])
      yield* call("cases.claim", { case_id: u })
      expect((yield* ids({ sort_by: "claimed_at", sort_order: "asc" }))[0]).toBe(u)
      expect((yield* ids({ sort_by: "claimed_at", sort_order: "desc" }))[0]).toBe(u)
    })
  ))

test("the list takes the plain filters as a query", () =>
  run(
    Effect.gen(function* () {
      const one = yield* givenReview({ case: { tags: ["vip"] }, reason_codes: ["face_mismatch"] })
      const two = yield* givenReview()
      yield* call("cases.claim", { case_id: two.case_id })
      const list = (query: object) => Effect.map(call("cases.list", query), (page) => page.data.map(({ id }: { id: string }) => id))
      expect(yield* list({ tag: ["vip"] })).toEqual([one.case_id])
      expect(yield* list({ reason_code: ["face_mismatch"] })).toEqual([one.case_id])
      expect(yield* list({ status: ["in_review"] })).toEqual([two.case_id])
      expect(yield* list({ assigned_to: "me" })).toEqual([two.case_id])
      expect(yield* list({ assigned_to: "unassigned" })).toEqual([one.case_id])
      expect(yield* list({ limit: 1, offset: 1, sort_order: "asc" })).toEqual([two.case_id])
    })
  ))

test("the tabs count what stands under them", () =>
  run(
    Effect.gen(function* () {
      const none = { unassigned: 0, mine: 0, in_review: 0, escalated: 0, awaiting_subject: 0, overdue: 0, closed_today: 0, all_open: 0 }
      expect(yield* call("cases.counts")).toEqual(none)
      const given = yield* Effect.forEach(Array.from({ length: 6 }), () => givenReview())
      const [first = "", second = "", third = "", fourth = ""] = given.map(({ case_id }) => case_id)
      yield* call("cases.claim", { case_id: first })
      yield* call("cases.claim", { case_id: second }, key("key_two"))
      yield* call("cases.escalate", { case_id: third, reason: "Unsure" })
      yield* call("cases.approve", { case_id: fourth })
      expect(yield* call("cases.counts")).toEqual({
        ...none,
        unassigned: 2,
        mine: 1,
        in_review: 2,
        escalated: 1,
        closed_today: 1,
        all_open: 5
      })
      expect((yield* call("cases.counts", {}, key("key_three"))).mine).toBe(0)
      expect(yield* call("cases.counts", {}, { ...key(), environment: "live" })).toEqual(none)
      // No one marks the cases: the tab counts by the clock.
      yield* TestClock.adjust("24 hours")
      expect(yield* call("cases.counts")).toMatchObject({ overdue: 5, closed_today: 0, all_open: 5 })
    })
  ))
