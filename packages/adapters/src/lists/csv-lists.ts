import { type CellsOf, type TableColumns, tableOf } from "@vouchkit/core/resources/watchlists/sources/cells"
import { type CustomerMapping, customerEntry, mappedColumns, namesPerson } from "@vouchkit/core/resources/watchlists/sources/customer-csv"
import { readDay } from "@vouchkit/core/resources/watchlists/sources/dates"
import { EntryDraft, type ListEntry, putOf } from "@vouchkit/core/resources/watchlists/editions/entry"
import { simpleColumns, simpleEntry, simpleRequiredColumns } from "@vouchkit/core/resources/watchlists/sources/open-sanctions"
import { type ListFile, type ListReader, ListUnreadable, type ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import {
  addOfsiRow,
  addUkRow,
  ofsiColumns,
  ofsiRequiredColumns,
  ukColumns,
  ukRequiredColumns
} from "@vouchkit/core/resources/watchlists/sources/uk/csv"
import { cslColumns, cslEntry, cslRequiredColumns } from "@vouchkit/core/resources/watchlists/sources/us-csl"
import { type CsvOptions, csvRows, evenRows } from "./csv-stream.ts"
import type { TextOptions } from "./text-stream.ts"

type Row = ReadonlyArray<string>

/** Takes rows off the front of a table: lines before the header, and the header. */
const openTable = (file: ListFile, options: CsvOptions) => {
  const rows = csvRows(file, options)
  const next = async (): Promise<Row> => {
    const { done, value } = await rows.next()
    if (done === true) throw new ListUnreadable("truncated", `${file.name} ends before its header.`)
    return value
  }
  return { next, rest: (width: number) => evenRows(file.name, rows, width), close: () => rows.return() }
}

/** The rows of a table as cells by column, after `lead` lines before the header. */
async function* tableRows(
  file: ListFile,
  columns: TableColumns,
  notes: ReadingNotes,
  options: CsvOptions & { readonly lead?: (row: Row) => void }
): AsyncGenerator<CellsOf, void, undefined> {
  const table = openTable(file, options)
  try {
    if (options.lead !== undefined) options.lead(await table.next())
    const header = await table.next()
    const cellsOf = tableOf(header, columns, notes)
    for await (const row of table.rest(header.length)) yield cellsOf(row)
  } finally {
    await table.close()
  }
}

/** Most entries that are gathered at a time from rows that stand in no promised order. The UK's list has some five thousand. */
const maximumCollected = 500_000

interface GroupedList {
  readonly columns: TableColumns
  readonly uid: string
  readonly add: (draft: EntryDraft, cell: CellsOf, notes: ReadingNotes) => void
  readonly published: (lead: Row) => string | null
}

/** Lists with a row for every name, birth date and address: entries are put together in memory, since their rows may lie apart. */
const groupedReader = ({ add, columns, published, uid }: GroupedList, options: TextOptions): ListReader =>
  async function* (files, notes) {
    const drafts = new Map<string, EntryDraft>()
    for (const file of files) {
      const lead = (row: Row): void => {
        notes.published = published(row)
        if (notes.published === null)
          throw new ListUnreadable("unexpected_format", `The first line of ${file.name} does not name the day of the list.`)
      }
      for await (const cell of tableRows(file, columns, notes, { ...options, lead })) {
        const key = cell(uid)
        if (key === "") {
          notes.note({ code: "no_uid", where: uid })
          continue
        }
        const before = drafts.get(key)
        const draft = before ?? new EntryDraft(key, notes)
        if (before === undefined) drafts.set(key, draft)
        if (drafts.size > maximumCollected) throw new ListUnreadable("too_large", `${file.name} has more than ${maximumCollected} entries.`)
        add(draft, cell, notes)
      }
    }
    for (const [key, draft] of drafts) {
      drafts.delete(key)
      yield* putOf(draft)
    }
  }

/** `Report Date: 27-Feb-2026`. */
export const ukCsv = (options: TextOptions): ListReader =>
  groupedReader(
    {
      columns: { required: ukRequiredColumns, known: ukColumns },
      uid: "Unique ID",
      add: addUkRow,
      published: ([cell = ""]) => readDay(/^Report Date:?\s*(.{6,20})$/i.exec(cell.trim())?.[1])
    },
    options
  )

/** `Last Updated,27/04/2020`. */
export const ofsiCsv = (options: TextOptions): ListReader =>
  groupedReader(
    {
      columns: { required: ofsiRequiredColumns, known: ofsiColumns },
      uid: "Group ID",
      add: addOfsiRow,
      published: ([label = "", day]) => (/^Last Updated$/i.test(label.trim()) ? readDay(day) : null)
    },
    options
  )

const rowReader = (
  columns: TableColumns,
  entryOf: (cell: CellsOf, notes: ReadingNotes) => ListEntry | undefined,
  options: CsvOptions & { readonly header?: boolean }
): ListReader =>
  async function* (files, notes) {
    for (const file of files) {
      for await (const cell of tableRows(file, columns, notes, options)) {
        const entry = entryOf(cell, notes)
        if (entry !== undefined) yield { op: "put", entry }
      }
    }
  }

export const cslCsv = (options: TextOptions): ListReader =>
  rowReader({ required: cslRequiredColumns, known: cslColumns }, cslEntry, options)

export const openSanctionsSimpleCsv = (options: TextOptions): ListReader =>
  rowReader({ required: simpleRequiredColumns, known: simpleColumns }, simpleEntry, options)

/** Numbers columns from 1 for a file without a header. */
async function* numberedRows(
  file: ListFile,
  columns: ReadonlyArray<string>,
  options: CsvOptions
): AsyncGenerator<CellsOf, void, undefined> {
  const table = openTable(file, options)
  try {
    const first = await table.next()
    const places = new Map(columns.map((column) => [column, /^\d{1,3}$/.test(column) ? Number(column) - 1 : -1]))
    const beyond = columns.filter((column) => (places.get(column) ?? -1) < 0 || (places.get(column) ?? 0) >= first.length)
    if (beyond.length > 0) {
      throw new ListUnreadable(
        "missing_column",
        `The mapping names the columns ${beyond.join(", ")}, but ${file.name} has columns 1 to ${first.length}.`
      )
    }
    const cellsOf =
      (row: Row): CellsOf =>
      (column) =>
        (row[places.get(column) ?? -1] ?? "").trim()
    yield cellsOf(first)
    for await (const row of table.rest(first.length)) yield cellsOf(row)
  } finally {
    await table.close()
  }
}

/** A customer's own list. Every column that the mapping names has to be there; others are reported unless it ignores them. */
export const customerCsv = (mapping: CustomerMapping | undefined, options: TextOptions): ListReader =>
  async function* (files, notes) {
    if (mapping === undefined || !namesPerson(mapping)) {
      throw new ListUnreadable("missing_column", "Your own watchlist needs a mapping that names the columns with names.")
    }
    const required = mappedColumns(mapping)
    const columns = { required, known: [...required, ...(mapping.ignored ?? [])] }
    const csv = { ...options, delimiter: mapping.delimiter }
    for (const file of files) {
      const rows = mapping.header === false ? numberedRows(file, required, csv) : tableRows(file, columns, notes, csv)
      for await (const cell of rows) {
        const entry = customerEntry(mapping, cell, notes)
        if (entry !== undefined) yield { op: "put", entry }
      }
    }
  }
