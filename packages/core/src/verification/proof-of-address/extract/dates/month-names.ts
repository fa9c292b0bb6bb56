import { once } from "../../../../kernel/schema/once.ts"
import { editDistance } from "../../../names/distance/edit-distance.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { skeletonOf } from "../skeleton.ts"
import { monthSpellings } from "./month-spellings.ts"
import { furtherMonthSpellings, monthsBetween, monthsOfTwo } from "./month-spellings-further.ts"

/** Where two languages share a spelling the earlier line decides. */
const monthsOf = (spellings: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const named = new Map<string, number>()
  for (const line of spellings.join(";").trim().split(";")) {
    for (const [index, alternatives] of line.trim().split(/\s+/).entries()) {
      for (const spelling of alternatives.split("/")) {
        const name = normalizedWords(spelling)
        if (spelling !== "-" && !named.has(name)) named.set(name, index + 1)
      }
    }
  }
  return named
}

const months = once(() => monthsOf([monthSpellings, furtherMonthSpellings]))

/** Month of a word that is one only between a day and a year. */
export const monthBetween = (word: string): number | null => monthsBetween[normalizedWords(word)] ?? null

/** Month of two words, as "Meán Fómhair" is September. */
export const monthOfTwo = (word: string, next: string): number | null => {
  const seconds = monthsOfTwo[normalizedWords(word)]
  return seconds === undefined ? null : (seconds[normalizedWords(next)] ?? null)
}

const misreadDigits: Readonly<Record<string, string>> = { "0": "o", "1": "l", "5": "s", "8": "b", "|": "l" }

/** Month (1 to 12) that a printed word names in any of the known languages, or null; single digits read for letters are forgiven. */
export const monthNamed = (word: string): number | null => {
  if (word.length < 2 || word.length > 14) return null
  const normalized = normalizedWords(word)
  const known = months().get(normalized)
  if (known !== undefined) return known
  if (!/[0158|]/.test(normalized) || !/\p{L}/u.test(normalized)) return null
  const mended = normalized.replace(/[0158|]/g, (character) => misreadDigits[character] ?? character)
  return months().get(mended) ?? months().get(mended.replace(/l(?!y)/g, "i")) ?? null
}

/**
 * Names of the first table by their shapes, in which i and l, or rn and m, are one: so that signs that only look alike are no mistake. With every
 * form of every language, nearly any short word would be near to some month.
 */
const shapes = once(
  (): ReadonlyArray<readonly [shape: string, month: number]> =>
    [...monthsOf([monthSpellings])].map(([name, month]) => [skeletonOf(name).letters, month])
)

/** Shortest words in which one and two wrong signs are forgiven: "jun" and "jul" differ by one. */
const oneForgiven = 5
const twoForgiven = 8

/**
 * Month (1 to 12) whose name a misread word is nearest to, as "Novcmber" is to November. Null where no name is near, or where names of two
 * months are equally near.
 */
export const monthNear = (word: string): number | null => {
  const shape = skeletonOf(word).letters
  if (shape.length < 3 || shape.length > 16) return null
  const allowed = shape.length >= twoForgiven ? 2 : shape.length >= oneForgiven ? 1 : 0
  let [least, nearest]: [number, ReadonlySet<number>] = [allowed + 1, new Set()]
  for (const [name, month] of shapes()) {
    if (Math.abs(name.length - shape.length) > allowed) continue
    const distance = name === shape ? 0 : editDistance(name, shape)
    if (distance > least) continue
    nearest = new Set(distance < least ? [month] : [...nearest, month])
    least = distance
  }
  const [only] = nearest
  return least <= allowed && nearest.size === 1 ? (only ?? null) : null
}
