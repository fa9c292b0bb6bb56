import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { Collection, Columns, Shape, StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import { Effect, Option } from "effect"

/** The member of a stored document that holds what is encrypted of it. */
export const sealedMember = "sealed_members"
const purpose = "record-members"
/** The database compresses long documents, and cannot compress what is encrypted. Below this many characters, nothing is won. */
const longText = 512

const contextOf = (table: string, id: string) => `${table}/${id}`

/** Nothing is said in it, so that it may lie open: most records have nothing to hide, and cost nothing. */
const saysNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)

const packed = (text: string): string => (text.length < longText ? `=${text}` : `z${deflateRawSync(text, { level: 1 }).toString("base64")}`)
const unpacked = (text: string): string =>
  text.startsWith("z") ? inflateRawSync(Buffer.from(text.slice(1), "base64")).toString("utf8") : text.slice(1)

/** Asked for with each record, and not when the layer is built: a test or a tool that stores nothing encrypted needs no master key. */
const withVault = <A>(use: (vault: Vault["Service"]) => Effect.Effect<A, StorageUnavailable, Tenant>) =>
  Effect.flatMap(Effect.serviceOption(Vault), (vault) =>
    Option.isSome(vault)
      ? use(vault.value)
      : Effect.fail(new StorageUnavailable({ cause: new Error("records are stored encrypted, and there is no master key here") }))
  )

/** How the rows of a table are stored. */
export const hiding = <Row extends StoredRecord>({
  sealed = [],
  table
}: {
  readonly sealed?: ReadonlyArray<string>
  readonly table: string
}) => {
  /** By the few names that are sealed: with each record that is written, however many members it has. */
  const saidOf = (row: Row): ReadonlyArray<string> => sealed.filter((name) => name in row && !saysNothing(row[name as keyof Row]))
  const without = (row: Row, said: ReadonlyArray<string>): Row => {
    const rest: Row = { ...row }
    for (const name of said) Object.assign(rest, { [name]: null })
    return rest
  }
  return {
    /** Without what is to be encrypted of it. */
    hidden: (row: Row): Row => without(row, saidOf(row)),
    sealed: (row: Row): Effect.Effect<Row, StorageUnavailable, Tenant> => {
      const said = saidOf(row)
      if (said.length === 0) return Effect.succeed(row)
      const content = JSON.stringify(Object.fromEntries(said.map((name) => [name, row[name as keyof Row]])))
      return withVault(({ seal }) =>
        Effect.map(seal(purpose, contextOf(table, row.id), packed(content)), (text) =>
          Object.assign(without(row, said), { [sealedMember]: text })
        )
      )
    }
  }
}

/**
 * A collection that keeps some members of its records encrypted, as one text that opens only in its table and under its id. Records that were written before
 * these members were encrypted are read as they are, and are encrypted when they are next saved, or by former-records.ts.
 */
export const sealing = <Row extends StoredRecord, C extends Columns>(
  stored: Collection<Row, C>,
  { sealed = [], table }: Pick<Shape<Row, C>, "sealed" | "table">
): Collection<Row, C> => {
  if (sealed.length === 0) return stored
  const { sealed: seal } = hiding<Row>({ sealed, table })
  const open = (row: Row): Effect.Effect<Row, StorageUnavailable, Tenant> => {
    const { [sealedMember]: text, ...plain }: Row & { readonly [sealedMember]?: unknown } = row
    if (typeof text !== "string") return Effect.succeed(row)
    return withVault((vault) =>
      Effect.flatMap(vault.open(purpose, contextOf(table, row.id), text), (opened) =>
        Effect.try({
          try: () => Object.assign(plain, JSON.parse(unpacked(opened))),
          catch: () => new StorageUnavailable({ cause: new Error(`sealed members of ${table} are malformed`) })
        })
      )
    )
  }
  const openOne = (row: Row | undefined) => (row === undefined ? Effect.succeed(row) : open(row))
  const openAll = (rows: ReadonlyArray<Row>) =>
    rows.some((row) => sealedMember in row) ? Effect.forEach(rows, open) : Effect.succeed(rows)

  return {
    ...stored,
    find: (id) => Effect.flatMap(stored.find(id), openOne),
    lock: (id) => Effect.flatMap(stored.lock(id), openOne),
    insert: (row) => Effect.flatMap(seal(row), stored.insert),
    insertIfAbsent: (row) => Effect.flatMap(seal(row), stored.insertIfAbsent),
    save: (row) => Effect.map(Effect.flatMap(seal(row), stored.save), ({ version }) => ({ ...row, version })),
    list: (query) => Effect.flatMap(stored.list(query), openAll),
    page: (query) => Effect.flatMap(stored.page(query), (page) => Effect.map(openAll(page.rows), (rows) => ({ ...page, rows }))),
    lockAll: (query) => Effect.flatMap(stored.lockAll(query), openAll),
    lockFirst: (query) => Effect.flatMap(stored.lockFirst(query), openOne)
  }
}
