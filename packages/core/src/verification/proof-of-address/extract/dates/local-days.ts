import { normalizedWords } from "../../../names/text/normalized.ts"
import { loose } from "./date-words.ts"
import type { LineReader } from "./line.ts"
import { monthBetween } from "./month-names.ts"
import { dayExists } from "./written-day.ts"
import type { Read } from "./written-dates.ts"

const wordAt = (line: LineReader, at: number): string => normalizedWords(line.token(at)?.word ?? "")
const isLoose = (line: LineReader, at: number): boolean => loose.test(line.gap(at))

/** A year in figures, with what follows it: the word for it ("2026. gada", "2026 m.", "2026ko", "2026 წლის") is passed over. */
const wordsOfYear = new Set(
  "gada gads gadam gada m metu metais ko eko жылғы жылы жыл ж г год года р թ թվականի წლის წ evi a оны он ил".split(" ")
)
const fullYearAt = (line: LineReader, at: number): { readonly year: number; readonly next: number } | null => {
  const year = line.token(at)?.digits === 4 ? line.year(at) : null
  if (year === null || !isLoose(line, at)) return null
  const worded = wordsOfYear.has(wordAt(line, at + 1)) && isLoose(line, at + 1)
  return { year, next: worded ? at + 2 : at + 1 }
}

/** Words between a month and its day, and behind a month: "szeptember hó 18.", "rugsėjo mėn. 18 d.". */
const wordsOfMonth = new Set("ho havi honap men menesio menesi menuo menesa menesi".split(" "))
const pastWord = (line: LineReader, at: number): number => (wordsOfMonth.has(wordAt(line, at)) && isLoose(line, at - 1) ? at + 1 : at)

const asDay = (line: LineReader, date: { year: number; month: number; day: number }, at: number, last: number): Read =>
  dayExists(date) ? { written: { kind: "day", ...date, open: false, order: null, ...line.place(at, last) }, taken: last - at + 1 } : null

const asMonth = (line: LineReader, date: { year: number; month: number }, at: number, last: number): Read => ({
  written: { kind: "span", unit: "month", ...date, ...line.place(at, last) },
  taken: last - at + 1
})

/** "2026. szeptember 18.", "2026. gada 18. septembrī", "2026 m. rugsėjo 18 d.", "2026ko irailaren 18a", and a month alone behind its year. */
const yearFirst = (line: LineReader, at: number): Read => {
  const found = fullYearAt(line, at)
  if (found === null) return null
  const { next, year } = found
  const day = line.number(next, 1, 31)
  const after = day === null ? null : line.month(next + 1)
  if (day !== null && after !== null && isLoose(line, next)) return asDay(line, { year, month: after, day }, at, next + 1)
  const month = line.month(next)
  if (month === null || !isLoose(line, next - 1)) return null
  const dayAt = pastWord(line, next + 1)
  const behind = line.number(dayAt, 1, 31)
  if (behind !== null && isLoose(line, dayAt - 1)) return asDay(line, { year, month, day: behind }, at, dayAt)
  // "30.09.2026 Sep": a month behind a year that closes a day belongs to what follows.
  return /[./-]$/.test(line.gap(at - 1).trim()) || line.token(next + 1)?.number != null
    ? null
    : asMonth(line, { year, month }, at, dayAt - 1)
}

const romanMonths: Readonly<Record<string, number>> = {
  I: 1,
  II: 2,
  III: 3,
  IV: 4,
  V: 5,
  VI: 6,
  VII: 7,
  VIII: 8,
  IX: 9,
  X: 10,
  XI: 11,
  XII: 12
}
const romanMonth = (line: LineReader, at: number): number | null => {
  const token = line.token(at)
  return token === undefined || token.number !== null ? null : (romanMonths[token.word] ?? null)
}

/** "18.IX.2026", "18 IX 2026 r.", "2026. IX. 18.". */
const withRomanMonth = (line: LineReader, at: number): Read => {
  const month = romanMonth(line, at + 1)
  if (month === null || !isLoose(line, at) || !isLoose(line, at + 1)) return null
  const [one, other] = [line.token(at)?.digits, line.token(at + 2)?.digits]
  const [year, day] = one === 4 ? [line.year(at), line.number(at + 2, 1, 31)] : [line.year(at + 2), line.number(at, 1, 31)]
  return year === null || day === null || (one !== 4 && other !== 4) ? null : asDay(line, { year, month, day }, at, at + 2)
}

/** A month whose name is an everyday word elsewhere: "18. mail 2026", "3 led 2026". */
const betweenDayAndYear = (line: LineReader, at: number): Read => {
  const day = line.number(at, 1, 31)
  const month = monthBetween(line.token(at + 1)?.word ?? "")
  const year = line.token(at + 2)?.digits === 4 ? line.year(at + 2) : null
  if (day === null || month === null || year === null || !isLoose(line, at) || !isLoose(line, at + 1)) return null
  return asDay(line, { year, month, day }, at, at + 2)
}

/** "tháng 9 năm 2026", "tháng 09/2026" from the token of the month word on; `year` is null where no year follows. */
const vietnameseMonth = (line: LineReader, at: number): { readonly month: number; readonly year: number; readonly last: number } | null => {
  const month = wordAt(line, at) === "thang" && line.gap(at) === " " ? line.number(at + 1, 1, 12) : null
  if (month === null) return null
  const yearPlace = wordAt(line, at + 2) === "nam" ? at + 3 : at + 2
  const year = line.token(yearPlace)?.digits === 4 && isLoose(line, yearPlace - 1) ? line.year(yearPlace) : null
  return year === null ? null : { month, year, last: yearPlace }
}

/** "18 tháng 9 năm 2026". */
const vietnameseDay = (line: LineReader, at: number): Read => {
  const day = line.number(at, 1, 31)
  const found = day === null || !isLoose(line, at) ? null : vietnameseMonth(line, at + 1)
  return day === null || found === null ? null : asDay(line, { year: found.year, month: found.month, day }, at, found.last)
}

/** "tháng 9 năm 2026" without a day. */
const vietnameseSpan = (line: LineReader, at: number): Read => {
  const found = vietnameseMonth(line, at)
  return found === null ? null : asMonth(line, found, at, found.last)
}

/** A day or a month in the manner of one language. */
export const localDate = (line: LineReader, at: number): Read =>
  line.token(at)?.number === null
    ? vietnameseSpan(line, at)
    : (yearFirst(line, at) ?? withRomanMonth(line, at) ?? betweenDayAndYear(line, at) ?? vietnameseDay(line, at))
