import { type ListFile, type ListReader, ListUnreadable, type ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { type OfacFileRole, ofacColumns, ofacCsvEntry, ofacFileRole } from "@vouchkit/core/resources/watchlists/sources/ofac/csv"
import { csvRows, evenRows } from "./csv-stream.ts"
import type { TextOptions } from "./text-stream.ts"

type Row = ReadonlyArray<string>

/** DOS's mark of a file's end, with which OFAC closes each of the files. */
const endMark = "\u001a"
/** Most rows of a side file: fifty times what the largest has. */
const maximumSideRows = 2_000_000

/** Which files of a set were closed by the mark. */
interface Endings {
  readonly marked: Array<string>
  readonly unmarked: Array<string>
}

/** The rows up to the end mark, each as wide as its file is. */
async function* ofacRows(file: ListFile, role: OfacFileRole, endings: Endings, options: TextOptions): AsyncGenerator<Row, void, undefined> {
  let ended = false
  const unmarked = async function* () {
    for await (const row of csvRows(file, options)) {
      if (row.length === 1 && row[0]?.trim() === endMark.trim()) ended = true
      else yield row
    }
  }
  yield* evenRows(file.name, unmarked(), ofacColumns[role])
  if (ended) endings.marked.push(file.name)
  else endings.unmarked.push(file.name)
}

/**
 * A file that lacks the mark which the others of its set have was cut off behind a row. Aliases or addresses would be gone, and no count of
 * entries would tell. A set without any mark went through a program that took it off.
 */
const judgeEndings = ({ marked, unmarked }: Endings, notes: ReadingNotes): void => {
  if (marked.length > 0 && unmarked.length > 0) {
    throw new ListUnreadable("truncated", `${unmarked.join(" and ")} ends without the closing mark of the other files in its set.`)
  }
  for (const where of unmarked) notes.note({ code: "no_end_mark", where })
}

/** Rows of a side file by the number of their entry, and how many there are. */
interface SideRows {
  readonly file: string
  readonly rows: Map<string, Array<Row>>
  readonly count: number
}

const collected = async (rows: AsyncIterable<Row>, file: string): Promise<SideRows> => {
  const found = new Map<string, Array<Row>>()
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > maximumSideRows) throw new ListUnreadable("too_large", `${file} has more than ${maximumSideRows} rows.`)
    const uid = row[0]?.trim() ?? ""
    const before = found.get(uid)
    if (before === undefined) found.set(uid, [row])
    else before.push(row)
  }
  return { file, rows: found, count }
}

/** Rows of other entries are of another list, or of a day far from that of the primary file: the entries would lose what their own say of them. */
const mostOrphans = 0.1

const judgeOrphans = ({ count, file, rows }: SideRows, role: string, notes: ReadingNotes): void => {
  const orphans = [...rows.values()].reduce((sum, left) => sum + left.length, 0)
  if (orphans > mostOrphans * count) {
    throw new ListUnreadable("unexpected_format", `${orphans} of ${count} rows of ${file} belong to no entry of the set.`)
  }
  for (const uid of rows.keys()) notes.note({ code: "orphan_row", where: role, uid })
}

/**
 * OFAC's CSV set. The side files are held in memory by entry (some ten megabytes of the real ones), since nothing promises that they are
 * in the order of the primary file; that one is streamed.
 */
export const ofacSetReader = (options: TextOptions): ListReader =>
  async function* (files, notes) {
    const byRole = new Map<OfacFileRole, ListFile>()
    for (const file of files) {
      const role = ofacFileRole(file.name)
      if (role === undefined || byRole.has(role)) {
        throw new ListUnreadable(
          "unexpected_format",
          `${file.name} is not part of the set: SDN.CSV or CONS_PRIM.CSV, ALT.CSV, ADD.CSV, SDN_COMMENTS.CSV.`
        )
      }
      byRole.set(role, file)
    }
    const primary = byRole.get("primary")
    const missing = (["primary", "aliases", "addresses"] as const).filter((role) => !byRole.has(role))
    if (primary === undefined || missing.length > 0) {
      throw new ListUnreadable("missing_file", `The set has no file for ${missing.join(" and for ")}.`)
    }
    const endings: Endings = { marked: [], unmarked: [] }
    const side = async (role: "aliases" | "addresses" | "comments"): Promise<SideRows> => {
      const file = byRole.get(role)
      if (file === undefined) {
        notes.note({ code: "absent_file", where: role })
        return { file: role, rows: new Map(), count: 0 }
      }
      const read = await collected(ofacRows(file, role, endings, options), file.name)
      // What stands in the remarks may all fit into the primary file; no list is without aliases and addresses.
      if (read.count === 0 && role !== "comments") throw new ListUnreadable("missing_file", `${file.name} has no rows.`)
      return read
    }
    const [aliases, addresses, comments] = [await side("aliases"), await side("addresses"), await side("comments")]
    const taken = ({ rows }: SideRows, uid: string): ReadonlyArray<Row> => {
      const found = rows.get(uid) ?? []
      rows.delete(uid)
      return found
    }
    for await (const row of ofacRows(primary, "primary", endings, options)) {
      const uid = row[0]?.trim() ?? ""
      const own = { aliases: taken(aliases, uid), addresses: taken(addresses, uid), comments: taken(comments, uid) }
      const entry = ofacCsvEntry(row, own, notes)
      if (entry !== undefined) yield { op: "put", entry }
    }
    judgeEndings(endings, notes)
    for (const [role, rows] of Object.entries({ aliases, addresses, comments })) judgeOrphans(rows, role, notes)
  }
