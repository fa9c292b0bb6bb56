import { shortestJoin, type WordForms } from "./forms.ts"
import { areRespeltStems, respellingCost } from "../../../names/sound/respelling.ts"
import { stemsOfOneEnding } from "../../../names/family-names/endings.ts"
import { signSimilarity } from "./signs.ts"
import { isSoundVowel } from "../../../names/sound/sound.ts"
import { type LetterCosts, letterCosts, weightedDistance } from "../../../names/distance/weighted-distance.ts"
import { differInSyllable } from "../../../names/distance/other-syllable.ts"
import { latinEditDistance } from "../../../names/distance/edit-distance.ts"

/** How two words were found alike. */
export type WordMatch = "exact" | "transliterated" | "variant" | "spelling" | "phonetic" | "initial"

interface WordSimilarity {
  /** 0 for words that are not alike, 1 for equal ones. */
  readonly similarity: number
  readonly how: WordMatch
}

/** Similarities of the kinds that have one. */
export const similarities = {
  transliterated: 0.98,
  variant: 0.95,
  initial: 0.8,
  joined: 0.97,
  sound: 0.93,
  outline: 0.92,
  respelt: 0.92,
  syllables: 0.93,
  homophone: 0.88,
  otherName: 0.72,
  lowest: 0.7
} as const

/** Most edits that two words of this length, the shorter of the two, may be apart. */
export const editBudget = (length: number): number => (length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3)

/** No bound but the budget, and the bound for words that were joined, which is an edit by itself. */
export const anyEdits = 3
export const joinedEdits = 1
/** Edits that may fall anywhere. Slips seldom fall on the first letter: with more of them, another beginning is another name. */
export const freeEdits = 1

const longestWord = 40

/** Similarity after so many edits, by the length of the shorter word: one slip in a short name is more likely another name. */
const editSimilarity = (distance: number, length: number): number => {
  if (distance === 0) return 1
  if (distance === 1) return length >= 7 ? 0.93 : length >= 5 ? 0.9 : length === 4 ? 0.8 : 0.7
  if (distance === 2) return length >= 9 ? 0.85 : length >= 7 ? 0.8 : 0.74
  return length >= 12 ? 0.78 : 0.7
}

/** Several slips in two words of one ending fall on what is before it, and have to be few for that. */
const slipsOf = (left: string, right: string, distance: number, limit: number): number => {
  const similarity = editSimilarity(distance, Math.min(left.length, right.length))
  const stems = distance <= freeEdits ? null : stemsOfOneEnding(left, right)
  if (stems === null) return similarity
  const length = Math.min(stems[0].length, stems[1].length)
  const slips = latinEditDistance(stems[0], stems[1])
  return slips > Math.min(limit, editBudget(length)) ? 0 : Math.min(similarity, editSimilarity(slips, length))
}

const spelled = (one: WordForms, other: WordForms, mostEdits: number): number => {
  let best = 0
  for (const left of one.spellings) {
    for (const right of other.spellings) {
      const length = Math.min(left.length, right.length)
      const sameStart = left.charCodeAt(0) === right.charCodeAt(0)
      const limit = Math.min(mostEdits, editBudget(length), sameStart ? anyEdits : freeEdits)
      if (Math.abs(left.length - right.length) > limit) continue
      const distance = left === right ? 0 : latinEditDistance(left, right)
      if (distance > limit || (distance === 2 && differInSyllable(left, right) && !shared(one.skeletons, other.skeletons))) continue
      best = Math.max(best, slipsOf(left, right, distance, limit))
    }
  }
  return best
}

const vowelCost = (one: string, other: string): number => {
  const pair = one < other ? one + other : other + one
  if (pair === "ei" || pair === "ou") return 0.15
  return pair === "ae" || pair === "ao" ? 0.3 : 0.5
}

/** German and Spanish spell with s what is a z. */
const unvoiced = 0.4

const substitution = (one: string, other: string): number => {
  if (isSoundVowel(one) && isSoundVowel(other)) return vowelCost(one, other)
  if ((one === "s" && other === "z") || (one === "z" && other === "s")) return unvoiced
  const weak = (one === "v" && (other === "u" || other === "o")) || (other === "v" && (one === "u" || one === "o"))
  const glide = (one === "j" && (other === "i" || other === "e")) || (other === "j" && (one === "i" || one === "e"))
  return weak || glide ? 0.1 : 1
}

/** Cost of a sign that one side lacks. `short` is the cost of a vowel: nothing beside a word written without them. */
const costsWith = (short: number): LetterCosts =>
  letterCosts(substitution, (sign) => (isSoundVowel(sign) ? short : sign === "h" ? 0.25 : 1))

const soundCosts = costsWith(0.4)
const outlineCosts = costsWith(0.3)

/** A letter of an abjad against one with vowels: no romanization writes z for the letters of s. */
const [zForS, sForZ] = [1.6, 0.8]
const vowelledCosts: LetterCosts = letterCosts(
  (letter, latin) => (letter === "s" && latin === "z" ? zForS : letter === "z" && latin === "s" ? sForZ : substitution(letter, latin)),
  (sign) => (isSoundVowel(sign) ? 0.04 : sign === "h" ? 0.25 : 1)
)

/** Whether two lists have an item in common. They are short, and this runs for each word that is considered. */
const shared = <A>(one: ReadonlyArray<A>, other: ReadonlyArray<A>): boolean => {
  const [size, length] = [one.length, other.length]
  for (let at = 0; at < size; at++) {
    const item = one[at]
    for (let place = 0; place < length; place++) if (other[place] === item) return true
  }
  return false
}

/** Sounds of one skeleton that differ by so many letters are too far apart to count. */
const farInLength = 4

/** What a respelling costs for each part of the word that it changes. */
const respellingWeight = 1

const sounded = (one: WordForms, other: WordForms): number => {
  let least = longestWord
  for (const left of one.sounds) {
    for (const right of other.sounds) {
      if (Math.abs(left.length - right.length) < farInLength) least = Math.min(least, weightedDistance(left, right, soundCosts))
    }
  }
  return similarities.sound - 0.24 * least
}

const mayBeVowel = new Set("aeiouhjv")

/** What speaks against a word without vowels: it writes out the vowel that a name begins with, and an i at the end. */
const edgeCost = 0.6
const edgesOf = (abjad: string, other: string): number => {
  const [first, start] = [abjad.charAt(0), other.charAt(0)]
  const begins = isSoundVowel(first) ? mayBeVowel.has(start) : mayBeVowel.has(first) || !isSoundVowel(start)
  const [last, end] = [abjad.charAt(abjad.length - 1), other.charAt(other.length - 1)]
  const ends = last === "i" ? isSoundVowel(end) || end === "j" : mayBeVowel.has(last) || end !== "i"
  return (begins ? 0 : edgeCost) + (ends ? 0 : edgeCost)
}

/** An abjad's consonants against a word with vowels. Where the skeleton is one consonant, the letters must fit in full. */
const outlined = (abjad: WordForms, other: WordForms): number => {
  let least = longestWord
  for (const left of abjad.outlines)
    for (const right of other.sounds)
      least = Math.min(least, weightedDistance(left, right, vowelledCosts, outlineCosts.lacking) + edgesOf(left, right))
  return similarities.outline - 0.16 * least
}

const bySkeleton = (one: WordForms, other: WordForms): number => {
  if (!shared(one.skeletons, other.skeletons)) return 0
  if (one.script === "abjad" && other.script === "abjad") return shared(one.outlines, other.outlines) ? 0.9 : 0
  if (one.script === "abjad") return Math.max(outlined(one, other), sounded(one, other))
  if (other.script === "abjad") return Math.max(outlined(other, one), sounded(other, one))
  return sounded(one, other)
}

/** Two words of one ending are respelt where their stems are: the ending alone brings most of a frame. */
const stemsAreRespelt = (one: WordForms, other: WordForms): boolean => {
  for (const left of one.spellings) {
    for (const right of other.spellings) {
      const stems = stemsOfOneEnding(left, right)
      if (stems === null || areRespeltStems(stems[0], stems[1])) return true
    }
  }
  return false
}

/** Two long words of one frame, by what the exchanges of letters cost for their length. */
const respelt = (one: WordForms, other: WordForms): number => {
  if (!shared(one.frames, other.frames) || !stemsAreRespelt(one, other)) return 0
  let most = 0
  for (const left of one.sounds) {
    for (const right of other.sounds) {
      const length = Math.min(left.length, right.length)
      if (Math.abs(left.length - right.length) >= farInLength) continue
      most = Math.max(most, similarities.respelt - (respellingWeight * respellingCost(left, right)) / length)
    }
  }
  return most
}

const isInitialOf = (one: WordForms, other: WordForms): boolean => {
  const letter = one.spellings[0] ?? ""
  if (letter.length !== 1 || one.number) return false
  for (const word of other.spellings) if (word.length > 1 && word.charCodeAt(0) === letter.charCodeAt(0)) return true
  return false
}

/** Shortest Latin word that is taken for the other romanization of one: Tina is not China. */
const shortestRomanized = 5

const inJapanese = (one: WordForms, other: WordForms): boolean => {
  if (one.script === "latin" && other.script === "latin" && Math.min(one.key.length, other.key.length) < shortestRomanized) return false
  return shared(one.japanese, other.japanese)
}

/** Two names that both are in use and in no common group: what is less than one slip, or one sound, makes them two. */
const knownNames = (one: WordForms, other: WordForms, crossed: boolean, near: boolean): WordSimilarity => {
  const heard = bySkeleton(one, other)
  const grouped = one.variants.length > 0 && other.variants.length > 0 && (one.script === "abjad" || other.script === "abjad")
  const sound = grouped && heard < sameConsonants ? 0 : heard
  const spelling = near ? spelled(one, other, joinedEdits) : 0
  const similarity = sound >= sameSound ? sound : Math.min(similarities.otherName, spelling)
  return similarity < similarities.lowest
    ? none
    : { similarity, how: crossed ? "transliterated" : sound >= sameSound ? "phonetic" : "spelling" }
}

const sameSound = 0.87
/** The same of a word without vowels, which fits more names, when the spellings of both names are known. */
const sameConsonants = 0.9

const sameNumber = (one: WordForms, other: WordForms): boolean =>
  shared(one.spellings, other.spellings) || (one.numeral !== null && one.numeral === other.numeral)

const inSigns = (one: WordForms, other: WordForms, script: "han" | "hangul", mostEdits: number): WordSimilarity => {
  if (shared(one.spellings, other.spellings)) return { similarity: similarities.homophone, how: "phonetic" }
  const similarity = mostEdits === anyEdits ? signSimilarity(one.key, other.key, script) : 0
  return similarity < similarities.lowest ? none : { similarity, how: "spelling" }
}

const isSigns = ({ script }: WordForms): boolean => script === "han" || script === "hangul"

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The number that a word of letters ends in, as in Kalvora8; null for any other word. */
const numberAtEnd = (word: string): number | null => {
  let from = word.length
  while (from > 0 && isDigit(word.charCodeAt(from - 1))) from--
  return from === 0 || from === word.length ? null : Number(word.slice(from))
}

/** Whether two words end in two numbers, which makes them two names however alike their letters are. */
const countApart = (one: WordForms, other: WordForms): boolean => {
  if (!isDigit(one.key.charCodeAt(one.key.length - 1)) || !isDigit(other.key.charCodeAt(other.key.length - 1))) return false
  return numberAtEnd(one.key) !== numberAtEnd(other.key)
}

const none: WordSimilarity = { similarity: 0, how: "spelling" }

/**
 * How alike two words are: the best of equality, a group of equal names, an initial, edits within a budget of the length, and equal skeletons
 * with their vowels compared; `mostEdits` narrows the budget. Symmetric. Anything below `similarities.lowest` counts as nothing.
 * A caller who knows that no spellings are within the budget says so with `near`, which saves the comparison of them.
 */
export const compareWords = (one: WordForms, other: WordForms, mostEdits: number = anyEdits, near = true): WordSimilarity => {
  if (one.key === other.key) return { similarity: 1, how: "exact" }
  if (one.number || other.number) return sameNumber(one, other) ? { similarity: 1, how: "exact" } : none
  if (countApart(one, other)) return none
  if (one.script === other.script && (one.script === "han" || one.script === "hangul")) return inSigns(one, other, one.script, mostEdits)
  // Signs have several readings and an abjad has no vowels: what they share is chance.
  if ((one.script === "abjad" && isSigns(other)) || (other.script === "abjad" && isSigns(one))) return none
  const crossed = one.script !== other.script || one.script !== "latin"
  if (near && shared(one.spellings, other.spellings)) {
    return crossed ? { similarity: similarities.transliterated, how: "transliterated" } : { similarity: 1, how: "exact" }
  }
  if (shared(one.variants, other.variants)) return { similarity: similarities.variant, how: crossed ? "transliterated" : "variant" }
  if (mostEdits === anyEdits && (isInitialOf(one, other) || isInitialOf(other, one)))
    return { similarity: similarities.initial, how: "initial" }
  if (shared(one.syllables, other.syllables)) return { similarity: similarities.syllables, how: "transliterated" }
  if (inJapanese(one, other)) return { similarity: similarities.syllables, how: "transliterated" }
  if (one.known && other.known) return knownNames(one, other, crossed, near)
  const spelling = near ? spelled(one, other, mostEdits) * (crossed ? similarities.transliterated : 1) : 0
  const sound = bySkeleton(one, other)
  const similarity = Math.max(spelling, sound, mostEdits === anyEdits ? respelt(one, other) : 0)
  if (similarity < similarities.lowest) return none
  return { similarity, how: crossed ? "transliterated" : spelling >= similarity ? "spelling" : "phonetic" }
}

/** How alike a word is to two neighbours written as one: equality, or equal skeletons. Edits are not allowed here, since a join is one already. */
export const compareJoined = (word: WordForms, joined: WordForms): number => {
  if (word.number || (word.script === "abjad" && isSigns(joined)) || (joined.script === "abjad" && isSigns(word))) return 0
  if (shared(word.spellings, joined.spellings)) return similarities.joined
  if (joined.number) return 0
  if (shared(word.syllables, joined.syllables)) return similarities.syllables * similarities.joined
  if (!word.skeletons.some((skeleton) => skeleton.length >= shortestJoin && joined.skeletons.includes(skeleton))) return 0
  const similarity = bySkeleton(word, joined) * similarities.joined
  return similarity < similarities.lowest ? 0 : similarity
}
