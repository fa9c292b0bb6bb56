import { daysBetween, isoDay } from "./calendar.ts"
import type { Mentions } from "./mentions.ts"
import type { DayOrder, WrittenDay } from "./written-day.ts"

/** Countries that print the month before the day. */
const monthFirstCountries = new Set(["US", "PR", "GU", "VI", "AS", "MP", "FM", "MH", "PW", "PH"])

/** A printed day as YYYY-MM-DD under the document's order; null while its year is unknown. */
export const resolved = (written: WrittenDay, order: DayOrder, year = written.year): string | null => {
  if (year === null) return null
  const swap = written.open && order === "month_first"
  return isoDay({ year, month: swap ? written.day : written.month, day: swap ? written.month : written.day })
}

const openDays = ({ singles, ranges }: Mentions): ReadonlyArray<WrittenDay> =>
  [...singles.map(({ written }) => written), ...ranges.flatMap(({ start, end }) => [start.written, end.written])].flatMap((written) =>
    written.kind === "day" ? [written] : []
  )

/** How far a range goes wrong under an order: backwards is impossible, far from a whole number of weeks or months is unlikely. */
const rangeFault = ({ start, end }: Mentions["ranges"][number], order: DayOrder): number => {
  const from = resolved(start.written, order, start.written.year ?? end.written.year)
  const to = resolved(end.written, order)
  if (from === null || to === null) return 0
  const days = daysBetween({ from, to })
  return days < 0 ? 3 : days > 400 ? 1 : 0
}

/**
 * Decides for the whole document whether 03/04/2026 is 3 April or 4 March: first by its dates that allow one reading only, then by
 * ranges that would run backwards and days that would lie in the future, last by the custom of the country.
 */
export const dayOrder = (mentions: Mentions, { country, today }: { readonly country: string | null; readonly today: string }): DayOrder => {
  let balance = country !== null && monthFirstCountries.has(country) ? -2 : country === "CA" ? -0.5 : country === null ? 0.5 : 2
  for (const written of openDays(mentions)) {
    if (written.order === "day_first") balance += 3
    if (written.order === "month_first") balance -= 3
    if (!written.open) continue
    const dayFirst = resolved(written, "day_first")
    const monthFirst = resolved(written, "month_first")
    if (dayFirst === null || monthFirst === null) continue
    const ahead = (date: string) => daysBetween({ from: today, to: date }) > 45
    if (ahead(dayFirst) && !ahead(monthFirst)) balance -= 0.75
    if (ahead(monthFirst) && !ahead(dayFirst)) balance += 0.75
  }
  for (const range of mentions.ranges) balance += rangeFault(range, "month_first") - rangeFault(range, "day_first")
  return balance >= 0 ? "day_first" : "month_first"
}
