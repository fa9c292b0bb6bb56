const shape = /^(\d{4})-(\d{2})-(\d{2})$/

const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const daysInMonth = (year: number, month: number): number => (month === 2 && leap(year) ? 29 : (daysOfMonths[month - 1] ?? 0))

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
  const parts = shape.exec(date)
  if (parts === null) return null
  const year = Number(parts[1])
  const month = Number(parts[2])
  const day = Number(parts[3])
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return numberOf(year, month, day)
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
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** The same day of a later month, or that month's last day: 31 December and two months is the end of February. */
export const monthsLater = (date: string, months: number): number | null => {
  const parts = shape.exec(date)
  if (parts === null || dayNumber(date) === null) return null
  const index = Number(parts[1]) * 12 + Number(parts[2]) - 1 + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  return numberOf(year, month, Math.min(Number(parts[3]), daysInMonth(year, month)))
}
