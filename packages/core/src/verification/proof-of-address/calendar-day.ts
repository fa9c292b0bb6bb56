/** Two digits as a number; NaN for anything else. */
const pair = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const daysInMonth = (year: number, month: number): number => (month === 2 && leap(year) ? 29 : (daysOfMonths[month - 1] ?? 0))

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Read by hand: every verdict reads five dates, and a pattern takes longer than the rest of the verdict. */
const partsOf = (date: string): Parts | null => {
  if (date.length !== 10 || date[4] !== "-" || date[7] !== "-") return null
  const year = pair(date, 0) * 100 + pair(date, 2)
  const month = pair(date, 5)
  const day = pair(date, 8)
  // Comparisons with NaN are false, so anything but digits ends here.
  return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null
}

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar (Howard Hinnant, "days_from_civil"). */
const numberOf = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** The day count of an ISO 8601 calendar date (YYYY-MM-DD); null for text that is no date that exists, such as 2025-02-29. */
export const dayNumber = (date: string): number | null => {
  const parts = partsOf(date)
  return parts === null ? null : numberOf(parts.year, parts.month, parts.day)
}

/** The ISO 8601 calendar date of a day count. */
export const dateOf = (days: number): string => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year >= 1000 ? year : String(year).padStart(4, "0")}-${month < 10 ? "0" : ""}${month}-${day < 10 ? "0" : ""}${day}`
}

/** The same day of a later month, or that month's last day: 31 December and two months is the end of February. */
export const monthsLater = (date: string, months: number): number | null => {
  const parts = partsOf(date)
  if (parts === null) return null
  const index = parts.year * 12 + parts.month - 1 + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  return numberOf(year, month, Math.min(parts.day, daysInMonth(year, month)))
}
