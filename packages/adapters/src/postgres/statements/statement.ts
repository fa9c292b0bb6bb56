import type { Column, Columns, StoredRecord } from "@vouchkit/core/kernel/storage/collection"

/** Statements are built from shapes, whose names are constants of ours; every value travels as a parameter. */
export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}
export type Parameter = string | number | boolean | null | object

/** Numbers parameters while a statement grows. */
export class Parameters {
  readonly values: Array<Parameter> = []
  add(value: Parameter): string {
    return `$${this.values.push(value)}`
  }
}

/** One write that waits for the transaction to flush. Writes of one batch touch different records, so their order does not matter. */
export interface PendingWrite {
  /** Table and identifier: the record it touches. */
  readonly record: string
  readonly sql: (parameters: Parameters) => string
  /** An update that must hit exactly one row, else the whole transaction fails as stale. */
  readonly guarded: boolean
  /** The record as this write leaves it. */
  readonly row?: StoredRecord
  /** The same write with a later state of the record, so that a record saved twice in one transaction is written once. */
  readonly withRow?: (row: StoredRecord) => PendingWrite
  /** Present when the write is a plain new row, which may share a statement with rows of other writes and other transactions. */
  readonly inserted?: { readonly into: RowInsert; readonly values: ReadonlyArray<unknown> }
}

/** The table that a write changes. */
export const tableOf = ({ record }: PendingWrite): string => record.slice(0, record.indexOf("/"))

/** Inserts any number of rows, given as one JSON array with an array of values per row. One such object per table and kind of insert. */
export type RowInsert = (rows: string) => string

/** A write that is a plain new row. */
export const insertOf = (record: string, into: RowInsert, values: ReadonlyArray<unknown>): PendingWrite => ({
  record,
  guarded: false,
  sql: (parameters) => into(parameters.add(JSON.stringify([values]))),
  inserted: { into, values }
})

/** What a table holds beside its documents, as SQL over the document `d`. */
interface DocumentTable {
  readonly table: string
  readonly assigned: string
  readonly insert: RowInsert
  /** Whether a column of a row `r` is not what it is of its document. */
  readonly misfiled: string
}

const casts = { text: "", number: "::numeric", boolean: "::boolean" } as const

/** The value of a column, taken from the document by the statement that writes it. */
const derived = (name: string, { form, path = [name], type }: Column): string => {
  const parents = path.slice(0, -1).map((step) => ` -> '${step}'`)
  const last = path.at(-1) ?? name
  if (type === "list") return `d${parents.join("")} -> '${last}'`
  const value = `d${parents.join("")} ->> '${last}'`
  if (form !== undefined) return `normalize(${value}, ${form})`
  return type === "text" ? value : `(${value})${casts[type]}`
}

/** Names and expressions come from shapes, which are constants of ours; they are put together once. */
export const documentTable = ({ columns, table }: { readonly table: string; readonly columns: Columns }): DocumentTable => {
  const named = Object.entries(columns)
  const into = named.map(([name]) => `, "${name}"`).join("")
  const selected = named.map(([name, column]) => `, ${derived(name, column)}`).join("")
  return {
    table,
    assigned: named.map(([name, column]) => `, "${name}" = ${derived(name, column)}`).join(""),
    misfiled: ["false", ...named.map(([name, column]) => `r."${name}" is distinct from ${derived(name, column)}`)].join(" or "),
    // As text, since the driver would ask the server what the parameter is before it could send anything else.
    insert: (rows) =>
      `insert into ${table} (organization, environment, id, version, data${into}) select v ->> 0, v ->> 1, v ->> 2, (v ->> 3)::int, d${selected} from (select v, v -> 4 as d from jsonb_array_elements(${rows}::text::jsonb) as row (v)) as document`
  }
}

/** Inserts a document, or replaces the version of it that was read. */
export const documentWrite = (write: {
  readonly into: DocumentTable
  readonly tenant: { readonly organization: string; readonly environment: string }
  readonly row: StoredRecord
  /** The version that must stand there; null for a new record. */
  readonly replaces: number | null
}): PendingWrite => {
  const { into, replaces, row, tenant } = write
  const { assigned, insert, table } = into
  const { environment, organization } = tenant
  const record = `${table}/${organization}/${environment}/${row.id}`
  const withRow = (later: StoredRecord) => documentWrite({ ...write, row: later })
  if (replaces === null) return { ...insertOf(record, insert, [organization, environment, row.id, row.version, row]), row, withRow }
  return {
    record,
    guarded: true,
    row,
    withRow,
    sql: (parameters) =>
      `update ${table} set version = ${parameters.add(row.version)}, data = d${assigned} from (select ${parameters.add(row)}::jsonb as d) as document where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and id = ${parameters.add(row.id)} and version = ${parameters.add(replaces)}`
  }
}

/** Adds a write to those that wait, folding it into an earlier write of the same record from `mark` on. */
export const fold = (pending: Array<PendingWrite>, write: PendingWrite, mark: number): void => {
  const earlier = write.guarded ? pending.findLastIndex(({ record }, index) => index >= mark && record === write.record) : -1
  const merged = write.row === undefined ? undefined : pending[earlier]?.withRow?.(write.row)
  if (merged === undefined) pending.push(write)
  else pending[earlier] = merged
}

const maximumWritesPerStatement = 40

/** As few statements as the writes allow: one, unless a record is touched twice or there are very many. */
export const batches = (writes: ReadonlyArray<PendingWrite>): ReadonlyArray<ReadonlyArray<PendingWrite>> => {
  // A few new rows, as nearly every transaction has them, are compared with each other at less cost than a set of their names.
  const few =
    writes.length <= 8 && writes.every(({ record }, index) => !writes.some((other, before) => before < index && other.record === record))
  if (few) return writes.length === 0 ? [] : [writes]
  const result: Array<Array<PendingWrite>> = []
  let touched = new Set<string>()
  for (const write of writes) {
    const last = result.at(-1)
    if (last === undefined || touched.has(write.record) || last.length >= maximumWritesPerStatement) {
      touched = new Set([write.record])
      result.push([write])
    } else {
      touched.add(write.record)
      last.push(write)
    }
  }
  return result
}

/**
 * All writes of a batch as one statement, which is atomic and one round trip by itself; new rows of one table share a part of it. A guarded
 * update that hits nothing raises, so that a stale write takes the whole statement with it even outside an explicit transaction.
 */
export const combine = (writes: ReadonlyArray<PendingWrite>): Statement => {
  const parameters = new Parameters()
  const rows = new Map<RowInsert, Array<ReadonlyArray<unknown>>>()
  for (const { inserted } of writes) {
    if (inserted === undefined) continue
    const before = rows.get(inserted.into)
    if (before === undefined) rows.set(inserted.into, [inserted.values])
    else before.push(inserted.values)
  }
  const inserts = [...rows].map(([into, values]) => into(parameters.add(JSON.stringify(values))))
  const others = writes.filter(({ inserted }) => inserted === undefined).map(({ guarded, sql }) => ({ guarded, text: sql(parameters) }))
  const [only] = [...inserts, ...others.map(({ text }) => text)]
  if (only !== undefined && inserts.length + others.length === 1 && others[0]?.guarded !== true) {
    return { text: only, parameters: parameters.values }
  }
  const parts = [
    ...inserts.map((insert, index) => `i${index} as (${insert})`),
    ...others.map(({ guarded, text }, index) => `w${index} as (${text}${guarded ? " returning 1" : ""})`)
  ]
  const guards = others.flatMap(({ guarded }, index) => (guarded ? [`(select count(*) from w${index}) = 1`] : []))
  const check = guards.length === 0 ? "select 1" : `select case when ${guards.join(" and ")} then 1 else vouchkit_stale_object() end`
  return { text: `with ${parts.join(", ")} ${check}`, parameters: parameters.values }
}
