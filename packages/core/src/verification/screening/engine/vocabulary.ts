import { formsOf, type WordForms } from "./normalize/forms.ts"
import { anyEdits, compareWords } from "./normalize/word-similarity.ts"
import { SpellingTable } from "./spelling-table.ts"
import { hashOf, HashPairs, mostValues } from "./hash-pairs.ts"

/** Words of the lists that are like a word, most alike first. */
interface Neighbours {
  readonly words: Uint32Array
  readonly similarities: Float32Array
  /** The same by number of word. */
  readonly byWord: ReadonlyMap<number, number>
}

const mostRemembered = 2_048

/** Steps of single precision between a half and one, where all similarities are. */
const steps = 2 ** 24

/** A word and how alike it is as one number: in the order of these the most alike come first. */
const packed = (similarity: number, word: number): number => (1 - similarity) * steps * mostValues + word

const neighboursOf = (found: Float64Array): Neighbours => {
  const words = new Uint32Array(found.length)
  const similarities = new Float32Array(found.length)
  const byWord = new Map<number, number>()
  for (let at = 0; at < found.length; at++) {
    const pair = found[at] ?? 0
    const word = pair % mostValues
    const similarity = 1 - (pair - word) / mostValues / steps
    words[at] = word
    similarities[at] = similarity
    byWord.set(word, similarity)
  }
  return { words, similarities, byWord }
}

/** Words by the hashes that they have in one of their forms. */
const wordsBy = (form: "frames" | "variants" | "syllables" | "japanese", words: ReadonlyArray<WordForms>): HashPairs => {
  const hashes: Array<number> = []
  const numbers: Array<number> = []
  for (let number = 0; number < words.length; number++) {
    const all = words[number]?.[form] ?? []
    for (let at = 0; at < all.length; at++) {
      hashes.push(all[at] ?? 0)
      numbers.push(number)
    }
  }
  return new HashPairs(hashes, numbers)
}

const wordsBySkeletons = (words: ReadonlyArray<WordForms>): HashPairs => {
  const hashes: Array<number> = []
  const numbers: Array<number> = []
  for (let number = 0; number < words.length; number++) {
    const all = words[number]?.skeletons ?? []
    for (let at = 0; at < all.length; at++) {
      hashes.push(hashOf(all[at] ?? ""))
      numbers.push(number)
    }
  }
  return new HashPairs(hashes, numbers)
}

const wordsByNumerals = (words: ReadonlyArray<WordForms>): HashPairs => {
  const hashes: Array<number> = []
  const numbers: Array<number> = []
  for (let number = 0; number < words.length; number++) {
    const numeral = words[number]?.numeral ?? null
    if (numeral === null) continue
    hashes.push(hashOf(numeral))
    numbers.push(number)
  }
  return new HashPairs(hashes, numbers)
}

/** The distinct words of the lists, and the search for like ones. It finds every word that `compareWords` finds alike. */
export class Vocabulary {
  readonly #forms: ReadonlyArray<WordForms>
  readonly #numbers: ReadonlyMap<string, number>
  readonly #spellings: SpellingTable
  readonly #skeletons: HashPairs
  readonly #frames: HashPairs
  readonly #numerals: HashPairs
  readonly #variants: HashPairs
  readonly #syllables: HashPairs
  readonly #japanese: HashPairs
  /** Words of one letter. */
  readonly #initials = new Map<string, ReadonlyArray<number>>()
  readonly #remembered = new Map<string, Neighbours>()
  readonly #seen: Uint32Array
  #round = 0

  /** `numbers` gives each word its place in `forms`. */
  constructor(forms: ReadonlyArray<WordForms>, numbers: ReadonlyMap<string, number>) {
    this.#forms = forms
    this.#numbers = numbers
    this.#spellings = new SpellingTable(forms)
    this.#skeletons = wordsBySkeletons(forms)
    this.#frames = wordsBy("frames", forms)
    this.#numerals = wordsByNumerals(forms)
    this.#variants = wordsBy("variants", forms)
    this.#syllables = wordsBy("syllables", forms)
    this.#japanese = wordsBy("japanese", forms)
    for (let number = 0; number < forms.length; number++) {
      const letter = forms[number]?.spellings[0] ?? ""
      if (letter.length === 1) this.#initials.set(letter, [...(this.#initials.get(letter) ?? []), number])
    }
    this.#seen = new Uint32Array(forms.length)
  }

  get size(): number {
    return this.#forms.length
  }

  forms(word: number): WordForms {
    return this.#forms[word] ?? formsOf("")
  }

  /** Number of a normalized word; undefined when no listed name has it. */
  find(key: string): number | undefined {
    return this.#numbers.get(key)
  }

  /** Every listed word that is like this one. The answer is remembered, for a bounded number of words. */
  neighbours(word: WordForms, mostEdits: number = anyEdits): Neighbours {
    const key = `${mostEdits} ${word.key}`
    const known = this.#remembered.get(key)
    if (known !== undefined) return known
    const found = this.#find(word, mostEdits)
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear()
    this.#remembered.set(key, found)
    return found
  }

  #find(word: WordForms, mostEdits: number): Neighbours {
    this.#round++
    const found: Array<number> = []
    let near = true
    const consider = (number: number): void => {
      if (this.#seen[number] === this.#round) return
      this.#seen[number] = this.#round
      const { similarity } = compareWords(word, this.forms(number), mostEdits, near)
      if (similarity > 0) found.push(packed(Math.fround(similarity), number))
    }
    const same = this.find(word.key)
    if (same !== undefined) consider(same)
    for (const spelling of word.spellings) {
      for (const number of this.#spellings.near(spelling, mostEdits)) consider(number)
      for (const initial of this.#initials.get(spelling.charAt(0)) ?? []) consider(initial)
    }
    // Any word may begin with a letter that stands alone.
    const letter = word.spellings[0] ?? ""
    if (letter.length === 1 && mostEdits === anyEdits) for (const each of this.#spellings.startingWith(letter)) consider(each)
    // All that are near in spelling are seen by now.
    near = false
    for (const skeleton of word.skeletons) this.#skeletons.each(hashOf(skeleton), consider)
    if (mostEdits === anyEdits) for (const frame of word.frames) this.#frames.each(frame, consider)
    if (word.numeral !== null) this.#numerals.each(hashOf(word.numeral), consider)
    for (const group of word.variants) this.#variants.each(group, consider)
    for (const hash of word.syllables) this.#syllables.each(hash, consider)
    for (const hash of word.japanese) this.#japanese.each(hash, consider)
    return neighboursOf(Float64Array.from(found).sort())
  }
}
