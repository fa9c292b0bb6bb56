import { expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { correctResult } from "@vouchkit/core/resources/cases/corrections"
import { CheckStore, proofDetails } from "@vouchkit/core/resources/checks/model"
import { codeOf } from "@vouchkit/core/kernel/foundation/failure"
import { Effect } from "effect"
import { as, call, events, eventTypes, givenReview, key, person, refused, run } from "./case-work.ts"

const auditOf = (action: string) =>
  as(key())(AuditLog.use((log) => log.list({ where: [{ field: "action", op: "eq", value: action }], limit: 10 })))

test("an update replaces what it names, merges metadata, ticks items, and names what changed", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview({ case: { metadata: { kept: 1, gone: 2 }, tags: ["old"] } })
      yield* events
      const updated = yield* call("cases.update", {
        case_id,
        metadata: { gone: null, added: { deep: true } },
        tags: ["new"],
        priority: "low",
        queue: "second line",
        due_at: "2026-03-05T12:00:00+02:00",
        checklist: [{ key: "proof_of_address", done: true }]
      })
      expect(updated).toMatchObject({
        metadata: { kept: 1, added: { deep: true } },
        tags: ["new"],
        priority: "low",
        queue: "second line",
        due_at: "2026-03-05T10:00:00.000Z",
        checklist: [{ key: "proof_of_address", done: true, done_by: "key_one", done_at: "2026-03-01T09:00:00.000Z" }],
        version: 2
      })
      expect(updated.metadata).not.toHaveProperty("gone")
      const [event, ...rest] = yield* events
      expect(rest).toEqual([])
      expect(event).toMatchObject({
        type: "case.updated",
        data: { changed: ["metadata", "tags", "priority", "queue", "due_at", "checklist"] }
      })
      expect(event?.data).not.toHaveProperty("metadata")
      const [entry] = yield* auditOf("cases.update")
      expect(entry?.changes.find(({ path }) => path === "metadata")).toEqual({ path: "metadata", from: null, to: null })
      expect(entry?.changes.find(({ path }) => path === "priority")).toEqual({ path: "priority", from: "normal", to: "low" })
      const unticked = yield* call("cases.update", { case_id, checklist: [{ key: "proof_of_address", done: false }], due_at: null })
      expect(unticked).toMatchObject({ due_at: null, checklist: [{ done: false, done_by: null, done_at: null }] })
      // The new priority is what cases sort by from now on.
      const other = yield* givenReview()
      const sorted = yield* call("cases.search", { sort_by: "priority" })
      expect(sorted.data.map(({ id }: { id: string }) => id)).toEqual([other.case_id, case_id])
    })
  ))

test("an update that changes nothing writes nothing and announces nothing", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const { notes, ...before } = yield* call("cases.get", { case_id })
      yield* events
      expect(notes).toEqual([])
      expect(yield* call("cases.update", { case_id })).toEqual(before)
      expect(yield* call("cases.update", { case_id, priority: "normal", metadata: { none: null }, tags: [] })).toEqual(before)
      expect(yield* eventTypes).toEqual([])
    })
  ))

test("an update of a case that was changed since it was read is refused when it names the version it read", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const { version } = yield* call("cases.get", { case_id })
      expect((yield* call("cases.update", { case_id, version, priority: "high" })).version).toBe(version + 1)
      const { code, failure } = yield* refused(call("cases.update", { case_id, version, priority: "low" }))
      expect(code).toBe("stale_object")
      expect(failure).toMatchObject({ context: { current_version: version + 1 } })
      expect((yield* call("cases.get", { case_id })).priority).toBe("high")
    })
  ))

test("metadata is bounded by what would be stored in the end, not by what one request sends", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.update", { case_id, metadata: { first: "x".repeat(9000) } })
      const { failure } = yield* refused(call("cases.update", { case_id, metadata: { second: "x".repeat(9000) } }))
      expect(failure).toMatchObject({ code: "validation_error", problems: [{ loc: ["body", "metadata"] }] })
      expect((yield* call("cases.update", { case_id, metadata: { first: null, second: "x".repeat(9000) } })).metadata).toHaveProperty(
        "second"
      )
      const alone = yield* refused(call("cases.update", { case_id, metadata: { third: "x".repeat(17_000) } }))
      expect(alone.failure).toMatchObject({ problems: [{ loc: ["body", "metadata"] }] })
    })
  ))

test("only items of the case's own checklist can be ticked", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const { failure } = yield* refused(call("cases.update", { case_id, checklist: [{ key: "made_up", done: true }] }))
      expect(failure).toMatchObject({ problems: [{ loc: ["body", "checklist", 0, "key"], code: "unknown_item" }] })
    })
  ))

test("a closed case keeps its priority, queue, time and checklist, yet takes tags, metadata and notes", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* call("cases.approve", { case_id })
      for (const changes of [{ priority: "low" }, { queue: "x" }, { due_at: null }, { checklist: [] }]) {
        expect((yield* refused(call("cases.update", { case_id, ...changes }))).code).toBe("case_closed")
      }
      expect(yield* call("cases.update", { case_id, tags: ["audited"], metadata: { a: 1 } })).toMatchObject({ tags: ["audited"] })
      expect((yield* call("cases.add_note", { case_id, body: "Filed" })).body).toBe("Filed")
    })
  ))

test("tags form a set: adding what is there and removing what is not are silent, and 50 is the most", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* events
      expect(yield* call("cases.add_tag", { case_id, tag: "vip" })).toEqual({ id: case_id, tags: ["vip"] })
      expect(yield* call("cases.add_tag", { case_id, tag: "vip" })).toEqual({ id: case_id, tags: ["vip"] })
      expect(yield* call("cases.remove_tag", { case_id, tag: "none" })).toEqual({ id: case_id, tags: ["vip"] })
      expect(yield* call("cases.remove_tag", { case_id, tag: "vip" })).toEqual({ id: case_id, tags: [] })
      expect(yield* eventTypes).toEqual(["case.updated", "case.updated"])
      const fifty = Array.from({ length: 50 }, (_, index) => `tag-${index}`)
      expect((yield* call("cases.replace_tags", { case_id, tags: fifty })).tags).toEqual(fifty)
      expect(yield* call("cases.add_tag", { case_id, tag: "tag-7" })).toEqual({ id: case_id, tags: fifty })
      expect((yield* refused(call("cases.add_tag", { case_id, tag: "one more" }))).failure).toMatchObject({
        problems: [{ loc: ["body", "tag"], code: "too_many" }]
      })
      expect((yield* refused(call("cases.replace_tags", { case_id, tags: [...fifty, "more"] }))).code).toBe("validation_error")
      expect((yield* refused(call("cases.add_tag", { case_id, tag: "x".repeat(65) }))).code).toBe("validation_error")
    })
  ))

test("tags added at the same moment are all kept", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const tags = Array.from({ length: 12 }, (_, index) => `tag-${index}`)
      yield* Effect.all(
        tags.map((tag) => call("cases.add_tag", { case_id, tag })),
        { concurrency: "unbounded" }
      )
      expect((yield* call("cases.get", { case_id })).tags.toSorted()).toEqual(tags.toSorted())
    })
  ))

test("distinct tags are counted over the cases of the tenant alone, most used first", () =>
  run(
    Effect.gen(function* () {
      yield* givenReview({ case: { tags: ["b", "a"] } })
      yield* givenReview({ case: { tags: ["b"] } })
      expect((yield* call("cases.list_tags")).data).toEqual([
        { tag: "b", count: 2 },
        { tag: "a", count: 1 }
      ])
      expect((yield* call("cases.list_tags", {}, { ...key(), environment: "live" })).data).toEqual([])
    })
  ))

test("notes are listed newest first with their author, and an event tells of one without its text", () =>
  run(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      yield* events
      const first = yield* call("cases.add_note", { case_id, body: "First\nof two" })
      expect(first).toMatchObject({ object: "case_note", case_id, body: "First\nof two", visibility: "internal" })
      const second = yield* call("cases.add_note", { case_id, body: "Second", visibility: "internal" }, key("key_two"))
      const page = yield* call("cases.list_notes", { case_id, limit: 1 })
      expect(page).toEqual({ data: [second], pagination: { total: 2, limit: 1, offset: 0, next_cursor: expect.any(String) } })
      expect((yield* call("cases.list_notes", { case_id, offset: 1 })).data).toEqual([first])
      expect(second.author).toEqual({ type: "api_key", id: "key_two" })
      const announced = yield* events
      expect(announced.map(({ data, sequence, type }) => [type, sequence, data.note_id, data.notes_count])).toEqual([
        ["case.note-added", 2, first.id, 1],
        ["case.note-added", 3, second.id, 2]
      ])
      expect(JSON.stringify(announced)).not.toContain("of two")
      for (const body of ["", "   ", "x".repeat(10_001), "nul\u0000"]) {
        expect((yield* refused(call("cases.add_note", { case_id, body }))).failure).toMatchObject({ problems: [{ loc: ["body", "body"] }] })
      }
      expect((yield* call("cases.add_note", { case_id, body: "x".repeat(10_000) })).body.length).toBe(10_000)
    })
  ))

test("correcting a result replaces the values, marks them, keeps the outcome, and logs names alone", () =>
  run(
    Effect.gen(function* () {
      const { case_id, check } = yield* givenReview()
      yield* events
      const corrected = yield* call("cases.correct_result", {
        case_id,
        check_id: check.id,
        issuer: "Wasserwerke Beispiel",
        holder_names: ["Ada King"],
        extracted_address: ["Neuer Weg 2", "10117 Berlin"],
        period_start: null,
        period_end: "2026-02-28",
        document_type_detected: "utility_bill"
      })
      expect(corrected).toMatchObject({
        id: check.id,
        outcome: "review",
        details: {
          issuer: "Wasserwerke Beispiel",
          holder_names: ["Ada King"],
          extracted_address: ["Neuer Weg 2", "10117 Berlin"],
          period_start: null,
          period_end: "2026-02-28",
          corrected: {
            fields: ["issuer", "holder_names", "extracted_address", "period_start", "period_end"],
            by: "key_one",
            at: "2026-03-01T09:00:00.000Z"
          }
        }
      })
      const stored = yield* as(key())(CheckStore.use((store) => store.find(check.id)))
      expect(stored === undefined ? undefined : proofDetails(stored)?.issuer).toBe("Wasserwerke Beispiel")
      const [entry] = yield* auditOf("cases.correct_result")
      expect(entry).toMatchObject({ target: { type: "case", id: case_id } })
      expect(entry?.changes[0]).toEqual({ path: `results.${check.id}.issuer`, from: null, to: null })
      const announced = yield* events
      expect(announced.map(({ type }) => type)).toEqual(["case.updated"])
      expect(JSON.stringify([entry, announced])).not.toMatch(/Wasserwerke|King|Neuer/)
      yield* call("cases.correct_result", { case_id, check_id: check.id, document_type_detected: "bank_statement", issuer: "Bank" })
      const again = yield* as(key())(CheckStore.use((store) => store.find(check.id)))
      expect(again === undefined ? undefined : proofDetails(again)?.corrected?.fields.toSorted()).toEqual([
        "document_type_detected",
        "extracted_address",
        "holder_names",
        "issuer",
        "period_end",
        "period_start"
      ])
    })
  ))

test("a correction that says what is there already changes and announces nothing", () =>
  run(
    Effect.gen(function* () {
      const { case_id, check } = yield* givenReview()
      yield* events
      const same = yield* call("cases.correct_result", { case_id, check_id: check.id, issuer: "Stadtwerke", period_end: "2026-01-31" })
      expect(same.details).not.toHaveProperty("corrected")
      expect(yield* eventTypes).toEqual([])
    })
  ))

test("a correction is refused that is empty, out of bounds, reversed in time, of another case or of a closed one", () =>
  run(
    Effect.gen(function* () {
      const { case_id, check } = yield* givenReview()
      const other = yield* givenReview()
      const ids = { case_id, check_id: check.id }
      const code = (input: object, caller = key()) =>
        Effect.map(refused(call("cases.correct_result", { ...ids, ...input }, caller)), ({ code }) => code)
      expect(yield* code({})).toBe("validation_error")
      expect(yield* code({ issuer: "x".repeat(201) })).toBe("validation_error")
      expect(yield* code({ issuer: "😀".repeat(201) })).toBe("validation_error")
      expect(yield* code({ holder_names: Array.from({ length: 11 }, () => "A") })).toBe("validation_error")
      expect(yield* code({ period_start: "2026-02-01" })).toBe("validation_error")
      expect(yield* code({ period_end: "2026-02-30" })).toBe("validation_error")
      expect(yield* code({ outcome: "passed" })).toBe("validation_error")
      expect(yield* code({ issuer: "X", check_id: other.check.id })).toBe("not_found")
      expect(yield* code({ issuer: "X" }, key("key_writer", ["cases:write"]))).toBe("forbidden")
      yield* call("cases.approve", { case_id })
      expect(yield* code({ issuer: "X" })).toBe("case_closed")
    })
  ))

test("people in the dashboard correct only the cases they hold", () =>
  run(
    Effect.gen(function* () {
      const { case_id, check } = yield* givenReview()
      const attempt = (caller: ReturnType<typeof person>) =>
        correctResult({ case_id, check_id: check.id }, { issuer: "X" }).pipe(as(caller), Effect.flip, Effect.map(codeOf))
      expect(yield* attempt(person("usr_ann", "review_cases"))).toBe("forbidden")
      expect(yield* attempt(person("usr_ann", "correct_data"))).toBe("case_not_claimed")
      yield* call("cases.claim", { case_id })
      expect(yield* attempt(person("usr_ann", "correct_data"))).toBe("case_already_claimed")
    })
  ))
