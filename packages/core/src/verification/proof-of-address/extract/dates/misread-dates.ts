import { digitOf, type LineReader } from "./line.ts"
import { monthNear } from "./month-names.ts"
import { dayExists, inOrder, type WrittenDay } from "./written-day.ts"

/** More signs than these no date has that is written in numbers. */
const longest = 16

/** What a recognizer makes of a point, a dash or a stroke: another mark, a space, a sign of one stroke, or nothing. */
const separators = /^(?: ?[./\-–,:;'’] ?| |[17Il|]|)$/u
const isMark = (between: string): boolean => /[./\-–,]/u.test(between)

interface Numbers {
  readonly parts: readonly [string, string, string]
  /** Both separators are marks, though not the same ones. */
  readonly marked: boolean
  readonly length: number
}

/** `count` signs from a place on, each a figure or of the shape of one; null where there are fewer. */
const figures = (text: string, from: number, count: number): string | null => {
  const signs = [...text.slice(from, from + count)]
  const read = signs.map(digitOf)
  const printed = signs.filter((sign) => /[0-9]/.test(sign)).length
  return signs.length === count && printed * 2 >= count && read.every((sign) => sign !== null) ? read.join("") : null
}

/** Every way in which the text begins with three numbers of these lengths and something that may be a separator between them. */
const divisions = (text: string, [first, second, third]: readonly [number, number, number]): ReadonlyArray<Numbers> => {
  const found: Array<Numbers> = []
  const one = figures(text, 0, first)
  for (let gap = 0; gap <= 3 && one !== null; gap++) {
    const before = text.slice(first, first + gap)
    const two = figures(text, first + gap, second)
    for (let next = 0; next <= 3 && two !== null && separators.test(before); next++) {
      const from = first + gap + second + next
      const after = text.slice(from - next, from)
      const three = figures(text, from, third)
      const rest = text.slice(from + third)
      if (three === null || !separators.test(after) || /^(?:[\p{L}\p{N}]|[./-]\d)/u.test(rest)) continue
      found.push({ parts: [one, two, three], marked: isMark(before) && isMark(after), length: from + third })
    }
  }
  return found
}

const yearOf = (text: string): number | null => (/^20\d\d$/.test(text) ? Number(text) : null)

interface Reading {
  readonly day: Omit<WrittenDay, "start" | "end" | "kind">
  readonly length: number
}

const readingOf = ({ length, marked, parts: [one, two, three] }: Numbers): Reading | null => {
  const first = yearOf(one)
  const [year, month, day] = first === null ? [yearOf(three), Number(two), Number(one)] : [first, Number(two), Number(three)]
  if (year === null) return null
  if (first !== null)
    return dayExists({ year, month, day }) ? { day: { year, month, day, open: false, order: null, mended: true }, length } : null
  const written = inOrder(day, month, year, { start: 0, end: 0 })
  return written === null ? null : { day: { ...written, ...(marked ? {} : { mended: true }) }, length }
}

/** A day in numbers whose separators were misread or lost; null where its signs allow two days. */
const inNumbers = (text: string): Reading | null => {
  const readings = [...divisions(text, [2, 2, 4]), ...divisions(text, [4, 2, 2])].flatMap((numbers) => readingOf(numbers) ?? [])
  const days = new Set(readings.map(({ day }) => `${day.year}-${day.month}-${day.day}`))
  return days.size === 1 ? (readings.find(({ day }) => day.mended !== true) ?? readings[0] ?? null) : null
}

const dayFirst =
  /^([0-9OoIlSB|]{1,2})(?:st|nd|rd|th|er|[.º°ª])?[\s.,-]{0,3}(?:(?:de|of|di|den)\s)?(\p{L}[\p{L}\d|]{2,13}?)[\s.,-]{0,3}(?:(?:de|of|del)\s)?(20\d\d)(?![\p{L}\d])/u
const monthFirst = /^(\p{L}[\p{L}\d|]{2,13}?)[\s.]{0,2}([0-9]{1,2})(?:st|nd|rd|th)?[\s,.]{1,3}(20\d\d)(?![\p{L}\d])/u

/** A day whose month is no word of any language, but nearest to the name of one month. */
const inWords = (text: string): Reading | null => {
  const found = dayFirst.exec(text)
  const turned = found === null ? monthFirst.exec(text) : null
  const [whole = "", one = "", two = "", year = ""] = found ?? turned ?? []
  const month = whole === "" ? null : monthNear(found === null ? one : two)
  if (month === null) return null
  const printed = found === null ? two : one
  const day = Number([...printed].map(digitOf).join(""))
  const written = { year: Number(year), month, day }
  // A letter alone may be a figure; that it is one only a label says.
  return dayExists(written)
    ? { day: { ...written, open: false, order: null, ...(/[0-9]/.test(printed) ? {} : { mended: true }) }, length: whole.length }
    : null
}

/**
 * A day whose separators or month a recognizer misread: "03.112026", "06711/2026", "5 Novernber 2026". Years of two figures are left alone, and
 * so is what can be read as two different days.
 */
export const misreadDay = (line: LineReader, at: number): { readonly written: WrittenDay; readonly taken: number } | null => {
  const token = line.token(at)
  if (token === undefined || /[\p{L}\p{N}]$|\d[./-]$/u.test(line.text.slice(Math.max(0, token.start - 2), token.start))) return null
  const read =
    inNumbers(line.text.slice(token.start, token.start + longest)) ?? inWords(line.text.slice(token.start, token.start + 2 * longest))
  if (read === null) return null
  const end = token.start + read.length
  const taken = line.tokens.slice(at).filter(({ start }) => start < end).length
  if ((line.token(at + taken - 1)?.end ?? 0) > end) return null
  return { written: { kind: "day", ...read.day, start: token.start, end }, taken }
}
