import { latinSpellings } from "../../../names/transliteration/latin-spellings.ts"
import { slipSimilarity } from "../../../names/distance/slips.ts"
import { type StreetWords, streetWords } from "./abbreviations.ts"

const wordPairs = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const free = new Set(long.map((_, at) => at))
  let total = 0
  let worst = 1
  for (const word of short) {
    let best = 0
    let chosen = -1
    for (const at of free) {
      const other = long[at] ?? ""
      const initial = (word.length === 1 || other.length === 1) && word[0] === other[0] ? 0.8 : 0
      const score = Math.max(slipSimilarity(word, other), initial)
      if (score > best) {
        best = score
        chosen = at
      }
    }
    free.delete(chosen)
    total += best
    worst = Math.min(worst, best)
  }
  // Victor Hugo and Victor Noir: one word that is simply another one makes it another street.
  if (worst < 0.5) return 0.3 * (total / short.length)
  // Words that only one side has, such as a first name or a district, weigh less than words that differ.
  return total / (short.length + 0.35 * (long.length - short.length))
}

const sameMembers = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && [...a].sort().join(" ") === [...b].sort().join(" ")

const compareStreetWords = (a: StreetWords, b: StreetWords): number => {
  const joinedA = a.core.join("")
  const joinedB = b.core.join("")
  if (joinedA === "" && joinedB === "" && a.numbers.length + b.numbers.length === 0) return sameMembers(a.kinds, b.kinds) ? 1 : 0.3
  let score =
    joinedA === joinedB ? 1 : joinedA === "" || joinedB === "" ? 0 : Math.max(slipSimilarity(joinedA, joinedB), wordPairs(a.core, b.core))
  if (score < 0.5) return 0
  const oneHasNumbers = (a.numbers.length === 0) !== (b.numbers.length === 0)
  if (oneHasNumbers) score *= joinedA === "" || joinedB === "" ? 0 : 0.85
  else if (!sameMembers(a.numbers, b.numbers))
    return a.numbers.some((number) => b.numbers.includes(number)) && joinedA !== "" ? score * 0.8 : 0
  if (a.kinds.length > 0 && b.kinds.length > 0 && !a.kinds.some((kind) => b.kinds.includes(kind))) score = Math.min(score * 0.6, 0.35)
  else if ((a.kinds.length === 0) !== (b.kinds.length === 0)) score *= 0.95
  if (a.directions.length > 0 && b.directions.length > 0 && !sameMembers(a.directions, b.directions)) score = Math.min(score, 0.3)
  else if (a.directions.length !== b.directions.length) score *= 0.93
  return score
}

/** Score of two street names, 0 to 1: name, kind, direction and numbers are compared each for itself, never as one string. */
export const compareStreets = (a: string, b: string): number => {
  let best = 0
  for (const one of latinSpellings(a.slice(0, 200))) {
    for (const other of latinSpellings(b.slice(0, 200))) best = Math.max(best, compareStreetWords(streetWords(one), streetWords(other)))
  }
  return best
}
