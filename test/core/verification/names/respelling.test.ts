import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { framesOf, respellingCost } from "@vouchkit/core/verification/names/sound/respelling"

describe("frames", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."abcdeghijklmnopqrstuvwxyz"), maxLength: 45 })
  test("are six at most, short, and none for a word too short to tell", () => {
    fc.assert(
      fc.property(letters, (word) => {
        const frames = framesOf(word)
        expect(frames.length).toBeLessThanOrEqual(6)
        for (const frame of frames) expect(frame.length).toBeWithin(3, 2 * word.length + 1)
        if (word.length < 5) expect(frames).toEqual([])
      }),
      { numRuns: 500 }
    )
  })
  test("are shared where romanizations exchange letters", () => {
    for (const [one, other] of [
      ["jaramillo", "kharamillo"],
      ["qasrawi", "gasraoui"],
      ["krishnamurthy", "kreesnamoortee"],
      ["piedrahita", "pyedrahyta"]
    ] as const)
      expect(framesOf(one).some((frame) => framesOf(other).includes(frame))).toBe(true)
  })
  test("are compared at a cost that is nothing for equal sounds, the same in either order, and never negative", () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(respellingCost(one, one)).toBe(0)
        expect(respellingCost(one, other)).toBeGreaterThanOrEqual(0)
        expect(respellingCost(one, other)).toBeCloseTo(respellingCost(other, one), 4)
      }),
      { numRuns: 500 }
    )
  })
})
