import { digitShapes } from "../text/misread.ts"
import { areDifferentGivenNames } from "../given-names/given-names.ts"
import { areNicknames, areSpellingsOfOneName } from "../given-names/nicknames.ts"
import type { NameToken } from "../printed/tokens.ts"
import { bareConsonants, consonants, romanizationKey } from "../sound/romanization-key.ts"
import { jaroWinkler } from "../distance/jaro-winkler.ts"
import { slipSimilarity } from "../distance/slips.ts"
import { areDifferentFamilyNames, areFormsOfOneFamilyName } from "../family-names/family-names.ts"

export type NameRole = "given" | "family"

/** An initial against the name it may stand for. */
const initialScore = 0.85
const nicknameScore = 0.87
const spellingScore = 0.96
/** At most this much for scripts that leave vowels out: it has to end in review, never in a pass. */
const vowellessScore = 0.8
/** Below this two words are two names. */
export const likeness = 0.5

const misread: ReadonlyArray<readonly [RegExp, string]> = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/cl/g, "d"],
  ...Object.entries(digitShapes).map(([digit, [letter = digit]]): readonly [RegExp, string] => [new RegExp(digit, "g"), letter]),
  [/[|i]/g, "l"]
]
const asMisread = (word: string): string => misread.reduce((text, [from, to]) => text.replace(from, to), word)

const hasDigit = (word: string): boolean => /[0-9|]/.test(word)

const spellingSimilarity = (a: string, b: string, role: NameRole): number => {
  if (a === b) return 1
  if (hasDigit(a) !== hasDigit(b) && asMisread(a) === asMisread(b)) return 0.97
  if (role === "given") {
    if (areSpellingsOfOneName(a, b)) return spellingScore
    if (areNicknames(a, b)) return nicknameScore
    if (areDifferentGivenNames(a, b)) return 0
  } else {
    if (areDifferentFamilyNames(a, b)) return 0
    if (areFormsOfOneFamilyName(a, b)) return spellingScore
    if (areSpellingsOfOneName(a, b)) return spellingScore
  }
  if (Math.min(a.length, b.length) >= 4) {
    if (asMisread(a) === asMisread(b)) return 0.93
    // Smith and Smyth are two families; Dostoevsky and Dostoevskii are one.
    const shortFamily = role === "family" && a.length === b.length && a.length <= 5
    if (!shortFamily && romanizationKey(a) === romanizationKey(b)) return spellingScore
    const bare = [a.replace(/^(al|el|ar|as|ash)(?=.{4})/, ""), b.replace(/^(al|el|ar|as|ash)(?=.{4})/, "")] as const
    if (bare[0] === b || bare[1] === a || (bare[0] !== a && bare[1] !== b && romanizationKey(bare[0]) === romanizationKey(bare[1])))
      return 0.94
  } else if (romanizationKey(a) === romanizationKey(b) && a.length + b.length >= 5) {
    // Short syllables of other scripts: Jun and Joon, Su and Soo.
    return 0.9
  }
  return slipSimilarity(a, b)
}

/** What a word without vowels may be in Latin letters, beside each spelling of the other. */
export const outlinePairs = (a: NameToken, b: NameToken): ReadonlyArray<readonly [string, string]> => [
  ...a.outlines.flatMap((one) => b.spellings.map((other) => [one, other] as const)),
  ...b.outlines.flatMap((other) => a.spellings.map((one) => [one, other] as const))
]

const skeletonSimilarity = (a: string, b: string): number => {
  const one = consonants(a)
  const other = consonants(b)
  if (one === "" || other === "") return 0
  if (one === other) return vowellessScore
  const bare = bareConsonants(a)
  if (bare.length >= 2 && bare === bareConsonants(b)) return 0.76
  return one.length >= 4 && other.length >= 4 && slipSimilarity(one, other) > 0 ? 0.7 : 0
}

/** How likely two words are one name, 0 to 1; exactly 0 below the point where they are two names. */
export const tokenSimilarity = (a: NameToken, b: NameToken, role: NameRole): number => {
  if (a.native === b.native) return 1
  if (a.initial || b.initial) {
    if (a.initial && b.initial) return 0
    const [initial, word] = a.initial ? [a, b] : [b, a]
    return word.spellings.some((spelling) => initial.spellings.some((letter) => spelling.startsWith(letter))) ? initialScore : 0
  }
  let best = 0
  for (const one of a.spellings) for (const other of b.spellings) best = Math.max(best, spellingSimilarity(one, other, role))
  if (a.vowelless !== b.vowelless) {
    best = Math.min(best, vowellessScore)
    for (const one of a.spellings) for (const other of b.spellings) best = Math.max(best, skeletonSimilarity(one, other))
    for (const [one, other] of outlinePairs(a, b)) best = Math.max(best, skeletonSimilarity(one, other))
  }
  return best >= likeness ? best : 0
}

/** What is left between two different names, by Jaro-Winkler: tells a near miss from no likeness at all, and stays far below any match. */
export const residualSimilarity = (a: NameToken, b: NameToken): number => {
  let best = 0
  for (const one of a.spellings) for (const other of b.spellings) best = Math.max(best, jaroWinkler(one, other))
  return best * 0.4
}

/** True when two words only agree after one of them was written in other letters: another script, or ICAO spelling of a Latin letter. */
export const neededTransliteration = (a: NameToken, b: NameToken): boolean => {
  if (a.native === b.native) return false
  if (a.foreign || b.foreign) return true
  return a.spellings[0] !== b.spellings[0] && a.spellings.some((spelling) => b.spellings.includes(spelling))
}
