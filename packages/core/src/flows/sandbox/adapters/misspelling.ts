import { compareNames } from "../../../verification/proof-of-address/compare/names/name.ts"
import type { SimulatedPerson } from "./simulated-person.ts"

type Name = Pick<SimulatedPerson, "given_names" | "surname">

/** A letter too many, `at` characters from the start. */
const withLetter = (word: string, at: number): string => {
  const letters = [...word]
  return [...letters.slice(0, at), "x", ...letters.slice(at)].join("")
}

/** The two last letters have changed places. */
const turned = (word: string): string => {
  const letters = [...word]
  return [...letters.slice(0, -2), ...letters.slice(-1), ...letters.slice(-2, -1)].join("")
}

const otherVowel = (word: string): string => word.replace(/[aeiou]/iu, (vowel) => (vowel.toLowerCase() === "a" ? "o" : "a"))

/** Likeness to the name that is meant, between passing and failing by the thresholds of every preset; a letter that differs never passes. */
const nearly = { from: 0.77, below: 0.9 } as const

/**
 * The name as a clerk might have misspelled it: near enough for a person to look at, too far to pass. How far a slip moves a name depends on its
 * length, so the first of a few that lies between is taken; very short names have none, and keep the last.
 */
export const misspelled = ({ given_names, surname }: Name): Name => {
  const middle = Math.ceil([...surname].length / 2)
  const slips: ReadonlyArray<Name> = [
    { given_names, surname: withLetter(withLetter(surname, middle), 1) },
    { given_names, surname: otherVowel(turned(surname)) },
    { given_names, surname: turned(surname) },
    { given_names, surname: withLetter(surname, middle) },
    { given_names, surname: turned(withLetter(surname, middle)) },
    { given_names, surname: turned(otherVowel(surname)) },
    { given_names: turned(given_names), surname },
    { given_names: withLetter(withLetter(given_names, 1), 3), surname },
    { given_names: withLetter(given_names, 1), surname: withLetter(surname, middle) }
  ]
  const meant = { first_name: given_names, last_name: surname }
  const fitting = slips.find((slip) => {
    const { score } = compareNames([`${slip.given_names} ${slip.surname}`.trim()], meant)
    return score >= nearly.from && score < nearly.below
  })
  return fitting ?? slips.at(-1) ?? { given_names, surname }
}
