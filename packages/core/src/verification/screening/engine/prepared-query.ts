import { formsOf, joinForms, type WordForms } from "./normalize/forms.ts"
import { normalizeAsked } from "./normalize/name.ts"
import type { WordRole } from "./normalize/written.ts"
import { compareWords, joinedEdits, similarities } from "./normalize/word-similarity.ts"
import type { Vocabulary } from "./vocabulary.ts"
import { syllableName, type SyllableName } from "./syllables.ts"
import { isStrongRole, mayBeStray, rarityOf, roleWeight, strayShare } from "./weights.ts"
import type { NameParts, RecordType } from "../record.ts"

interface QueryWord {
  readonly forms: WordForms
  readonly role: WordRole
  /** Rarity times role; 0 for particles. */
  readonly weight: number
  readonly strong: boolean
  /** A name in use: several names of the lists have the very word. */
  readonly borne: boolean
}

/** Neighbouring words of the query written as one: `from` up to, not including, `to`. */
interface QueryJoin {
  readonly from: number
  readonly to: number
  readonly forms: WordForms
  /** Weight of the words that it covers. */
  readonly weight: number
}

/** A name of the query, normalized and weighed by the loaded lists. */
export interface PreparedName {
  readonly written: string
  readonly words: ReadonlyArray<QueryWord>
  readonly joins: ReadonlyArray<QueryJoin>
  readonly legal: ReadonlyArray<string>
  /** Weight of all words; 0 for a name of initials alone, which finds no one. */
  readonly weight: number
  readonly strong: number
  /** The name by its syllables, for names of languages in which each of them is a name; null for any other. */
  readonly syllables: SyllableName | null
}

/** What is known about how common words are: the words of the lists, how many names bear each, and how many names there are. */
export interface Frequencies {
  readonly vocabulary: Vocabulary
  bearers(word: number): number
  readonly names: number
}

const alikeEnoughToCount = 0.9

/** Bearers of the word and of those so like it that they may be the same: a misspelt common name is not a rare one. */
const bearersOf = (forms: WordForms, { bearers, vocabulary }: Frequencies): number => {
  const near = vocabulary.neighbours(forms)
  let count = 0
  for (let at = 0; at < near.words.length && (near.similarities[at] ?? 0) >= alikeEnoughToCount; at++) count += bearers(near.words[at] ?? 0)
  return count
}

const fewestBearers = 2
const equalReading = Math.fround(similarities.transliterated)

/**
 * Whether the word is a name in use, and no slip for another: several names of the lists have the very word, or in another script one that it is read as.
 */
export const isBorne = (forms: WordForms, { bearers, vocabulary }: Frequencies): boolean => {
  const same = vocabulary.find(forms.key)
  let count = same === undefined ? 0 : bearers(same)
  if (count >= fewestBearers) return true
  const { similarities: alike, words } = vocabulary.neighbours(forms)
  for (let at = 0; at < words.length && (alike[at] ?? 0) >= alikeEnoughToCount && count < fewestBearers; at++) {
    const word = words[at] ?? 0
    const { script } = vocabulary.forms(word)
    // Consonants are equal at less, since the vowels are not compared.
    const equal = script === "abjad" || forms.script === "abjad" || (alike[at] ?? 0) >= equalReading
    if (script !== forms.script && equal) count += bearers(word)
  }
  return count >= fewestBearers
}

const mostInitials = 3
const mostJoined = 3
const longestJoin = 24
const longestTripled = 5

const joinable = (words: ReadonlyArray<QueryWord>): boolean => {
  const spellings = words.map((word) => word.forms.spellings[0] ?? word.forms.outlines[0] ?? "")
  const length = spellings.reduce((sum, spelling) => sum + spelling.length, 0)
  if (length > longestJoin || words.every((word) => word.weight === 0) || words.some((word) => word.role === "initial")) return false
  return words.length < mostJoined || spellings.every((spelling) => spelling.length <= longestTripled)
}

const joinsOf = (words: ReadonlyArray<QueryWord>): ReadonlyArray<QueryJoin> =>
  words.flatMap((_, from) =>
    [from + 2, from + mostJoined]
      .filter((to) => to <= words.length && joinable(words.slice(from, to)))
      .map((to) => {
        const parts = words.slice(from, to)
        return { from, to, forms: joinForms(parts.map((part) => part.forms)), weight: parts.reduce((sum, part) => sum + part.weight, 0) }
      })
  )

/** Normalizes and weighs one name of a query. */
export const prepareName = (
  name: { readonly written: string; readonly parts: NameParts | null; readonly type: RecordType },
  frequencies: Frequencies
): PreparedName => {
  const { legal, words: normalized } = normalizeAsked(name.written, name.parts, name.type)
  const initials = normalized.filter(({ role }) => role === "initial").slice(mostInitials)
  const kept = normalized.filter((word) => !initials.includes(word))
  const words = kept.map(({ key, role }) => {
    const forms = formsOf(key)
    const bearers = role === "initial" ? 1 : bearersOf(forms, frequencies)
    const stray = bearers === 0 && mayBeStray(key) && role !== "number" ? strayShare : 1
    const weight = role === "particle" ? 0 : roleWeight(role) * rarityOf(bearers, frequencies.names, forms.spellings) * stray
    return { forms, role, weight, strong: isStrongRole(role), borne: role !== "initial" && isBorne(forms, frequencies) }
  })
  return {
    written: name.written,
    words,
    joins: joinsOf(words),
    legal,
    weight: words.every((word) => word.role === "initial" || word.weight === 0) ? 0 : words.reduce((sum, word) => sum + word.weight, 0),
    strong: words.filter((word) => word.strong).length,
    syllables: name.type === "person" || name.type === "unknown" ? syllableName(words.map(({ forms }) => forms)) : null
  }
}

/** How alike a word or a join of the query is to a word of the lists. */
export interface Similarity {
  word(place: number, listed: number): number
  join(place: number, listed: number): number
}

/** Similarities by the neighbours of each word, found once; an initial is compared on the spot, since half of all words may follow it. */
export const similarityByNeighbours = (name: PreparedName, vocabulary: Vocabulary): Similarity => {
  const words = name.words.map((word) =>
    word.weight === 0 || word.role === "initial" ? undefined : vocabulary.neighbours(word.forms).byWord
  )
  const joins = name.joins.map((join) => vocabulary.neighbours(join.forms, joinedEdits).byWord)
  return {
    word: (place, listed) => {
      const word = name.words[place]
      if (word?.role === "initial") return Math.fround(compareWords(word.forms, vocabulary.forms(listed)).similarity)
      return words[place]?.get(listed) ?? 0
    },
    join: (place, listed) => (joins[place]?.get(listed) ?? 0) * similarities.joined
  }
}

/** The same similarities, each computed from the two words. Slow and obvious: the exhaustive scan uses it. */
export const similarityByComparison = (name: PreparedName, vocabulary: Vocabulary): Similarity => ({
  word: (place, listed) => {
    const word = name.words[place]
    return word === undefined ? 0 : Math.fround(compareWords(word.forms, vocabulary.forms(listed)).similarity)
  },
  join: (place, listed) => {
    const join = name.joins[place]
    return join === undefined
      ? 0
      : Math.fround(compareWords(join.forms, vocabulary.forms(listed), joinedEdits).similarity) * similarities.joined
  }
})
