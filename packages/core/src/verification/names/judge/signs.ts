import { readHan, normalizedHan } from "../scripts/han.ts"
import type { NameReading } from "./reading.ts"
import type { Word } from "./word.ts"

const initials = "b|p|m|f|d|t|n|l|g|k|h|j|q|x|zh|ch|sh|z|c|s"
const finals = "iang|iong|uang|ang|eng|ong|iao|ian|ing|uai|uan|ai|ei|ao|ou|an|en|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u"
const mandarin = new RegExp(
  `^(?:(?:${initials})(?:${finals})|r(?:ang|eng|ong|uan|ao|ou|an|en|uo|ui|un|e|i|u)|y(?:ang|ong|ing|uan|ao|ou|an|in|ue|un|a|e|i|u)|w(?:ang|eng|ai|ei|an|en|a|o|u)|ang|ai|ao|ou|an|en|er|a|e)`
)

/** A word of Latin letters that has this many syllables of Mandarin, for every way to part it; empty for any other word. */
const mandarinSyllables = (word: string): ReadonlyArray<number> => {
  // A word of 24 letters has at most so many places at which a syllable may end.
  const ends: ReadonlyArray<Set<number>> = Array.from({ length: Math.min(word.length, 24) + 1 }, () => new Set<number>())
  ends[0]?.add(0)
  for (let from = 0; from < ends.length; from++) {
    for (const count of ends[from] ?? []) {
      for (let to = from + 1; to <= Math.min(from + 6, ends.length - 1); to++) {
        const syllable = word.slice(from, to)
        if (mandarin.exec(syllable)?.[0] === syllable) ends[to]?.add(count + 1)
      }
    }
  }
  return word.length > 24 ? [] : [...(ends[word.length] ?? [])]
}

/** Syllables as Japanese, Cantonese, Korean and Hokkien names have them in Latin letters. */
const eastAsian =
  /^(?:(?:[kgsztdnhbpmryjfw]y?|ch|sh|ts)?[aeiou]{1,2}(?:n|h|m(?=[bp])|(?:k(?=k)|s(?=s)|t(?=t|ch)|p(?=p)))?)+$|^(?:(?:ch|sh|ng|ts|hs|kw|gw|tz|[bcdfghjklmnpqrstwxyz])?[aeiouyw]{1,3}(?:ng|[nmkptlhbg])?){1,3}$/

const latinOf = ({ token }: Word): string => token.spellings[0] ?? ""

/** How many Han signs a name is written in. */
export const signsIn = ({ given, surname }: NameReading): number =>
  [...surname, ...given].map(({ token }) => token.native.match(/\p{Script=Han}/gu)?.length ?? 0).reduce((sum, count) => sum + count, 0)

/**
 * Whether Latin words may stand for Han signs that are not said as in Mandarin, where no table tells how: Japanese, Cantonese, Korean. Words that have
 * as many syllables of Mandarin as there are signs are compared by it, and words that no such language has are other names.
 */
export const maySayOtherwise = (signs: number, latin: NameReading): boolean => {
  const words = [...latin.surname, ...latin.given].map(latinOf)
  if (!words.every((word) => eastAsian.test(word))) return false
  const counts = words.map(mandarinSyllables)
  const totals = counts.reduce<ReadonlyArray<number>>(
    (sums, each) => [...new Set(sums.flatMap((sum) => each.map((count) => sum + count)))],
    [0]
  )
  return !(totals.includes(signs) && counts.some((each) => each.includes(1)))
}

/**
 * Whether the Latin family name is the one of Han signs as it is said outside of Mandarin (Chan, Wong, Lau): then the given name is said so too, which no
 * table tells.
 */
export const isFamilySaidElsewhere = (signs: NameReading, latin: NameReading): boolean => {
  const [[family, second], [word]] = [signs.surname, latin.surname]
  if (family === undefined || second !== undefined || word === undefined || signsIn(signs) === 0 || signsIn(latin) > 0) return false
  const said = latinOf(word)
  return said !== latinOf(family) && readHan(normalizedHan(family.token.native)).includes(said)
}
