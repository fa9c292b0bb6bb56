import { type ReportBlock, facts, leftOut, table } from "./model.ts"
import { percent, words } from "./words.ts"

const maxFacts = 60
const maxTables = 6
const maxTableRows = 30
const maxColumns = 8
const maxDepth = 4
const maxItems = 30
const maxText = 500

/**
 * Rules that were applied and not what they found, which the records hold; and what was read and compared, which has a section of its own.
 */
const leftToRecords: ReadonlySet<string> = new Set([
  "policy",
  "fields",
  "comparisons",
  "sources",
  "pairs",
  "thresholds",
  "version",
  "check_digits",
  // How large, sharp and turned the two faces are, and by which model and limits they were compared: the table of checks has score and threshold.
  "portrait",
  "selfie",
  "model",
  "bands"
])
/** Shares of one, which people read as percentages. */
const shares: ReadonlySet<string> = new Set(["similarity", "confidence", "document_type_confidence"])

const shortened = (text: string): string => {
  const letters = [...text.slice(0, 2 * maxText)]
  return letters.length > maxText ? `${letters.slice(0, maxText).join("")}…` : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value that stands by itself, as text; undefined for what holds others and for what is not there. */
const scalar = (value: unknown): string | undefined => {
  if (typeof value === "string") return shortened(/^[a-z]+(?:_[a-z]+){1,8}$/u.test(value) ? words(value) : value)
  if (typeof value === "number" && Number.isFinite(value)) return String(Math.round(value * 1_000_000) / 1_000_000)
  return typeof value === "boolean" ? (value ? "Yes" : "No") : undefined
}

/** Any value in one cell: members one after another, items of a list parted from each other. */
const inCell = (value: unknown, depth = 0): string => {
  const text = scalar(value)
  if (text !== undefined || depth >= maxDepth) return text ?? ""
  const parts = Array.isArray(value) ? value.slice(0, maxItems) : isRecord(value) ? Object.values(value) : []
  const shown = parts.map((part) => inCell(part, depth + 1)).filter((part) => part !== "")
  // A comma behind a line of a machine readable zone would be taken for a part of it.
  const between = !Array.isArray(value) ? ", " : value.some(isRecord) ? "; " : shown.some((part) => part.includes("<")) ? "\n" : ", "
  return shortened(shown.join(between))
}

const labelOf = (path: ReadonlyArray<string>): string =>
  path
    .map((part, index) => (index === 0 ? words(part) : words(part).replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase())))
    .join(", ")

/** A list of records as a table; columns are as wide as what stands in them. */
const listTable = (path: ReadonlyArray<string>, items: ReadonlyArray<Readonly<Record<string, unknown>>>): ReadonlyArray<ReportBlock> => {
  const rows = items.slice(0, maxTableRows)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((name) => rows.some((row) => inCell(row[name]) !== ""))
    .slice(0, maxColumns)
  if (names.length === 0) return []
  const columns = names.map((name) => {
    const longest = Math.max(name.length, ...rows.map((row) => inCell(row[name]).length))
    return [words(name), Math.sqrt(Math.min(60, Math.max(5, longest)))] as const
  })
  const cells = rows.map((row) => names.map((name) => inCell(row[name])))
  return [{ type: "paragraph", text: labelOf(path) }, table(columns, cells), ...leftOut(rows.length, items.length, "entries")]
}

/**
 * The details of a check of any kind, bounded: values by the path that leads to them, and lists of records as tables beneath. What is null is
 * left out; what lies beyond the bounds is counted.
 */
export const detailBlocks = (details: object): ReadonlyArray<ReportBlock> => {
  const rows: Array<readonly [string, string]> = []
  const tables: Array<ReadonlyArray<ReportBlock>> = []
  const walk = (value: unknown, path: ReadonlyArray<string>) => {
    if (Array.isArray(value) && value.some(isRecord)) {
      tables.push(listTable(path, value.filter(isRecord)))
      return
    }
    if (isRecord(value) && path.length < maxDepth) {
      for (const [name, member] of Object.entries(value)) if (!leftToRecords.has(name)) walk(member, [...path, name])
      return
    }
    const text = typeof value === "number" && shares.has(path.at(-1) ?? "") ? (percent(value) ?? "") : inCell(value)
    if (text !== "") rows.push([labelOf(path), text])
  }
  walk(details, [])
  return [
    ...(rows.length === 0 ? [] : [facts(...rows.slice(0, maxFacts))]),
    ...leftOut(Math.min(rows.length, maxFacts), rows.length, "values"),
    ...tables.slice(0, maxTables).flat(),
    ...leftOut(Math.min(tables.length, maxTables), tables.length, "lists")
  ]
}
