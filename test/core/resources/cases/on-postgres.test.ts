import { expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { openCase, supersede } from "@vouchkit/core/resources/cases/open"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect, Exit, Layer } from "effect"
import { freshDatabase } from "../../../support/postgres.ts"
import { as, call, events, givenReview, key, storedSession } from "./case-work.ts"

const beside = Layer.mergeAll(Crypto.layer(new Uint8Array(32).fill(7)), Layer.succeed(PlanLimit)(0))
/** Over a database of its own. */
const live = async <A, E>(program: Effect.Effect<A, E, any>): Promise<A> => {
  const layer = Layer.mergeAll(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 8 }), beside)
  return Effect.runPromise(program.pipe(Effect.provide(layer as Layer.Layer<any>)) as Effect.Effect<A, E>)
}
const atOnce = <A, E, R>(tasks: ReadonlyArray<Effect.Effect<A, E, R>>) => Effect.all(tasks.map(Effect.exit), { concurrency: "unbounded" })
const succeeded = (exits: ReadonlyArray<Exit.Exit<any, any>>) => exits.filter(Exit.isSuccess).map(({ value }) => value)

test("in the database, of many claims of one case at once exactly one wins", () =>
  live(
    Effect.gen(function* () {
      const { case_id } = yield* givenReview()
      const exits = yield* atOnce(Array.from({ length: 8 }, (_, index) => call("cases.claim", { case_id }, key(`key_${index}`))))
      expect(succeeded(exits).length).toBe(1)
      expect(yield* call("cases.claim", { case_id }, key(succeeded(exits)[0].assigned_to))).toEqual(succeeded(exits)[0])
      yield* call("cases.approve", { case_id })
    })
  ))

test("in the database, no case is given twice to those who ask for the next one", () =>
  live(
    Effect.gen(function* () {
      const given = yield* Effect.forEach(Array.from({ length: 5 }), () => givenReview())
      const exits = yield* atOnce(Array.from({ length: 8 }, (_, index) => call("cases.claim_next", {}, key(`key_${index}`))))
      const claimed = succeeded(exits).flatMap((answer) => (answer.case === null ? [] : [answer.case.id]))
      expect(exits.every(Exit.isSuccess)).toBe(true)
      expect(claimed.toSorted()).toEqual(given.map(({ case_id }) => case_id).toSorted())
    })
  ))

test("in the database, decisions, superseding and opening at once leave one story: at most one open case, events without a gap", () =>
  live(
    Effect.gen(function* () {
      yield* events
      const { transaction } = yield* UnitOfWork
      for (let round = 0; round < 6; round += 1) {
        const { case_id, session } = yield* givenReview()
        yield* atOnce<unknown, unknown, any>([
          call("cases.approve", { case_id }),
          call("cases.reject", { case_id, reason_codes: ["document_forged"] }),
          call("cases.add_note", { case_id, body: "At the same time" }),
          call("cases.add_tag", { case_id, tag: "raced" }),
          call("cases.claim", { case_id }),
          as(key())(transaction(supersede({ session_id: session.id }))),
          as(key())(transaction(openCase({ session, checks: [], reason_codes: [] })))
        ])
        const { data } = yield* call("cases.search", { filters: { session_id: session.id }, sort_by: "created_at", sort_order: "asc" })
        expect(data.filter(({ status }: any) => status !== "closed").length).toBeLessThanOrEqual(1)
        expect(data[0]).toMatchObject({ tags: ["raced"], notes_count: 1 })
        const status = { approved: "approved", rejected: "declined", superseded: "in_review" }[data[0].decision as "approved"]
        if (status !== undefined && data.length === 1) expect((yield* storedSession(session.id)).status).toBe(status as "approved")
        const told = (yield* events).filter(({ resource }) => resource.id === case_id)
        expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1))
      }
    })
  ))

test("in the database, search, counts, demo cases, corrections and reopening answer as they do in memory", () =>
  live(
    Effect.gen(function* () {
      const made = yield* call("cases.create_demo", {}, { ...key(), organization: "org_fresh" })
      const caller = { ...key(), organization: "org_fresh" }
      const { id: case_id } = made
      const found = (filters: object, query?: string) =>
        Effect.map(
          call("cases.search", { filters, ...(query === undefined ? {} : { query }), sort_by: "priority" }, caller),
          ({ pagination }) => pagination.total
        )
      const [word = ""] = (made.subject.display_name ?? "").toUpperCase().split(" ").toReversed()
      expect(yield* found({}, word)).toBe(1)
      expect(yield* found({}, `${word}%`)).toBe(0)
      expect(
        yield* found({
          status: "open",
          assigned_to: "unassigned",
          tags: ["demo", "other"],
          tags_all: "demo",
          reason_codes: "poa_review",
          check_type: "proof_of_address",
          country: made.subject.country,
          entered_review_at: { gte: "2020-01-01T00:00:00Z" },
          sla_breached: false,
          has_screening_hits: false,
          has_notes: false
        })
      ).toBe(1)
      expect(yield* found({ tags_all: ["demo", "other"] })).toBe(0)
      expect(yield* found({ risk_score: { gte: 0 } })).toBe(0)
      expect(yield* call("cases.counts", {}, caller)).toMatchObject({ unassigned: 1, all_open: 1, closed_today: 0 })
      yield* call("cases.correct_result", { case_id, check_id: made.check_summary[0].check_id, issuer: "Another" }, caller)
      expect((yield* call("cases.list_tags", {}, caller)).data).toEqual([{ tag: "demo", count: 1 }])
      expect((yield* call("cases.approve", { case_id, note: "Fine" }, caller)).decision).toBe("approved")
      expect((yield* call("cases.reopen", { case_id }, caller)).status).toBe("open")
      expect((yield* call("cases.list_notes", { case_id }, caller)).data.length).toBe(1)
    })
  ))
