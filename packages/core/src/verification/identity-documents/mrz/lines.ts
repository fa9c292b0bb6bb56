/** Why a text is no machine readable zone of ICAO 9303. */
export type MrzRefusal =
  /** Nothing but white space. */
  | "empty"
  /** More text than any zone has. */
  | "too_long"
  /** A character other than A to Z, 0 to 9 and the filler, which no rule of tolerance explains. */
  | "foreign_character"
  /** Lines of a number and length that no format of ICAO 9303 has. */
  | "unknown_format"
  /** A zone that an issuer prints by rules of its own: French and Swiss driving licences. */
  | "national_format"

/** No zone has more; what is longer is not looked at. */
const maxCharacters = 400

const widths = new Set([30, 36, 44])

/** Zones that came as one line, by their length. */
const joined: Readonly<Record<number, number>> = { 72: 36, 88: 44, 90: 30 }

const width = (line: string): number => (/^[A-Z0-9<]+$/.test(line) && widths.has(line.length) ? line.length : 0)

/**
 * The readings of one line that has spaces in it: they stand for fillers, or they mean nothing. Where just one of both gives the length of a
 * format it is taken; a line that could be read both ways is left as it is and refused later.
 */
const withoutSpaces = (raw: string): string => {
  const trimmed = raw.trim()
  if (!/\s/.test(raw) || width(trimmed) > 0) return trimmed
  const readings = new Set(
    [trimmed.replace(/\s/g, ""), trimmed.replace(/\s/g, "<"), raw.replace(/\s/g, "<")].filter((line) => width(line) > 0)
  )
  const [only = trimmed] = readings
  return readings.size === 1 ? only : trimmed
}

const divided = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [only = ""] = lines
  const length = joined[only.length]
  if (lines.length !== 1 || length === undefined) return lines
  return Array.from({ length: only.length / length }, (_, index) => only.slice(index * length, (index + 1) * length))
}

/**
 * Brings text from outside into the lines of a zone. Tolerated: lower case, white space around lines, empty lines, CRLF or LF inside an entry,
 * all lines in one, the quotation marks « and ‹ for fillers, and spaces where they can only be fillers or only be nothing.
 */
export const zoneLines = (entries: ReadonlyArray<string>): ReadonlyArray<string> | MrzRefusal => {
  if (entries.length > maxCharacters || entries.reduce((sum, entry) => sum + entry.length, 0) > maxCharacters) return "too_long"
  const raw = entries
    .flatMap((entry) => entry.split(/\r\n|\r|\n/))
    .filter((line) => line.trim() !== "")
    .map((line) =>
      line
        .replaceAll("«", "<<")
        .replaceAll("‹", "<")
        .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    )
  if (raw.length === 0) return "empty"
  const lines = divided(raw.map(withoutSpaces))
  return lines.every((line) => /^[A-Z0-9<]+$/.test(line)) ? lines : "foreign_character"
}
