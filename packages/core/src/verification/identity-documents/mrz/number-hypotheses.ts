import { checkDigits } from "./check-digits.ts"
import type { MrzLayout, MrzSpan } from "./layouts.ts"

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

/** Characters of one shape, more or less: what misreads one of them misreads the next one like it. */
const competing = ["0ODJ", "8B", "5S", "2Z", "6G"] as const

/**
 * Two misreadings of one kind are hardly less likely than one: their odds are those of the weaker and not the product. Below this share the
 * picture shows nothing of the other character.
 */
const competingOdds = 0.005

/** More changes than this are not paired: the picture is so poor that the number is uncertain anyway. */
const maxChanges = 60

const applied = (lines: ReadonlyArray<string>, changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  changes.reduce(
    (texts, { character, column, line }) =>
      texts.map((text, index) => (index === line ? text.slice(0, column) + character + text.slice(column + 1) : text)),
    lines
  )

const rivalsOf = (character: string): string => competing.find((group) => group.includes(character))?.replace(character, "") ?? ""

/**
 * Whether a character or two that compete with others of their shape could be those others, with every check digit of the zone as it is: G
 * weighs as 6 does, at weights 7 and 3 two equal misreadings cancel out modulo 10, and so do many unequal ones.
 */
const competitorsCancel = (
  layout: MrzLayout,
  lines: ReadonlyArray<string>,
  spans: ReadonlyArray<MrzSpan>,
  choicesAt: (line: number, column: number) => ReadonlyArray<Choice>
): boolean => {
  const failing = (texts: ReadonlyArray<string>) => checkDigits(layout, texts).filter(({ valid }) => !valid).length
  const now = failing(lines)
  const changes = changesIn(lines, spans, choicesAt, competingOdds).filter(({ character, column, line }) =>
    rivalsOf((lines[line] ?? "").charAt(column)).includes(character)
  )
  return changes.some(
    (one, index) =>
      failing(applied(lines, [one])) <= now ||
      changes
        .slice(index + 1)
        .some((other) => (other.line !== one.line || other.column !== one.column) && failing(applied(lines, [one, other])) <= now)
  )
}

/** What each place may hold instead of the character that was taken, at least this likely beside it. */
const changesIn = (
  lines: ReadonlyArray<string>,
  spans: ReadonlyArray<MrzSpan>,
  choicesAt: (line: number, column: number) => ReadonlyArray<Choice>,
  least: number
): ReadonlyArray<Change> =>
  spans.flatMap(({ end, line, start }) =>
    Array.from({ length: end - start }, (_, index) => start + index).flatMap((column): ReadonlyArray<Change> => {
      const taken = (lines[line] ?? "").charAt(column)
      const choices = choicesAt(line, column)
      const own = choices.find(({ character }) => character === taken)?.likelihood ?? 0
      return choices
        .filter(({ character, likelihood }) => character !== taken && likelihood >= own * least)
        .map(({ character, likelihood }) => ({ line, column, character, odds: likelihood / own }))
    })
  )

/**
 * Whether another document number, one or two characters apart, is nearly as likely and has a check digit that holds as well. A check digit
 * modulo 10 does not see G for 6 or F for P, and two errors cancel out in one of ten cases: then it confirms a number that no one printed.
 * Of characters that compete by their shape a far weaker sign is enough.
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
  const changes = changesIn(lines, spans, choicesAt, rivalOdds)
  if (changes.length > maxChanges || competitorsCancel(layout, lines, spans, choicesAt)) return true
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
