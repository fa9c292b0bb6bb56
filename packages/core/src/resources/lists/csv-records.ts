import { Effect } from "effect"
import { type InvalidInput, invalid } from "../../kernel/foundation/failure.ts"

type Read<A> = Effect.Effect<A, InvalidInput<"validation_error">>

/** Bounds of an uploaded file: rows without the header, columns, and characters of one cell. */
export interface CsvLimits {
  readonly rows: number
  readonly columns: number
  readonly cell: number
}

/** A file that cannot be taken, with why. */
export const broken = (code: string, message: string) => Effect.fail(invalid(["body", "file"], code, message))

const separators = [",", ";", "\t"] as const
const longestHeader = 16_000

/** Whichever of the separators stands most often in the first line. */
export const separatorOf = (text: string): string => {
  const [first = ""] = text.slice(0, longestHeader).split(/[\r\n]/u, 1)
  const counted = separators.map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.toSorted((left, right) => right.count - left.count)[0]?.separator ?? ","
}

/** The records of RFC 4180 text, quoted cells and line ends of any kind included; lines without any text are skipped. */
export const csvRecords = (text: string, separator: string, limits: CsvLimits): Read<ReadonlyArray<ReadonlyArray<string>>> => {
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
        return broken("format", "has text after a closing quotation mark")
      }
    } else {
      const start = position
      while (position < text.length && text[position] !== separator && text[position] !== "\r" && text[position] !== "\n") position += 1
      cell = text.slice(start, position)
    }
    if (cell.length > limits.cell) return broken("too_long", `has a cell of more than ${limits.cell} characters`)
    cells.push(cell)
    if (cells.length > limits.columns) return broken("too_many", `has a row of more than ${limits.columns} cells`)
    if (text[position] === separator) {
      position += 1
      if (position < text.length && text[position] !== "\r" && text[position] !== "\n") continue
      cells.push("")
    }
    if (text[position] === "\r" && text[position + 1] === "\n") position += 1
    position += 1
    // Blank lines keep their place, so that rows are numbered as a spreadsheet numbers them.
    found.push(cells)
    if (found.length > limits.rows + 1) return broken("too_many", `must have at most ${limits.rows} rows`)
    cells = []
  }
  return Effect.succeed(found)
}

/** What an upload that is no UTF-8 begins with, where its first bytes say it. */
const beginnings: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["this is UTF-16", [0xff, 0xfe]],
  ["this is UTF-16", [0xfe, 0xff]],
  ["this is a gzip file", [0x1f, 0x8b]],
  ["this is a zip file; save a spreadsheet as CSV first", [0x50, 0x4b, 0x03, 0x04]]
]

/** The text of an upload, without a byte order mark. */
export const utf8Of = (bytes: Uint8Array): Read<string> =>
  Effect.catch(
    Effect.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    () => {
      const seen = beginnings.find(([, sign]) => sign.every((byte, at) => bytes[at] === byte))?.[0]
      return broken("format", seen === undefined ? "must be text in UTF-8" : `must be text in UTF-8; ${seen}`)
    }
  )
