import { createHmac } from "node:crypto"
import type postgres from "postgres"

/** Tells one master key from another and nothing about either. */
const digestOf = (master: Uint8Array): string => createHmac("sha256", master).update("vouchkit/installation").digest("hex")

/** Whether this database has already been used under some master key. */
export const hasMasterKey = async (sql: postgres.Sql): Promise<boolean> => {
  const [row] = await sql`select count(*)::int as count from installation`
  return row?.count === 1
}

/** Binds the database to the first master key it is used under; false when that was another one. */
export const acceptsMasterKey = async (sql: postgres.Sql, master: Uint8Array): Promise<boolean> => {
  const digest = digestOf(master)
  await sql`insert into installation (master_key_digest) values (${digest}) on conflict do nothing`
  const [row] = await sql`select master_key_digest from installation`
  return row?.master_key_digest === digest
}
