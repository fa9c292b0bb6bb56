import { afterAll, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { masterKeyDigest } from "@vouchkit/adapters/crypto/root-key"
import { addMasterKey, hasMasterKey, removeOtherMasterKeys, rootKeyOf } from "@vouchkit/adapters/postgres/installation"
import postgres from "postgres"
import { freshDatabase } from "../support/postgres.ts"

const connected = async () => {
  const connect = await freshDatabase()
  return "url" in connect ? postgres(connect.url, { max: 4 }) : postgres({ ...connect, host: "localhost", max: 4 })
}
const [fresh, earlier, wrapped] = [await connected(), await connected(), await connected()]
afterAll(() => Promise.all([fresh.end(), earlier.end(), wrapped.end()]))

const key = () => new Uint8Array(randomBytes(32))

test("the first key becomes the master key of a new database, of several at once exactly one", async () => {
  const keys = [key(), key(), key(), key()]
  const roots = await Promise.all(keys.map((one) => rootKeyOf(fresh, one)))
  expect(roots.filter((root) => root !== null)).toHaveLength(1)
  expect(await hasMasterKey(fresh)).toBe(true)
  const first = keys[roots.findIndex((root) => root !== null)] ?? key()
  const root = await rootKeyOf(fresh, first)
  expect(root).toHaveLength(32)
  expect(root).not.toEqual(first)

  const next = key()
  await addMasterKey(fresh, root ?? key(), next)
  await addMasterKey(fresh, root ?? key(), next)
  expect(await rootKeyOf(fresh, next)).toEqual(root)
  expect(await rootKeyOf(fresh, first)).toEqual(root)
  expect(await removeOtherMasterKeys(fresh, key())).toBe(0)
  expect(await removeOtherMasterKeys(fresh, next)).toBe(1)
  expect(await removeOtherMasterKeys(fresh, next)).toBe(0)
  expect(await rootKeyOf(fresh, first)).toBeNull()
  expect(await rootKeyOf(fresh, next)).toEqual(root)
})

test("a database of an earlier release goes on with what its master key derived, under any later one", async () => {
  const [first, next] = [key(), key()]
  await earlier`insert into installation (master_key_digest) values (${masterKeyDigest(first)})`
  await earlier`insert into master_keys (digest) select master_key_digest from installation`
  expect(await rootKeyOf(earlier, first)).toEqual(first)
  await addMasterKey(earlier, first, next)
  expect(await removeOtherMasterKeys(earlier, next)).toBe(1)
  expect(await rootKeyOf(earlier, next)).toEqual(first)
})

test("a root key that was changed, or wrapped for another master key, does not open", async () => {
  const first = key()
  expect(await rootKeyOf(wrapped, first)).toHaveLength(32)
  const [row] = await wrapped`select wrapped_root_key as text from master_keys`
  const changed = Buffer.from(row?.text, "base64")
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  const other = key()
  await wrapped`insert into master_keys values (${masterKeyDigest(other)}, ${row?.text})`
  await expect(rootKeyOf(wrapped, other)).rejects.toThrow()
  await wrapped`update master_keys set wrapped_root_key = ${changed.toString("base64")} where digest = ${masterKeyDigest(first)}`
  await expect(rootKeyOf(wrapped, first)).rejects.toThrow()
})
