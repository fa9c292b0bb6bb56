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

/** What a word brings to the key of two words. */
export interface JoinPart {
  readonly forms: WordForms
  /** One spelling in Latin letters with one sound. */
  readonly plain: boolean
  readonly syllables: boolean
  readonly text: string
  readonly spelling: number
  readonly length: number
  readonly start: number
  readonly end: number
  readonly skeleton: number
  readonly skeletonLength: number
  readonly first: number
  readonly last: number
}

export const joinPartOf = (forms: WordForms): JoinPart => {
  const spelling = forms.spellings[0] ?? ""
  const skeleton = forms.skeletons[0] ?? ""
  return {
    forms,
    plain: forms.script === "latin" && forms.spellings.length === 1 && forms.sounds.length < 2,
    syllables: forms.syllables.length > 0,
    text: spelling,
    spelling: textHash(spelling),
    length: spelling.length,
    start: soundStart(spelling),
    end: soundEnd(spelling),
    skeleton: textHash(skeleton),
    skeletonLength: skeleton.length,
    first: skeleton === "" ? 0 : skeleton.charCodeAt(0),
    last: skeleton === "" ? 0 : skeleton.charCodeAt(skeleton.length - 1)
  }
}

const spellingHash = (one: JoinPart, other: JoinPart): number =>
  extended(extended(spellingMark, one.spelling, one.length), other.spelling, other.length)

/** The hash of the key of two words that sound as one as they do alone; a sign that ends the first skeleton and begins the second is one. */
const plainHash = (one: JoinPart, other: JoinPart): number => {
  const doubled = one.last !== 0 && one.last === other.first
  const length = other.skeletonLength - (doubled ? 1 : 0)
  if (one.skeletonLength + length < shortestJoin) return spellingHash(one, other)
  const end = doubled ? (other.skeleton - Math.imul(other.first, powers[length] ?? 0)) | 0 : other.skeleton
  return extended(one.skeleton, end, length)
}

/** Whether the two have one spelling and one sound, so that the key is what these sound like as one. */
const isSingle = (one: JoinPart, other: JoinPart): boolean =>
  one.plain && other.plain && !(one.syllables && other.syllables) && one.length + other.length <= longestSpelling

const singleHash = (one: JoinPart, other: JoinPart): number => {
  const hash = joinedSkeletonHash(one.text, other.text, shortestJoin)
  return hash === 0 ? spellingHash(one, other) : hash
}

/** The hashes of the keys of two neighbours written as one: one hash for nearly all of them. */
export const joinHashes = (one: JoinPart, other: JoinPart): number | ReadonlyArray<number> => {
  if (isSingle(one, other)) return ((one.end & other.start) === 0 ? singleHash(one, other) : plainHash(one, other)) >>> 0
  return joinedKeys(one.forms, other.forms).map(joinHashOf)
}
