import { normalizedWords } from "../../../names/text/normalized.ts"
import type { LineReader } from "./line.ts"
import { dayExists, type WrittenDay } from "./written-day.ts"

/** One to thirty-one and the tens above, languages apart by a semicolon; a slash joins spellings of one number, a dash stands for none. */
const spellings = `
uno/un/primero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte
veintiuno/veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta;
um/primeiro dois tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito
dezanove/dezenove vinte - - - - - - - - - trinta;
uno/primo due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti
ventuno/ventun ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno
`

const numbers: ReadonlyMap<string, number> = new Map(
  spellings
    .split(";")
    .flatMap((language) =>
      language
        .trim()
        .split(/\s+/)
        .flatMap((words, index) => words.split("/").map((word): readonly [string, number] => [word, index + 1]))
    )
    .filter(([word]) => word !== "-")
)

/** "due novembre": where no small word parts the day from its month, the month is Italian, since "due" is an English word. */
const italianMonths = new Set("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(" "))
const beforeMonth = new Set("de del do dia dias mes di giorni giorno".split(" "))
const beforeYear = new Set("de del do di ano anno dell".split(" "))
const joiners = new Set(["y", "e"])
const mostSmallWords = 4

const spaced = /^[\s,'’)]{1,3}$/

const wordAt = (line: LineReader, at: number): string => normalizedWords(line.token(at)?.word ?? "")

interface Counted {
  readonly value: number
  readonly next: number
}

/** "nueve", "treinta y uno", "vinte e seis". */
const numberAt = (line: LineReader, at: number): Counted | null => {
  const value = numbers.get(wordAt(line, at))
  if (value === undefined) return null
  const joined = (value === 20 || value === 30) && joiners.has(wordAt(line, at + 1)) && spaced.test(line.gap(at))
  const unit = joined ? (numbers.get(wordAt(line, at + 2)) ?? 0) : 0
  return unit >= 1 && unit <= 9 ? { value: value + unit, next: at + 3 } : { value, next: at + 1 }
}

/** "2026", "dos mil veintiséis", "dois mil e vinte e seis", "duemilaventisei". */
const yearAt = (line: LineReader, at: number): Counted | null => {
  const printed = line.token(at)?.digits === 4 ? line.year(at) : null
  if (printed !== null) return { value: printed, next: at + 1 }
  const italian = /^duemila(\p{L}+)$/u.exec(wordAt(line, at))?.[1]
  const rest = italian === undefined ? undefined : numbers.get(italian)
  if (rest !== undefined) return { value: 2000 + rest, next: at + 1 }
  if (!["dos", "dois"].includes(wordAt(line, at)) || wordAt(line, at + 1) !== "mil") return null
  const from = wordAt(line, at + 2) === "e" ? at + 3 : at + 2
  const years = numberAt(line, from)
  return years === null ? null : { value: 2000 + years.value, next: years.next }
}

/** "cuatro (4) días": where the day stands in figures once more. */
const bracketed = (line: LineReader, { next, value }: Counted): number =>
  /\($/.test(line.gap(next - 1)) && line.number(next, 1, 31) === value && line.gap(next).startsWith(")") ? next + 1 : next

const afterSmallWords = (line: LineReader, at: number, small: ReadonlySet<string>): number => {
  let next = at
  while (next - at < mostSmallWords && small.has(wordAt(line, next)) && spaced.test(line.gap(next - 1))) next++
  return next
}

/** "nueve de noviembre de dos mil veintiséis", "a los 9 días del mes de noviembre de 2026", "due novembre 2026": a day and a year at least in part in words. */
export const wordedDay = (line: LineReader, at: number): { readonly written: WrittenDay; readonly taken: number } | null => {
  // "y uno" of "treinta y uno" is no day by itself.
  if (joiners.has(wordAt(line, at - 1)) && numbers.has(wordAt(line, at - 2))) return null
  const figures = line.number(at, 1, 31)
  const day = figures === null ? numberAt(line, at) : { value: figures, next: at + 1 }
  if (day === null) return null
  const again = bracketed(line, day)
  const monthAt = afterSmallWords(line, again, beforeMonth)
  const month = spaced.test(line.gap(monthAt - 1)) ? line.month(monthAt) : null
  if (month === null || (monthAt === day.next && !italianMonths.has(wordAt(line, monthAt)))) return null
  const from = afterSmallWords(line, monthAt + 1, beforeYear)
  const year = spaced.test(line.gap(from - 1)) ? yearAt(line, from) : null
  if (year === null || !dayExists({ year: year.value, month, day: day.value })) return null
  const place = line.place(at, year.next - 1)
  return {
    written: { kind: "day", year: year.value, month, day: day.value, open: false, order: null, ...place },
    taken: year.next - at
  }
}
