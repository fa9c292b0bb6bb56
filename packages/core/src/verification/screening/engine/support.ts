import { areOneBySystem } from "../../names/syllables/keys.ts"
import type { WordForms } from "./normalize/forms.ts"
import { areOtherNames, isFormedOf } from "./normalize/borne-names.ts"
import { similarities } from "./normalize/word-similarity.ts"
import type { Matched } from "./name-score.ts"
import type { ListedName } from "./name-table.ts"
import type { PreparedName } from "./prepared-query.ts"

/** Most that the letters of two names that are both in use make them alike. */
const mostOfOtherName = Math.fround(similarities.otherName)

/** Ahmad bin Khalid is the father of Khalid bin Ahmad: each side has the name of the other's father. */
const isFatherOfSon = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): boolean => {
  const crosses = (father: "query" | "listed"): boolean =>
    matched.some(({ listed: columns, query: rows }) => {
      const ours = rows.some((row) => name.words[row]?.role === "patronymic")
      const theirs = columns.some((column) => listed.role(column) === "patronymic")
      const strong = father === "query" ? columns.every((column) => listed.strong(column)) : rows.every((row) => name.words[row]?.strong)
      return strong && (father === "query" ? ours && !theirs : theirs && !ours)
    })
  return crosses("query") && crosses("listed")
}

const arabicParticles: ReadonlySet<string> = new Set(["al", "el", "abu", "bin", "ibn", "bint", "abd"])
const arabicLetters = /\p{Script=Arabic}/u
const isArabic = ({ key }: WordForms): boolean => arabicParticles.has(key) || arabicLetters.test(key)

/** Whether a name is Arabic by its letters or its particles. Its words have few consonants, of which another one makes another word; longer words elsewhere may be one. */
const isOfArabic = (name: PreparedName, listed: ListedName): boolean =>
  name.words.some(({ forms }) => isArabic(forms)) || listed.words.some((_, place) => isArabic(listed.forms(place)))

/** Whether two words are two names by what the lists have of them: both are in use, or one is and the other is a family name that is formed of it. */
const areTwoBorne = (word: PreparedName["words"][number], listed: ListedName, column: number): boolean => {
  const [one, other] = [word.forms, listed.forms(column)]
  if (word.borne && (isFormedOf(other, one) || (listed.borne(column) && areOtherNames(one, other)))) return true
  return isFormedOf(one, other) && listed.borne(column)
}

/**
 * Whether two names in use stand for each other by their letters alone: frequent ones of no common group, as Riyad and Ziyad, or words that several
 * Arabic names of the lists have, as Al-Sawi and Al-Zawi. A birth date has to say that it was a slip.
 */
const hasOtherName = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): boolean => {
  const arabic = isOfArabic(name, listed)
  return matched.some(({ joined, listed: [column = 0], query: [row = 0], similarity }) => {
    const word = name.words[row]
    if (joined || word === undefined || similarity === 1) return false
    const [one, other] = [word.forms, listed.forms(column)]
    if (arabic && areTwoBorne(word, listed, column)) return true
    if (!one.known || !other.known || similarity > mostOfOtherName) return false
    return !one.variants.some((group) => other.variants.includes(group))
  })
}

const inCommon = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => one.some((each) => other.includes(each))

/** Whether signs beside Latin words are read in Japanese in one word, and can be read so in no way in another: a name is of one language. */
const hasMixedReadings = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): boolean => {
  let [inJapanese, otherwise] = [false, false]
  for (const { joined, listed: columns, query: rows } of matched) {
    const [one, other] = [name.words[rows[0] ?? 0]?.forms, listed.forms(columns[0] ?? 0)]
    if (joined || one === undefined || (one.script === "han") === (other.script === "han")) continue
    if (!inCommon(one.japanese, other.japanese)) otherwise = true
    else if (!inCommon(one.syllables, other.syllables)) inJapanese = true
  }
  return inJapanese && otherwise
}

/** Shortest word in which syllables say enough by themselves, and shortest one for two words that were joined. */
const [shortestOfSyllables, shortestOfJoined] = [5, 7]
/** What words that were joined have in common by their syllables alone. */
const joinedSyllables = Math.fround(similarities.syllables * similarities.joined)

/**
 * Whether short Latin words stand for another by the spelling of the south alone, as Lei for Li or Xia Xin for Hasan, with no longer word of syllables beside them: in
 * names that are not made of syllables that is chance.
 */
export const hasChanceSyllable = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): boolean => {
  let alone = false
  for (const pair of matched) {
    const one = name.words[pair.query[0] ?? 0]?.forms
    if (one === undefined || one.syllables.length === 0) continue
    const other = listed.forms(pair.listed[0] ?? 0)
    const [left, right] = [one.key.length, other.key.length]
    if (pair.joined ? Math.max(left, right) >= shortestOfJoined : Math.min(left, right) >= shortestOfSyllables) return false
    if (one.script !== "latin" || other.script !== "latin" || one.key === other.key) continue
    alone ||= pair.joined
      ? Math.abs(pair.similarity - joinedSyllables) < 1e-6
      : other.syllables.some((key) => one.syllables.includes(key)) && !areOneBySystem(one.key, other.key)
  }
  return alone
}

/** Whether what two names have in common is of a kind that a birth date has to support. */
export const needsSupport = (name: PreparedName, listed: ListedName, matched: ReadonlyArray<Matched>): boolean =>
  isFatherOfSon(name, listed, matched) || hasOtherName(name, listed, matched) || hasMixedReadings(name, listed, matched)
