import { median } from "@vouchkit/core/verification/median"

/** A word with something that its letters add up to. */
interface SummedWord {
  readonly signs: ReadonlyArray<string>
  readonly line: number
  readonly amount: number
  /** What a word of no letters would have: the width of a word lacks the bearings of its ends. */
  readonly offset: number
}

/** Signs by their width in Helvetica, in thousandths of its size: what a sign takes that a page shows too seldom. */
const widths: ReadonlyArray<readonly [width: number, signs: string]> = [
  [222, "ijl'’|"],
  [278, "ftI.,:;/!()[] "],
  [333, "r-–"],
  [500, "ckszvxyJ"],
  [556, "abdeghnopqu0123456789L"],
  [611, "FTZ"],
  [667, "ABEKPSVXY"],
  [722, "wCDHNRU"],
  [778, "GOQ"],
  [833, "mM"],
  [944, "W"]
]
const widthOf: ReadonlyMap<string, number> = new Map(widths.flatMap(([width, signs]) => Array.from(signs, (sign) => [sign, width / 1000])))
const usual = (sign: string): number => widthOf.get(sign) ?? widthOf.get(sign.normalize("NFD").slice(0, 1)) ?? 0.556

const rounds = 12
/** How many times a sign counts as seen at its usual width. */
const trust = 0.35

const sumOf = (letters: ReadonlyMap<string, number>, { offset, signs }: SummedWord): number =>
  Math.max(
    0.1,
    signs.reduce((sum, sign) => sum + (letters.get(sign) ?? usual(sign)), offset)
  )

/** The scale at which each line is set: what its words have for each unit of their letters. */
const scalesOf = (words: ReadonlyArray<SummedWord>, letters: ReadonlyMap<string, number>): ReadonlyMap<number, number> => {
  const ratios = new Map<number, Array<number>>()
  for (const word of words) {
    const own = ratios.get(word.line) ?? []
    ratios.set(word.line, own)
    own.push(word.amount / sumOf(letters, word))
  }
  return new Map([...ratios].map(([line, own]) => [line, median(own) ?? 1]))
}

/**
 * For each word the natural logarithm of its scale: what it has for each unit of its letters, whose shares are estimated from all words of the
 * page. Every line has a scale of its own, so that headings and small print tell of letters as well, and a line that was replaced does not
 * bend the others. Touching letters are no hindrance, because none has to be told apart.
 */
export const scalesOfWords = (words: ReadonlyArray<SummedWord>): ReadonlyArray<number> => {
  const letters = new Map<string, number>()
  for (const { signs } of words) for (const sign of signs) letters.set(sign, usual(sign))
  for (let round = 0; round < rounds; round++) {
    const scales = scalesOf(words, letters)
    const seen = new Map<string, { weight: number; ratio: number }>()
    for (const word of words) {
      const sum = sumOf(letters, word)
      const ratio = Math.min(1.5, Math.max(0.67, word.amount / (sum * (scales.get(word.line) ?? 1))))
      for (const sign of word.signs) {
        const share = (letters.get(sign) ?? usual(sign)) / sum
        const own = seen.get(sign) ?? { weight: 0, ratio: 0 }
        seen.set(sign, own)
        own.weight += share
        own.ratio += share * ratio
      }
    }
    for (const [sign, { ratio, weight }] of seen)
      letters.set(sign, ((letters.get(sign) ?? usual(sign)) * (ratio + trust)) / (weight + trust))
  }
  return words.map((word) => Math.log(word.amount / sumOf(letters, word)))
}
