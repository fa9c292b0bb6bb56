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

const traitsOf = ({ script, sounds, spellings, syllables }: WordForms): number =>
  (script === "latin" && spellings.length === 1 && sounds.length < 2 ? trait.plain : 0) | (syllables.length > 0 ? trait.syllables : 0)

const rowsOf = (words: ReadonlyArray<WordForms>): Int32Array => {
  const rows = new Int32Array(words.length * columns)
  for (let word = 0; word < words.length; word++) {
    const forms = words[word]
    if (forms === undefined) continue
    const at = columns * word
    const spelling = forms.spellings[0] ?? ""
    const skeleton = forms.skeletons[0] ?? ""
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
  return rows
}

/** Names as rows of the numbers of their words: where each begins, and where the last one ends. */
interface NamesInWords {
  readonly starts: ArrayLike<number>
  readonly words: ArrayLike<number>
}

/**
 * The hashes of the keys of all neighbours of the names, each with the number of its name: one hash for nearly all of them. One loop over all names, which
 * the runtime compiles once, where a function for each pair would be compiled again as soon as it had been called often.
 */
export const joinsOf = (
  forms: ReadonlyArray<WordForms>,
  { starts, words }: NamesInWords
): { readonly hashes: ReadonlyArray<number>; readonly names: ReadonlyArray<number> } => {
  const rows = rowsOf(forms)
  const hashes: Array<number> = []
  const names: Array<number> = []
  let name = 0
  for (let at = 1; at < words.length; at++) {
    while (at > (starts[name + 1] ?? 0)) name++
    if (at === starts[name + 1]) continue
    const one = words[at - 1] ?? 0
    const other = words[at] ?? 0
    const from = columns * one
    const to = columns * other
    const oneLength = rows[from + column.length] ?? 0
    const otherLength = rows[to + column.length] ?? 0
    const shared = (rows[from + column.traits] ?? 0) & (rows[to + column.traits] ?? 0)
    if (shared !== trait.plain || oneLength + otherLength > longestSpelling) {
      for (const key of keysOf(forms[one], forms[other])) {
        hashes.push(joinHashOf(key))
        names.push(name)
      }
      continue
    }
    let hash = 0
    if (((rows[from + column.end] ?? 0) & (rows[to + column.start] ?? 0)) === 0) {
      // Letters sound otherwise where the two meet.
      hash = joinedSkeletonHash(forms[one]?.spellings[0] ?? "", forms[other]?.spellings[0] ?? "", shortestJoin)
    } else {
      // The two sound as one as they do alone; a sign that ends the first skeleton and begins the second is one.
      const first = rows[to + column.first] ?? 0
      const skeleton = rows[to + column.skeleton] ?? 0
      const doubled = first !== 0 && first === rows[from + column.last]
      const length = (rows[to + column.skeletonLength] ?? 0) - (doubled ? 1 : 0)
      const end = doubled ? (skeleton - Math.imul(first, powers[length] ?? 0)) | 0 : skeleton
      const long = (rows[from + column.skeletonLength] ?? 0) + length >= shortestJoin
      hash = long ? extended(rows[from + column.skeleton] ?? 0, end, length) : 0
    }
    if (hash === 0) {
      const start = extended(spellingMark, rows[from + column.spelling] ?? 0, oneLength)
      hash = extended(start, rows[to + column.spelling] ?? 0, otherLength)
    }
    hashes.push(hash >>> 0)
    names.push(name)
  }
  return { hashes, names }
}

const keysOf = (one?: WordForms, other?: WordForms): ReadonlyArray<string> =>
  one === undefined || other === undefined ? [] : joinedKeys(one, other)
