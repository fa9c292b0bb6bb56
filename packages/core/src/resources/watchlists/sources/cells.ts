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
 * Judges a header: a required column that is missing, or a known one that stands there twice, makes the file unreadable, one that is not known
 * is noted. Answers how to read a row; one that is the header again is the beginning of another file, and no entry. Names are compared as
 * printed but for white space.
 */
export const tableOf = (header: ReadonlyArray<string>, { known, required }: TableColumns, notes: ReadingNotes) => {
  const places = new Map<string, number>()
  const expected = new Set(known.map(plain))
  for (const [place, name] of header.entries()) {
    if (!places.has(plain(name))) places.set(plain(name), place)
    else if (expected.has(plain(name))) {
      throw new ListUnreadable("malformed", `The file has the column "${plain(name)}" twice. Rename or remove one of them.`)
    }
  }
  const missing = required.filter((column) => !places.has(plain(column)))
  if (missing.length > 0) {
    throw new ListUnreadable(
      "missing_column",
      `The file has no column ${missing.map((column) => `"${column}"`).join(", ")}. Check that the format is right.`
    )
  }
  for (const name of places.keys()) {
    if (name !== "" && !expected.has(name)) notes.note({ code: "unknown_column", where: "header", value: name })
  }
  const at = new Map(known.map((column) => [column, places.get(plain(column))]))
  return (row: ReadonlyArray<string>): CellsOf => {
    if (header.every((name, place) => name === row[place])) {
      throw new ListUnreadable("malformed", "A row repeats the header: it looks as if files were concatenated.")
    }
    return (column) => {
      const place = at.get(column)
      return place === undefined ? "" : (row[place] ?? "").trim()
    }
  }
}
