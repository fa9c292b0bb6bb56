import { alphabet, type LetterTree, letterTree } from "../text/letter-tree.ts"
import type { Inventory } from "./inventory.ts"

const longestWord = 16
/** Each place of a word has four bits for each number of syllables before it, from none to three: those of the inventories that divide it so. */
const [bitsOfAll, bitsOfOpen, perSyllable] = [0xf, 0xfff, 4]
const forEachNumber = 0x111

/**
 * The syllables of up to four inventories by their letters. It says which of them divide a word of plain Latin letters into three syllables at most. That
 * is asked of every word of the lists, and answered for nearly all of them by their first letters.
 */
export class SyllableTree {
  readonly #tree: LetterTree
  readonly #reached = new Uint16Array(longestWord + 1)

  constructor(inventories: ReadonlyArray<Inventory>) {
    const texts = inventories.flatMap(({ spellings }, place) => spellings.map((spelling) => [spelling, 1 << place] as const))
    this.#tree = letterTree(texts.filter(([spelling]) => /^[a-z]+$/u.test(spelling)))
  }

  /** Inventories that divide the word, as bits in their order; 0 for a word of other letters. */
  dividing(word: string): number {
    const { length } = word
    if (length === 0 || length > longestWord) return 0
    const { ends, next } = this.#tree
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
