import codes from "i18n-iso-countries/codes.json" with { type: "json" }
import { icaoSpellings } from "../../../verification/names/transliteration/icao-spellings.ts"
import { checkDigitOf } from "../../../verification/identity-documents/mrz/check-digits.ts"
import { type MrzSpan, mrzLayouts, textAt } from "../../../verification/identity-documents/mrz/layouts.ts"
import type { SimulatedPerson } from "./simulated-person.ts"

const alpha3: ReadonlyMap<string, string> = new Map(
  codes.flatMap(([alpha_2, alpha_3]) => (alpha_2 === undefined || alpha_3 === undefined ? [] : [[alpha_2, alpha_3] as const]))
)

/** What stands for a state that is not specified. */
const unspecified = "X".repeat(3)

/** As zones write states (ICAO 9303-3, section 5): alpha-3, and `D` for Germany. */
const stateOf = (country: string): string => (country === "DE" ? "D" : (alpha3.get(country) ?? unspecified))

/** Words of a name in capitals with fillers between; what no table transliterates is left out. */
const zoneName = (name: string): string =>
  name
    .split(/[\s'’-]+/u)
    .flatMap((word) => icaoSpellings(word)[0] ?? [])
    .map((word) => word.toUpperCase().replace(/[^A-Z]/gu, ""))
    .filter((word) => word !== "")
    .join("<")

const compact = (date: string): string => date.slice(2).replaceAll("-", "")

/** Puts a text at its place, cut or filled up to the length that it has there. */
const put = (lines: ReadonlyArray<string>, { end, line, start }: MrzSpan, text: string): ReadonlyArray<string> =>
  lines.map((row, index) =>
    index === line ? row.slice(0, start) + text.slice(0, end - start).padEnd(end - start, "<") + row.slice(end) : row
  )

export interface ZoneFacts extends Pick<SimulatedPerson, "surname" | "given_names" | "sex" | "country" | "document_number"> {
  /** YYYY-MM-DD; null for fillers in its place. */
  readonly date_of_birth: string | null
  readonly expiry_date: string
}

/** Writes the zone of a passport (TD3) or card (TD1), with every check digit right (ICAO 9303, parts 4 and 5). */
export const writeZone = (format: "TD3" | "TD1", facts: ZoneFacts): ReadonlyArray<string> => {
  const layout = mrzLayouts[format]
  const state = stateOf(facts.country)
  const empty: ReadonlyArray<string> = Array.from({ length: layout.rows }, () => "<".repeat(layout.columns))
  const filled = [
    [layout.document_code, format === "TD3" ? "P" : "I"],
    [layout.issuing_state, state],
    [layout.names, `${zoneName(facts.surname)}<<${zoneName(facts.given_names)}`],
    [layout.document_number, facts.document_number.replace(/[^A-Z0-9]/gu, "")],
    [layout.nationality, state],
    [layout.birth_date, facts.date_of_birth === null ? "" : compact(facts.date_of_birth)],
    [layout.sex, facts.sex],
    [layout.expiry_date, compact(facts.expiry_date)]
  ] as const
  const written = filled.reduce((lines, [place, text]) => put(lines, place, text), empty)
  // In their order, since the digit over the whole covers the others.
  return layout.checks.reduce(
    (lines, { column, line, over }) =>
      put(lines, { line, start: column, end: column + 1 }, checkDigitOf(over.map((part) => textAt(lines, part)).join(""))),
    written
  )
}
