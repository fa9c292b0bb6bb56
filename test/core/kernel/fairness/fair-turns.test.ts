import { expect, test } from "bun:test"
import { FairTurns, inTurn } from "@vouchkit/core/kernel/fairness/fair-turns"
import { Effect, Exit, Fiber } from "effect"
import fc from "fast-check"

interface Wanted {
  readonly owner: string
  readonly rank: number
}
const wanted = fc.record({ owner: fc.constantFrom("a", "b", "c", "d"), rank: fc.integer({ min: 0, max: 2 }) })

/** The order in which requests that all wait behind one are served, one at a time. */
const served = (requests: ReadonlyArray<Wanted>): ReadonlyArray<Wanted> => {
  const turns = new FairTurns(1)
  const order: Array<Wanted> = []
  const endFirst = turns.enter({ owner: "first", rank: 0, amount: 1 }, () => {})
  const ends = new Map<Wanted, () => void>()
  for (const request of requests)
    ends.set(
      request,
      turns.enter({ ...request, amount: 1 }, () => order.push(request))
    )
  endFirst()
  for (let at = 0; at < order.length; at += 1) ends.get(order[at] as Wanted)?.()
  expect(turns.waiting).toBe(0)
  return order
}

test("everyone is served once, and between two turns of one owner every other that waits has its turn", () => {
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 60 }), (drawn) => {
      const requests = drawn.map((one) => ({ ...one }))
      const order = served(requests)
      expect(new Set(order)).toEqual(new Set(requests))
      for (const [at, { owner }] of order.entries()) {
        const next = order.findIndex((one, index) => index > at && one.owner === owner)
        if (next === -1) continue
        const between = order.slice(at + 1, next).map((one) => one.owner)
        expect(new Set(between).size).toBe(between.length)
        const waiting = new Set(order.slice(at + 1).map((one) => one.owner))
        waiting.delete(owner)
        expect(new Set(between)).toEqual(waiting)
      }
    })
  )
})

test("an owner that asks while another has five hundred waiting is served after at most one of them", () => {
  const order = served([...Array.from({ length: 500 }, () => ({ owner: "busy", rank: 0 })), { owner: "late", rank: 2 }])
  expect(order.findIndex(({ owner }) => owner === "late")).toBeLessThanOrEqual(1)
})

test("of one owner the lowest rank goes first, and the oldest of a rank", () => {
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 60 }), (drawn) => {
      const requests = drawn.map((one) => ({ ...one }))
      const order = served(requests)
      for (const owner of ["a", "b", "c", "d"]) {
        const own = requests.filter((one) => one.owner === owner)
        expect(order.filter((one) => one.owner === owner)).toEqual(own.toSorted((one, other) => one.rank - other.rank))
      }
    })
  )
})

test("never more than the capacity is taken up, and whoever leaves the row is not served", () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c"),
    amount: fc.integer({ min: 1, max: 12 }),
    leaves: fc.integer({ min: -1, max: 40 })
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const turns = new FairTurns(10)
      const live = new Map<number, number>()
      const ends: Array<() => void> = []
      const left = new Set<number>()
      for (const [index, { amount, leaves, owner }] of steps.entries()) {
        const go = () => {
          expect(left.has(index)).toBe(false)
          live.set(index, Math.min(amount, 10))
        }
        ends.push(turns.enter({ owner, rank: 0, amount }, go))
        const gone = Math.min(leaves, index)
        if (gone >= 0) {
          left.add(gone)
          live.delete(gone)
          ends[gone]?.()
        }
        expect([...live.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(10)
      }
      for (const end of ends) end()
      expect(turns.waiting).toBe(0)
    })
  )
})

test("an effect that is interrupted while it waits gives its place up, and one that fails gives its turn back", async () => {
  const turns = new FairTurns(1)
  const request = { owner: "a", rank: 0, amount: 1 }
  await Effect.runPromise(
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(inTurn(turns, request, Effect.never), { startImmediately: true })
      const second = yield* Effect.forkChild(inTurn(turns, request, Effect.never), { startImmediately: true })
      expect(turns.waiting).toBe(1)
      yield* Fiber.interrupt(second)
      expect(turns.waiting).toBe(0)
      yield* Fiber.interrupt(first)
      expect(Exit.isFailure(yield* Effect.exit(inTurn(turns, request, Effect.fail("broken"))))).toBe(true)
      expect(yield* inTurn(turns, request, Effect.succeed("served"))).toBe("served")
    })
  )
})

test("what one owner may not have is kept for another, whose turn comes at once and without waiting for the first", () => {
  const turns = new FairTurns(2, 1)
  const order: Array<string> = []
  const enter = (owner: string) => turns.enter({ owner, rank: 0, amount: 1 }, () => order.push(owner))
  const ends = [enter("busy"), enter("busy"), enter("busy")]
  expect(order).toEqual(["busy"])
  const endOther = enter("late")
  expect(order).toEqual(["busy", "late"])
  // Everything is taken: the next turns go by the row, and the first owner still has one at a time.
  enter("third")
  endOther()
  expect(order).toEqual(["busy", "late", "third"])
  ends[0]?.()
  expect(order).toEqual(["busy", "late", "third", "busy"])
})
