import type { PoaDocumentType } from "../../types.ts"
import { daysBetween, isoDay, lastDayOfTerm } from "./calendar.ts"
import type { DateLabel } from "./label.ts"
import { type DateSpots, dateSpots } from "./date-spots.ts"
import { dateMentions, type Mention, type Mentions, type Range, standsAlone } from "./mentions.ts"
import { dayOrder, resolved } from "./day-order.ts"
import type { PrintedText } from "../printed-text.ts"
import { standsBare } from "./unlabelled-day.ts"
import { rareDates } from "./rare-dates.ts"
import { termInMonths } from "./term.ts"
import type { DayOrder } from "./written-day.ts"
import type { WrittenSpan } from "./written-dates.ts"

interface DocumentDates {
  readonly issue_date: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly valid_until: string | null
  readonly spots: DateSpots
}

interface DateContext {
  readonly type: PoaDocumentType | null
  readonly country: string | null
  readonly language: string | null
  readonly today: string
}

interface Period {
  readonly start: string | null
  readonly end: string
  readonly score: number
}

const longestPeriodDays = 800
/** A period that nothing labels as one may end this many days from now. */
const mostAheadUnlabelled = 5
/** No tenancy is let for less without saying so. */
const leastTermDays = 80
const oldestYears = 15

const has = (mention: Mention, ...labels: ReadonlyArray<DateLabel>) => mention.labels.some((label) => labels.includes(label))

const nearTop = ({ segment }: Mention, part: number) => segment.page === 1 && segment.top < part

/** Where years are split, the financial year of the country; a United Kingdom income tax year keeps its own days. */
const splitYear = (year: number, { country, type }: DateContext): readonly [string, string] => {
  if (country === "GB" && type === "tax_document") return [isoDay({ year, month: 4, day: 6 }), isoDay({ year: year + 1, month: 4, day: 5 })]
  const first = country === "ZA" ? 3 : ["GB", "IN", "NZ", "JP", "HK", "SG", "CA"].includes(country ?? "") ? 4 : 7
  const start = isoDay({ year, month: first, day: 1 })
  return [start, lastDayOfTerm({ start, months: 12 })]
}

const spanDays = (span: WrittenSpan, context: DateContext): readonly [string, string] => {
  const { year, month, unit } = span
  if (unit === "split_year") return splitYear(year, context)
  const months = unit === "month" ? 1 : unit === "quarter" ? 3 : 12
  const start = isoDay({ year, month, day: 1 })
  return [start, lastDayOfTerm({ start, months })]
}

/** The label outweighs everything; without one only a plausible, unlisted period counts. */
const rangeScore = ({ start, end }: Range, days: number): number => {
  if (has(start, "term", "term_start", "valid_until")) return 0
  if (has(start, "period")) return 10
  if (has(start, "period_start", "closing") || has(end, "period_end")) return 9
  if (has(start, "issue")) return 8
  if (has(start, "other")) return 0
  if (days < 5) return 0
  return (start.listed || end.listed ? 2 : 4) + (start.segment.page === 1 ? 1 : 0) + (nearTop(start, 0.5) ? 0.5 : 0)
}

const rangePeriod = (range: Range, order: DayOrder, { today }: DateContext): Period | null => {
  const { start, end } = range
  const endDay = resolved(end.written, order, end.written.year ?? start.written.year)
  const endYear = endDay === null ? null : Number(endDay.slice(0, 4))
  let startDay = resolved(start.written, order, start.written.year ?? endYear)
  if (startDay === null || endDay === null || endYear === null) return null
  let lastDay = endDay
  if (startDay > endDay && start.written.year === null) startDay = resolved(start.written, order, endYear - 1) ?? startDay
  if (startDay > endDay && end.written.year === null) lastDay = resolved(end.written, order, endYear + 1) ?? endDay
  const days = daysBetween({ from: startDay, to: lastDay })
  if (days < 0 || days > longestPeriodDays) return null
  const score = rangeScore(range, days)
  const ahead = daysBetween({ from: today, to: lastDay })
  if (score === 0 || (score < 8 && ahead > mostAheadUnlabelled) || daysBetween({ from: today, to: startDay }) > 400) return null
  return { start: startDay, end: lastDay, score }
}

const spanScore = (mention: Mention, span: WrittenSpan, { type }: DateContext): number => {
  if (has(mention, "other", "valid_until") || mention.listed) return 0
  if (has(mention, "period", "period_start", "period_end")) return span.unit === "year" ? 6 : 8
  if (span.unit === "year") return 0
  if (span.unit === "split_year") return nearTop(mention, 0.5) && (type === "council_tax_bill" || type === "tax_document") ? 4 : 0
  const regular =
    type === "employer_letter" || type === "bank_statement" || type === "credit_card_statement" || type === "mobile_phone_bill"
  if (!nearTop(mention, 0.45) || mention.labels.length > 0) return 0
  if (standsAlone(mention)) return 3.5
  return regular && mention.segment.text.length < 60 ? 3 : 0
}

const spanPeriod = (mention: Mention, context: DateContext): Period | null => {
  if (mention.written.kind !== "span") return null
  const span = mention.written
  const age = Number(context.today.slice(0, 4)) - span.year
  const [start, end] = spanDays(span, context)
  const score = spanScore(mention, span, context)
  // What lies ahead and has no label is the number of a statement: 11/2026 is the eleventh of the year.
  if (score < 6 && daysBetween({ from: context.today, to: end }) > mostAheadUnlabelled) return null
  return score === 0 || age < -2 || age > oldestYears ? null : { start, end, score }
}

/** A start and an end that stand in different places, each under its own label. */
const pairedPeriod = ({ singles }: Mentions, order: DayOrder): Period | null => {
  const day = (label: DateLabel) => {
    const mention = singles.find((single) => single.written.kind === "day" && has(single, label))
    return mention?.written.kind === "day" ? resolved(mention.written, order) : null
  }
  const start = day("period_start")
  const end = day("period_end")
  if (end === null) return null
  return start !== null && start <= end ? { start, end, score: 9 } : { start: null, end, score: 5 }
}

const bestPeriod = (mentions: Mentions, order: DayOrder, context: DateContext): Period | null => {
  const candidates = [
    ...mentions.ranges.map((range) => rangePeriod(range, order, context)),
    pairedPeriod(mentions, order),
    ...mentions.singles.map((mention) => spanPeriod(mention, context))
  ]
  let best: Period | null = null
  for (const candidate of candidates) if (candidate !== null && (best === null || candidate.score > best.score)) best = candidate
  return best === null || context.type !== "utility_bill" ? best : metered(best, candidates, context)
}

/**
 * Of several periods on a bill for what was metered, the one that ends last and no later than tomorrow; of two that end together the longer. A part
 * of the year that has its own price is no period of the bill, and neither is the time ahead that its standing charge is paid for.
 */
const metered = (best: Period, candidates: ReadonlyArray<Period | null>, { today }: DateContext): Period => {
  const isPast = ({ end }: Period) => daysBetween({ from: today, to: end }) <= 1
  const goesOn = ({ start }: Period) =>
    start !== null && start > (best.start ?? best.end) && daysBetween({ from: best.end, to: start }) <= 1
  const holds = ({ end, start }: Period) => start !== null && best.start !== null && start <= best.start && end >= best.end
  const belongs = (one: Period) => !isPast(best) || one.score >= best.score || goesOn(one) || holds(one)
  let found: Period | null = null
  for (const one of candidates) {
    if (one === null || !isPast(one) || !belongs(one)) continue
    const longer = found !== null && one.end === found.end && (one.start ?? one.end) < (found.start ?? found.end)
    if (found === null || one.end > found.end || longer) found = one
  }
  return found ?? best
}

/** Whether a text ends as "London, the " does. It is read from its last mark: one pattern for all would try every place it may begin at. */
const followsPlace = (text: string): boolean => {
  const mark = Math.max(text.lastIndexOf(","), text.lastIndexOf(":"))
  return mark > 0 && /\p{L}{2}/u.test(text.slice(0, mark)) && /^\s*(?:\p{L}+\s*)?$/u.test(text.slice(mark + 1))
}

/** "II rata do 15.05.2026", "platiti bis zum 15.05.2026": the end of a term. */
const untilWord =
  /(?:^|\s)(?:until|till|no later than|on or before|bis|bis zum|bis spätestens|hasta(?: el)?|jusqu['’]au|tot|fino al|entro il|do(?: dne| dnia| dana)?|ate|até(?: a| ao)?|până la|до|iki|līdz|kuni|hingga|sampai|έως|μέχρι)\s*$/iu
const fewestWordsAfter = 3

/** "le 1er novembre 2026. Veuillez trouver ci-après": a line of a sentence that happens to begin at a day. */
const isInsideSentence = ({ after, before }: Mention): boolean =>
  /^\p{Ll}{1,4}$/u.test(before.trim()) && (after.match(/\p{L}{3,}/gu)?.length ?? 0) >= fewestWordsAfter

const issueScore = (
  mention: Mention,
  date: string,
  { period, today, type }: { readonly period: Period | null; readonly today: string; readonly type: PoaDocumentType | null }
): number => {
  const ahead = daysBetween({ from: today, to: date })
  if (daysBetween({ from: date, to: today }) > oldestYears * 366) return 0
  if (!has(mention, "issue", "closing", "balance") && (untilWord.test(mention.before) || isInsideSentence(mention))) return 0
  const weak = () => {
    if (mention.listed || ahead > 1) return 0
    // A letter bears its place and its day at its head, and the period that it is about may begin later.
    if (nearTop(mention, 0.5) && followsPlace(mention.before)) return 0
    const beforePeriod = period?.start !== undefined && period.start !== null && date < period.start
    return beforePeriod ? -3 : 0
  }
  const first = (mention.segment.page === 1 ? 1 : 0) + (nearTop(mention, 0.5) ? 0.5 : 0)
  if (has(mention, "issue")) return ahead > 400 ? 0 : 10 + first
  if (has(mention, "paid")) return type === "employer_letter" && ahead <= 31 ? 5 + first : 0
  if (has(mention, "closing")) return ahead > 1 ? 0 : 7 + first
  // A letter names the day of a balance below its own day, which often has no label.
  if (has(mention, "balance")) return ahead > 1 ? 0 : 2.6 + first
  if (has(mention, "date")) return mention.listed || ahead > 1 ? 0 : 6 + first + weak() + (standsAlone(mention) ? 1 : 0)
  if (mention.labels.length > 0 || mention.listed || mention.unsure || ahead > 1 || !standsAlone(mention) || !standsBare(mention.before))
    return 0
  return (followsPlace(mention.before) ? 5 : nearTop(mention, 0.5) ? 3 : 0) + first + weak()
}

const issueDate = (
  { singles }: Mentions,
  order: DayOrder,
  context: { readonly period: Period | null; readonly today: string; readonly type: PoaDocumentType | null }
): string | null => {
  let best: { readonly date: string; readonly score: number } | null = null
  for (const mention of singles) {
    if (mention.written.kind !== "day") continue
    const date = resolved(mention.written, order)
    const score = date === null ? 0 : issueScore(mention, date, context)
    if (date !== null && score > 2 && (best === null || score > best.score)) best = { date, score }
  }
  return best?.date ?? null
}

const latest = (dates: ReadonlyArray<string | null>): string | null => {
  let last: string | null = null
  for (const date of dates) if (date !== null && (last === null || date > last)) last = date
  return last
}

const labelledDays = (singles: ReadonlyArray<Mention>, order: DayOrder, labels: ReadonlyArray<DateLabel>) =>
  singles.flatMap((mention) => (mention.written.kind === "day" && has(mention, ...labels) ? [resolved(mention.written, order)] : []))

const identityValidity = ({ singles, ranges }: Mentions, order: DayOrder): string | null => {
  const printed = [
    ...labelledDays(singles, order, ["valid_until"]),
    ...ranges.filter(({ start }) => has(start, "valid_until")).map(({ end }) => resolved(end.written, order))
  ]
  return latest(printed)
}

/** A tenancy ends where its term ends: printed as a range or an end, or counted in months from its start. */
const tenancyEnd = (text: PrintedText, { singles, ranges }: Mentions, order: DayOrder): string | null => {
  const long = ranges.flatMap((range) => {
    const start = resolved(range.start.written, order, range.start.written.year ?? range.end.written.year)
    const end = resolved(range.end.written, order)
    return start !== null && end !== null && daysBetween({ from: start, to: end }) >= 27 ? [{ range, end }] : []
  })
  const days = ({ range, end }: (typeof long)[number]) =>
    daysBetween({ from: resolved(range.start.written, order, range.start.written.year ?? range.end.written.year) ?? end, to: end })
  const labelled = long.filter(
    (term) => has(term.range.start, "term", "term_start") || (has(term.range.start, "period") && days(term) >= leastTermDays)
  )
  const ends = labelledDays(singles, order, ["term_end", "period_end", "valid_until"])
  // A range that nothing labels as the term may be the month that a receipt is for.
  const terms = long.filter((term) => days(term) >= leastTermDays)
  const printed = latest([...labelled.map(({ end }) => end), ...ends]) ?? latest(terms.map(({ end }) => end))
  if (printed !== null) return printed
  const starts = labelledDays(singles, order, ["term_start", "period_start", "term"]).filter((date) => date !== null)
  const months = termInMonths(text)
  const start = starts[0]
  return start === undefined || months === null ? null : lastDayOfTerm({ start, months })
}

/** Finds the day of issue, the period and the last day of validity; a date that only a wrong label carries is never taken. */
export const documentDates = (text: PrintedText, context: DateContext): DocumentDates => {
  const mentions = dateMentions(text, context.language)
  const order = dayOrder(mentions, context)
  const held = context.type === "lease_agreement" || context.type === "identity_document"
  const period = held ? null : bestPeriod(mentions, order, context)
  const issue = issueDate(mentions, order, { period, today: context.today, type: context.type })
  const validUntil =
    context.type === "lease_agreement"
      ? tenancyEnd(text, mentions, order)
      : context.type === "identity_document"
        ? identityValidity(mentions, order)
        : null
  const nothing = issue === null && period === null && validUntil === null
  const dates = {
    issue_date: issue ?? (nothing ? rareDates(text, context) : null),
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
    valid_until: validUntil
  }
  return { ...dates, spots: dateSpots(mentions, order, dates) }
}
