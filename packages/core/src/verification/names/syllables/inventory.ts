/** Syllables of one language as they are spelled in Latin letters, each with what it may stand for; two spellings are one syllable when they share one. */
export interface Inventory {
  /** What the syllable may stand for; none for any other text. */
  get(syllable: string): ReadonlyArray<string>
  /** Lengths of the syllables that begin with these two letters or with the first of them alone, the longest first. */
  lengths(start: string): ReadonlyArray<number>
}

const none: ReadonlyArray<never> = []

/** The inventory of pairs of a spelling and what it stands for. */
export const inventoryOf = (pairs: Iterable<readonly [string, string]>): Inventory => {
  const stands = new Map<string, ReadonlyArray<string>>()
  const lengths = new Map<string, ReadonlyArray<number>>()
  for (const [spelling, stood] of pairs) {
    const known = stands.get(spelling) ?? none
    if (spelling !== "" && !known.includes(stood)) stands.set(spelling, [...known, stood])
  }
  for (const spelling of stands.keys()) {
    const start = spelling.slice(0, 2)
    lengths.set(
      start,
      [...new Set([...(lengths.get(start) ?? none), spelling.length])].toSorted((one, other) => other - one)
    )
  }
  return {
    get: (syllable) => stands.get(syllable) ?? none,
    lengths: (start) => {
      const longer = lengths.get(start) ?? none
      return start.length === 2 && lengths.has(start.charAt(0)) ? [...longer, 1] : longer
    }
  }
}

const longestWord = 16
const mostSyllables = 3
const mostDivisions = 4
/** Letters that a syllable of these languages ends in. */
const mayEnd = /[aeghiklmnoprtuwyc]$/u

/** Rows of vowels; no word has fewer syllables than these. */
export const vowelGroups = (word: string): number => {
  let count = 0
  let inside = false
  for (let at = 0; at < word.length; at++) {
    const vowel = "aeiou".includes(word.charAt(at))
    if (vowel && !inside) count++
    inside = vowel
  }
  return count
}

/** The ways of dividing a word into syllables of the inventory, fewest syllables first: four at most, of three syllables at most; none for any other word. */
export const divisionsOf = (word: string, inventory: Inventory): ReadonlyArray<ReadonlyArray<string>> => {
  if (word.length > longestWord || !mayEnd.test(word) || vowelGroups(word) > mostSyllables) return none
  const found: Array<ReadonlyArray<string>> = []
  const divide = (from: number, before: ReadonlyArray<string>): void => {
    if (from === word.length) {
      found.push(before)
      return
    }
    if (before.length === mostSyllables) return
    for (const length of inventory.lengths(word.slice(from, from + 2))) {
      if (from + length > word.length) continue
      const syllable = word.slice(from, from + length)
      if (inventory.get(syllable).length > 0) divide(from + length, [...before, syllable])
    }
  }
  divide(0, none)
  return found.length < 2 ? found : found.toSorted((one, other) => one.length - other.length).slice(0, mostDivisions)
}
