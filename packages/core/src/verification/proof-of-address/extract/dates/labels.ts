import { englishDatePhrases } from "./phrases/english.ts"
import { otherDayPhrases } from "./phrases/other-days.ts"
import { centralDatePhrases } from "./phrases/central.ts"
import { easternDatePhrases } from "./phrases/eastern.ts"
import { northernDatePhrases } from "./phrases/northern.ts"
import { otherDatePhrases } from "./phrases/other.ts"
import { overseasDatePhrases } from "./phrases/overseas.ts"
import { smallerDatePhrases } from "./phrases/smaller.ts"
import { westernDatePhrases } from "./phrases/western.ts"
import type { DateLabel } from "./label.ts"
import { type Found, phraseFinder } from "../phrase-finder.ts"
import type { Skeleton } from "../skeleton.ts"

/** Finds the labels of dates in a line, in some sixty languages. */
export const findDateLabels = phraseFinder([
  ...englishDatePhrases,
  ...westernDatePhrases,
  ...otherDatePhrases,
  ...otherDayPhrases,
  ...centralDatePhrases,
  ...northernDatePhrases,
  ...easternDatePhrases,
  ...overseasDatePhrases,
  ...smallerDatePhrases
])

/** The labels of a line. What is spelled as one label is no other label misread: "Date de relève" is not "Date du relevé". */
export const labelsIn = (skeleton: Skeleton, tolerant: boolean): ReadonlyArray<Found<DateLabel>> => {
  const found = findDateLabels(skeleton, tolerant)
  if (!tolerant) return found
  const spelled = findDateLabels(skeleton, false)
  return found.filter(({ end, start, value }) => {
    const here = spelled.filter((label) => label.start === start && label.end === end)
    return here.length === 0 || here.some((label) => label.value === value)
  })
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const startWords = wordSet(`
  from du von vom ab desde del de dal van od fra fran från fra den from: dès mellem between från c с з із nuo no alates sejak dari din la от від од
  από από: ó ag nga frá mula kuanzia tól از سے من מ से থেকে ตั้งแต่ từ vanaf depi mill`)
const endWords = wordSet(`
  to until till through thru au bis al a ate hasta al fino tot t/m tm do til till έως μέχρι po по до do dnia and līdz iki kuni sampai hingga sehingga s/d
  până pana deri deri: ile go hyd i arte hadi hanggang ja και عد إلى الى تا تک עד से तक পর্যন্ত ถึง đến tot sa bis: ig jusque fins`)

/** What the last word before a date says about its place in a range: "from 1 July", "bis 30. September". */
export const rangeWord = (before: string): "start" | "end" | null => {
  const word = before
    .trim()
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((part) => part !== "")
    .at(-1)
  if (word === undefined) return null
  if (startWords.has(word)) return "start"
  return endWords.has(word) ? "end" : null
}
