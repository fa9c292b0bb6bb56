import type { StoredRecord } from "@vouchkit/core/storage/collection"

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
}

/** Inserts a document, or replaces the version of it that was read. */
export const documentWrite = (write: {
  readonly table: string
  readonly tenant: { readonly organization: string; readonly environment: string }
  readonly row: StoredRecord
  /** The version that must stand there; null for a new record. */
  readonly replaces: number | null
}): PendingWrite => {
  const { replaces, row, table, tenant } = write
  const { environment, organization } = tenant
  return {
    record: `${table}/${organization}/${environment}/${row.id}`,
    guarded: replaces !== null,
    row,
    withRow: (later) => documentWrite({ ...write, row: later }),
    sql: (parameters) =>
      replaces === null
        ? `insert into ${table} (organization, environment, id, version, data) values (${parameters.add(organization)}, ${parameters.add(environment)}, ${parameters.add(row.id)}, ${parameters.add(row.version)}, ${parameters.add(row)})`
        : `update ${table} set version = ${parameters.add(row.version)}, data = ${parameters.add(row)} where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and id = ${parameters.add(row.id)} and version = ${parameters.add(replaces)}`
  }
}

/** Adds a write to those that wait, folding it into an earlier write of the same record from `mark` on. */
export const fold = (pending: Array<PendingWrite>, write: PendingWrite, mark: number): void => {
  const earlier = write.guarded ? pending.findLastIndex(({ record }, index) => index >= mark && record === write.record) : -1
  const folded = write.row === undefined ? undefined : pending[earlier]?.withRow?.(write.row)
  if (folded === undefined) pending.push(write)
  else pending[earlier] = folded
}

const maximumWritesPerStatement = 40

/** As few statements as the writes allow: one, unless a record is touched twice or there are very many. */
export const batches = (writes: ReadonlyArray<PendingWrite>): ReadonlyArray<ReadonlyArray<PendingWrite>> => {
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
 * All writes of a batch as one statement, which is atomic and one round trip by itself. A guarded update that hits nothing raises,
 * so that a stale write takes the whole statement with it even outside an explicit transaction.
 */
export const combine = (writes: ReadonlyArray<PendingWrite>): Statement => {
  const parameters = new Parameters()
  const [only] = writes
  if (only !== undefined && writes.length === 1 && !only.guarded) return { text: only.sql(parameters), parameters: parameters.values }
  const parts = writes.map((write, index) => `w${index} as (${write.sql(parameters)}${write.guarded ? " returning 1" : ""})`)
  const guards = writes.flatMap((write, index) => (write.guarded ? [`(select count(*) from w${index}) = 1`] : []))
  const check = guards.length === 0 ? "select 1" : `select case when ${guards.join(" and ")} then 1 else vouchkit_stale_object() end`
  return { text: `with ${parts.join(", ")} ${check}`, parameters: parameters.values }
}
