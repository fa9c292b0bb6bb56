import { emptyHash, hashOf, HashPairs, hashWith } from "./hash-pairs.ts"
import { EditPattern } from "../../names/distance/edit-distance.ts"
import { freeEdits, editBudget } from "./normalize/word-similarity.ts"

const longest = 40
/** Spellings of one length begin with a letter, a digit or nothing of these. */
const starts = 38

const startOf = (word: string): number => {
  const code = word.charCodeAt(0)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : starts - 1
}

/** Where spellings of its length and first letter stand among all. */
const groupOf = (spelling: string): number => Math.min(longest, spelling.length) * starts + startOf(spelling)

const bitOf = (code: number): number => 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6))

/** Signatures of spellings, and hashes of the whole and of all but the first letter: one loop over the letters of all. */
const signaturesOf = (spellings: ReadonlyArray<string>) => {
  const once = new Uint32Array(spellings.length)
  const twice = new Uint32Array(spellings.length)
  const wholes = new Uint32Array(spellings.length)
  const tails = new Uint32Array(spellings.length)
  for (let at = 0; at < spellings.length; at++) {
    const spelling = spellings[at] ?? ""
    let seen = 0
    let again = 0
    let whole = emptyHash
    let tail = emptyHash
    for (let place = 0; place < spelling.length; place++) {
      const code = spelling.charCodeAt(place)
      const bit = bitOf(code)
      again |= seen & bit
      seen |= bit
      whole = hashWith(whole, code)
      if (place > 0) tail = hashWith(tail, code)
    }
    once[at] = seen
    twice[at] = again
    wholes[at] = whole
    tails[at] = tail
  }
  return { once, twice, wholes, tails }
}

const bitsOf = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Spellings of the words of the lists by length and first letter, each with a signature: which letters it has, and which it has twice.
 * One edit changes at most two bits of the signature, so that few spellings are ever compared.
 */
export class SpellingTable {
  readonly #spellings: ReadonlyArray<string>
  readonly #words: Uint32Array
  readonly #once: Uint32Array
  readonly #twice: Uint32Array
  /** Where the spellings of each length and first letter begin. */
  readonly #starts: Uint32Array
  /** Spellings by the hash of the whole, and by that of all but the first letter. */
  readonly #wholes: HashPairs
  readonly #tails: HashPairs

  constructor(words: ReadonlyArray<{ readonly spellings: ReadonlyArray<string> }>) {
    const spellings: Array<string> = []
    const numbers: Array<number> = []
    this.#starts = new Uint32Array((longest + 2) * starts + 1)
    for (let number = 0; number < words.length; number++) {
      const all = words[number]?.spellings ?? []
      for (let at = 0; at < all.length; at++) {
        const spelling = all[at] ?? ""
        const group = groupOf(spelling)
        spellings.push(spelling)
        numbers.push(number)
        this.#starts[group + 1] = (this.#starts[group + 1] ?? 0) + 1
      }
    }
    for (let at = 1; at < this.#starts.length; at++) this.#starts[at] = (this.#starts[at] ?? 0) + (this.#starts[at - 1] ?? 0)
    const size = spellings.length
    const ordered = [...spellings]
    const next = this.#starts.slice()
    this.#words = new Uint32Array(size)
    for (let place = 0; place < size; place++) {
      const spelling = spellings[place] ?? ""
      const group = groupOf(spelling)
      const at = next[group] ?? 0
      next[group] = at + 1
      ordered[at] = spelling
      this.#words[at] = numbers[place] ?? 0
    }
    this.#spellings = ordered
    const { once, tails, twice, wholes } = signaturesOf(ordered)
    this.#once = once
    this.#twice = twice
    this.#wholes = new HashPairs(wholes)
    this.#tails = new HashPairs(tails)
  }

  /** Words with a spelling within the budget of edits: all of it for the same first letter, else what is free of it. */
  near(spelling: string, mostEdits: number): ReadonlyArray<number> {
    const near: Array<number> = []
    const [spellings, words, allOnce, allTwice] = [this.#spellings, this.#words, this.#once, this.#twice]
    const signature = signaturesOf([spelling])
    const once = signature.once[0] ?? 0
    const twice = signature.twice[0] ?? 0
    const pattern = new EditPattern(spelling).lay()
    const most = Math.min(mostEdits, editBudget(spelling.length))
    for (let length = Math.max(1, spelling.length - most); length <= Math.min(longest, spelling.length + most); length++) {
      const edits = Math.min(mostEdits, editBudget(Math.min(length, spelling.length)))
      if (Math.abs(length - spelling.length) > edits) continue
      const allowed = 2 * edits
      const first = length * starts + startOf(spelling)
      const end = this.#starts[first + 1] ?? 0
      for (let at = this.#starts[first] ?? 0; at < end; at++) {
        const bits = bitsOf(once ^ (allOnce[at] ?? 0))
        if (bits > allowed || bits + bitsOf(twice ^ (allTwice[at] ?? 0)) > allowed) continue
        if (pattern.distance(spellings[at] ?? "") <= edits) near.push(words[at] ?? 0)
      }
    }
    if (Math.min(most, freeEdits) > 0) {
      this.#otherStart(spelling, (at) => {
        const other = spellings[at] ?? ""
        const edits = Math.min(freeEdits, editBudget(Math.min(other.length, spelling.length)))
        if (pattern.distance(other) <= edits) near.push(words[at] ?? 0)
      })
    }
    return near
  }

  /** Visits every spelling that begins otherwise and is one edit apart, and perhaps others: that edit is at the first letter, so that the rest is equal. */
  #otherStart(spelling: string, visit: (place: number) => void): void {
    const tail = spelling.slice(1)
    this.#tails.each(hashOf(tail), visit)
    this.#tails.each(hashOf(spelling), visit)
    this.#wholes.each(hashOf(tail), visit)
    this.#wholes.each(hashOf(spelling.charAt(1) + spelling.charAt(0) + spelling.slice(2)), visit)
  }

  /** Words with a spelling that begins with the letter. */
  startingWith(letter: string): ReadonlyArray<number> {
    const found: Array<number> = []
    for (let length = 1; length <= longest; length++) {
      const first = length * starts + startOf(letter)
      for (let at = this.#starts[first] ?? 0; at < (this.#starts[first + 1] ?? 0); at++) {
        if (this.#spellings[at]?.startsWith(letter)) found.push(this.#words[at] ?? 0)
      }
    }
    return found
  }
}
