import type postgres from "postgres"
import { masterKeyDigest, newRootKey, unwrapRootKey, wrapRootKey } from "../crypto/root-key.ts"

/** Whether this database has already been used under some master key. */
export const hasMasterKey = async (sql: postgres.Sql): Promise<boolean> => {
  const [row] = await sql`select count(*)::int as count from installation`
  return row?.count === 1
}

/** The key that all others are derived from, opened by a master key: undefined where it is none of this database. */
const opened = async (sql: postgres.Sql, master: Uint8Array): Promise<Uint8Array | undefined> => {
  const [row] = await sql`select wrapped_root_key from master_keys where digest = ${masterKeyDigest(master)}`
  if (row === undefined) return undefined
  return row.wrapped_root_key === null ? master : unwrapRootKey(master, row.wrapped_root_key)
}

/** The first key that a new database is used under becomes its master key, with a root key of its own. */
const beginUnder = (sql: postgres.Sql, master: Uint8Array) =>
  sql.begin(async (transaction) => {
    const digest = masterKeyDigest(master)
    // Of two processes that begin at once the second waits here, and finds that it is not the first.
    const first = await transaction`insert into installation (master_key_digest) values (${digest}) on conflict do nothing returning true`
    if (first.length === 0) return
    await transaction`insert into master_keys (digest, wrapped_root_key) values (${digest}, ${wrapRootKey(master, newRootKey())})`
  })

/** The root key of this database; null where the master key is none of it. */
export const rootKeyOf = async (sql: postgres.Sql, master: Uint8Array): Promise<Uint8Array | null> => {
  const known = await opened(sql, master)
  if (known !== undefined) return known
  await beginUnder(sql, master)
  return (await opened(sql, master)) ?? null
}

/** From now on this master key opens the database as well. Does nothing where it does already. */
export const addMasterKey = async (sql: postgres.Sql, root: Uint8Array, master: Uint8Array): Promise<void> => {
  await sql`
    insert into master_keys (digest, wrapped_root_key) values (${masterKeyDigest(master)}, ${wrapRootKey(master, root)})
    on conflict do nothing`
}

/** From now on no other master key opens the database. Gives how many there were; none is removed where this one does not open it. */
export const removeOtherMasterKeys = async (sql: postgres.Sql, master: Uint8Array): Promise<number> => {
  const digest = masterKeyDigest(master)
  const { count } = await sql`
    delete from master_keys where digest <> ${digest} and exists (select 1 from master_keys where digest = ${digest})`
  return count
}
