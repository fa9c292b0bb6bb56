import type { Inventory } from "./inventory.ts"

const alphabet = 26
const longestWord = 16
/** Each place of a word has four bits for each number of syllables before it, from none to three: those of the inventories that divide it so. */
const [bitsOfAll, bitsOfOpen, perSyllable] = [0xf, 0xfff, 4]
const forEachNumber = 0x111

/**
 * The syllables of up to four inventories by their letters. It says which of them divide a word of plain Latin letters into three syllables at most. That
 * is asked of every word of the lists, and answered for nearly all of them by their first letters.
 */
export class SyllableTree {
  /** The node behind each node and letter; 0 where no syllable goes on so. */
  readonly #next: Uint16Array
  /** Inventories that have the syllable that ends at a node, as bits in their order. */
  readonly #ends: Uint8Array
  readonly #reached = new Uint16Array(longestWord + 1)

  constructor(inventories: ReadonlyArray<Inventory>) {
    const all = inventories.map((inventory) => inventory.spellings.filter((spelling) => /^[a-z]+$/u.test(spelling)))
    const most = all.flat().reduce((sum, { length }) => sum + length, 1)
    this.#next = new Uint16Array(most * alphabet)
    this.#ends = new Uint8Array(most)
    let nodes = 1
    for (const [place, spellings] of all.entries()) {
      for (const spelling of spellings) {
        let node = 0
        for (let at = 0; at < spelling.length; at++) {
          const edge = node * alphabet + spelling.charCodeAt(at) - 97
          if (this.#next[edge] === 0) this.#next[edge] = nodes++
          node = this.#next[edge] ?? 0
        }
        this.#ends[node] = (this.#ends[node] ?? 0) | (1 << place)
      }
    }
  }

  /** Inventories that divide the word, as bits in their order; 0 for a word of other letters. */
  dividing(word: string): number {
    const { length } = word
    if (length === 0 || length > longestWord) return 0
    const ends = this.#ends
    const next = this.#next
    const reached = this.#reached
    reached[0] = bitsOfAll
    for (let from = 0; from < length; from++) {
      const open = (reached[from] ?? 0) & bitsOfOpen
      reached[from] = 0
      let node = open === 0 ? -1 : 0
      for (let at = from; at < length && node >= 0; at++) {
        const letter = word.charCodeAt(at) - 97
        node = letter < 0 || letter >= alphabet ? -1 : next[node * alphabet + letter] || -1
        const found = node < 0 ? 0 : (ends[node] ?? 0)
        if (found !== 0) reached[at + 1] = (reached[at + 1] ?? 0) | ((open & (found * forEachNumber)) << perSyllable)
      }
    }
    const last = reached[length] ?? 0
    reached[length] = 0
    return ((last >>> perSyllable) | (last >>> (2 * perSyllable)) | (last >>> (3 * perSyllable))) & bitsOfAll
  }
}
