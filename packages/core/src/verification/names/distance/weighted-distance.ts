import { once } from "../../../kernel/schema/once.ts"

const letters = 128
const longestWord = 40
const width = longestWord + 1
const table = new Float32Array(width * width)

/** What it costs to make one word of another: exchanges by both letters, and letters that one side lacks. Letters are of ASCII. */
export interface LetterCosts {
  readonly exchange: Float32Array
  readonly lacking: Float32Array
}

/** Costs as tables; `exchange` is asked for each pair once and has to be symmetric. */
export const letterCosts = (exchange: (one: string, other: string) => number, lacking: (letter: string) => number): LetterCosts => {
  const signs = Array.from({ length: letters }, (_, code) => String.fromCharCode(code))
  const exchanges = once(() => Float32Array.from(signs.flatMap((one) => signs.map((other) => (one === other ? 0 : exchange(one, other))))))
  const lacked = once(() => Float32Array.from(signs, lacking))
  return {
    get exchange() {
      return exchanges()
    },
    get lacking() {
      return lacked()
    }
  }
}

/**
 * Least cost of making one word of the other; letters beyond the fortieth do not count. `lackingOne` are the costs of letters of the first word
 * that the second lacks. Symmetric when both sides have the same costs.
 */
export const weightedDistance = (one: string, other: string, costs: LetterCosts, lackingOne: Float32Array = costs.lacking): number => {
  const { exchange, lacking } = costs
  const rows = Math.min(one.length, longestWord)
  const columns = Math.min(other.length, longestWord)
  table[0] = 0
  for (let column = 1; column <= columns; column++)
    table[column] = (table[column - 1] ?? 0) + (lacking[other.charCodeAt(column - 1) & 127] ?? 1)
  for (let row = 1; row <= rows; row++) {
    const base = row * width
    const letter = one.charCodeAt(row - 1) & 127
    const dropped = lackingOne[letter] ?? 1
    table[base] = (table[base - width] ?? 0) + dropped
    for (let column = 1; column <= columns; column++) {
      const against = other.charCodeAt(column - 1) & 127
      const above = (table[base - width + column] ?? 0) + dropped
      const left = (table[base + column - 1] ?? 0) + (lacking[against] ?? 1)
      const changed = (table[base - width + column - 1] ?? 0) + (exchange[letter * letters + against] ?? 1)
      table[base + column] = Math.min(above, left, changed)
    }
  }
  return table[rows * width + columns] ?? longestWord
}
