import { formsOf, type WordForms } from "./normalise/forms.ts"
import { EditPattern } from "./normalise/edit-distance.ts"
import { anyEdits, compareWords, editBudget } from "./normalise/word-similarity.ts"

/** Words of the lists that are like a word, most alike first. */
export interface Neighbours {
  readonly words: Uint32Array
  readonly similarities: Float32Array
  /** The same by number of word. */
  readonly byWord: ReadonlyMap<number, number>
}

const hashStart = 0x811c9dc5

/** FNV-1a; equal hashes of unequal texts only cost a comparison. */
export const hashOf = (text: string): number => {
  let hash = hashStart
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const letterBit = (code: number): number => (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6))

/** Which letters a word has, and which it has twice. One edit changes at most two bits of the two together. */
const signature = (word: string): readonly [number, number] => {
  let once = 0
  let twice = 0
  for (let at = 0; at < word.length; at++) {
    const bit = 1 << letterBit(word.charCodeAt(at))
    if ((once & bit) !== 0) twice |= bit
    once |= bit
  }
  return [once, twice]
}

const bitsOf = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Pairs of hash and word, in the order of hashes: a multimap in two typed arrays. */
export class HashPairs {
  readonly #hashes: Uint32Array
  readonly #values: Uint32Array

  constructor(hashes: ReadonlyArray<number>, values: ReadonlyArray<number>) {
    const order = Uint32Array.from(hashes.keys()).sort((one, other) => (hashes[one] ?? 0) - (hashes[other] ?? 0))
    this.#hashes = Uint32Array.from(order, (place) => hashes[place] ?? 0)
    this.#values = Uint32Array.from(order, (place) => values[place] ?? 0)
  }

  each(hash: number, visit: (value: number) => void): void {
    let low = 0
    let high = this.#hashes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1
      else high = middle
    }
    for (; this.#hashes[low] === hash; low++) visit(this.#values[low] ?? 0)
  }
}

const longestWord = 40
const mostRemembered = 2_048

/** The distinct words of the lists, and the search for like ones. It finds every word that `compareWords` finds alike. */
export class Vocabulary {
  readonly #forms: ReadonlyArray<WordForms>
  readonly #numbers: ReadonlyMap<string, number>
  readonly #spellings: ReadonlyArray<string>
  readonly #spelled: Uint32Array
  readonly #once: Uint32Array
  readonly #twice: Uint32Array
  /** Where the spellings of each length begin. */
  readonly #lengths: Uint32Array
  readonly #skeletons: HashPairs
  readonly #variants: HashPairs
  /** Words of one letter. */
  readonly #initials = new Map<string, ReadonlyArray<number>>()
  readonly #remembered = new Map<string, Neighbours>()
  readonly #seen: Uint32Array
  #round = 0

  /** `numbers` gives each word its place in `forms`. */
  constructor(forms: ReadonlyArray<WordForms>, numbers: ReadonlyMap<string, number>) {
    this.#forms = forms
    this.#numbers = numbers
    const all = forms.flatMap((word, number) => word.spellings.map((spelling) => ({ spelling, number })))
    all.sort((one, other) => one.spelling.length - other.spelling.length)
    this.#spellings = all.map(({ spelling }) => spelling)
    this.#spelled = Uint32Array.from(all, ({ number }) => number)
    const signatures = this.#spellings.map(signature)
    this.#once = Uint32Array.from(signatures, ([once]) => once)
    this.#twice = Uint32Array.from(signatures, ([, twice]) => twice)
    this.#lengths = new Uint32Array(longestWord * 2 + 3)
    for (const spelling of this.#spellings)
      this.#lengths[Math.min(spelling.length, longestWord * 2) + 1] =
        (this.#lengths[Math.min(spelling.length, longestWord * 2) + 1] ?? 0) + 1
    for (let length = 1; length < this.#lengths.length; length++)
      this.#lengths[length] = (this.#lengths[length] ?? 0) + (this.#lengths[length - 1] ?? 0)
    const skeletons = forms.flatMap((word, number) => word.skeletons.map((skeleton) => ({ hash: hashOf(skeleton), number })))
    this.#skeletons = new HashPairs(
      skeletons.map(({ hash }) => hash),
      skeletons.map(({ number }) => number)
    )
    const variants = forms.flatMap((word, number) => word.variants.map((group) => ({ group, number })))
    this.#variants = new HashPairs(
      variants.map(({ group }) => group),
      variants.map(({ number }) => number)
    )
    this.#seen = new Uint32Array(forms.length)
    for (const [number, { spellings }] of forms.entries()) {
      const letter = spellings[0] ?? ""
      if (letter.length === 1) this.#initials.set(letter, [...(this.#initials.get(letter) ?? []), number])
    }
  }

  get size(): number {
    return this.#forms.length
  }

  forms(word: number): WordForms {
    return this.#forms[word] ?? formsOf("")
  }

  /** Number of a folded word; undefined when no listed name has it. */
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
    const found: Array<{ readonly number: number; readonly similarity: number }> = []
    const consider = (number: number): void => {
      if (this.#seen[number] === this.#round) return
      this.#seen[number] = this.#round
      const { similarity } = compareWords(word, this.forms(number), mostEdits)
      if (similarity > 0) found.push({ number, similarity })
    }
    const same = this.find(word.key)
    if (same !== undefined) consider(same)
    for (const spelling of word.spellings) {
      this.#scan(spelling, mostEdits, consider)
      for (const initial of this.#initials.get(spelling.charAt(0)) ?? []) consider(initial)
    }
    // Any word may begin with a letter that stands alone.
    const letter = word.spellings[0] ?? ""
    if (letter.length === 1)
      for (const [place, spelling] of this.#spellings.entries()) if (spelling.startsWith(letter)) consider(this.#spelled[place] ?? 0)
    for (const skeleton of word.skeletons) this.#skeletons.each(hashOf(skeleton), consider)
    for (const group of word.variants) this.#variants.each(group, consider)
    found.sort((one, other) => other.similarity - one.similarity || one.number - other.number)
    return {
      words: Uint32Array.from(found, ({ number }) => number),
      similarities: Float32Array.from(found, ({ similarity }) => similarity),
      byWord: new Map(found.map(({ number, similarity }) => [number, Math.fround(similarity)]))
    }
  }

  /** Passes on every word with a spelling that may be within the budget of edits. */
  #scan(spelling: string, mostEdits: number, consider: (number: number) => void): void {
    const [once, twice] = signature(spelling)
    const pattern = new EditPattern(spelling).lay()
    const near: Array<number> = []
    const most = Math.min(mostEdits, editBudget(spelling.length))
    for (let length = Math.max(1, spelling.length - most); length <= Math.min(longestWord * 2, spelling.length + most); length++) {
      const edits = Math.min(mostEdits, editBudget(Math.min(length, spelling.length)))
      const allowed = 2 * edits
      const end = this.#lengths[length + 1] ?? 0
      for (let place = this.#lengths[length] ?? 0; place < end; place++) {
        const bits = bitsOf(once ^ (this.#once[place] ?? 0))
        if (bits > allowed || bits + bitsOf(twice ^ (this.#twice[place] ?? 0)) > allowed) continue
        if (pattern.distance(this.#spellings[place] ?? "") <= edits) near.push(this.#spelled[place] ?? 0)
      }
    }
    // Comparing lays out patterns of its own.
    for (const word of near) consider(word)
  }
}
