import { type FieldName, parse } from "mrz"
import { zoneLines } from "./lines.ts"

/** Zones that issuers print by rules of their own, outside ICAO 9303. */
type NationalFormat = "FRENCH_NATIONAL_ID" | "FRENCH_DRIVING_LICENSE" | "SWISS_DRIVING_LICENSE"

interface NationalZone {
  readonly format: NationalFormat
  /** Values by the library's names of fields; null where the value breaks the rules of its field or its check digit does not hold. */
  readonly fields: Readonly<Partial<Record<FieldName, string | null>>>
  readonly valid: boolean
}

/** The French card of two lines has digits where a document of this size has its nationality; cards issued since 2021 are TD1. */
const isFrenchCard = ([first = "", second = ""]: ReadonlyArray<string>): boolean =>
  first.length === 36 && second.length === 36 && first.startsWith("IDFRA") && /^\d{7}[A-Z0-9]\d{5}/.test(second)

const nationalFormatOf = (lines: ReadonlyArray<string>): NationalFormat | null => {
  const shape = lines.map(({ length }) => length).join(" ")
  if (shape === "36 36" && isFrenchCard(lines)) return "FRENCH_NATIONAL_ID"
  if (shape === "30") return "FRENCH_DRIVING_LICENSE"
  return shape === "9 30 30" ? "SWISS_DRIVING_LICENSE" : null
}

export const isNationalZone = (lines: ReadonlyArray<string>): boolean => nationalFormatOf(lines) !== null

/** Reads one of the national zones that `parseMrz` refuses as `national_format`; null for everything else. */
export const readNationalZone = (entries: ReadonlyArray<string>): NationalZone | null => {
  const lines = zoneLines(entries)
  if (typeof lines === "string") return null
  const format = nationalFormatOf(lines)
  if (format === null) return null
  const { fields, valid } = parse([...lines])
  return { format, fields, valid }
}
