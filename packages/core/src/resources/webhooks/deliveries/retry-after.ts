import { DateTime } from "effect"

const months: ReadonlyArray<string> = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const month = `(?<month>${months.join("|")})`
const clock = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})"

/** The three forms of an HTTP-date (RFC 9110, 5.6.7); recipients accept all of them, the weekday being no more than decoration. */
const httpDates = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${clock} GMT$`),
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>[0-9]{2})-${month}-(?<year>[0-9]{2}) ${clock} GMT$`),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>[ 0-9][0-9]) ${clock} (?<year>[0-9]{4})$`)
]

const dayMs = 86_400_000

/** A year of two digits is the one within 50 years of now (RFC 9110, 5.6.7). */
const fullYear = (digits: string, now: DateTime.Utc): number => {
  if (digits.length === 4) return Number(digits)
  const current = DateTime.getPartUtc(now, "year")
  const year = current - (current % 100) + Number(digits)
  return year > current + 50 ? year - 100 : year
}

const httpDateMs = (text: string, now: DateTime.Utc): number | undefined => {
  for (const form of httpDates) {
    const parts = form.exec(text)?.groups
    if (parts === undefined) continue
    const index = months.indexOf(parts.month ?? "")
    const [year, day] = [fullYear(parts.year ?? "", now), Number(parts.day)]
    const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second)]
    const days = (Date.UTC(year, index + 1) - Date.UTC(year, index)) / dayMs
    // 60 is the leap second, which the grammar allows.
    if (day < 1 || day > days || hour > 23 || minute > 59 || second > 60) return undefined
    return Date.UTC(year, index, day, hour, minute, second)
  }
  return undefined
}

const deltaSeconds = /^[0-9]{1,32}$/
const longestValue = 64

/** The wait that a `Retry-After` asks for, in milliseconds from `now` and at least 0; undefined when it is neither form of RFC 9110, 10.2.3. */
export const retryAfterMs = (value: string, now: DateTime.Utc): number | undefined => {
  if (value.length > longestValue) return undefined
  const text = value.trim()
  if (deltaSeconds.test(text)) return Number(text) * 1_000
  const moment = httpDateMs(text, now)
  return moment === undefined ? undefined : Math.max(0, moment - DateTime.toEpochMillis(now))
}
