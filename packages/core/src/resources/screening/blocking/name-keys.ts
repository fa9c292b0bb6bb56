import { leastRaw } from "../../../verification/screening/engine/calibration.ts"
import { costs } from "../../../verification/screening/engine/name-score.ts"
import { strengthBound } from "../../../verification/screening/engine/name-strength.ts"
import type { WordForms } from "../../../verification/screening/engine/normalize/forms.ts"
import { similarities } from "../../../verification/screening/engine/normalize/word-similarity.ts"
import type { PreparedName } from "../../../verification/screening/engine/prepared-query.ts"
import { rarityBounds, roleWeight } from "../../../verification/screening/engine/weights.ts"
import { initialsOf } from "./word-keys.ts"

/** A word of a kept name, or neighbours written as one. */
export interface KeptWord {
  /** Tells kept words apart; equal for equal ones. */
  readonly id: string
  /** The words it is made of. */
  readonly parts: ReadonlyArray<string>
  readonly forms: WordForms
}

/**
 * What the found part of a name has to be for the record to be worth a search:
 * `any`: one word is enough. `single`: it is enough beside a listed name of one word, or two words that are written as one.
 * Anything less is found by two of its words together.
 */
export const onlyWord = { any: (id: string) => `a ${id}`, alone: (id: string) => `l ${id}` } as const
export const twoWords = (one: string, other: string): string => (one < other ? `p ${one} ${other}` : `p ${other} ${one}`)

const wordId = (key: string): string => `w:${key}`
const joinId = (parts: ReadonlyArray<string>): string => `j:${parts.join(" ")}`

interface Element extends KeptWord {
  readonly covers: ReadonlyArray<number>
  readonly joined: boolean
  /** Letters that may stand for it. */
  readonly initials: ReadonlyArray<string>
}

// The engine's bounds are kept in single precision; this is more than they can be off.
const slack = 2e-3

const elementsOf = ({ joins, words }: PreparedName): ReadonlyArray<Element> => [
  ...words.flatMap(
    ({ forms, role, weight }, place): ReadonlyArray<Element> =>
      weight === 0 || role === "initial"
        ? []
        : [{ id: wordId(forms.key), parts: [forms.key], forms, covers: [place], joined: false, initials: initialsOf(forms) }]
  ),
  ...joins.map(({ forms, from, to }): Element => {
    const parts = words.slice(from, to).map((word) => word.forms.key)
    const covers = Array.from({ length: to - from }, (_, at) => from + at)
    return { id: joinId(parts), parts, forms, covers, joined: true, initials: [] }
  })
]

/**
 * Tells whether a listed record may reach the threshold when these words of the name are found, whatever lists weigh them and whatever else
 * speaks for it; the bounds are those of `ReverseSearch`.
 */
class Reach {
  readonly #least: ReadonlyArray<number>
  readonly #most: ReadonlyArray<number>
  readonly #initial: ReadonlyArray<boolean>
  readonly #strong: number
  readonly #raw: number

  constructor({ strong, words }: PreparedName, threshold: number) {
    const bounds = words.map(({ forms, role }) => ({ weight: roleWeight(role), ...rarityBounds(forms.spellings, forms.key) }))
    this.#least = bounds.map(({ least, weight }) => weight * least)
    this.#most = bounds.map(({ most, weight }) => weight * most)
    this.#initial = words.map(({ role }) => role === "initial")
    this.#strong = strong
    this.#raw = leastRaw(threshold - slack)
  }

  /** `shares` says how much of each word is found; `alone` that one listed word of several is all that was. */
  may(shares: ReadonlyMap<number, number>, alone: boolean): boolean {
    const initials = this.#initial.includes(true)
    const share = (place: number): number => (this.#initial[place] === true ? 1 : (shares.get(place) ?? 0))
    const evidence = this.#most.reduce((sum, most, place) => sum + most * share(place), 0)
    const penalised = alone && !initials
    // Two listed words that are written as one may be richer than what they are found by.
    const strength = penalised
      ? { asked: this.#strong, listed: Number.POSITIVE_INFINITY, evidence }
      : { asked: this.#strong, listed: 1, evidence: Number.POSITIVE_INFINITY }
    const needed = this.#raw / strengthBound(strength, penalised ? 1 : Number.POSITIVE_INFINITY) - slack
    if (needed > 1) return false
    const wanted = Math.max(0, needed)
    const part = (wanted * costs.query_omitted) / (1 - (1 - costs.query_omitted) * wanted)
    const balance = this.#most.reduce((sum, most, place) => {
      const beyond = share(place) - part
      if (beyond >= 0) return sum + beyond * most
      return this.#initial[place] === true ? sum : sum + beyond * (this.#least[place] ?? 0)
    }, 0)
    return balance >= -slack
  }
}

const whole = (covers: Iterable<number>): ReadonlyMap<number, number> => new Map([...covers].map((place) => [place, 1]))

/** Of words that any found name needs two of beside them, as many as can be spared, the most common first. */
const spared = (elements: ReadonlyArray<Element>, reach: Reach): ReadonlySet<number> => {
  const words = elements
    .filter(({ joined }) => !joined)
    .map(({ covers: [place = 0], forms }) => ({ place, most: rarityBounds(forms.spellings, forms.key).most }))
    .sort((one, other) => one.most - other.most || one.place - other.place)
  let kept: ReadonlySet<number> = new Set<number>()
  for (const { place } of words) {
    const tried = new Set([...kept, place])
    if (elements.some(({ covers }) => reach.may(whole([...tried, ...covers]), false))) break
    kept = tried
  }
  return kept
}

const isWithin = (one: Element, other: Element): boolean => one.covers.every((place) => other.covers.includes(place))

/** A word as itself, and as each letter that may stand for it, with what that finds of it. */
const guises = ({ id, initials }: Element): ReadonlyArray<{ readonly id: string; readonly share: number }> => [
  { id, share: 1 },
  ...initials.map((letter) => ({ id: letter, share: similarities.initial }))
]

/**
 * The keys of one kept name: any listed name that may reach the threshold, 0 to 1, by it has one of them. `threshold` is what the name itself
 * has to score, with all that may speak for it beside the name taken off.
 */
export const keysOfName = (
  name: PreparedName,
  threshold: number
): { readonly keys: ReadonlySet<string>; readonly words: ReadonlyArray<KeptWord>; readonly guises: ReadonlySet<string> } => {
  const keys = new Set<string>()
  const named = new Set<string>()
  if (name.weight === 0) return { keys, words: [], guises: named }
  const elements = elementsOf(name)
  const reach = new Reach(name, threshold)
  const together: Array<Element> = []
  for (const element of elements) {
    for (const { id, share } of guises(element)) {
      const shares = new Map(element.covers.map((place) => [place, share]))
      named.add(id)
      if (reach.may(shares, !element.joined)) keys.add(onlyWord.any(id))
      else if (reach.may(shares, false)) keys.add(onlyWord.alone(id))
    }
    if (guises(element).some(({ id }) => !keys.has(onlyWord.any(id)))) together.push(element)
  }
  const leaves = spared(together, reach)
  const needed = together.filter(({ covers }) => covers.some((place) => !leaves.has(place)))
  const places = name.words.map((_, place) => place)
  for (const [at, one] of needed.entries()) {
    for (const other of needed.slice(at + 1)) {
      if (isWithin(one, other) || isWithin(other, one)) continue
      for (const left of guises(one).filter(({ id }) => !keys.has(onlyWord.any(id)))) {
        for (const right of guises(other).filter(({ id }) => !keys.has(onlyWord.any(id)))) {
          // With all other words found, is there any record that these two could be part of?
          const shares = new Map(places.map((place) => [place, 1]))
          if (left.share < 1) for (const place of one.covers) shares.set(place, left.share)
          if (right.share < 1) for (const place of other.covers) shares.set(place, right.share)
          if (reach.may(shares, false)) keys.add(twoWords(left.id, right.id))
        }
      }
    }
  }
  return { keys, words: elements.map(({ forms, id, parts }) => ({ id, parts, forms })), guises: named }
}
