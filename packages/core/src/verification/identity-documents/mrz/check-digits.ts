import { type MrzCheckedField, type MrzCheckRule, type MrzLayout, textAt } from "./layouts.ts"

/** One check digit of a zone. `read` is a single character as it stands there, `expected` the digit that belongs there. */
export interface MrzCheckDigit {
  readonly field: MrzCheckedField
  readonly expected: string
  readonly read: string
  readonly valid: boolean
}

const weights = [7, 3, 1] as const

/** Value of a character: digits count as themselves, A to Z as 10 to 35, the filler as 0 (ICAO 9303-3, section 4.9). */
const checkValue = (character: string): number => {
  if (character >= "0" && character <= "9") return character.charCodeAt(0) - 48
  if (character >= "A" && character <= "Z") return character.charCodeAt(0) - 55
  return 0
}

/** Weight of a place (0-based) of the run that a check digit is computed over. */
const checkWeight = (place: number): number => weights[place % weights.length] ?? 0

export const checkDigitOf = (text: string): string => {
  let sum = 0
  for (let place = 0; place < text.length; place++) sum += checkValue(text.charAt(place)) * checkWeight(place)
  return String(sum % 10)
}

const isEmpty = (text: string): boolean => !/[^<]/.test(text)

/** A document number that does not fit its nine places: the rest and the check digit open the optional data (ICAO 9303-5 and -6, note j). */
interface ContinuedNumber {
  readonly number: string
  readonly check: string
  /** What of the optional data is left behind the number. */
  readonly rest: string
}

/** The document number that goes on in the optional data; null where it ends in its own nine places. */
export const continuedNumber = (layout: MrzLayout, lines: ReadonlyArray<string>): ContinuedNumber | null => {
  const [optional] = layout.optional_data
  if (!layout.number_continues || optional === undefined) return null
  const { document_number } = layout
  const digit = textAt(lines, { ...document_number, start: document_number.end, end: document_number.end + 1 })
  const principal = textAt(lines, document_number)
  const [tail = "", ...rest] = textAt(lines, optional).split("<")
  // A number that has fillers of its own did not run out of places.
  if (digit !== "<" || principal.includes("<") || tail.length < 2) return null
  return { number: principal + tail.slice(0, -1), check: tail.slice(-1), rest: rest.join("<") }
}

const judged = (field: MrzCheckedField, text: string, read: string): MrzCheckDigit => {
  const expected = checkDigitOf(text)
  // An empty field may carry a filler instead of the digit 0; for the whole zone there is no such choice.
  return { field, expected, read, valid: read === expected || (read === "<" && field !== "composite" && isEmpty(text)) }
}

/** Issuers differ in whether the filler between the two parts of a long number counts as a place, so both ways of counting are good. */
const judgedContinued = (layout: MrzLayout, { check, number }: ContinuedNumber): MrzCheckDigit => {
  const places = layout.document_number.end - layout.document_number.start
  const plain = judged("document_number", number, check)
  const spaced = judged("document_number", `${number.slice(0, places)}<${number.slice(places)}`, check)
  return spaced.valid ? spaced : plain
}

const judgedRule = (layout: MrzLayout, lines: ReadonlyArray<string>, rule: MrzCheckRule): MrzCheckDigit => {
  const continued = rule.field === "document_number" ? continuedNumber(layout, lines) : null
  if (continued !== null) return judgedContinued(layout, continued)
  const text = rule.over.map((part) => textAt(lines, part)).join("")
  return judged(rule.field, text, (lines[rule.line] ?? "").charAt(rule.column))
}

/** Every check digit of a zone, the one over the whole (`composite`) last where the format has one. */
export const checkDigits = (layout: MrzLayout, lines: ReadonlyArray<string>): ReadonlyArray<MrzCheckDigit> =>
  layout.checks.map((rule) => judgedRule(layout, lines, rule))
