import { checkDigits } from "./check-digits.ts"
import type { MrzLayout } from "./layouts.ts"

interface Choice {
  readonly character: string
  readonly likelihood: number
}

/** Another document number is a rival when it is at least this likely beside the one taken. */
const rivalOdds = 0.05

interface Change {
  readonly line: number
  readonly column: number
  readonly character: string
  readonly odds: number
}

/** More changes than this are not paired: the picture is so poor that the number is uncertain anyway. */
const maxChanges = 60

const applied = (lines: ReadonlyArray<string>, changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  changes.reduce(
    (texts, { character, column, line }) =>
      texts.map((text, index) => (index === line ? text.slice(0, column) + character + text.slice(column + 1) : text)),
    lines
  )

/**
 * Whether another document number, one or two characters apart, is nearly as likely and has a check digit that holds as well. A check digit
 * modulo 10 does not see G for 6 or F for P, and two errors cancel out in one of ten cases: then it confirms a number that no one printed.
 */
export const isNumberUncertain = (
  layout: MrzLayout,
  lines: ReadonlyArray<string>,
  choicesAt: (line: number, column: number) => ReadonlyArray<Choice>
): boolean => {
  const holds = (texts: ReadonlyArray<string>): boolean =>
    checkDigits(layout, texts).some(({ field, valid }) => field === "document_number" && valid)
  if (!holds(lines)) return false
  const { document_number: number, optional_data } = layout
  const digit = { line: number.line, start: number.end, end: number.end + 1 }
  const [optional] = optional_data
  const continues = layout.number_continues && optional !== undefined && (lines[digit.line] ?? "").charAt(digit.start) === "<"
  const spans = continues ? [number, digit, optional] : [number, digit]
  const changes = spans.flatMap(({ end, line, start }) =>
    Array.from({ length: end - start }, (_, index) => start + index).flatMap((column): ReadonlyArray<Change> => {
      const taken = (lines[line] ?? "").charAt(column)
      const choices = choicesAt(line, column)
      const own = choices.find(({ character }) => character === taken)?.likelihood ?? 0
      return choices
        .filter(({ character, likelihood }) => character !== taken && likelihood >= own * rivalOdds)
        .map(({ character, likelihood }) => ({ line, column, character, odds: likelihood / own }))
    })
  )
  if (changes.length > maxChanges) return true
  return changes.some(
    (one, index) =>
      holds(applied(lines, [one])) ||
      changes
        .slice(index + 1)
        .some(
          (other) =>
            (other.line !== one.line || other.column !== one.column) &&
            one.odds * other.odds >= rivalOdds &&
            holds(applied(lines, [one, other]))
        )
  )
}
