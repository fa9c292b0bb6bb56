import { afterAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { customersOf } from "../support/customers.ts"
import { startService } from "../support/service.ts"

const types = ["spouse_of", "parent_of", "child_of", "associate_of"] as const
const person = fc.integer({ min: 0, max: 2 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("relate" as const), from: person, to: person, type: fc.constantFrom(...types) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete" as const), from: person, which: fc.nat({ max: 5 }) }) }
)

/** One name for a relationship, from whichever end it is said. */
const pairOf = (type: (typeof types)[number], from: number, to: number): string =>
  type === "child_of"
    ? pairOf("parent_of", to, from)
    : type === "parent_of"
      ? `parent_of ${from} ${to}`
      : `${type} ${Math.min(from, to)} ${Math.max(from, to)}`

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  const customers = customersOf(service, "pairs")

  describe(`relationships in ${storage}`, () => {
    test("exist once for a type and two identities, and are seen alike from both, whatever happens in whichever order", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const { ask, call } = await customers()
          const ids: Array<string> = []
          for (let count = 0; count < 3; count += 1) ids.push((await call("POST", "/identities", {})).id)
          const standing = new Map<string, string>()
          const listed = async (at: number): Promise<ReadonlyArray<any>> =>
            (await call("GET", `/identities/${ids[at]}/relationships?limit=100`)).data
          for (const one of steps) {
            if (one.does === "delete") {
              const rows = await listed(one.from)
              const row = rows[one.which % Math.max(1, rows.length)]
              if (row === undefined) continue
              expect((await ask("DELETE", `/identities/${ids[one.from]}/relationships/${row.id}`)).status).toBe(200)
              for (const [pair, id] of standing) if (id === row.id) standing.delete(pair)
              continue
            }
            const { status, body } = await ask("POST", `/identities/${ids[one.from]}/relationships`, { type: one.type, to_id: ids[one.to] })
            const pair = pairOf(one.type, one.from, one.to)
            expect(status).toBe(one.from === one.to ? 422 : standing.has(pair) ? 409 : 201)
            if (status === 201) standing.set(pair, body.id)
          }
          const seen = (await Promise.all([0, 1, 2].map(listed))).flat().map(({ id }) => id as string)
          expect(seen.toSorted()).toEqual([...standing.values(), ...standing.values()].toSorted())
        }),
        { numRuns: 25 }
      )
    })
  })
}
