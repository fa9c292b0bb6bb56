import type { Place } from "./line.ts"

/** Whether the day or the month comes first in a date made of numbers. */
export type DayOrder = "day_first" | "month_first"

/** A date as it is printed: numbers whose order is still open keep both readings. */
export interface WrittenDay extends Place {
  readonly kind: "day"
  /** Null when the year is left to the other end of a range. */
  readonly year: number | null
  readonly month: number
  readonly day: number
  /** Day and month may be exchanged: only numbers are printed, and both are at most 12. */
  readonly open: boolean
  /** What this date, read as it must be, says about the order in the whole document. */
  readonly order: DayOrder | null
  /** Put together from misread signs: it is a date only where a label announces one. */
  readonly mended?: boolean
}

const daysOf = (month: number, year: number | null) =>
  month === 2
    ? year === null || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

/** True for a day that exists in the calendar. */
export const dayExists = ({ year, month, day }: { readonly year: number | null; readonly month: number; readonly day: number }): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year)

/** A day of two numbers in the order in which they are printed; null where neither order gives a day of the calendar. */
export const inOrder = (one: number, two: number, year: number | null, place: Place): WrittenDay | null => {
  const dayFirst = dayExists({ year, month: two, day: one })
  const monthFirst = dayExists({ year, month: one, day: two })
  if (dayFirst) {
    const open = monthFirst && one !== two
    return { kind: "day", year, month: two, day: one, open, order: monthFirst ? null : "day_first", ...place }
  }
  return monthFirst ? { kind: "day", year, month: one, day: two, open: false, order: "month_first", ...place } : null
}
