import type { RecordDate, RecordGender, RecordType } from "../record.ts"
import type { Qualifier } from "./explanation.ts"
import type { ScreeningQuery } from "./query.ts"

/**
 * Effects of the facts beside the name, added to its score. Namesakes live in one country more often than not, and share weak aliases:
 * years that are near take more than these two give, so that an equal name born years apart waits for no one.
 */
export const effects = {
  same_day: 0.06,
  same_month: 0.05,
  same_year: 0.04,
  swapped_day: 0.03,
  within_range: 0.02,
  other_day: 0,
  next_year: 0,
  next_year_other_day: -0.04,
  slipped_year: -0.06,
  /** The list says no date: nothing confirms the name, so that more is asked of it. */
  unknown_birth: -0.02,
  near_years: -0.25,
  far_years: -0.38,
  country_shared: 0.02,
  country_other: -0.07,
  gender_other: -0.15,
  type_other: -0.1,
  legal_form_other: -0.02,
  weak_alias: 0.01
} as const

/** Most that the facts beside a name can add to its score for this query, short of an identifier. */
export const mostRaised = (query: ScreeningQuery): number =>
  (query.date_of_birth === undefined ? 0 : effects.same_day) +
  ((query.countries ?? []).length === 0 ? 0 : effects.country_shared) +
  effects.weak_alias

/** Score of a record whose identifier is the subject's, whatever the name. */
export const identifierFloor = 0.98

/** Highest score of names alone, weak aliases and legal forms included, and without a fact that confirms the name. */
export const nameOnlyCeiling = 0.93
export const unconfirmedCeiling = 0.96

const day = 86_400_000

/** A span of whole days, in milliseconds since 1970; `to` is exclusive. */
export interface DateSpan {
  readonly from: number
  readonly to: number
  readonly circa: boolean
}

/** The digit at a place; NaN for anything else. */
const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - 48
  return digit >= 0 && digit <= 9 ? digit : Number.NaN
}
const twoDigits = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1)

const [yearEnds, monthEnds, dayEnds] = [4, 7, 10]

const wholeDay = /^[1-9]\d{3}-\d\d-\d\d$/u

/** Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; null for anything else. Most dates are days, which the runtime reads; a day such as 30 February is counted on. */
export const spanOf = (text: string): DateSpan | null => {
  const from = wholeDay.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(from) ? spanByDigits(text) : { from, to: from + day, circa: false }
}

const spanByDigits = (text: string): DateSpan | null => {
  const { length } = text
  if (length !== yearEnds && length !== monthEnds && length !== dayEnds) return null
  if ((length > yearEnds && text.charAt(yearEnds) !== "-") || (length > monthEnds && text.charAt(monthEnds) !== "-")) return null
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2)
  const month = length < monthEnds ? 1 : twoDigits(text, yearEnds + 1)
  const date = length < dayEnds ? 1 : twoDigits(text, monthEnds + 1)
  if (Number.isNaN(year + month + date)) return null
  const from = Date.UTC(year, month - 1, date)
  const to = length === yearEnds ? Date.UTC(year + 1, 0, 1) : length === monthEnds ? Date.UTC(year, month, 1) : from + day
  return { from, to, circa: false }
}

/** The span of a listed date; null when the source's days cannot be read. */
export const recordSpan = (date: RecordDate): DateSpan | null => {
  const from = spanOf(date.from)
  const to = date.to === date.from ? from : spanOf(date.to)
  return from === null || to === null || to.to < from.from ? null : { from: from.from, to: to.to, circa: date.circa }
}

const isDay = (span: DateSpan): boolean => span.to - span.from === day
const isYear = (span: DateSpan): boolean => span.to - span.from > 360 * day && span.to - span.from < 370 * day
const isMonth = (span: DateSpan): boolean => span.to - span.from > 27 * day && span.to - span.from < 32 * day

const swapped = (one: number, other: number): boolean => {
  const left = new Date(one)
  const right = new Date(other)
  return (
    left.getUTCFullYear() === right.getUTCFullYear() &&
    left.getUTCDate() === right.getUTCMonth() + 1 &&
    right.getUTCDate() === left.getUTCMonth() + 1
  )
}

const sameDayOfYear = (one: number, other: number): boolean => {
  const [left, right] = [new Date(one), new Date(other)]
  return left.getUTCMonth() === right.getUTCMonth() && left.getUTCDate() === right.getUTCDate()
}

/** The first of January stands on lists for a day that no one knows: two of them agree on nothing. */
const isFirstOfYear = (moment: number): boolean => new Date(moment).getUTCMonth() === 0 && new Date(moment).getUTCDate() === 1

/** Whether two years are one with a digit misread, or with two neighbours swapped. */
const oneDigitApart = (one: string, other: string): boolean => {
  const places = [...one].flatMap((digit, place) => (digit === other.charAt(place) ? [] : [place]))
  const [first = 0, second = 0] = places
  if (places.length === 1) return true
  return (
    places.length === 2 && second === first + 1 && one.charAt(first) === other.charAt(second) && one.charAt(second) === other.charAt(first)
  )
}

/** One day of the year in two years that a slip of the hand makes of one another: strangers share it seldom, clerks make it often. */
const slippedYear = (one: DateSpan, other: DateSpan): boolean =>
  isDay(one) &&
  isDay(other) &&
  sameDayOfYear(one.from, other.from) &&
  !isFirstOfYear(one.from) &&
  oneDigitApart(String(yearOf(one.from)), String(yearOf(other.from)))

const yearOf = (moment: number): number => new Date(moment).getUTCFullYear()

/** Whole years between the years that two spans touch; 0 when they share one. */
const yearsApart = (one: DateSpan, other: DateSpan): number =>
  Math.max(0, yearOf(one.from) - yearOf(other.to - day), yearOf(other.from) - yearOf(one.to - day))

const sameSpan = (one: DateSpan, other: DateSpan): number => {
  if (isDay(one) && isDay(other)) {
    if (one.from === other.from) return effects.same_day
    return swapped(one.from, other.from) ? effects.swapped_day : effects.other_day
  }
  const overlap = one.from < other.to && other.from < one.to
  if (!overlap) return effects.other_day
  if ((isMonth(one) || isMonth(other)) && !isYear(one) && !isYear(other)) return effects.same_month
  if (one.to - one.from > 370 * day || other.to - other.from > 370 * day) return effects.within_range
  return effects.same_year
}

/** Effect of one listed date of birth. Circa widens by two years, and is then never more than a range. */
const birthEffect = (asked: DateSpan, listed: DateSpan): number => {
  const apart = yearsApart(asked, listed)
  const years = listed.circa ? Math.max(0, apart - 2) : apart
  if (years === 0)
    return apart > 0 ? effects.next_year : listed.circa ? Math.min(effects.within_range, sameSpan(asked, listed)) : sameSpan(asked, listed)
  if (years === 1)
    return isDay(asked) && isDay(listed) && !sameDayOfYear(asked.from, listed.from) ? effects.next_year_other_day : effects.next_year
  if (slippedYear(asked, listed)) return effects.slipped_year
  return years < 5 ? effects.near_years : effects.far_years
}

const spanText = ({ circa, from, to }: DateSpan): string => {
  const iso = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
  const text =
    to - from === day
      ? iso(from)
      : to - from > 370 * day
        ? `${yearOf(from)} to ${yearOf(to - day)}`
        : isYear({ circa, from, to })
          ? iso(from).slice(0, 4)
          : iso(from).slice(0, 7)
  return circa ? `circa ${text}` : text
}

/** What the index keeps of a record beside its names. */
export interface RecordFacts {
  readonly type: RecordType
  readonly gender: RecordGender | null
  readonly births: ReadonlyArray<DateSpan>
  readonly countries: ReadonlyArray<string>
}

const birthQualifier = (query: ScreeningQuery, asked: DateSpan | null, facts: RecordFacts): ReadonlyArray<Qualifier> => {
  if (asked === null) return []
  if (facts.births.length === 0)
    return facts.type === "person"
      ? [{ field: "date_of_birth", query: query.date_of_birth ?? null, listed: null, effect: effects.unknown_birth }]
      : []
  const [best] = facts.births
    .map((listed) => ({ listed, effect: birthEffect(asked, listed) }))
    .sort((one, other) => other.effect - one.effect)
  if (best === undefined) return []
  return [{ field: "date_of_birth", query: query.date_of_birth ?? null, listed: spanText(best.listed), effect: best.effect }]
}

const countryQualifier = (query: ScreeningQuery, facts: RecordFacts): ReadonlyArray<Qualifier> => {
  const asked = query.countries ?? []
  if (asked.length === 0 || facts.countries.length === 0) return []
  const common = asked.find((country) => facts.countries.includes(country))
  if (common !== undefined) return [{ field: "country", query: common, listed: common, effect: effects.country_shared }]
  return [{ field: "country", query: asked.join(" "), listed: facts.countries.join(" "), effect: effects.country_other }]
}

const genderQualifier = ({ gender }: ScreeningQuery, facts: RecordFacts): ReadonlyArray<Qualifier> =>
  gender === undefined || facts.gender === null || gender === facts.gender || gender === "other" || facts.gender === "other"
    ? []
    : [{ field: "gender", query: gender, listed: facts.gender, effect: effects.gender_other }]

const typeQualifier = ({ type }: ScreeningQuery, facts: RecordFacts): ReadonlyArray<Qualifier> =>
  type === undefined || type === "unknown" || facts.type === "unknown" || type === facts.type
    ? []
    : [{ field: "type", query: type, listed: facts.type, effect: effects.type_other }]

/** A person is never an organization, a vessel or an aircraft; those three are confused by lists and by people. */
export const comparableTypes = (asked: RecordType, listed: RecordType): boolean =>
  asked === "unknown" || listed === "unknown" || (asked === "person") === (listed === "person")

/** Every fact beside the name that both sides know, with its effect; `born` is the span of the query's date. */
export const qualifiersOf = (query: ScreeningQuery, born: DateSpan | null, facts: RecordFacts): ReadonlyArray<Qualifier> => [
  ...birthQualifier(query, born, facts),
  ...countryQualifier(query, facts),
  ...genderQualifier(query, facts),
  ...typeQualifier(query, facts)
]
