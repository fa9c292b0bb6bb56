import type { MrzLayout, MrzSpan } from "./layouts.ts"
import { russianNameCharacter, russianPassportOpening } from "./russian-passport.ts"

/** What may stand in one place of a zone. */
type MrzCharacterClass = "letter" | "digit" | "check" | "sex" | "mixed" | "resident_code" | "russian_name"

const allowed = {
  letter: /^[A-Z<]$/,
  digit: /^[0-9<]$/,
  check: /^[0-9<]$/,
  sex: /^[MFX<]$/,
  mixed: /^[A-Z0-9<]$/,
  resident_code: /^[A-Z12<]$/,
  russian_name: russianNameCharacter
} satisfies Record<MrzCharacterClass, RegExp>

const placesOf = (layout: MrzLayout): ReadonlyArray<{ readonly span: MrzSpan; readonly kind: MrzCharacterClass }> => [
  { span: layout.document_code, kind: "letter" },
  { span: layout.issuing_state, kind: "letter" },
  { span: layout.names, kind: "letter" },
  ...(layout.given_names === null ? [] : [{ span: layout.given_names, kind: "letter" as const }]),
  { span: layout.nationality, kind: "letter" },
  { span: layout.birth_date, kind: "digit" },
  ...(layout.expiry_date === null ? [] : [{ span: layout.expiry_date, kind: "digit" as const }]),
  { span: layout.sex, kind: "sex" },
  ...layout.checks.map(({ column, line }) => ({ span: { line, start: column, end: column + 1 }, kind: "check" as const }))
]

/** The length of what a zone opens with: document code and issuing state. */
export const openingLength = 5

/** Where issuers print digits although the standard has letters there: codes of residents' cards, and names in the code of another alphabet. */
const issuerPlacesOf = (layout: MrzLayout, opening: string): ReturnType<typeof placesOf> => {
  if (layout.format === "TD1" && /^C.USA$/.test(opening)) return [{ span: { ...layout.document_code, start: 1 }, kind: "resident_code" }]
  // Departments and offices may have letters, as 2A in Corsica; date of issue and serial number have digits alone.
  if (layout.format === "FR_ID") {
    return [
      { start: 0, end: 4 },
      { start: 8, end: 12 }
    ].map((part) => ({ span: { line: 1, ...part }, kind: "digit" }))
  }
  return layout.format === "TD3" && opening === russianPassportOpening ? [{ span: layout.names, kind: "russian_name" }] : []
}

/**
 * The class of every place, line by line; document numbers and optional data take both letters and digits. `opening` is the first five
 * characters of the zone, by which the issuers are known that have rules of their own; without it those of the standard hold everywhere.
 */
export const classesOf = (layout: MrzLayout, opening = ""): ReadonlyArray<ReadonlyArray<MrzCharacterClass>> => {
  const rows = Array.from({ length: layout.rows }, () => Array.from({ length: layout.columns }, (): MrzCharacterClass => "mixed"))
  for (const { kind, span } of [...placesOf(layout), ...issuerPlacesOf(layout, opening)]) rows[span.line]?.fill(kind, span.start, span.end)
  return rows
}

export const fitsClass = (character: string, kind: MrzCharacterClass): boolean => allowed[kind].test(character)
