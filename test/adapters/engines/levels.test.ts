import { expect, test } from "bun:test"
import { levelCounts, levelOf } from "@vouchkit/adapters/engines/image/levels"

test("a level is the lowest that a share of what was counted does not exceed", () => {
  const counts = levelCounts(new Uint8Array([10, 10, 20, 30, 255, 255, 255, 255, 255, 255]))
  expect([0.01, 0.2, 0.21, 0.3, 0.4, 0.41, 1].map((share) => levelOf(counts, share))).toEqual([10, 10, 20, 20, 30, 255, 255])
})

test("of one level every share is that level, of nothing it is the lowest", () => {
  for (const share of [0.03, 0.5, 1]) {
    expect(levelOf(levelCounts(new Uint8Array(1_000).fill(77)), share)).toBe(77)
    expect(levelOf(levelCounts(new Uint8Array(0)), share)).toBe(0)
    expect(levelOf(new Uint32Array(512), share)).toBe(0)
  }
})
