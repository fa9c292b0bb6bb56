import { ListUnreadable, type ReadingNotes } from "./reading.ts"

/** A row as its header names the cells; an absent column reads as an empty cell. */
export type CellsOf = (column: string) => string

/** What a table must have and may have. */
export interface TableColumns {
  readonly required: ReadonlyArray<string>
  readonly known: ReadonlyArray<string>
}

const plain = (name: string): string => name.replace(/\s+/g, " ").trim()

/**
 * Judges a header: a required column that is missing makes the file unreadable, one that is not known is noted. Answers how to read a row.
 * Names are compared as printed but for white space, and the first of two equal names wins.
 */
export const tableOf = (header: ReadonlyArray<string>, { known, required }: TableColumns, notes: ReadingNotes) => {
  const places = new Map<string, number>()
  for (const [place, name] of header.entries()) if (!places.has(plain(name))) places.set(plain(name), place)
  const missing = required.filter((column) => !places.has(plain(column)))
  if (missing.length > 0) {
    throw new ListUnreadable(
      "missing_column",
      `The file has no column ${missing.map((column) => `"${column}"`).join(", ")}. Is it the format that was named?`
    )
  }
  const expected = new Set(known.map(plain))
  for (const name of places.keys()) {
    if (name !== "" && !expected.has(name)) notes.note({ code: "unknown_column", where: "header", value: name })
  }
  const at = new Map(known.map((column) => [column, places.get(plain(column))]))
  return (row: ReadonlyArray<string>): CellsOf =>
    (column) => {
      const place = at.get(column)
      return place === undefined ? "" : (row[place] ?? "").trim()
    }
}
