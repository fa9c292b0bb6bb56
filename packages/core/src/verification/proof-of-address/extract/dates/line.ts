import { monthNamed } from "./month-names.ts"

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

/** Decimal digits of other scripts, and the counters of East Asian dates, in their plain form; the length stays the same. */
const plain = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (character) => String(character.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (character) => String(character.charCodeAt(0) - 0x6f0))
    .replace(/[०-९]/g, (character) => String(character.charCodeAt(0) - 0x966))
    .replace(/[๐-๙]/g, (character) => String(character.charCodeAt(0) - 0xe50))
    .replace(/[０-９]/g, (character) => String(character.charCodeAt(0) - 0xff10))
    .replace(/[．]/g, ".")
    .replace(/[／]/g, "/")
    .replace(/[年月년월](?=\s?\d)/g, "-")
    .replace(/[日일]/g, " ")

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

/** The year that a number of two or four digits means, or null. */
export const fullYear = (token: Token | undefined): number | null => {
  if (token === undefined || token.number === null) return null
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
  constructor(text: string) {
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

  month(index: number): number | null {
    const token = this.tokens[index]
    return token === undefined || token.number !== null ? null : monthNamed(token.word)
  }
}
