import { Effect } from "effect"
import { type InvalidInput, invalid } from "../operation/failure.ts"

type Read<A> = Effect.Effect<A, InvalidInput>

/** Bounds of an imported file (decisions 3.8): rows without the header, columns, and characters of one cell. */
export const importLimits = { rows: 10_000, columns: 50, cell: 4_000 } as const

/** One row as the file has it; its number counts the header as row 1. */
export interface ImportRow {
  readonly row: number
  readonly value: string
  readonly reason: string
  readonly expires_at: string
  /** The row has more cells than the header names columns, so that nobody knows which is which. */
  readonly surplus: boolean
}

const broken = (code: string, message: string) => Effect.fail(invalid(["body", "file"], code, message))

const separators = [",", ";", "\t"] as const

/** Whichever of the separators stands most often in the first line. */
const separatorOf = (text: string): string => {
  const [first = ""] = text.slice(0, importLimits.cell).split(/[\r\n]/u, 1)
  const counted = separators.map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.toSorted((left, right) => right.count - left.count)[0]?.separator ?? ","
}

/** The records of RFC 4180 text, quoted cells and line ends of any kind included; lines without any text are skipped. */
const records = (text: string, separator: string): Read<ReadonlyArray<ReadonlyArray<string>>> => {
  const found: Array<ReadonlyArray<string>> = []
  let cells: Array<string> = []
  let position = 0
  while (position < text.length) {
    let cell = ""
    if (text[position] === '"') {
      const parts: Array<string> = []
      position += 1
      for (;;) {
        const quote = text.indexOf('"', position)
        if (quote === -1) return broken("format", "has a quotation mark that is never closed")
        parts.push(text.slice(position, quote))
        position = quote + 1
        if (text[position] !== '"') break
        parts.push('"')
        position += 1
      }
      cell = parts.join("")
      if (position < text.length && text[position] !== separator && text[position] !== "\r" && text[position] !== "\n") {
        return broken("format", "has text behind a closing quotation mark")
      }
    } else {
      const start = position
      while (position < text.length && text[position] !== separator && text[position] !== "\r" && text[position] !== "\n") position += 1
      cell = text.slice(start, position)
    }
    if (cell.length > importLimits.cell) return broken("too_long", `has a cell of more than ${importLimits.cell} characters`)
    cells.push(cell)
    if (cells.length > importLimits.columns) return broken("too_many", `has a row of more than ${importLimits.columns} cells`)
    if (text[position] === separator) {
      position += 1
      if (position < text.length && text[position] !== "\r" && text[position] !== "\n") continue
      cells.push("")
    }
    if (text[position] === "\r" && text[position + 1] === "\n") position += 1
    position += 1
    // Blank lines keep their place, so that rows are numbered as a spreadsheet numbers them.
    found.push(cells)
    if (found.length > importLimits.rows + 1) return broken("too_many", `must hold at most ${importLimits.rows} rows`)
    cells = []
  }
  return Effect.succeed(found)
}

const columnNames = ["value", "reason", "expires_at"] as const

/** Where the header has each column; what it names besides is refused, since a misspelt column would be lost in silence. */
const placesOf = (header: ReadonlyArray<string>): Read<ReadonlyMap<string, number>> => {
  const names = header.map((name) => name.trim().toLowerCase())
  if (!names.includes("value")) return broken("missing", "must begin with a line that names the columns, `value` among them")
  if (names.some((name) => !columnNames.some((known) => known === name))) {
    return broken("unexpected_key", `may have the columns ${columnNames.join(", ")} and no others`)
  }
  if (new Set(names).size < names.length) return broken("duplicate_key", "names a column twice")
  return Effect.succeed(new Map(names.map((name, place) => [name, place])))
}

const textOf = (bytes: Uint8Array): Read<string> =>
  Effect.catch(
    Effect.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    () => broken("format", "must be text in UTF-8")
  )

/** The rows of an uploaded file, or what keeps it from being read; says nothing yet of what stands in the cells. */
export const readImport = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const text = yield* textOf(bytes)
  const [header = [], ...rows] = yield* records(text, separatorOf(text))
  const places = yield* placesOf(header)
  const at = (cells: ReadonlyArray<string>, name: string) => cells[places.get(name) ?? -1]?.trim() ?? ""
  const filled = rows.flatMap((cells, index): ReadonlyArray<ImportRow> => {
    if (cells.every((cell) => cell.trim() === "")) return []
    const surplus = cells.length > header.length
    return [{ row: index + 2, value: at(cells, "value"), reason: at(cells, "reason"), expires_at: at(cells, "expires_at"), surplus }]
  })
  if (filled.length > 0) return filled
  return yield* broken("too_few", "must hold at least one row below the line that names the columns")
})
