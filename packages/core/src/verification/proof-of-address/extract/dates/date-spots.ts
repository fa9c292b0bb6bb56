import { resolved } from "./day-order.ts"
import type { DateLabel } from "./label.ts"
import type { Mention, Mentions } from "./mentions.ts"
import type { Segment } from "../printed-text.ts"
import type { DayOrder } from "./written-day.ts"
import type { WrittenSpan } from "./written-dates.ts"

interface Dates {
  readonly issue_date: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly valid_until: string | null
}

/** Where each date is printed; null for one that is not there or was counted from others. */
export type DateSpots = Readonly<Record<keyof Dates, { readonly segment: Segment; readonly start: number; readonly end: number } | null>>

/** Labels that make a mention the one a date was taken from, the most telling first. */
const labelsOf: Readonly<Record<keyof Dates, ReadonlyArray<DateLabel>>> = {
  issue_date: ["issue", "closing", "paid", "date", "balance"],
  period_start: ["period", "period_start"],
  period_end: ["period", "period_end"],
  valid_until: ["valid_until", "term_end", "term", "period_end"]
}

const isSpanOf = ({ month, unit, year }: WrittenSpan, date: string): boolean =>
  year === Number(date.slice(0, 4)) && (unit === "year" || unit === "split_year" || month === Number(date.slice(5, 7)))

/** The mention of a date: one that bears a label of its kind before others, the first in print among equals. */
export const dateSpots = ({ ranges, singles }: Mentions, order: DayOrder, dates: Dates): DateSpots => {
  const says = (mention: Mention, date: string, year?: number | null): boolean =>
    mention.written.kind === "day" && resolved(mention.written, order, mention.written.year ?? year ?? null) === date
  const spotOf = (name: keyof Dates): DateSpots[keyof Dates] => {
    const date = dates[name]
    if (date === null) return null
    const printed = Number(date.slice(0, 4))
    const ofRanges = ranges.flatMap(({ end, start }) => (name === "period_start" ? [start] : name === "issue_date" ? [] : [end]))
    const found = [...ofRanges.filter((mention) => says(mention, date, printed)), ...singles.filter((mention) => says(mention, date))]
    const rank = ({ labels }: Mention): number => {
      const at = labelsOf[name].findIndex((label) => labels.includes(label))
      return at < 0 ? labelsOf[name].length : at
    }
    const period = dates.period_start
    const spans = period === null || name === "issue_date" || name === "valid_until" ? [] : singles
    const best =
      found.toSorted((one, other) => rank(one) - rank(other))[0] ??
      spans.find(({ written }) => written.kind === "span" && isSpanOf(written, period ?? ""))
    return best === undefined ? null : { segment: best.segment, start: best.written.start, end: best.written.end }
  }
  return {
    issue_date: spotOf("issue_date"),
    period_start: spotOf("period_start"),
    period_end: spotOf("period_end"),
    valid_until: spotOf("valid_until")
  }
}
