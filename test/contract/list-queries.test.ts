import { afterAll, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { collection } from "@vouchkit/adapters/postgres/collection"
import { Database } from "@vouchkit/adapters/postgres/database"
import { usualBounds } from "@vouchkit/adapters/postgres/statements/bounds"
import type { Condition, Position, Query } from "@vouchkit/core/kernel/storage/collection"
import { cases, CaseStore, type StoredCase } from "@vouchkit/core/resources/cases/model"
import { keptCounts } from "@vouchkit/core/kernel/storage/position"
import { searchTerms } from "@vouchkit/core/kernel/storage/words"
import { indexed } from "@vouchkit/core/resources/cases/search-text"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { Effect, ManagedRuntime } from "effect"
import fc from "fast-check"
import { aCase } from "../support/report-records.ts"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeLive, acmeSandbox, as } from "../support/tenants.ts"

const memory = ManagedRuntime.make(Memory.layer)
const postgres = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 2 }))
afterAll(() => Promise.all([memory.dispose(), postgres.dispose()]))

type Field = keyof typeof cases.columns
type Where = ReadonlyArray<Condition<Field>>
const inBoth = async <A>(use: (store: CaseStore["Service"]) => Effect.Effect<A, unknown, any>): Promise<readonly [A, A]> => {
  const effect = as(acmeSandbox)(Effect.flatMap(CaseStore, use)) as Effect.Effect<A, never, CaseStore>
  return [await memory.runPromise(effect), await postgres.runPromise(effect)]
}

/** The same page as of a list in which every condition finds many records. */
const walking = (query: Query<Field>) =>
  as(acmeSandbox)(
    Effect.flatMap(Database, (database) => collection(database, cases, () => "", { ...usualBounds, fetched: 2, read: 3 }).page(query))
  )

/** The same list, of which no more than this many are counted. */
const bound = 4
const countingFew = await postgres.runPromise(
  Effect.map(Database, (database) => collection(database, cases, undefined, { ...usualBounds, counted: bound, spare: 2 }))
)

const tags = ["vip", "eu", "Vip", "_%", "日本"]
const words = [
  "Ada",
  "O'Brien",
  "Jean-Luc",
  "customer-7",
  "customer-77",
  "customer",
  "山田太郎",
  "Ångström",
  "a_b%c",
  "back;",
  "x\\y",
  "--",
  "de"
]
const statuses = ["open", "in_review", "escalated", "closed"] as const
const times = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z"]

const changing = fc.record({
  status: fc.constantFrom(...statuses),
  tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 }),
  reason_codes: fc.array(fc.constantFrom("poa_review", "sanctions_hit"), { maxLength: 2 }),
  priority_rank: fc.constantFrom(1, 2, 3),
  risk_score: fc.option(fc.constantFrom(10, 20), { nil: null }),
  due_at: fc.option(fc.constantFrom(...times), { nil: null }),
  entered_review_at: fc.constantFrom(...times),
  external_reference: fc.option(fc.constantFrom(...words), { nil: null }),
  display_name: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((found) => found.join(" "))
})
const changed = (row: StoredCase, { display_name, ...rest }: typeof changing extends fc.Arbitrary<infer A> ? A : never): StoredCase =>
  indexed({ ...row, ...(rest as Partial<StoredCase>), subject: { display_name, country: null } })

const some = <A>(values: ReadonlyArray<A>, least = 0) => fc.array(fc.constantFrom(...values), { minLength: least, maxLength: 3 })
const filter: fc.Arbitrary<Condition<Field>> = fc.oneof(
  fc.record({ field: fc.constant("status" as const), op: fc.constant("in" as const), values: some(statuses) }),
  fc.record({
    field: fc.constant("status" as const),
    op: fc.constantFrom("eq" as const, "ne" as const),
    value: fc.constantFrom(...statuses)
  }),
  fc.record({ field: fc.constant("tags" as const), op: fc.constantFrom("overlaps" as const, "holds_all" as const), values: some(tags) }),
  fc.record({
    field: fc.constant("reason_codes" as const),
    op: fc.constantFrom("overlaps" as const, "holds_all" as const),
    values: some(["poa_review", "sanctions_hit"], 1)
  }),
  fc.record({
    field: fc.constant("risk_score" as const),
    op: fc.constantFrom("gte" as const, "lt" as const),
    value: fc.constantFrom(10, 20)
  }),
  fc.record({
    field: fc.constant("entered_review_at" as const),
    op: fc.constantFrom("gt" as const, "lte" as const),
    value: fc.constantFrom(...times)
  }),
  fc.record({ field: fc.constant("due_at" as const), op: fc.constantFrom("is_null" as const, "not_null" as const) }),
  fc.record({
    field: fc.constant("external_reference" as const),
    op: fc.constant("starts_with" as const),
    value: fc.constantFrom("cust", "J", "O'")
  })
)
const search = fc
  .tuple(fc.constantFrom(...words, "rvc_", "nobody"), fc.integer({ min: 1, max: 12 }), fc.boolean())
  .map(([word, length, cut]) => (cut ? word.slice(0, length) : word))
  .chain((one) => fc.array(fc.constant(one), { minLength: 1, maxLength: 2 }))
const asked = fc.record({
  filters: fc.array(filter, { maxLength: 3 }),
  terms: fc.oneof({ weight: 2, arbitrary: fc.constant([] as Array<string>) }, { weight: 2, arbitrary: search }),
  order: fc.record({
    field: fc.constantFrom(
      "entered_review_at" as const,
      "entered_review_at" as const,
      "priority_rank" as const,
      "risk_score" as const,
      "due_at" as const
    ),
    direction: fc.constantFrom("asc" as const, "desc" as const)
  }),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.constantFrom(0, 0, 3, 50)
})

test("every filter, order, search, offset and cursor finds the same in both stores, also after changes and removals", async () => {
  const session = aSession()
  for (const tenant of [acmeSandbox, acmeLive]) {
    const insert = as(tenant)(Effect.flatMap(SessionStore, (store) => store.insert({ ...session, environment: tenant.environment })))
    for (const runtime of [memory, postgres]) await runtime.runPromise(insert as Effect.Effect<void, never, SessionStore>)
  }
  const contents = fc.sample(changing, { numRuns: 60, seed: 7 })
  const rows = contents.map((content, index) =>
    changed(aCase({ id: `rvc_${String(index).padStart(26, "0")}`, session_id: session.id, created_at: times[index % 3] ?? "" }), content)
  )
  for (const row of rows) await inBoth((store) => store.insert(row))
  // Of another tenant, which none of the queries may see.
  for (const runtime of [memory, postgres]) {
    const effect = as(acmeLive)(
      Effect.flatMap(CaseStore, (store) => Effect.forEach(rows.slice(0, 9), (row) => store.insert({ ...row, environment: "live" })))
    )
    await runtime.runPromise(effect as Effect.Effect<unknown, never, CaseStore>)
  }
  for (const [index, content] of fc.sample(changing, { numRuns: 40, seed: 8 }).entries()) {
    const row = rows[index]
    if (row !== undefined) await inBoth((store) => store.save(changed(row, content)))
  }
  for (const { id } of rows.slice(30, 45)) await inBoth((store) => store.remove(id))
  await fc.assert(
    fc.asyncProperty(asked, async ({ filters, limit, offset, order, terms }) => {
      const where: Where = [
        ...filters,
        ...searchTerms(terms.join(" ")).map((value) => ({ field: "search_text", op: "word_starts_with", value }) as const)
      ]
      const query: Query<Field> = { where, order: [order], limit, offset }
      const [wanted, found] = await inBoth((store) => store.page(query))
      const walked = await postgres.runPromise(walking(query))
      expect({ ...walked, rows: walked.rows.map(({ id }) => id) }).toEqual({ ...wanted, rows: wanted.rows.map(({ id }) => id) })
      expect({ ...found, rows: found.rows.map(({ id }) => id) }).toEqual({ ...wanted, rows: wanted.rows.map(({ id }) => id) })
      const beyond = keptCounts(cases, where) === null && wanted.total > bound
      for (const often of [1, 2]) {
        const { rows, ...few } = await postgres.runPromise(as(acmeSandbox)(countingFew.page(query)))
        expect([often, few, rows.map(({ id }) => id)]).toEqual([
          often,
          { total: beyond ? bound : wanted.total, total_is_lower_bound: beyond, next: wanted.next },
          wanted.rows.map(({ id }) => id)
        ])
      }
      let after: Position | null = wanted.next
      for (let page = 0; page < 6 && after !== null; page += 1) {
        const place: Position = after
        const [next, same] = await inBoth((store) => store.page({ ...query, offset: 0, after: place }))
        expect({ ...same, rows: same.rows.map(({ id }) => id) }).toEqual({ ...next, rows: next.rows.map(({ id }) => id) })
        after = next.next
      }
      const [counted, recounted] = await inBoth((store) => store.count(where))
      expect([recounted, wanted.total]).toEqual([counted, counted])
    }),
    { numRuns: 400, seed: 11 }
  )
  for (const field of ["tags", "reason_codes"] as const) {
    const [wanted, found] = await inBoth((store) => store.distinct(field, 10))
    expect(found).toEqual(wanted)
  }
})
