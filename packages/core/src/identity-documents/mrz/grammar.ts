import type { MrzLayout, MrzSpan } from "./layouts.ts"

/** What may stand in one place of a zone. */
export type MrzCharacterClass = "letter" | "digit" | "check" | "sex" | "mixed"

const allowed = {
  letter: /^[A-Z<]$/,
  digit: /^[0-9<]$/,
  check: /^[0-9<]$/,
  sex: /^[MFX<]$/,
  mixed: /^[A-Z0-9<]$/
} satisfies Record<MrzCharacterClass, RegExp>

const placesOf = (layout: MrzLayout): ReadonlyArray<{ readonly span: MrzSpan; readonly kind: MrzCharacterClass }> => [
  { span: layout.document_code, kind: "letter" },
  { span: layout.issuing_state, kind: "letter" },
  { span: layout.names, kind: "letter" },
  { span: layout.nationality, kind: "letter" },
  { span: layout.birth_date, kind: "digit" },
  { span: layout.expiry_date, kind: "digit" },
  { span: layout.sex, kind: "sex" },
  ...layout.checks.map(({ column, line }) => ({ span: { line, start: column, end: column + 1 }, kind: "check" as const }))
]

/** The class of every place, line by line; document numbers and optional data take both letters and digits. */
export const classesOf = (layout: MrzLayout): ReadonlyArray<ReadonlyArray<MrzCharacterClass>> => {
  const rows = Array.from({ length: layout.rows }, () => Array.from({ length: layout.columns }, (): MrzCharacterClass => "mixed"))
  for (const { kind, span } of placesOf(layout)) rows[span.line]?.fill(kind, span.start, span.end)
  return rows
}

export const fitsClass = (character: string, kind: MrzCharacterClass): boolean => allowed[kind].test(character)
