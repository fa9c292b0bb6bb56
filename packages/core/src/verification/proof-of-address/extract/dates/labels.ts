import { englishDatePhrases } from "./phrases-english.ts"
import { otherDayPhrases } from "./phrases-other-days.ts"
import { otherDatePhrases } from "./phrases-other.ts"
import { westernDatePhrases } from "./phrases-western.ts"
import type { DateLabel } from "./label.ts"
import { type Found, phraseFinder, type Skeleton } from "../phrase-finder.ts"

/** Finds the labels of dates in a line, in some thirty languages. */
export const findDateLabels = phraseFinder([...englishDatePhrases, ...westernDatePhrases, ...otherDatePhrases, ...otherDayPhrases])

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

const startWords = new Set("from du von vom ab desde del de dal van od fra fran från fra den from: dès mellem between από c с з".split(" "))
const endWords = new Set("to until till through thru au bis al a ate hasta al fino tot t/m tm do til till έως по do dnia and".split(" "))

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
