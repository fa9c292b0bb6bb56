import type { WordRole } from "./normalize/written.ts"
import { commonNames, veryCommonNames } from "../../names/given-names/frequent-names.ts"

const roleWeights = {
  family: 1.1,
  given: 1,
  name: 1,
  whole: 1.4,
  number: 1,
  patronymic: 0.7,
  kinship: 0.45,
  business: 0.5,
  initial: 0.3,
  particle: 0
} as const satisfies Record<WordRole, number>

/** Weight of a word by what it is in the name; a particle says nothing about who it is. */
export const roleWeight = (role: WordRole): number => roleWeights[role]

/** Roles as one byte each. */
export const roles: ReadonlyArray<WordRole> = [
  "family",
  "given",
  "name",
  "whole",
  "number",
  "patronymic",
  "kinship",
  "business",
  "initial",
  "particle"
]

/** Words that carry a name: only these make it strong. */
export const isStrongRole = (role: WordRole): boolean =>
  role === "family" || role === "given" || role === "name" || role === "whole" || role === "number"

const background = { very: 0.02, common: 0.004 } as const
const rare = Math.log(0.0005)
const frequent = Math.log(0.05)
const least = 0.4
// A list of a few hundred names does not know what is common: its counts are taken as if it were larger.
const padding = 2_000

/** How common the word is in the world, by the tables of names. */
const commonness = (spellings: ReadonlyArray<string>): number => {
  let known = 0
  for (let at = 0; at < spellings.length; at++) {
    const word = spellings[at] ?? ""
    if (veryCommonNames.has(word)) return background.very
    if (commonNames.has(word)) known = background.common
  }
  return known
}

/**
 * Rarity of a word from 0.4 (borne by one name in twenty) to 1 (by fewer than one in two thousand), by the names of the loaded lists that
 * bear it or a like word, and by what is common in the world.
 */
export const rarityOf = (bearers: number, names: number, spellings: ReadonlyArray<string>): number => {
  const share = Math.max(bearers / (names + padding), commonness(spellings), 1e-9)
  const place = (Math.log(share) - rare) / (frequent - rare)
  return 1 - (1 - least) * Math.min(1, Math.max(0, place))
}

const longestStray = 3
const firstSign = 0x2e80

/** Whether a word that no list has is as likely a misspelt particle as a name: it has few letters. Signs are no letters. */
export const mayBeStray = (key: string): boolean => key.length <= longestStray && key.charCodeAt(0) < firstSign

export const strayShare = 0.6

/** The least and the most that a word may be worth beside any lists whatever, what makes a stray word of it included. */
export const rarityBounds = (spellings: ReadonlyArray<string>, key: string): { readonly least: number; readonly most: number } => {
  const most = rarityOf(0, 0, spellings)
  return { least: mayBeStray(key) ? Math.min(least, most * strayShare) : least, most }
}
