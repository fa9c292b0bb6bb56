import { issuerOf } from "../countries.ts"
import type { MrzReading, MrzRepair } from "../reading.ts"
import { checkDigits } from "./check-digits.ts"
import { classesOf, fitsClass, openingLength } from "./grammar.ts"
import { layoutOf, type MrzLayout, textAt } from "./layouts.ts"
import { isNumberUncertain } from "./number-hypotheses.ts"

/** One character that a place of the picture may hold; the likelihoods of one place add up to at most 1. */
interface MrzCandidate {
  readonly character: string
  readonly likelihood: number
}

/** Candidates of one place. Order does not matter; characters outside A-Z, 0-9 and `<` are ignored. */
export type MrzCell = ReadonlyArray<MrzCandidate>

/** Another character counts as possible when it is at least this likely beside the one that was read. */
const leastShare = 0.02
/** A digit whose neighbours are digits needs no more than this share of its letter's likelihood to be taken instead. */
const digitRunShare = 1 / 8
/** The grammar must leave this much of the likelihood, in the mean of all places; a page of other text leaves half or less. */
const leastGrammar = 0.6
/** Below this share, what the grammar allows in a place is hardly what the picture shows there. */
const fullFit = 0.25
/** With a character less certain than this, the check digits have too much to confirm: each misses one error in ten. */
const leastCertain = 0.3
/** A code that no state or organization has was misread, unless every character was this clear. */
const clearCode = 0.9

interface Place {
  readonly line: number
  readonly column: number
  /** Allowed candidates, most likely first, with likelihoods that add up to 1. */
  readonly choices: ReadonlyArray<MrzCandidate>
  /** The share of the likelihood that the grammar left. */
  readonly share: number
}

const placeOf = (cell: MrzCell, line: number, column: number, allows: (character: string) => boolean): Place => {
  const choices = cell
    .filter(({ character, likelihood }) => likelihood > 0 && allows(character))
    .sort((a, b) => b.likelihood - a.likelihood)
  const share = choices.reduce((sum, { likelihood }) => sum + likelihood, 0)
  return { line, column, share, choices: choices.map(({ character, likelihood }) => ({ character, likelihood: likelihood / share })) }
}

const isDigit = (character: string | undefined): boolean => character !== undefined && /^[0-9]$/.test(character)

/** Within a run of digits the digit is meant: an O between digits is a zero, unless the picture clearly says otherwise. */
const preferred = (row: ReadonlyArray<Place>, index: number): string => {
  const [first] = row[index]?.choices ?? []
  if (first === undefined) return "<"
  const digit = row[index]?.choices.find(({ character }) => isDigit(character))
  const beside = [row[index - 1], row[index + 1]].every((place) => isDigit(place?.choices[0]?.character))
  return /[A-Z]/.test(first.character) && digit !== undefined && beside && digit.likelihood >= first.likelihood * digitRunShare
    ? digit.character
    : first.character
}

const likelihoodOf = (place: Place | undefined, character: string | undefined): number =>
  place?.choices.find((choice) => choice.character === character)?.likelihood ?? 0

const withCharacter = (lines: ReadonlyArray<string>, { column, line }: Place, character: string): ReadonlyArray<string> =>
  lines.map((text, index) => (index === line ? text.slice(0, column) + character + text.slice(column + 1) : text))

const holds = (layout: MrzLayout, lines: ReadonlyArray<string>): boolean => checkDigits(layout, lines).every(({ valid }) => valid)

interface Repaired {
  readonly lines: ReadonlyArray<string>
  readonly repair: MrzRepair
  /** How likely the new character is beside the one that was read. */
  readonly odds: number
  readonly inDigitRun: boolean
}

/** Every change of one character, among those that the picture allows, with which all check digits hold. Best first. */
const repairsOf = (layout: MrzLayout, rows: ReadonlyArray<ReadonlyArray<Place>>, lines: ReadonlyArray<string>): ReadonlyArray<Repaired> => {
  const covered = new Set(
    layout.checks.flatMap((rule) => [
      `${rule.line} ${rule.column}`,
      ...rule.over.flatMap(({ end, line, start }) => Array.from({ length: end - start }, (_, index) => `${line} ${start + index}`))
    ])
  )
  const tried = rows.flat().filter(({ column, line }) => covered.has(`${line} ${column}`))
  return tried
    .flatMap((place): ReadonlyArray<Repaired> => {
      const { column, line } = place
      const text = lines[line] ?? ""
      const read = text.charAt(column)
      const own = likelihoodOf(place, read)
      return place.choices
        .filter(({ character, likelihood }) => character !== read && likelihood >= own * leastShare)
        .map(({ character, likelihood }) => ({
          lines: withCharacter(lines, place, character),
          repair: { line, column, read, taken: character },
          odds: likelihood / own,
          inDigitRun: isDigit(character) && isDigit(text.charAt(column - 1)) && isDigit(text.charAt(column + 1))
        }))
        .filter((repaired) => holds(layout, repaired.lines))
    })
    .sort((a, b) => Number(b.inDigitRun) - Number(a.inDigitRun) || b.odds - a.odds)
}

/** The letters that are most likely at the beginning of the zone; a place that shows none is left as a filler. */
const openingOf = (rows: ReadonlyArray<ReadonlyArray<MrzCell>>): string =>
  (rows[0] ?? [])
    .slice(0, openingLength)
    .map((cell, column) => placeOf(cell, 0, column, (character) => fitsClass(character, "letter")).choices[0]?.character ?? "<")
    .join("")

const likeliest = (cell: MrzCell): string =>
  cell.reduce((best, one) => (one.likelihood > best.likelihood ? one : best), { character: "<", likelihood: 0 }).character

/** By what each place shows before any grammar is known; the zone opens with letters in every format. */
const layoutFor = (rows: ReadonlyArray<ReadonlyArray<MrzCell>>): MrzLayout | null => {
  const [first = "", ...rest] = rows.map((row) => row.map(likeliest).join(""))
  return layoutOf([openingOf(rows) + first.slice(openingLength), ...rest])
}

/** Whether what the check digits confirm is still doubtful: a character was hardly read, or the zone names an issuer or nationality that no one has. */
const isDoubtful = (layout: MrzLayout, lines: ReadonlyArray<string>, weakest: number): boolean =>
  weakest < leastCertain ||
  (weakest < clearCode && [layout.issuing_state, layout.nationality].some((code) => issuerOf(textAt(lines, code)) === null))

/**
 * Decides what a zone says from what each of its places may hold. The format follows from the number of places, the grammar of the format comes
 * before the check digits, and these may ask for one change at most, which is reported as `repair`. The zone is `ambiguous` when another change
 * would serve as well, when another document number of nearly the same likelihood has a check digit that holds, or when what they confirm was
 * hardly read. Check digits that hold in no way are left as read: whether a forger or the picture is to blame is not decided here. Null when the places fit no format.
 */
export const resolveMrz = (rows: ReadonlyArray<ReadonlyArray<MrzCell>>): MrzReading | null => {
  const layout = layoutFor(rows)
  if (layout === null) return null
  const classes = classesOf(layout, openingOf(rows))
  const places = rows.map((row, line) =>
    row.map((cell, column) => placeOf(cell, line, column, (character) => fitsClass(character, classes[line]?.[column] ?? "mixed")))
  )
  const all = places.flat()
  if (all.some(({ choices }) => choices.length === 0)) return null
  if (all.reduce((sum, { share }) => sum + share, 0) / all.length < leastGrammar) return null
  const lines = places.map((row) => row.map((_, index) => preferred(row, index)).join(""))
  const repairs = holds(layout, lines) ? [] : repairsOf(layout, places, lines)
  const [best] = repairs
  const taken = best?.lines ?? lines
  const choicesAt = (line: number, column: number) => places[line]?.[column]?.choices ?? []
  const certaintyOf = (place: Place) => likelihoodOf(place, taken[place.line]?.charAt(place.column)) * Math.min(1, place.share / fullFit)
  // The repaired character is unlikely by its nature; it is the others that its check digits rest on.
  const unrepaired = all.filter(({ column, line }) => line !== best?.repair.line || column !== best.repair.column)
  const weakest = Math.min(...unrepaired.map(certaintyOf))
  return {
    format: layout.format,
    lines: taken,
    repair: best?.repair ?? null,
    confidence: Math.min(...all.map(certaintyOf)),
    ambiguous: repairs.length > 1 || isNumberUncertain(layout, taken, choicesAt) || isDoubtful(layout, taken, weakest)
  }
}
