import { pipeline, Readable } from "node:stream"
import { type ListFile, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"
import { CsvError, type Parser, parse } from "csv-parse"
import { type TextOptions, textOf } from "./text-stream.ts"

export interface CsvOptions extends TextOptions {
  readonly delimiter?: string | undefined
}

/** Most characters of one row's cells. */
const longestRow = 4 * 1024 * 1024
/** Most characters of one row with all that stands between its cells, which the parser does not count. */
const longestLine = 2 * longestRow

const problemOf = (file: string, cause: unknown): ListUnreadable => {
  if (cause instanceof ListUnreadable) return cause
  if (!(cause instanceof CsvError)) return new ListUnreadable("io", `${file} could not be read completely.`)
  // The parser's own words may quote a cell; its line is enough to look.
  const line = typeof cause.lines === "number" ? ` near line ${cause.lines}` : ""
  switch (cause.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new ListUnreadable("truncated", `${file} ends inside a quoted cell.`)
    case "CSV_MAX_RECORD_SIZE":
      return new ListUnreadable("too_long", `A row of ${file} is longer than ${longestRow} characters${line}.`)
    default:
      return new ListUnreadable("malformed", `${file} is not the CSV that was expected${line}.`)
  }
}

const saysSomething = (row: ReadonlyArray<string>): boolean => row.some((cell) => cell.trim() !== "")

/** Ends the reading at a row without an end: one of nothing but separators would otherwise grow until memory is gone. */
async function* endingRows(file: ListFile, options: CsvOptions, parser: Parser): AsyncGenerator<string, void, undefined> {
  let given = 0
  let ended = 0
  let rows = 0
  for await (const text of textOf(file, options)) {
    yield text
    given += text.length
    const { empty_lines, records } = parser.info
    if (records + empty_lines > rows) {
      rows = records + empty_lines
      ended = given
    } else if (given - ended > longestLine) {
      throw new ListUnreadable("too_long", `A row of ${file.name} is longer than ${longestLine} characters.`)
    }
  }
}

/**
 * The rows of a file as they stand, however many cells each has. Quotes follow RFC 4180. Rows in which no cell says anything are left out, as
 * empty lines are: spreadsheets print them for rows that were cleared.
 */
export async function* csvRows(file: ListFile, options: CsvOptions = {}): AsyncGenerator<ReadonlyArray<string>, void, undefined> {
  const parser = parse({
    bom: true,
    delimiter: options.delimiter ?? ",",
    max_record_size: longestRow,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    skip_empty_lines: true
  })
  // The callback keeps a failure of the source from going unheard; it reaches the loop below through the parser.
  pipeline(Readable.from(endingRows(file, options, parser), { highWaterMark: 1 }), parser, () => {})
  try {
    for await (const row of parser) if (saysSomething(row)) yield row
  } catch (cause) {
    throw problemOf(file.name, cause)
  } finally {
    parser.destroy()
  }
}

/**
 * Rows that all have to have `width` cells. More are fine while they are empty. A shorter last row is a file that was cut off; any other
 * one is not the table that the header promised, and which cell is missing cannot be guessed.
 */
export async function* evenRows(
  file: string,
  rows: AsyncIterable<ReadonlyArray<string>>,
  width: number
): AsyncGenerator<ReadonlyArray<string>, void, undefined> {
  let odd: { readonly row: ReadonlyArray<string>; readonly at: number } | undefined
  let at = 0
  for await (const row of rows) {
    at += 1
    if (odd !== undefined) {
      throw new ListUnreadable("malformed", `Row ${odd.at} of ${file} has ${odd.row.length} cells where ${width} were expected.`)
    }
    if (row.length === width || (row.length > width && row.slice(width).every((cell) => cell.trim() === ""))) yield row
    else odd = { row, at }
  }
  if (odd === undefined) return
  const code = odd.row.length < width ? "truncated" : "malformed"
  throw new ListUnreadable(code, `The last row of ${file} has ${odd.row.length} cells where ${width} were expected.`)
}
