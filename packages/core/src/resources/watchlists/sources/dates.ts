import { isCalendarDate } from "../../../kernel/foundation/moment.ts"
import type { RecordDate } from "../../../verification/screening/record.ts"

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december"
] as const
const shortestMonth = 3
/** Years of other calendars, such as the Persian 1342, are no years of this one. */
const earliestYear = 1600
const latestYear = 2200
const longestDate = 80

const two = (number: number): string => String(number).padStart(2, "0")
/** The number of a month by its English name or the beginning of it; 0 when the word is none. */
const monthOf = (word: string): number =>
  word.length < shortestMonth ? 0 : months.findIndex((month) => month.startsWith(word.toLowerCase())) + 1
const lastDayOf = (year: number, month: number): string => {
  const days = [31, 30, 29, 28].find((day) => isCalendarDate(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`))
  return two(days ?? 28)
}
const isYear = (year: number): boolean => Number.isInteger(year) && year >= earliestYear && year <= latestYear

/** A date of which the month and the day may be unknown (0); null when there is no such date. */
export const partialDate = (year: number, month: number, day: number, circa = false): RecordDate | null => {
  if (!isYear(year) || !Number.isInteger(month) || month < 0 || month > 12) return null
  // A day without its month narrows nothing that a search could use.
  if (month === 0) return { from: `${year}-01-01`, to: `${year}-12-31`, precision: "year", circa }
  if (day === 0)
    return { from: `${year}-${two(month)}-01`, to: `${year}-${two(month)}-${lastDayOf(year, month)}`, precision: "month", circa }
  const text = `${year}-${two(month)}-${two(day)}`
  return isCalendarDate(text) ? { from: text, to: text, precision: "day", circa } : null
}

const rangeOf = (from: RecordDate | null, to: RecordDate | null, circa: boolean): RecordDate | null =>
  from === null || to === null || from.from > to.to
    ? null
    : { from: from.from, to: to.to, precision: "range", circa: circa || from.circa || to.circa }

/** A range of whole years, both inclusive. */
export const yearRange = (from: number, to: number, circa = false): RecordDate | null =>
  from === to ? partialDate(from, 0, 0, circa) : rangeOf(partialDate(from, 0, 0), partialDate(to, 0, 0), circa)

/** In what order a numeric date names its day and its month. */
type DateOrder = "day_first" | "month_first"

const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ]\d{2}:.{1,24})?$/
const yearFirst = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/
const compact = /^(\d{4})(\d{2})(\d{2})$/
const numeric = /^(\d{1,2}|dd|mm)([/.-])(\d{1,2}|mm|dd)\2(\d{4})$/i
const numericMonth = /^(\d{1,2}|mm)\/(\d{4})$/i
const worded = /^(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([A-Za-z]{3,9})\.?[ -](\d{4})$/
const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/
const decade = /^(\d{3}0)'?s$/
const circaPrefix = /^(?:circa|approximately|approx\.?|about|around|ca?\.|~)[\s-]*|^ca? ?(?=\d)/i
const rangeWord = /^(?:between |from )?(.{4,30}?)(?: to | and | until | - |-|–)(.{4,30})$/i

const numberOrUnknown = (text: string | undefined): number => (text === undefined || !/^\d+$/.test(text) ? 0 : Number(text))

const single = (text: string, order: DateOrder): RecordDate | null => {
  const day = iso.exec(text) ?? compact.exec(text)
  if (day !== null) return partialDate(Number(day[1]), numberOrUnknown(day[2]), numberOrUnknown(day[3]))
  const years = yearFirst.exec(text)
  if (years !== null) return partialDate(Number(years[1]), Number(years[3]), Number(years[4]))
  const slashed = numeric.exec(text)
  if (slashed !== null) {
    const [first, second] = [numberOrUnknown(slashed[1]), numberOrUnknown(slashed[3])]
    return order === "day_first" ? partialDate(Number(slashed[4]), second, first) : partialDate(Number(slashed[4]), first, second)
  }
  const month = numericMonth.exec(text)
  if (month !== null) return partialDate(Number(month[2]), numberOrUnknown(month[1]), 0)
  const words = worded.exec(text)
  if (words !== null) {
    const named = monthOf(words[2] ?? "")
    return named === 0 ? null : partialDate(Number(words[3]), named, numberOrUnknown(words[1]))
  }
  const american = monthFirst.exec(text)
  if (american !== null) {
    const named = monthOf(american[1] ?? "")
    return named === 0 ? null : partialDate(Number(american[3]), named, Number(american[2]))
  }
  const tens = decade.exec(text)
  return tens === null ? null : yearRange(Number(tens[1]), Number(tens[1]) + 9, true)
}

/**
 * Reads a date in the spellings of the public lists and of customers' tables: `1974`, `1974-04-25`, `19740425`, `25 Apr 1974`,
 * `April 25, 1974`, `25-04-1974`, `dd/mm/1962`, `00/00/1962`, `circa 1960`, `1960 to 1965`. What is unknown stays unknown. Null when the
 * text is none of them.
 */
export const readDate = (given: string, order: DateOrder = "day_first"): RecordDate | null => {
  if (given.length > longestDate) return null
  const trimmed = given.trim().replace(/[.,;]+$/, "")
  const text = trimmed.replace(circaPrefix, "")
  const circa = text !== trimmed
  const one = single(text, order)
  if (one !== null) return circa ? { ...one, circa } : one
  const range = rangeWord.exec(text)
  if (range === null) return null
  const [from = "", to = ""] = range.slice(1).map((side) => side.trim())
  const circaWithin = circaPrefix.test(from) || circaPrefix.test(to)
  return rangeOf(single(from.replace(circaPrefix, ""), order), single(to.replace(circaPrefix, ""), order), circa || circaWithin)
}

/** The day as `YYYY-MM-DD` when the text names one day exactly, else null. */
export const readDay = (text: string | undefined, order: DateOrder = "day_first"): string | null => {
  const date = text === undefined || text === "" ? null : readDate(text, order)
  return date?.precision === "day" ? date.from : null
}
