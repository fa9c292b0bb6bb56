import { expect, test } from "bun:test"
import { CapacityShares } from "@vouchkit/worker/jobs/capacity-shares"
import * as fc from "fast-check"

const policy = { first: 2, most: 20, slow_after_ms: 500, slow: 10, slow_each: 4 }
const roomOf = (shares: CapacityShares, partition: string, now_ms: number): number => {
  const { each, slots } = shares.claims(now_ms).prompt.partitions
  return slots[partition] ?? each
}

test("a partition that nobody knows begins with little and earns one more with each prompt run, up to its most", () => {
  const shares = new CapacityShares(policy, 30)
  expect(roomOf(shares, "a", 0)).toBe(2)
  for (let run = 0; run < 40; run += 1) shares.ended(shares.started("a", run), run + 1)
  expect(roomOf(shares, "a", 50)).toBe(20)
  expect(roomOf(shares, "b", 50)).toBe(2)
})

test("what runs takes from the room of its partition and from the room of all", () => {
  const shares = new CapacityShares(policy, 30)
  shares.started("a", 0)
  expect(roomOf(shares, "a", 1)).toBe(1)
  expect(shares.claims(1).prompt.limit).toBe(29)
})

test("a run that takes too long gives its room back to the others, and its partition waits in the row of the slow", () => {
  const shares = new CapacityShares(policy, 30)
  const run = shares.started("a", 0)
  expect(shares.claims(499)).toMatchObject({ prompt: { limit: 29 }, slow: { limit: 0 } })
  expect(shares.claims(500)).toEqual({
    prompt: { limit: 30, partitions: { each: 2, slots: { a: 0 } } },
    slow: { limit: 9, partitions: { each: 0, slots: { a: 3 } } }
  })
  shares.ended(run, 600)
  expect(shares.claims(600).slow).toEqual({ limit: 10, partitions: { each: 0, slots: { a: 4 } } })
})

test("a slow partition that answers promptly again begins anew among the others", () => {
  const shares = new CapacityShares(policy, 30)
  shares.ended(shares.started("a", 0), 900)
  expect(roomOf(shares, "a", 900)).toBe(0)
  shares.ended(shares.started("a", 1_000), 1_100)
  expect(roomOf(shares, "a", 1_100)).toBe(2)
  expect(shares.claims(1_100).slow.limit).toBe(0)
})

test("any number of dead partitions leaves the living their room, once each was tried", () => {
  const shares = new CapacityShares(policy, 30)
  for (const partition of ["d1", "d2", "d3", "d4", "d5"]) for (let run = 0; run < 2; run += 1) shares.started(partition, 0)
  const { prompt, slow } = shares.claims(1_000)
  expect([prompt.limit, slow.limit]).toEqual([30, 0])
  for (const partition of ["d1", "d2", "d3", "d4", "d5"]) expect(prompt.partitions.slots[partition]).toBe(0)
})

const taking = { first: 6, most: 6, slow_after_ms: Number.POSITIVE_INFINITY, slow: 0, slow_each: 0, beside_others: 3 }

test("a partition has fewer runs at once while another organization has work, and for a minute after its last", () => {
  const shares = new CapacityShares(taking, 30)
  for (let run = 0; run < 5; run += 1) shares.started("shop/0", 0)
  expect(roomOf(shares, "shop/0", 0)).toBe(1)
  const beside = shares.started("bank/1", 1_000)
  expect([roomOf(shares, "shop/0", 1_000), roomOf(shares, "bank/1", 1_000), roomOf(shares, "club/0", 1_000)]).toEqual([0, 2, 3])
  shares.ended(beside, 2_000)
  expect(roomOf(shares, "club/0", 61_999)).toBe(3)
  expect([roomOf(shares, "shop/0", 62_000), roomOf(shares, "club/0", 62_000)]).toEqual([1, 6])
})

test("work of another urgency of the same organization is no other's", () => {
  const shares = new CapacityShares(taking, 30)
  shares.started("shop/0", 0)
  shares.started("shop/3", 0)
  expect([roomOf(shares, "shop/0", 0), roomOf(shares, "shop/3", 0)]).toEqual([5, 5])
})

test("whatever happens, slots are never negative and nothing stays taken once all runs have ended", () => {
  const step = fc.record({ partition: fc.constantFrom("a/0", "a/1", "b/0", "c/0"), wait: fc.nat(700), ends: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const shares = new CapacityShares({ ...policy, beside_others: 3 }, 30)
      const running: Array<ReturnType<CapacityShares["started"]>> = []
      let now = 0
      for (const { ends, partition, wait } of steps) {
        now += wait
        const run = ends ? running.shift() : undefined
        if (run !== undefined) shares.ended(run, now)
        else running.push(shares.started(partition, now))
        const { prompt, slow } = shares.claims(now)
        const numbers = [prompt.limit, slow.limit, ...Object.values(prompt.partitions.slots), ...Object.values(slow.partitions.slots)]
        expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
      }
      for (const run of running) shares.ended(run, now)
      const { prompt, slow } = shares.claims(now)
      expect(prompt.limit).toBe(30)
      expect([0, 10]).toContain(slow.limit)
    })
  )
})

test("of very many partitions only so many are remembered, and those with runs among them", () => {
  const shares = new CapacityShares(policy, 10_000)
  const run = shares.started("kept", 0)
  for (let partition = 0; partition < 2_000; partition += 1) shares.ended(shares.started(`partition${partition}`, 1), 2)
  expect(Object.keys(shares.claims(3).prompt.partitions.slots).length).toBeLessThanOrEqual(512)
  expect(roomOf(shares, "kept", 3)).toBe(1)
  shares.ended(run, 4)
})
