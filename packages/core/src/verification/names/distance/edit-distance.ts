const widest = 31
const longestWord = 64
const width = longestWord + 2
const table = new Uint8Array(width * width)
const places = new Int32Array(256)
/** The word whose letters stand in `places`. */
let laid = ""

/** Edits by the whole table, for words that do not fit the bits of a number. */
const byTable = (one: string, other: string): number => {
  const rows = Math.min(one.length, longestWord)
  const columns = Math.min(other.length, longestWord)
  for (let column = 0; column <= columns; column++) table[column] = column
  for (let row = 1; row <= rows; row++) {
    const base = row * width
    table[base] = row
    for (let column = 1; column <= columns; column++) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      const changed = (table[base - width + column - 1] ?? 0) + (same ? 0 : 1)
      let cost = Math.min((table[base - width + column] ?? 0) + 1, (table[base + column - 1] ?? 0) + 1, changed)
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (swapped) cost = Math.min(cost, (table[base - 2 * width + column - 2] ?? 0) + 1)
      table[base + column] = cost
    }
  }
  return table[rows * width + columns] ?? 0
}

/** Edits from one fixed word to others: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export class EditPattern {
  readonly #word: string

  constructor(word: string) {
    this.#word = word
  }

  /** Marks the places of the letters; `distance` may be called until another pattern is laid out. */
  lay(): this {
    for (let at = 0; at < laid.length; at++) places[laid.charCodeAt(at) & 255] = 0
    laid = this.#word
    for (let at = 0; at < Math.min(widest, this.#word.length); at++) {
      const code = this.#word.charCodeAt(at) & 255
      places[code] = (places[code] ?? 0) | (1 << at)
    }
    return this
  }

  /**
   * Edits to the other word. A column of the table is kept in the bits of four numbers (Hyyrö, "A bit-vector algorithm for computing
   * Levenshtein and Damerau edit distances", 2003), which takes a few operations for each letter.
   */
  distance(other: string): number {
    const word = this.#word
    const length = word.length
    if (length > widest || length === 0) return length === 0 ? other.length : byTable(word, other)
    const last = 1 << (length - 1)
    let up = -1
    let down = 0
    let zero = 0
    let before = 0
    let distance = length
    for (let at = 0; at < other.length; at++) {
      const match = places[other.charCodeAt(at) & 255] ?? 0
      const swapped = ((~zero & match) << 1) & before
      zero = (((match & up) + up) ^ up) | match | down | swapped | 0
      const right = down | ~(zero | up)
      const left = zero & up
      if ((right & last) !== 0) distance++
      if ((left & last) !== 0) distance--
      const shifted = (right << 1) | 1
      up = (left << 1) | ~(zero | shifted)
      down = zero & shifted
      before = match
    }
    return distance
  }
}

/** Edits between two words of Latin letters and digits. */
export const latinEditDistance = (one: string, other: string): number => new EditPattern(one).lay().distance(other)

const isLatin = (word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 255) return false
  return true
}

/** Edits between two words of any script; letters beyond the sixty-fourth do not count. */
export const editDistance = (one: string, other: string): number => {
  const [a, b] = [one.slice(0, longestWord), other.slice(0, longestWord)]
  return isLatin(a) && isLatin(b) ? latinEditDistance(a, b) : byTable(a, b)
}
