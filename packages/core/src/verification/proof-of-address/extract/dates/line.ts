import { monthNamed, monthOfTwo } from "./month-names.ts"

/** A stretch of a line. */
export interface Place {
  /** Place in the text; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

interface Token extends Place {
  readonly word: string
  /** Null for words. */
  readonly number: number | null
  readonly digits: number
}

const mostTokens = 200
const digitShapes: Readonly<Record<string, string>> = { O: "0", o: "0", I: "1", l: "1", "|": "1", S: "5", B: "8" }

/** The figure that a sign is, or has the shape of; null for any other sign. */
export const digitOf = (sign: string): string | null => (/^[0-9]$/.test(sign) ? sign : (digitShapes[sign] ?? null))

const thaiMonths = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split(" ")
const latinMonths = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
const thaiMonth = new RegExp(`(?<!\\p{Script=Thai})(?:${thaiMonths.map((name) => name.replaceAll(".", "\\.")).join("|")})`, "gu")

/** Scripts that have digits or counters of their own. */
const foreign = /[\u0600-\u1fff\u3000-\uffff]/
/** First digits of the scripts that have digits of their own. */
const zeros: ReadonlyArray<readonly [RegExp, number]> = [
  [/[٠-٩]/g, 0x660],
  [/[۰-۹]/g, 0x6f0],
  [/[०-९]/g, 0x966],
  [/[০-৯]/g, 0x9e6],
  [/[๐-๙]/g, 0xe50],
  [/[０-９]/g, 0xff10]
]

/** Decimal digits of other scripts, and the counters of East Asian dates, in their plain form; the length stays the same. */
const plain = (text: string): string => {
  if (!foreign.test(text)) return text
  return zeros
    .reduce((current, [digits, zero]) => current.replace(digits, (digit) => String(digit.charCodeAt(0) - zero)), text)
    .replace(thaiMonth, (name) => (latinMonths[thaiMonths.indexOf(name)] ?? name).padEnd(name.length, " "))
    .replace(/[．]/g, ".")
    .replace(/[／]/g, "/")
    .replace(/[年月년월](?=\s?\d)/g, "-")
    .replace(/[日일]/g, " ")
}

const numberToken = (word: string, start: number): Token => ({
  word,
  number: word.length <= 4 ? Number(word) : null,
  digits: word.length,
  start,
  end: start + word.length
})

const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}\p{N}|]+/gu)) {
    if (tokens.length >= mostTokens) break
    const digits = run.replace(/[^0-9]/g, "").length
    const misread = digits > 0 && run.length <= 4 && digits * 2 >= run.length && /^[0-9OoIlSB|]+$/.test(run)
    if (misread) {
      tokens.push(
        numberToken(
          run.replace(/[OoIlSB|]/g, (shape) => digitOf(shape) ?? shape),
          index
        )
      )
    } else if (digits > 0 && monthNamed(run) !== null) {
      tokens.push({ word: run, number: null, digits: 0, start: index, end: index + run.length })
    } else {
      for (const { 0: part, index: offset } of run.matchAll(/[0-9]+|[^0-9]+/g)) {
        const start = index + offset
        if (/^[0-9]/.test(part)) tokens.push(numberToken(part, start))
        else tokens.push({ word: part, number: null, digits: 0, start, end: start + part.length })
      }
    }
  }
  return tokens
}

/** Last year that a two-digit year may mean; a date in a document is rarely further ahead than a driving licence's expiry. */
const latestShortYear = 60

/** "69" in Thai stands for 2569, which is 2026. */
const thaiShortYear = (year: number): number | null => (year >= 60 ? 1957 + year : null)

/** The year that a number of two or four digits means, or null. */
const fullYear = (token: Token | undefined, language: string | null = null): number | null => {
  if (token === undefined || token.number === null) return null
  const thai = token.digits === 2 && language === "th" ? thaiShortYear(token.number) : null
  if (thai !== null) return thai
  if (token.digits === 2) return token.number <= latestShortYear ? 2000 + token.number : 1900 + token.number
  if (token.digits !== 4) return null
  // Thai documents count from 543 years earlier.
  if (token.number >= 2543 && token.number <= 2603) return token.number - 543
  return token.number >= 1900 && token.number <= 2100 ? token.number : null
}

const eras: ReadonlyArray<readonly [RegExp, number]> = [
  [/令和\s?(\d{1,2})(?=[年-])/, 2018],
  [/平成\s?(\d{1,2})(?=[年-])/, 1988],
  [/民國\s?(\d{2,3})(?=[年-])/, 1911]
]

/** Years of an East Asian era become years of the common calendar; the word before them makes room for the longer number. */
const withCommonYears = (text: string): string =>
  eras.reduce(
    (current, [pattern, offset]) =>
      current.replace(pattern, (whole, year: string) => String(offset + Number(year)).padStart(whole.length, " ")),
    text
  )

/** Reads dates at successive places of one line; every reader returns how many tokens it took, or null. */
export class LineReader {
  readonly tokens: ReadonlyArray<Token>
  readonly text: string
  readonly language: string | null
  constructor(text: string, language: string | null = null) {
    this.language = language
    this.text = plain(withCommonYears(text))
    this.tokens = tokensOf(this.text)
  }

  token(index: number): Token | undefined {
    return this.tokens[index]
  }

  gap(index: number): string {
    const one = this.tokens[index]
    const next = this.tokens[index + 1]
    return one === undefined || next === undefined ? "\n" : this.text.slice(one.end, next.start)
  }

  number(index: number, low: number, high: number, digits = 2): number | null {
    const token = this.tokens[index]
    if (token === undefined || token.number === null || token.digits > digits) return null
    return token.number >= low && token.number <= high ? token.number : null
  }

  place(from: number, to: number): Place {
    return { start: this.tokens[from]?.start ?? 0, end: this.tokens[to]?.end ?? 0 }
  }

  year(index: number): number | null {
    return fullYear(this.tokens[index], this.language)
  }

  month(index: number): number | null {
    const token = this.tokens[index]
    if (token === undefined || token.number !== null) return null
    const named = monthNamed(token.word) ?? monthOfTwo(token.word, this.tokens[index + 1]?.word ?? "")
    return named === 11 && /^listopad/i.test(token.word) && this.isCroatian(index) ? 10 : named
  }

  /** "Listopad" is November in Polish and Czech, and October in Croatian, which alone prints a full stop before "listopada". */
  private isCroatian(index: number): boolean {
    if (this.language === "hr") return true
    if (this.language === "pl" || this.language === "cs") return false
    return this.tokens[index]?.word.toLowerCase() === "listopada" && /\.\s?$/.test(this.text.slice(0, this.tokens[index]?.start))
  }
}
