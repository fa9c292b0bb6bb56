import { createHash } from "node:crypto"
import { Effect, Option, Schema } from "effect"
import { broken, csvRecords, separatorOf, utf8Of } from "../lists/csv-records.ts"
import { InvalidInput, type Problem, invalid, PayloadTooLarge } from "../../kernel/foundation/failure.ts"
import { entryHash } from "./editions/edition.ts"
import type { ListEntry } from "./editions/entry.ts"
import { CustomerMapping, customerEntry, mappedColumns, namesPerson } from "./sources/customer-csv.ts"
import type { EditionSource } from "./editions/list-editions.ts"
import { type FindingCode, findingSeverities, type Noted, ReadingNotes } from "./sources/reading.ts"
import { parseJson } from "../../kernel/wire/json.ts"
import { watchlistLimits } from "./model.ts"

/** A row that was taken though something in it could not be read. */
interface RowWarning {
  /** Counted as a spreadsheet does: the header is row 1. */
  readonly row: number
  readonly code: FindingCode
  readonly where: string
}

/** A file that was read whole, with every row in order. */
interface ReadUpload {
  readonly entries: ReadonlyArray<ListEntry>
  readonly rows: number
  readonly notes: ReadingNotes
  readonly warnings: ReadonlyArray<RowWarning>
  readonly source: EditionSource
}

const decodeMapping = Schema.decodeUnknownOption(CustomerMapping, { onExcessProperty: "error" })

/** Reads the mapping of an upload: JSON that says which column holds what. */
export const readMapping = (text: string): Effect.Effect<CustomerMapping, InvalidInput<"validation_error">> => {
  const refuse = (code: string, message: string) => Effect.fail(invalid(["body", "mapping"], code, message))
  const parsed = parseJson(new TextEncoder().encode(text))
  if ("problem" in parsed) return refuse("format", `must be JSON: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
  const mapping = Option.getOrUndefined(decodeMapping(parsed.ok))
  if (mapping === undefined) {
    return refuse("invalid", 'must name columns by what they hold, such as {"uid": "Id", "name": "Full name", "birth_date": "Born"}')
  }
  return namesPerson(mapping) ? Effect.succeed(mapping) : refuse("missing", "must map a column to a name: name, given_name or family_name")
}

/** What goes wrong in single rows, beside the counts over all of them. */
class RowNotes extends ReadingNotes {
  /** The row that is read; 0 for what belongs to none. */
  row = 0
  readonly doubts: Array<RowWarning> = []
  override note(noted: Noted): void {
    super.note(noted)
    const reported = this.row > 0 && findingSeverities[noted.code] === "warning" && noted.code !== "no_name" && noted.code !== "no_uid"
    if (reported && this.doubts.length < watchlistLimits.named_rows) {
      this.doubts.push({ row: this.row, code: noted.code, where: noted.where.slice(0, 200) })
    }
  }
}

const messages = {
  missing_cells: "has fewer cells than the file has columns",
  surplus_cells: "has more cells than the file has columns",
  repeated_header: "repeats the header, as when files were concatenated",
  no_uid: "has no identifier in the column that the mapping names",
  no_name: "has no name",
  duplicate_uid: "has the identifier of an earlier row with different content"
} as const
type RowProblem = keyof typeof messages

type Row = ReadonlyArray<string>
type Places = ReadonlyMap<string, number>

/** Where each column stands: by its name in the header, or by its number from 1 in a file without one. */
const placesOf = (first: Row, mapping: CustomerMapping, notes: ReadingNotes): Effect.Effect<Places, InvalidInput<"validation_error">> => {
  const names = mapping.header === false ? first.map((_, place) => String(place + 1)) : first.map((name) => name.trim())
  const wanted = mappedColumns(mapping)
  const missing = [...new Set(wanted.map((name) => name.trim()))].filter((name) => !names.includes(name))
  if (missing.length > 0) return broken("missing_column", `has no column ${missing.join(", ").slice(0, 500)}, which the mapping uses`)
  if (names.some((name, place) => wanted.includes(name) && names.indexOf(name) !== place)) {
    return broken("duplicate_key", "has two columns with a name that the mapping uses")
  }
  const known = new Set([...wanted, ...(mapping.ignored ?? [])].map((name) => name.trim()))
  if (mapping.header !== false) {
    for (const name of names) if (name !== "" && !known.has(name)) notes.note({ code: "unknown_column", where: "header", value: name })
  }
  return Effect.succeed(new Map(names.map((name, place) => [name, place])))
}

const widthProblem = (cells: Row, width: number): RowProblem | undefined => {
  if (cells.length < width) return "missing_cells"
  return cells.slice(width).some((cell) => cell.trim() !== "") ? "surplus_cells" : undefined
}

/** Reads rows one by one and remembers which identifiers it met. */
class RowReader {
  readonly #mapping: CustomerMapping
  readonly #places: Places
  readonly #width: number
  readonly #notes: RowNotes
  readonly #met = new Map<string, ListEntry>()
  readonly entries: Array<ListEntry> = []

  constructor(mapping: CustomerMapping, places: Places, width: number, notes: RowNotes) {
    this.#mapping = mapping
    this.#places = places
    this.#width = width
    this.#notes = notes
  }

  read(row: number, cells: Row, header: Row | null): RowProblem | undefined {
    if (header?.every((name, place) => name === cells[place]) === true) return "repeated_header"
    const wrong = widthProblem(cells, this.#width)
    if (wrong !== undefined) return wrong
    this.#notes.row = row
    const cell = (column: string): string => cells[this.#places.get(column.trim()) ?? -1] ?? ""
    if (this.#mapping.uid !== undefined && cell(this.#mapping.uid).trim() === "") return "no_uid"
    const entry = customerEntry(this.#mapping, cell, this.#notes)
    if (entry === undefined) return "no_name"
    if (this.#mapping.uid !== undefined) {
      const before = this.#met.get(entry.uid)
      if (before !== undefined) return entryHash(before) === entryHash(entry) ? undefined : "duplicate_uid"
      this.#met.set(entry.uid, entry)
    }
    this.entries.push(entry)
    return undefined
  }
}

/** Rows between two moments at which the process may answer someone else. */
const rowsAtOnce = 500

/**
 * Reads an uploaded CSV file into entries. A row that cannot be taken refuses the whole file, so that no edition lacks a name that stood in
 * it; the first hundred of them are named by their number, and nothing of what stands in cells is ever repeated.
 */
export const readUpload = Effect.fnUntraced(function* (bytes: Uint8Array, mapping: CustomerMapping) {
  if (bytes.length > watchlistLimits.bytes) return yield* new PayloadTooLarge({ max_bytes: watchlistLimits.bytes })
  const text = yield* utf8Of(bytes)
  // Some other encoding without its mark, or no text at all: names with gaps would be found by no one.
  if (text.includes("\0")) return yield* broken("format", "must be text in UTF-8; it contains zero bytes, as UTF-16 does")
  const records = yield* csvRecords(text, mapping.delimiter ?? separatorOf(text), watchlistLimits)
  const [first] = records
  if (first === undefined) return yield* broken("too_few", "is empty")
  const notes = new RowNotes()
  const reader = new RowReader(mapping, yield* placesOf(first, mapping, notes), first.length, notes)
  const problems: Array<Problem> = []
  let failed = 0
  let rows = 0
  for (const [place, cells] of records.entries()) {
    if ((place === 0 && mapping.header !== false) || cells.every((cell) => cell.trim() === "")) continue
    rows += 1
    if (rows % rowsAtOnce === 0) yield* Effect.yieldNow
    const code = reader.read(place + 1, cells, mapping.header === false ? null : first)
    if (code === undefined) continue
    failed += 1
    if (problems.length < watchlistLimits.named_rows) problems.push({ loc: ["body", "file", place + 1], code, message: messages[code] })
  }
  notes.row = 0
  if (failed > 0) return yield* new InvalidInput({ code: "validation_error", problems, context: { rows, failed_rows: failed } })
  if (rows === 0) return yield* broken("too_few", "must have at least one row below the header")
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const upload: ReadUpload = {
    entries: reader.entries,
    rows,
    notes,
    warnings: notes.doubts,
    source: { name: "upload.csv", bytes: bytes.length, sha256 }
  }
  return upload
})
