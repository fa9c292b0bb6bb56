import { dateOf, dayNumber, monthsLater } from "../../calendar-day.ts"

/** Writes a calendar day as YYYY-MM-DD. */
export const isoDay = ({ year, month, day }: { readonly year: number; readonly month: number; readonly day: number }): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`

/** Days from one YYYY-MM-DD day to another; negative when `to` is earlier, zero when either does not exist. */
export const daysBetween = ({ from, to }: { readonly from: string; readonly to: string }): number => {
  const start = dayNumber(from)
  const end = dayNumber(to)
  return start === null || end === null ? 0 : end - start
}

/** The last day of a term of whole months that begins on the given day: a year from 1 September ends on 31 August. */
export const lastDayOfTerm = ({ start, months }: { readonly start: string; readonly months: number }): string => {
  const next = monthsLater(start, months)
  return next === null ? start : dateOf(next - 1)
}
