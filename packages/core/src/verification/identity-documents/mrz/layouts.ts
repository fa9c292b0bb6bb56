import type { MrzFormat } from "../reading.ts"
import { isFrenchCard } from "./french-card.ts"

/** Characters `start` (0-based) up to, not including, `end` of one line. */
export interface MrzSpan {
  readonly line: number
  readonly start: number
  readonly end: number
}

const mrzCheckedFields = ["document_number", "birth_date", "expiry_date", "personal_number", "composite"] as const
export type MrzCheckedField = (typeof mrzCheckedFields)[number]

export interface MrzCheckRule {
  readonly field: MrzCheckedField
  readonly line: number
  readonly column: number
  /** What the digit is computed over, in this order, as one run of characters. */
  readonly over: ReadonlyArray<MrzSpan>
}

/** Where the fields of one format stand (ICAO 9303 part 4 for TD3, 5 for TD1, 6 for TD2, 7 for visas; `french-card.ts` for FR_ID). */
export interface MrzLayout {
  readonly format: MrzFormat
  readonly rows: number
  readonly columns: number
  readonly document_code: MrzSpan
  readonly issuing_state: MrzSpan
  readonly names: MrzSpan
  /** Where given names have a place of their own, so that `names` is the surname alone. */
  readonly given_names: MrzSpan | null
  readonly document_number: MrzSpan
  readonly nationality: MrzSpan
  readonly birth_date: MrzSpan
  readonly sex: MrzSpan
  /** Null: the zone does not say when the document expires. */
  readonly expiry_date: MrzSpan | null
  readonly optional_data: ReadonlyArray<MrzSpan>
  /** The first of the optional data may continue a document number that is longer than its nine places (parts 5 and 6). */
  readonly number_continues: boolean
  readonly checks: ReadonlyArray<MrzCheckRule>
}

const span = (line: number, start: number, end: number): MrzSpan => ({ line, start, end })
const check = (field: MrzCheckedField, line: number, column: number, ...over: ReadonlyArray<MrzSpan>): MrzCheckRule => ({
  field,
  line,
  column,
  over
})

/** The first 28 characters of the second line, which all formats of two lines share. */
const secondLine = {
  document_code: span(0, 0, 2),
  issuing_state: span(0, 2, 5),
  given_names: null,
  document_number: span(1, 0, 9),
  nationality: span(1, 10, 13),
  birth_date: span(1, 13, 19),
  sex: span(1, 20, 21),
  expiry_date: span(1, 21, 27)
}

const secondLineChecks = [
  check("document_number", 1, 9, span(1, 0, 9)),
  check("birth_date", 1, 19, span(1, 13, 19)),
  check("expiry_date", 1, 27, span(1, 21, 27))
]

export const mrzLayouts = {
  TD1: {
    format: "TD1",
    rows: 3,
    columns: 30,
    document_code: span(0, 0, 2),
    issuing_state: span(0, 2, 5),
    names: span(2, 0, 30),
    given_names: null,
    document_number: span(0, 5, 14),
    nationality: span(1, 15, 18),
    birth_date: span(1, 0, 6),
    sex: span(1, 7, 8),
    expiry_date: span(1, 8, 14),
    optional_data: [span(0, 15, 30), span(1, 18, 29)],
    number_continues: true,
    checks: [
      check("document_number", 0, 14, span(0, 5, 14)),
      check("birth_date", 1, 6, span(1, 0, 6)),
      check("expiry_date", 1, 14, span(1, 8, 14)),
      check("composite", 1, 29, span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29))
    ]
  },
  TD2: {
    format: "TD2",
    rows: 2,
    columns: 36,
    ...secondLine,
    names: span(0, 5, 36),
    optional_data: [span(1, 28, 35)],
    number_continues: true,
    checks: [...secondLineChecks, check("composite", 1, 35, span(1, 0, 10), span(1, 13, 20), span(1, 21, 35))]
  },
  TD3: {
    format: "TD3",
    rows: 2,
    columns: 44,
    ...secondLine,
    names: span(0, 5, 44),
    optional_data: [span(1, 28, 42)],
    number_continues: false,
    checks: [
      ...secondLineChecks,
      check("personal_number", 1, 42, span(1, 28, 42)),
      check("composite", 1, 43, span(1, 0, 10), span(1, 13, 20), span(1, 21, 43))
    ]
  },
  MRVA: {
    format: "MRVA",
    rows: 2,
    columns: 44,
    ...secondLine,
    names: span(0, 5, 44),
    optional_data: [span(1, 28, 44)],
    number_continues: false,
    checks: secondLineChecks
  },
  MRVB: {
    format: "MRVB",
    rows: 2,
    columns: 36,
    ...secondLine,
    names: span(0, 5, 36),
    optional_data: [span(1, 28, 36)],
    number_continues: false,
    checks: secondLineChecks
  },
  FR_ID: {
    format: "FR_ID",
    rows: 2,
    columns: 36,
    document_code: span(0, 0, 2),
    issuing_state: span(0, 2, 5),
    names: span(0, 5, 30),
    given_names: span(1, 13, 27),
    document_number: span(1, 0, 12),
    // Who issued it says whose citizen the holder is.
    nationality: span(0, 2, 5),
    birth_date: span(1, 27, 33),
    sex: span(1, 34, 35),
    expiry_date: null,
    optional_data: [span(0, 30, 36)],
    number_continues: false,
    checks: [
      check("document_number", 1, 12, span(1, 0, 12)),
      check("birth_date", 1, 33, span(1, 27, 33)),
      check("composite", 1, 35, span(0, 0, 36), span(1, 0, 35))
    ]
  }
} satisfies Record<MrzFormat, MrzLayout>

/**
 * The layout of a zone of these lines; a V in front says visa (ICAO 9303-7), whatever the second character is. Null when no format has them,
 * or when they differ in length.
 */
export const layoutOf = (lines: ReadonlyArray<string>): MrzLayout | null => {
  const [first = ""] = lines
  const [rows, columns] = [lines.length, first.length]
  if (lines.some(({ length }) => length !== columns)) return null
  if (rows === 3 && columns === 30) return mrzLayouts.TD1
  if (rows === 2 && columns === 36) {
    return isFrenchCard(lines) ? mrzLayouts.FR_ID : first.startsWith("V") ? mrzLayouts.MRVB : mrzLayouts.TD2
  }
  if (rows === 2 && columns === 44) return first.startsWith("V") ? mrzLayouts.MRVA : mrzLayouts.TD3
  return null
}

export const textAt = (lines: ReadonlyArray<string>, { end, line, start }: MrzSpan): string => (lines[line] ?? "").slice(start, end)
