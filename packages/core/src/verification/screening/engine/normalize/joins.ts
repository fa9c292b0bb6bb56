import { hashBase, joinedSkeletonHash, soundEnd, soundStart, textHash } from "../../../names/sound/sound.ts"
import { joinedKeys, longestSpelling, shortestJoin, type WordForms } from "./forms.ts"

/*
 * Neighbours of listed names are found by the keys of the two written as one (`joinedKeys`). A list has more pairs of neighbours than words, and of nearly
 * all of them the key is the skeletons of both, or their spellings, one behind the other: its hash is made of two that are known.
 */

/** Powers of the base by how often a text is moved up before another is put behind it. */
const powers: Int32Array = new Int32Array(2 * longestSpelling + 2)
powers[0] = 1
for (let at = 1; at < powers.length; at++) powers[at] = Math.imul(powers[at - 1] ?? 0, hashBase)

const extended = (start: number, end: number, length: number): number => (Math.imul(start, powers[length] ?? 0) + end) | 0

/** Hash of a key. The hash of two texts one behind the other is that of both, so that it needs no text. */
export const joinHashOf = (key: string): number => textHash(key) >>> 0

const spellingMark = textHash("=")

/** What a word brings to the key of two words, as a row of numbers: hashes of its spelling and skeleton, and what these begin and end with. */
const column = { traits: 0, start: 1, end: 2, spelling: 3, length: 4, skeleton: 5, skeletonLength: 6, first: 7, last: 8 } as const
const columns = 9
/** `plain` words have one spelling in Latin letters with one sound. */
const trait = { plain: 1, syllables: 2 } as const
const firstRows = 256

const traitsOf = ({ script, sounds, spellings, syllables }: WordForms): number =>
  (script === "latin" && spellings.length === 1 && sounds.length < 2 ? trait.plain : 0) | (syllables.length > 0 ? trait.syllables : 0)

/** The words of a list by their numbers, as far as the keys of two neighbours need them. */
export class JoinTable {
  readonly #forms: ReadonlyArray<WordForms>
  #rows = new Int32Array(firstRows * columns)
  #size = 0

  /** `forms` grows with the words that are added. */
  constructor(forms: ReadonlyArray<WordForms>) {
    this.#forms = forms
  }

  /** Takes in the next word. */
  add(forms: WordForms): void {
    const at = columns * this.#size++
    if (at === this.#rows.length) {
      const rows = new Int32Array(2 * at)
      rows.set(this.#rows)
      this.#rows = rows
    }
    const spelling = forms.spellings[0] ?? ""
    const skeleton = forms.skeletons[0] ?? ""
    const rows = this.#rows
    rows[at + column.traits] = traitsOf(forms)
    rows[at + column.start] = soundStart(spelling)
    rows[at + column.end] = soundEnd(spelling)
    rows[at + column.spelling] = textHash(spelling)
    rows[at + column.length] = spelling.length
    rows[at + column.skeleton] = textHash(skeleton)
    rows[at + column.skeletonLength] = skeleton.length
    rows[at + column.first] = skeleton === "" ? 0 : skeleton.charCodeAt(0)
    rows[at + column.last] = skeleton === "" ? 0 : skeleton.charCodeAt(skeleton.length - 1)
  }

  /** The hashes of the keys of two neighbours written as one: one hash for nearly all of them. */
  hashes(one: number, other: number): number | ReadonlyArray<number> {
    const rows = this.#rows
    const from = columns * one
    const to = columns * other
    const shared = (rows[from + column.traits] ?? 0) & (rows[to + column.traits] ?? 0)
    const length = (rows[from + column.length] ?? 0) + (rows[to + column.length] ?? 0)
    if (shared !== trait.plain || length > longestSpelling) return this.#severalHashes(one, other)
    const apart = ((rows[from + column.end] ?? 0) & (rows[to + column.start] ?? 0)) !== 0
    return (apart ? this.#apartHash(from, to) : this.#soundedHash(one, other)) >>> 0
  }

  #severalHashes(one: number, other: number): ReadonlyArray<number> {
    const first = this.#forms[one]
    const second = this.#forms[other]
    return first === undefined || second === undefined ? [] : joinedKeys(first, second).map(joinHashOf)
  }

  /** The hash of the key of two words that sound as one as they do alone; a sign that ends the first skeleton and begins the second is one. */
  #apartHash(from: number, to: number): number {
    const rows = this.#rows
    const first = rows[to + column.first] ?? 0
    const skeleton = rows[to + column.skeleton] ?? 0
    const doubled = first !== 0 && first === rows[from + column.last]
    const length = (rows[to + column.skeletonLength] ?? 0) - (doubled ? 1 : 0)
    if ((rows[from + column.skeletonLength] ?? 0) + length < shortestJoin) return this.#spellingHash(from, to)
    const end = doubled ? (skeleton - Math.imul(first, powers[length] ?? 0)) | 0 : skeleton
    return extended(rows[from + column.skeleton] ?? 0, end, length)
  }

  /** The same of two words whose letters sound otherwise where they meet. */
  #soundedHash(one: number, other: number): number {
    const hash = joinedSkeletonHash(this.#forms[one]?.spellings[0] ?? "", this.#forms[other]?.spellings[0] ?? "", shortestJoin)
    return hash === 0 ? this.#spellingHash(columns * one, columns * other) : hash
  }

  #spellingHash(from: number, to: number): number {
    const rows = this.#rows
    const start = extended(spellingMark, rows[from + column.spelling] ?? 0, rows[from + column.length] ?? 0)
    return extended(start, rows[to + column.spelling] ?? 0, rows[to + column.length] ?? 0)
  }
}
