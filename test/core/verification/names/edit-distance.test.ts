import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { editDistance, latinEditDistance } from "@vouchkit/core/verification/names/distance/edit-distance"

describe("edits", () => {
  const table = (one: string, other: string): number => {
    const rows = Array.from({ length: one.length + 1 }, (_, row) =>
      Array.from({ length: other.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0))
    )
    const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
    for (let row = 1; row <= one.length; row++) {
      for (let column = 1; column <= other.length; column++) {
        let cost = Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
        )
        if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
          cost = Math.min(cost, at(row - 2, column - 2) + 1)
        const line = rows[row]
        if (line !== undefined) line[column] = cost
      }
    }
    return at(one.length, other.length)
  }

  test("are counted as the plain table counts them", () => {
    const text = fc.string({ unit: fc.constantFrom(..."abcd1"), maxLength: 38 })
    fc.assert(
      fc.property(text, text, (one, other) => expect(latinEditDistance(one, other)).toBe(table(one, other))),
      { numRuns: 2_000 }
    )
  })

  test("are counted alike in letters of any script", () => {
    const text = fc.string({ unit: fc.constantFrom(..."abšдж漢"), maxLength: 70 })
    fc.assert(
      fc.property(text, text, (one, other) => expect(editDistance(one, other)).toBe(table(one.slice(0, 64), other.slice(0, 64)))),
      { numRuns: 500 }
    )
  })
})
