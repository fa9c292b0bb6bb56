import type { WordForms } from "../../../verification/screening/engine/normalize/forms.ts"
import { anyEdits, editBudget, freeEdits } from "../../../verification/screening/engine/normalize/word-similarity.ts"

/**
 * Letters from the start of a word that are compared where the first one has to agree. Words within so many edits still have all but so many
 * letters of their beginnings in common, in one order, so that the rest of a long word needs no keys.
 */
const beginning = 8

/** The text with up to so many letters left out, none of them before `from`. */
const without = (text: string, most: number, from: number): ReadonlySet<string> => {
  const all = new Set([text])
  let last: ReadonlyArray<string> = [text]
  for (let left = 0; left < most; left++) {
    const next = new Set<string>()
    for (const each of last) for (let at = from; at < each.length; at++) next.add(each.slice(0, at) + each.slice(at + 1))
    for (const each of next) all.add(each)
    last = [...next]
  }
  return all
}

/**
 * Keys of a word, of which any two words that `compareWords` finds alike within so many edits share one: the word itself, its groups of equal
 * names, its syllables, its skeleton and its frames, its digits, and what is left of its spellings after as many omissions as there may be edits.
 */
const sharedKeys = (forms: WordForms, mostEdits: number): Set<string> => {
  const keys = new Set([`=${forms.key}`])
  for (const group of forms.variants) keys.add(`v${group}`)
  for (const skeleton of forms.skeletons) keys.add(`s${skeleton}`)
  if (forms.numeral !== null) keys.add(`n${forms.numeral}`)
  for (const hash of forms.syllables) keys.add(`y${hash}`)
  for (const hash of forms.japanese) keys.add(`y${hash}`)
  if (mostEdits === anyEdits) for (const frame of forms.frames) keys.add(`f${frame}`)
  for (const spelling of forms.spellings) {
    const budget = forms.number ? 0 : Math.min(mostEdits, editBudget(spelling.length))
    const free = Math.min(budget, freeEdits)
    for (const rest of without(spelling, free, 0)) keys.add(`d${rest}`)
    if (budget > free) for (const rest of without(spelling.slice(0, beginning), budget, 1)) keys.add(`b${rest}`)
  }
  return keys
}

/** The letter of a word that is one letter, which any word with this beginning is like. */
const letterOf = ({ number, spellings: [first = ""] }: WordForms): string | undefined => (first.length === 1 && !number ? first : undefined)

/** The letters that may stand for a word. */
const beginningsOf = ({ spellings }: WordForms): ReadonlyArray<string> => [
  ...new Set(spellings.filter(({ length }) => length > 1).map((spelling) => spelling.charAt(0)))
]

/** What a kept word is found by. */
export const keptKeys = (forms: WordForms, mostEdits: number): ReadonlyArray<string> => {
  const keys = sharedKeys(forms, mostEdits)
  const letter = letterOf(forms)
  if (letter !== undefined) keys.add(`1${letter}`)
  return [...keys]
}

/** What kept words are looked up by that are like this one. Those of which it is the initial are not among them. */
export const soughtKeys = (forms: WordForms, mostEdits: number): ReadonlyArray<string> => {
  const keys = sharedKeys(forms, mostEdits)
  if (mostEdits === anyEdits) for (const letter of beginningsOf(forms)) keys.add(`1${letter}`)
  return [...keys]
}

/** Names of the letters by which a kept word may be abbreviated. */
export const initialsOf = (forms: WordForms): ReadonlyArray<string> => beginningsOf(forms).map((letter) => `^${letter}`)

/** The name of the letter as which a listed word abbreviates others, if it is one. */
export const initialOf = (forms: WordForms): string | undefined => {
  const letter = letterOf(forms)
  return letter === undefined ? undefined : `^${letter}`
}
