import { Effect } from "effect"
import type { InvalidInput } from "../../kernel/foundation/failure.ts"
import { broken, type CsvLimits, csvRecords, separatorOf, utf8Of } from "./csv-records.ts"

type Read<A> = Effect.Effect<A, InvalidInput<"validation_error">>

/** Bounds of an imported file: rows without the header, columns, and characters of one cell. */
export const importLimits = { rows: 10_000, columns: 50, cell: 4_000 } as const satisfies CsvLimits

/** One row as the file has it; its number counts the header as row 1. */
export interface ImportRow {
  readonly row: number
  readonly value: string
  readonly reason: string
  readonly expires_at: string
  /** The row has more cells than the header names columns, so that no one knows which is which. */
  readonly surplus: boolean
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

/** The rows of an uploaded file, or what keeps it from being read; says nothing yet of what stands in the cells. */
export const readImport = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const text = yield* utf8Of(bytes)
  const [header = [], ...rows] = yield* csvRecords(text, separatorOf(text), importLimits)
  const places = yield* placesOf(header)
  const at = (cells: ReadonlyArray<string>, name: string) => cells[places.get(name) ?? -1]?.trim() ?? ""
  const filled = rows.flatMap((cells, index): ReadonlyArray<ImportRow> => {
    if (cells.every((cell) => cell.trim() === "")) return []
    const surplus = cells.length > header.length
    return [{ row: index + 2, value: at(cells, "value"), reason: at(cells, "reason"), expires_at: at(cells, "expires_at"), surplus }]
  })
  if (filled.length > 0) return filled
  return yield* broken("too_few", "must have at least one row below the header")
})
