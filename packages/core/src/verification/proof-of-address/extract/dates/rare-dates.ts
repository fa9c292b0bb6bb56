import * as chrono from "chrono-node"
import { DateTime } from "effect"
import { daysBetween, isoDay } from "./calendar.ts"
import { findDateLabels } from "./labels.ts"
import { inColumn, type PrintedText, rightOf } from "../printed-text.ts"
import { writtenDates } from "./written-dates.ts"

const mostTries = 12
const longestTried = 60

const parsers: Readonly<Record<string, { readonly parse: typeof chrono.strict.parse }>> = {
  ar: chrono.ar,
  de: chrono.de,
  es: chrono.es,
  fi: chrono.fi,
  fr: chrono.fr,
  id: chrono.id,
  it: chrono.it,
  ja: chrono.ja,
  nl: chrono.nl,
  pt: chrono.pt,
  ru: chrono.ru,
  sv: chrono.sv,
  uk: chrono.uk,
  vi: chrono.vi,
  zh: chrono.zh
}

const read = (
  text: string,
  { language, country, today }: { readonly language: string | null; readonly country: string | null; readonly today: string }
) => {
  const english = country === "US" || country === "PH" ? chrono.en.strict : chrono.en.GB
  const parser = parsers[language ?? ""] ?? english
  const reference = DateTime.toDateUtc(DateTime.makeUnsafe(`${today}T12:00:00Z`))
  for (const { start } of parser.parse(text.slice(0, longestTried), reference)) {
    const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")]
    const printed = start.isCertain("year") && start.isCertain("month") && start.isCertain("day")
    if (printed && year !== null && month !== null && day !== null) return isoDay({ year, month, day })
  }
  return null
}

/**
 * Day of issue in a spelling that the grammar of dates does not know ("ngày 12 tháng 9 năm 2026"), read by the parser of the
 * document's language.
 * Only values beside or below a label of issue are tried, a dozen at most.
 */
export const rareDates = (
  text: PrintedText,
  context: { readonly language: string | null; readonly country: string | null; readonly today: string }
): string | null => {
  let tries = 0
  for (const segment of text.segments) {
    const label = findDateLabels(segment.skeleton, text.tolerant).find(({ value }) => value === "issue" || value === "date")
    if (label === undefined) continue
    const values = [segment.text.slice(label.start), rightOf(text, segment)?.text, inColumn(text, segment, 1)?.text]
    for (const value of values) {
      if (value === undefined || !/\d/.test(value) || tries >= mostTries) continue
      // What the grammar reads, and the rules did not take, is the date of something else.
      if (writtenDates(value).some(({ kind }) => kind === "day")) continue
      tries++
      const date = read(value, context)
      if (date !== null && daysBetween({ from: context.today, to: date }) <= 1) return date
    }
  }
  return null
}
