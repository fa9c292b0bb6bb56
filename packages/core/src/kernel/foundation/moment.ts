const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/u
const momentPattern = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,20}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/u
/** Longer text is not a moment whatever it holds. */
export const longestMoment = 64

/** Whether the text is a day of the Gregorian calendar as `YYYY-MM-DD`, from year 1 to 9999. */
export const isCalendarDate = (text: string): boolean => {
  const match = text.length === 10 ? datePattern.exec(text) : null
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

const minuteMs = 60_000
const dayMs = 86_400_000
const firstMoment = Date.parse("0001-01-01T00:00:00.000Z")
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z")

/**
 * Reads an RFC 3339 date-time with any offset, as milliseconds since 1970 in UTC; undefined when it is none or lies outside
 * the years 1 to 9999. Fractions are cut to milliseconds; a leap second, which ends a UTC day, reads as the second after it.
 */
export const readMoment = (text: string): number | undefined => {
  const match = text.length <= longestMoment ? momentPattern.exec(text) : null
  if (match === null) return undefined
  const [, date = "", hour = "", minute = "", second = "", fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = match
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const leap = second === "60"
  const clock = `${date}T${hour}:${minute}:${leap ? "59" : second}.${leap ? "000" : fraction.padEnd(3, "0").slice(0, 3)}Z`
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs
  const local = Date.parse(clock)
  const utc = sign === "-" ? local + offset : local - offset
  if (leap && ((utc % dayMs) + dayMs) % dayMs !== dayMs - 1_000) return undefined
  const moment = leap ? utc + 1_000 : utc
  return moment >= firstMoment && moment <= lastMoment ? moment : undefined
}

let latest = { milliseconds: 0, text: "1970-01-01T00:00:00.000Z" }

/** The one way this service writes a moment: ISO 8601 in UTC with milliseconds. One request writes the same one often. */
export const writeMoment = (milliseconds: number): string => {
  if (milliseconds !== latest.milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() }
  return latest.text
}

/** Whether the text is a moment written exactly as this service writes one. */
export const isTimestamp = (text: string): boolean => {
  const moment = text.length === 24 ? readMoment(text) : undefined
  return moment !== undefined && writeMoment(moment) === text
}
