import { connects } from "./connectors.ts"
import { loose, skipSmall, yearAt } from "./date-words.ts"
import { LineReader, type Place } from "./line.ts"
import { localDate } from "./local-days.ts"
import { longPattern } from "../long-pattern.ts"
import { misreadDay } from "./misread-dates.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { wordedDay } from "./worded-days.ts"
import { dayExists, inOrder, type WrittenDay } from "./written-day.ts"

/** A month, quarter, year or split year printed as one. */
export interface WrittenSpan extends Place {
  readonly kind: "span"
  readonly unit: "month" | "quarter" | "year" | "split_year"
  readonly year: number
  /** First month of the span, 1 to 12. */
  readonly month: number
}

export type Written = WrittenDay | WrittenSpan

export type Read = { readonly written: Written; readonly taken: number } | null

const separator = /^ ?([./\-–,]) ?$/

const numeric = (line: LineReader, at: number): Read => {
  const first = separator.exec(line.gap(at))?.[1]
  const spaced = line.gap(at) === " " && line.gap(at + 1) === " " && line.token(at)?.digits === 2 && line.token(at + 2)?.digits === 4
  const same = first !== undefined && separator.exec(line.gap(at + 1))?.[1] === first
  if (!same && !spaced) return null
  // A longer chain of numbers is a telephone number, an amount or an address of a machine.
  const before = at === 0 ? "" : line.gap(at - 1)
  const after = line.gap(at + 2)
  const chained = (gap: string, neighbour: number) => /^[./\-–]$/.test(gap) && gap === first && line.token(neighbour)?.number !== null
  if (chained(before, at - 1) || (chained(after, at + 3) && after !== "-")) return null
  const start = line.token(at)
  const isoYear = start?.digits === 4 ? line.year(at) : null
  if (isoYear !== null) {
    const month = line.number(at + 1, 1, 12)
    const day = line.number(at + 2, 1, 31)
    if (month === null || day === null || !dayExists({ year: isoYear, month, day })) return null
    return { written: { kind: "day", year: isoYear, month, day, open: false, order: null, ...line.place(at, at + 2) }, taken: 3 }
  }
  const one = line.number(at, 1, 31)
  const two = line.number(at + 1, 1, 31)
  const year = line.year(at + 2)
  if (one === null || two === null || year === null || (first === "," && line.token(at + 2)?.digits !== 4)) return null
  const written = inOrder(one, two, year, line.place(at, at + 2))
  return written === null ? null : { written, taken: 3 }
}

const dayThenMonth = (line: LineReader, at: number): Read => {
  const day = line.number(at, 1, 31)
  if (day === null || !loose.test(line.gap(at))) return null
  const monthAt = skipSmall(line, at + 1)
  const month = line.month(monthAt)
  if (month === null || !loose.test(line.gap(monthAt - 1))) return null
  const found = yearAt(line, monthAt + 1, false)
  const year = found?.year ?? null
  if (!dayExists({ year, month, day })) return null
  const last = found?.last ?? monthAt
  return { written: { kind: "day", year, month, day, open: false, order: null, ...line.place(at, last) }, taken: last - at + 1 }
}

const monthThenDay = (line: LineReader, at: number): Read => {
  const month = line.month(at)
  const day = line.number(at + 1, 1, 31)
  if (month === null || !loose.test(line.gap(at))) return null
  const whole = yearAt(line, at + 1, true)
  if (whole !== null && line.token(at + 1)?.digits !== 1) {
    return { written: { kind: "span", unit: "month", year: whole.year, month, ...line.place(at, whole.last) }, taken: whole.last - at + 1 }
  }
  if (day === null) return null
  const after = skipSmall(line, at + 2)
  const tight = line.gap(after - 1).includes("-") || line.gap(after - 1).includes("–")
  const found = tight || connects(line.gap(at + 1)) ? null : yearAt(line, after, false)
  const year = found?.year ?? null
  if (!dayExists({ year, month, day })) return null
  const last = found?.last ?? at + 1
  return { written: { kind: "day", year, month, day, open: false, order: null, ...line.place(at, last) }, taken: last - at + 1 }
}

const quarterWords = longPattern("u")`
    ^(q|t|quarter|quartal|trimestre|trim|trimestru|kwartaal|kwartał|kwartal|kvartal|kvartali|trimester|ctvrtleti|stvrtrok|stvrtroka|negyedev|
    tromjesecje|tromjeseceje|cetrtletje|kvartals|ceturksnis|ketvirtis|ketvircio|neljannes|vuosineljannes|arsfjordungur|ceyrek|τριμηνο|квартал|
    тримесечие|тромесечје|quy|suku|triwulan)$`
const romanQuarter: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 }

const quarter = (line: LineReader, at: number): Read => {
  const word = normalizedWords(line.token(at)?.word ?? "")
  const leading = quarterWords.test(word) ? line.number(at + 1, 1, 4, 1) : null
  let value = leading
  let next = at + 2
  if (value === null) {
    value = line.number(at, 1, 4, 1) ?? romanQuarter[word] ?? null
    const ending = normalizedWords(line.token(at + 1)?.word ?? "")
    const wordAt = ending === "e" || ending === "eme" ? at + 2 : skipSmall(line, at + 1)
    if (!quarterWords.test(normalizedWords(line.token(wordAt)?.word ?? "")) || normalizedWords(line.token(wordAt)?.word ?? "").length < 2)
      return null
    next = wordAt + 1
  }
  const found = value === null ? null : yearAt(line, next, false)
  if (value === null || found === null) return null
  const place = line.place(at, found.last)
  return { written: { kind: "span", unit: "quarter", year: found.year, month: value * 3 - 2, ...place }, taken: found.last - at + 1 }
}

const spans = (line: LineReader, at: number): Read => {
  const token = line.token(at)
  const gap = line.gap(at).trim()
  const joined = gap === "/" || gap === "-" || gap === "–" || gap === "." || gap === "_"
  if (token?.digits === 4) {
    const year = line.year(at)
    if (year === null) return null
    const next = line.token(at + 1)
    const following = next?.number ?? null
    const split =
      joined && gap !== "." && following !== null && (next?.digits === 2 ? following === (year + 1) % 100 : following === year + 1)
    if (split) return { written: { kind: "span", unit: "split_year", year, month: 1, ...line.place(at, at + 1) }, taken: 2 }
    const month = joined ? line.number(at + 1, 1, 12) : null
    if (month !== null && next?.digits === 2 && !/^[./-]$/.test(line.gap(at + 1))) {
      return { written: { kind: "span", unit: "month", year, month, ...line.place(at, at + 1) }, taken: 2 }
    }
    return { written: { kind: "span", unit: "year", year, month: 1, ...line.place(at, at) }, taken: 1 }
  }
  const month = line.number(at, 1, 12)
  const year = line.token(at + 1)?.digits === 4 ? line.year(at + 1) : null
  const before = at === 0 ? "" : line.gap(at - 1)
  if (month === null || year === null || !joined || /[./-]$/.test(before.trim())) return null
  return { written: { kind: "span", unit: "month", year, month, ...line.place(at, at + 1) }, taken: 2 }
}

const dayWithoutYear = (line: LineReader, at: number): Read => {
  const one = line.number(at, 1, 31)
  const two = line.number(at + 1, 1, 31)
  const gap = line.gap(at)
  const wide = line.token(at)?.digits === 2 && line.token(at + 1)?.digits === 2
  // "1. 10. - 5. 11. 2026": numbers of one figure are a day and a month where a full stop stands behind each.
  const stopped = /^\. ?$/.test(gap) && line.gap(at + 1).startsWith(".")
  if (one === null || two === null || !(stopped || (wide && (gap === "." || gap === "/")))) return null
  if (!connects(line.gap(at + 1))) return null
  const written = inOrder(one, two, null, line.place(at, at + 1))
  return written === null ? null : { written, taken: 2 }
}

/** "1 - 31 July 2026" and "01.-31.07.2026": the first number borrows the month and year of the second date. */
const dayBorrowing = (line: LineReader, at: number): Read => {
  const day = line.number(at, 1, 31)
  const after = skipSmall(line, at + 1)
  if (day === null) return null
  const connectorWord = line.token(after)
  const wordBetween = connectorWord !== undefined && connectorWord.number === null && connects(connectorWord.word)
  const next = wordBetween ? after + 1 : after
  if (!wordBetween && !connects(line.gap(after - 1))) return null
  const other = dayThenMonth(line, next) ?? numeric(line, next)
  if (other === null || other.written.kind !== "day" || other.written.order === "month_first") return null
  const { month, year } = other.written
  if (other.written.day <= day || !dayExists({ year, month, day })) return null
  return { written: { kind: "day", year, month, day, open: false, order: null, ...line.place(at, at) }, taken: next - at }
}

/** "July 1-31, 2026": the second number borrows the month that was printed before the first. */
const dayAfter = (line: LineReader, at: number, previous: Written | undefined): Read => {
  if (previous?.kind !== "day" || previous.year !== null || previous.open) return null
  const day = line.number(at, 1, 31)
  const before = line.text.slice(previous.end, line.token(at)?.start ?? 0)
  if (day === null || day <= previous.day || !connects(before)) return null
  const found = yearAt(line, at + 1, false)
  if (found === null || !dayExists({ year: found.year, month: previous.month, day })) return null
  const place = line.place(at, found.last)
  return {
    written: { kind: "day", year: found.year, month: previous.month, day, open: false, order: null, ...place },
    taken: found.last - at + 1
  }
}

const readAt = (
  line: LineReader,
  at: number,
  previous: Written | undefined,
  { isWord, misread }: { readonly isWord: boolean; readonly misread: boolean }
): Read => {
  const mended = () => (misread ? misreadDay(line, at) : null)
  if (isWord) return wordedDay(line, at) ?? localDate(line, at) ?? mended()
  return (
    numeric(line, at) ??
    wordedDay(line, at) ??
    dayThenMonth(line, at) ??
    mended() ??
    dayBorrowing(line, at) ??
    dayAfter(line, at, previous) ??
    localDate(line, at) ??
    monthThenDay(line, at) ??
    quarter(line, at) ??
    dayWithoutYear(line, at) ??
    spans(line, at)
  )
}

/**
 * Finds every date, month, quarter and year in one line, in printed order. Numbers that cannot be a date are passed over. `misread` also
 * finds dates whose separators or month a recognizer got wrong.
 */
export const writtenDates = (text: string, misread = false, language: string | null = null): ReadonlyArray<Written> => {
  const line = new LineReader(text, language)
  const found: Array<Written> = []
  for (let at = 0; at < line.tokens.length; ) {
    const token = line.token(at)
    const isWord =
      token !== undefined && token.number === null && line.month(at) === null && !/^(q|t|i{1,3}|iv|quart|trim|kw|kv)/i.test(token.word)
    const read = readAt(line, at, found[found.length - 1], { isWord, misread })
    if (read === null) at++
    else {
      found.push(read.written)
      at += read.taken
    }
  }
  return found
}
