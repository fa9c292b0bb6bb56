import { expect, test } from "bun:test"
import { type Pagination, pageFields, pageLimits, pageOf, sortFields } from "@vouchkit/core/kernel/foundation/page"
import { takePage as takingPage } from "@vouchkit/core/kernel/storage/pages"
import { Effect, Result, Schema } from "effect"
import fc from "fast-check"

interface Asked {
  readonly limit: number
  readonly offset: number
  readonly after?: string | undefined
}
const takePage = <A>(all: ReadonlyArray<A>, asked: Asked) => Effect.runSync(takingPage(all, asked))

const items = fc.array(fc.integer(), { maxLength: 300 })
const limit = fc.integer({ min: 1, max: 100 })

test("pages one after the other are the whole list, each item once and in order", () => {
  fc.assert(
    fc.property(items, limit, (all, size) => {
      const seen: Array<number> = []
      for (let offset = 0; offset < all.length; offset += size) seen.push(...takePage(all, { limit: size, offset }).data)
      expect(seen).toEqual(all)
    })
  )
})

test("cursors one after the other lead through the whole list", () => {
  fc.assert(
    fc.property(items, limit, (all, size) => {
      const seen: Array<number> = []
      let after: string | undefined
      do {
        const page: { data: ReadonlyArray<number>; pagination: Pagination } = takePage(all, { limit: size, offset: 0, after })
        seen.push(...page.data)
        after = page.pagination.next_cursor
      } while (after !== undefined)
      expect(seen).toEqual(all)
    })
  )
})

test("a page never holds more than its limit, and its total does not depend on where it stands", () => {
  fc.assert(
    fc.property(items, limit, fc.nat({ max: 400 }), (all, size, offset) => {
      const page = takePage(all, { limit: size, offset })
      expect(page.data.length).toBe(Math.max(0, Math.min(size, all.length - offset)))
      expect(page.pagination).toMatchObject({ total: all.length, limit: size, offset })
      expect(page.pagination.next_cursor === undefined).toBe(page.data.length === 0 || offset + size >= all.length)
    })
  )
})

test("an offset beyond the end is an empty page, up to the largest offset there is", () => {
  const page = takePage([1, 2, 3], { limit: 50, offset: pageLimits.offset })
  expect(page).toEqual({ data: [], pagination: { total: 3, limit: 50, offset: pageLimits.offset } })
})

const Query = Schema.Struct({ ...pageFields(), ...sortFields() })
const fromQuery = Schema.decodeUnknownResult(Schema.fromURLSearchParams(Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(Query))))
const read = (query: string) => {
  const result = fromQuery(new URLSearchParams(query))
  return Result.isSuccess(result) ? result.success : undefined
}

test("a query that says nothing gets the first fifty, greatest first", () => {
  expect(read("")).toEqual({ limit: 50, offset: 0, sort_order: "desc" })
})

test("an operation has its own default limit", () => {
  const decode = Schema.decodeUnknownSync(Schema.Struct(pageFields({ defaultLimit: 25 })))
  expect(decode({})).toEqual({ limit: 25, offset: 0 })
})

test("a limit from 1 to 100 and any offset from 0 are taken as they are", () => {
  fc.assert(
    fc.property(limit, fc.maxSafeNat(), fc.constantFrom("asc", "desc"), (size, offset, sort_order) => {
      expect(read(`limit=${size}&offset=${offset}&sort_order=${sort_order}`)).toEqual({
        limit: size,
        offset,
        sort_order: sort_order as "asc"
      })
    })
  )
})

test("limits and offsets beyond their bounds, fractions and words are refused, never bent into shape", () => {
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "limit=",
    "limit=ten",
    "limit=1&limit=2",
    "limit=NaN",
    "limit=Infinity",
    "limit=0x10",
    "offset=-1",
    "offset=0.5",
    "offset=9007199254740992",
    "offset=1e300",
    "sort_order=DESC",
    "sort_order="
  ]) {
    expect([query, read(query)]).toEqual([query, undefined])
  }
  for (const value of [0, 101, 1.5, "50", null, Number.NaN, true]) {
    expect(Result.isFailure(Schema.decodeUnknownResult(Query)({ limit: value }))).toBe(true)
  }
})

test("the documents state bounds and defaults, and a page is at most a hundred items", () => {
  const { schema } = Schema.toJsonSchemaDocument(Query)
  expect(schema.properties).toEqual({
    limit: { type: "integer", minimum: 1, maximum: 100, default: 50, description: expect.any(String) },
    offset: { type: "integer", minimum: 0, maximum: 9007199254740991, default: 0, description: expect.any(String) },
    after: { type: "string", minLength: 1, maxLength: 1024, description: expect.any(String) },
    sort_order: { type: "string", enum: ["desc", "asc"], default: "desc", description: expect.any(String) }
  })
  expect(schema.required).toBeUndefined()
  const PageOfNumbers = pageOf(Schema.Int)
  const pagination = { total: 101, limit: 100, offset: 0 }
  const is = Schema.is(PageOfNumbers)
  expect(is({ data: Array.from({ length: 100 }, () => 1), pagination })).toBe(true)
  expect(is({ data: Array.from({ length: 101 }, () => 1), pagination })).toBe(false)
  expect(is({ data: [], pagination: { ...pagination, total: -1 } })).toBe(false)
  expect(is({ data: [], pagination: { ...pagination, total: 1.5 } })).toBe(false)
})
