import { afterAll, describe, expect, test } from "bun:test"
import { isMigrated } from "@vouchkit/adapters/postgres/migrate"
import { grantRights, hasRights } from "@vouchkit/adapters/postgres/rights"
import postgres from "postgres"
import { freshDatabase, ownedDatabase } from "../support/postgres.ts"

const connect = await freshDatabase()
const isEmbedded = "user" in connect

const open = (target: typeof connect) => {
  const options = { max: 1, onnotice: () => {} }
  const sql = "url" in target ? postgres(target.url, options) : postgres({ ...target, ...options, host: "localhost" })
  afterAll(() => sql.end())
  return sql
}
const sql = open(connect)
const denied = "42501"
const unchanging = "VK002"

const codeOf = async (statement: string): Promise<string> => {
  try {
    await sql.unsafe(statement)
    return "done"
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "unknown"
  }
}

const written = (id: string) =>
  sql.unsafe(
    `insert into audit_log (organization, environment, id, version, data, action, created_at) values ('org_a', 'live', '${id}', 1, '{"id": "${id}", "action": "cases.approve", "version": 1, "hash": null, "prev_hash": null, "chain_index": null}', 'cases.approve', '2026-01-01T00:00:00.000Z')`
  )
const sealedAs = (id: string, more: string) =>
  codeOf(
    `update audit_log set version = 2, hash = 'h-${id}', chain_index = ${Number(id.slice(1))}, data = data || '{"version": 2, "hash": "h-${id}", "prev_hash": null, "chain_index": 1, "chain_version": 2, "origin_digest": "o", "seal_digest": "s"}'${more} where id = '${id}'`
  )

describe("an audit entry", () => {
  test("is sealed once, and then never changes, whichever role writes", async () => {
    await written("e1")
    expect(await sealedAs("e1", "")).toBe("done")
    expect(await sealedAs("e1", "")).toBe(unchanging)
    expect(await codeOf("update audit_log set hash = null where id = 'e1'")).toBe(unchanging)
  })

  test("is not changed on the way to its seal", async () => {
    await written("e2")
    for (const more of [` || '{"action": "cases.reject"}'`, ", action = 'cases.reject'", ", created_at = '2025-01-01'", ", id = 'e3'"]) {
      expect([more, await sealedAs("e2", more)]).toEqual([more, unchanging])
    }
    expect(await codeOf(`update audit_log set data = data || '{"outcome": "failed"}' where id = 'e2'`)).toBe(unchanging)
    expect(await sealedAs("e2", "")).toBe("done")
  })
})

describe.if(isEmbedded)("the role of the service", () => {
  test("removes no audit entry, neither one nor all", async () => {
    await written("e4")
    expect(await codeOf("delete from audit_log where id = 'e4'")).toBe(denied)
    expect(await codeOf("truncate audit_log")).toBe(denied)
    expect(await codeOf("alter table audit_log disable trigger all")).toBe(denied)
    expect(await codeOf("set session_replication_role = replica")).toBe(denied)
  })

  test.each([
    "create table own (n int)",
    "create temporary table own (n int)",
    "create schema own",
    "create function own() returns int language sql as 'select 1'",
    "alter table sessions add column own text",
    "drop table sessions",
    "create index own on sessions (id)",
    "truncate sessions",
    "delete from vouchkit_migrations",
    "create role own",
    "create database own",
    "alter role vouchkit_service superuser",
    "set role vouchkit_owner",
    "set role vouchkit",
    "select pg_read_file('PG_VERSION')",
    "copy sessions from '/etc/passwd'",
    "copy sessions to '/tmp/sessions'",
    "copy sessions from program 'id'",
    "select pg_reload_conf()",
    "alter system set fsync = off"
  ])("is refused: %s", async (statement) => {
    expect(await codeOf(statement)).toBe(denied)
  })

  test("owns nothing", async () => {
    const [row] = await sql`select count(*)::int as owned from pg_class where relowner = current_user::regrole`
    expect(row?.owned).toBe(0)
  })

  test("has its rights or not, table by table, and gets what is missing from the owner, and no more", async () => {
    const owner = open(await ownedDatabase())
    expect([await isMigrated(owner), await hasRights(owner, "vouchkit_service")]).toEqual([true, true])
    for (const change of [
      "create table newer (n int)",
      "grant delete on audit_log to vouchkit_service",
      "revoke insert on jobs from vouchkit_service"
    ]) {
      await owner.unsafe(change)
      expect([change, await hasRights(owner, "vouchkit_service")]).toEqual([change, false])
      await grantRights(owner, "vouchkit_service")
      expect([change, await hasRights(owner, "vouchkit_service")]).toEqual([change, true])
    }
  })
})
