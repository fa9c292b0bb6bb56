import { expect, test } from "bun:test"
import { State } from "@vouchkit/adapters/memory/state"
import { Effect } from "effect"
import fc from "fast-check"

const tenants = ["org_a/sandbox/", "org_a/live/", "org_ab/sandbox/"]
const write = fc.record({
  tenant: fc.constantFrom(...tenants),
  id: fc.constantFrom("one", "two", "a/b"),
  value: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
  table: fc.constantFrom("first", "second"),
  undone: fc.boolean()
})

test("the rows of one tenant are those of all rows whose keys begin so, in the same order, whatever was written and undone", () =>
  fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 40 }), (writes) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const state = yield* State
          for (const { id, table, tenant, undone, value } of writes) {
            const written = state.write(table, tenant + id, value)
            yield* undone ? Effect.exit(state.transaction(Effect.andThen(written, Effect.fail("no")))) : written
            for (const own of tenants) {
              const all = [...state.rows(table)].filter(([key]) => key.startsWith(own))
              expect([...state.own(table, own)]).toEqual(all)
            }
          }
        }).pipe(Effect.provide(State.layer))
      )
    ),
    { numRuns: 200, endOnFailure: true }
  ))

test("what was remembered comes back as often as it is put back, with the rows of each tenant, and without what came later", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 10 }),
      fc.array(fc.array(write, { maxLength: 10 }), { minLength: 1, maxLength: 3 }),
      (before, later) =>
        Effect.runPromise(
          Effect.gen(function* () {
            const state = yield* State
            const held = ["first", "second"].map(state.rows)
            const writeAll = (writes: typeof before) =>
              Effect.forEach(writes, ({ id, table, tenant, value }) => state.write(table, tenant + id, value))
            const everything = () => [
              held.map((rows) => [...rows]),
              tenants.map((own) => ["first", "second"].map((table) => [...state.own(table, own)]))
            ]
            yield* writeAll(before)
            const remembered = everything()
            const putBack = yield* state.remember
            for (const writes of later) {
              yield* writeAll(writes)
              yield* state.write("third", "org_a/sandbox/one", 1)
              yield* putBack
              expect(everything()).toEqual(remembered)
              expect([...state.rows("third"), ...state.own("third", "org_a/sandbox/")]).toEqual([])
            }
          }).pipe(Effect.provide(State.layer))
        )
    ),
    { numRuns: 100, endOnFailure: true }
  ))
