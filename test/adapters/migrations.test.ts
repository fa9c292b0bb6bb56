import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { masterKeyDigest } from "@vouchkit/adapters/crypto/root-key"
import { rootKeyOf } from "@vouchkit/adapters/postgres/installation"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import postgres from "postgres"
import { bareDatabase, ownedDatabase } from "../support/postgres.ts"

const folder = new URL("../../packages/adapters/src/postgres/migrations/", import.meta.url)
const files = readdirSync(folder).sort()
/** What runs behind the first part of a migration has a further part in its name. */
const numbered = files.filter((file) => !file.endsWith(".fill.sql") && !file.endsWith(".batched.sql"))
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8")

const open = (connect: DatabaseOptions["connect"], max: number): postgres.Sql =>
  "url" in connect
    ? postgres(connect.url, { max, onnotice: () => {} })
    : postgres({ ...connect, host: "localhost", max, onnotice: () => {} })

const pools: Array<postgres.Sql> = []
afterAll(() => Promise.all(pools.map((pool) => pool.end())))
const pool = (connect: DatabaseOptions["connect"], max: number) => {
  const made = open(connect, max)
  pools.push(made)
  return made
}

/** The last release before records were counted. */
const before = 30

/** A database of that release. */
const ofBefore = async () => {
  const connect = await bareDatabase()
  const sql = pool(connect, 4)
  await sql.unsafe(
    "create table vouchkit_migrations (number int primary key, name text not null, applied_at timestamptz not null default now())"
  )
  for (const name of numbered.filter((file) => Number(file.slice(0, 4)) < before)) {
    await sql.unsafe(textOf(name))
    await sql`insert into vouchkit_migrations (number, name) values (${Number(name.slice(0, 4))}, ${name})`
  }
  return { connect, sql }
}

const statuses = "(array['created','approved','declined'])[1 + n % 3]"
const written = (from: number, to: number) => [
  `insert into sessions (organization, environment, id, version, data, status, tags, created_at, updated_at) select 'org_' || n % 2, 'live', 'ses_' || n, 1, '{}', ${statuses}, jsonb_build_array('tag-' || n % 3, 'rare-' || n), '2026-01-01', '2026-01-01' from generate_series(${from}, ${to}) as n`,
  `insert into audit_log (organization, environment, id, version, data, created_at) select 'org_' || n % 2, 'live', 'evt_' || n, 1, '{}', '2026-01-01' from generate_series(${from}, ${to}) as n`
]

const isDeadlock = (cause: unknown) => cause instanceof postgres.PostgresError && cause.code === "40P01"

/** Writes as the service does: a deadlock takes the statement back, and it is tried again. */
const writerOf = (sql: postgres.Sql) => async (statement: string) => {
  for (let written = false; !written; )
    written = await sql.unsafe(statement).then(
      () => true,
      (cause: unknown) => {
        if (isDeadlock(cause)) return false
        throw cause
      }
    )
}

/** Every tag that is kept and counted, beside those of the sessions. */
const keptTags = async (sql: postgres.Sql) => {
  const tagged =
    "select organization, environment, element, status, created_at, id from sessions, jsonb_array_elements_text(tags) as element"
  const differing = await sql.unsafe(
    `select count(*)::int as count from ((table sessions_by_tags except ${tagged}) union all (${tagged} except table sessions_by_tags)) as differing`
  )
  const counted =
    "select organization, environment, value, sum(count)::int from record_counts where counted = 'sessions_by_tags' group by 1, 2, 3 having sum(count) <> 0"
  const held = `select organization, environment, element, count(*)::int from (${tagged}) as held group by 1, 2, 3`
  const miscounted = await sql.unsafe(
    `select count(*)::int as count from ((${counted} except ${held}) union all (${held} except ${counted})) as differing`
  )
  const [all] = await sql`select count(*)::int as count from sessions_by_tags`
  return { all: all?.count > 0, differing: differing[0]?.count, miscounted: miscounted[0]?.count }
}

/** Every count that is kept, beside what is counted anew. */
const counts = async (sql: postgres.Sql) => {
  const kept =
    await sql`select organization, value, counted, sum(count)::int as count from record_counts where counted in ('sessions', 'audit_log') group by 1, 2, 3 having sum(count) <> 0 order by 3, 1, 2`
  const found = await sql`select * from (
    select organization, status as value, 'sessions' as counted, count(*)::int as count from sessions group by 1, 2
    union all select organization, '', 'audit_log', count(*)::int from audit_log group by 1) as found order by 3, 1, 2`
  return { kept: kept.map((row) => ({ ...row })), found: found.map((row) => ({ ...row })) }
}

const indexesOf = async (sql: postgres.Sql) =>
  (
    await sql`select relname, indisvalid from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace order by 1`
  ).map((row) => ({ ...row }))

test("each file of the folder is a migration or a part of one, so that none is left out", () => {
  const parts = files.filter((file) => !numbered.includes(file))
  expect(parts.filter((part) => !files.includes(part.replace(/\.(fill|batched)\.sql$/, ".sql")))).toEqual([])
  expect(files.filter((file) => !/^\d{4}_[a-z0-9_]+(\.(concurrent|fill|batched))?\.sql$/.test(file))).toEqual([])
})

describe("a database of an earlier release", () => {
  test("is opened by the master key that it was made under, and by no other", async () => {
    const { sql } = await ofBefore()
    const [master, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
    await sql`insert into installation (master_key_digest) values (${masterKeyDigest(master)})`
    await migrate(sql)
    expect([await rootKeyOf(sql, other), await rootKeyOf(sql, master)]).toEqual([null, master])
    expect(await migrate(sql)).toEqual([])
  })

  test("comes to the schema of a new one, with counts that miss nothing that was written meanwhile", async () => {
    const { connect, sql } = await ofBefore()
    for (const statement of written(0, 3_000)) await sql.unsafe(statement)
    const writer = writerOf(pool(connect, 1))
    let ended = false
    const writing = (async () => {
      for (let n = 10_000; !ended; n += 10) {
        for (const statement of written(n, n + 9)) await writer(statement)
        await writer(`update sessions set status = 'expired' where id in ('ses_${n}', 'ses_${n - 10_000}')`)
        await writer(`update sessions set tags = '["new", "tag-1"]' where id in ('ses_${n + 2}', 'ses_${n - 9_998}')`)
        await writer(`delete from sessions where id in ('ses_${n + 1}', 'ses_${n - 9_999}')`)
      }
    })()
    const applied = await migrate(sql).finally(() => (ended = true))
    await writing
    expect(applied[0]).toBe("0030_record_counts.sql")
    const { found, kept } = await counts(sql)
    expect(kept).toEqual(found)
    expect(await keptTags(sql)).toEqual({ all: true, differing: 0, miscounted: 0 })
    expect(await indexesOf(sql)).toEqual(await indexesOf(pool(await ownedDatabase(), 1)))
    expect(await migrate(sql)).toEqual([])
  })

  test("is written to while its migration waits for someone who holds a table", async () => {
    const { connect, sql } = await ofBefore()
    for (const statement of written(0, 9)) await sql.unsafe(statement)
    const [holder, writer, watcher] = [pool(connect, 1), pool(connect, 1), pool(connect, 1)]
    // Without an end to its waiting, the migration would keep the writer out for as long as the holder likes.
    await writer`set statement_timeout = '30s'`
    let migrating: Promise<unknown> = Promise.resolve()
    await holder.begin(async (held) => {
      await held`update sessions set status = 'expired' where id = 'ses_1'`
      migrating = migrate(sql)
      for (let seen = false; !seen; ) {
        const [row] = await watcher`select exists (select 1 from pg_locks where relation = 'sessions'::regclass and not granted) as waits`
        seen = row?.waits === true
      }
      await writer`update sessions set status = 'expired' where id = 'ses_2'`
    })
    await migrating
    const { found, kept } = await counts(sql)
    expect(kept).toEqual(found)
  })

  test("whose migration was broken off behind its first part, and in the middle of an index, is brought to its end", async () => {
    const { sql } = await ofBefore()
    for (const statement of written(0, 50)) await sql.unsafe(statement)
    await sql.unsafe(textOf("0030_record_counts.sql"))
    await sql.unsafe("create index sessions_status on sessions (organization)")
    for (const statement of written(51, 99)) await sql.unsafe(statement)
    await migrate(sql)
    const { found, kept } = await counts(sql)
    expect(kept).toEqual(found)
    expect(await keptTags(sql)).toEqual({ all: true, differing: 0, miscounted: 0 })
    expect(await indexesOf(sql)).toEqual(await indexesOf(pool(await ownedDatabase(), 1)))
  })
})

/** A database of which the tags of sessions are to be kept next, behind the first part of that migration. */
const aboutToKeepTags = async () => {
  const { connect, sql } = await ofBefore()
  for (const name of numbered.filter((file) => [30, 31].includes(Number(file.slice(0, 4))))) {
    await sql.unsafe(textOf(name))
    await sql`insert into vouchkit_migrations (number, name) values (${Number(name.slice(0, 4))}, ${name})`
  }
  for (const statement of written(0, 50)) await sql.unsafe(statement)
  await sql.unsafe(textOf("0032_kept_elements.sql"))
  return { connect, sql }
}

test("a migration and a writer that wait for each other both come to their end", async () => {
  const { connect, sql } = await aboutToKeepTags()
  await sql.unsafe(
    "create function wait_for_gate() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(42); return new; end'"
  )
  await sql.unsafe("create trigger gate before insert on record_counts for each row when (new.slot = -1) execute function wait_for_gate()")
  const [holder, watcher] = [pool(connect, 1), pool(connect, 1)]
  let migrating: Promise<unknown> = Promise.resolve()
  // The server takes back whichever of the two waits when it has waited for a second. It is the migration, unless this process is slow.
  const writing = holder.begin(async (held) => {
    await held`select pg_advisory_xact_lock(42)`
    migrating = migrate(sql)
    for (let seen = false; !seen; ) {
      const [row] =
        await watcher`select exists (select 1 from pg_locks where locktype = 'advisory' and objid = 42 and not granted) as waits`
      seen = row?.waits === true
    }
    await held`update sessions set status = 'expired' where id = 'ses_1'`
  })
  await writing.catch((cause: unknown) => expect(isDeadlock(cause)).toBe(true))
  await migrating
  expect(await keptTags(sql)).toEqual({ all: true, differing: 0, miscounted: 0 })
})

test("a database whose tags were kept only in part is brought to its end, without counting any of them twice", async () => {
  const { sql } = await aboutToKeepTags()
  await sql.unsafe("call vouchkit_fill_kept('sessions', 'tags', 'status', 'created_at')")
  for (const statement of written(51, 99)) await sql.unsafe(statement)
  await migrate(sql)
  expect(await keptTags(sql)).toEqual({ all: true, differing: 0, miscounted: 0 })
})

test("custom values of before get the token that tells who has one, once for each field, and others stay as they are", async () => {
  const sql = pool(await ownedDatabase(), 1)
  await sql.unsafe("alter table identity_custom_fields drop constraint identity_custom_fields_organization_environment_id_fkey")
  const tokens = ["level:0a1b", "level:2c3d", "branch:4e5f"]
  const add = (id: string, held: ReadonlyArray<string>) =>
    sql`insert into identity_custom_fields (organization, environment, id, version, data, plain_fields, tokens, created_at)
      values ('org_acme', 'live', ${id}, 3, ${sql.json({ salt: "s", tokens: held })}, '[]', ${sql.json(held)}, '2026-01-01')`
  for (let number = 0; number < 1_001; number++) await add(`idn_${number}`, tokens)
  await add("idn_none", [])
  await add("idn_whole", ["level:", "level:0a1b"])
  for (let times = 0; times < 2; times++) await sql.unsafe("call vouchkit_fill_presence_of_custom_values()")
  const rows =
    await sql`select count(*)::int, tokens, data from identity_custom_fields group by tokens, data order by jsonb_array_length(tokens)`
  expect(rows.map(({ count, data, tokens: held }) => [count, held.toSorted(), data.tokens.toSorted(), data.salt])).toEqual([
    [1, [], [], "s"],
    [1, ["level:", "level:0a1b"], ["level:", "level:0a1b"], "s"],
    [1_001, [...tokens, "branch:", "level:"].toSorted(), [...tokens, "branch:", "level:"].toSorted(), "s"]
  ])
})

test("deliveries of before are counted by their status, and once where the migration was broken off and begins anew", async () => {
  const sql = pool(await ownedDatabase(), 4)
  const tenant = "'org_acme', 'live'"
  const columns = "organization, environment, id, version, data, created_at"
  await sql.unsafe(`insert into webhook_endpoints (${columns}) values (${tenant}, 'whe_1', 1, '{}', '2026-01-01')`)
  await sql.unsafe(`insert into webhook_events (${columns}) values (${tenant}, 'evt_1', 1, '{}', '2026-01-01')`)
  const add = (from: number, to: number) =>
    sql.unsafe(
      `insert into webhook_deliveries (${columns}, endpoint_id, event_id, status) select ${tenant}, 'whd_' || n, 1, '{}', '2026-01-01', 'whe_1', 'evt_1', (array['pending', 'succeeded', 'exhausted'])[1 + n % 3] from generate_series(${from}, ${to}) as n`
    )
  const kept = () =>
    sql`select value, sum(count)::int as count from record_counts where counted = 'webhook_deliveries_by_status' group by 1 having sum(count) <> 0 order by 1`
  const found = () => sql`select 'whe_1 ' || status as value, count(*)::int as count from webhook_deliveries group by 1 order by 1`
  await sql`alter table webhook_deliveries disable trigger user`
  await add(1, 50)
  await sql`alter table webhook_deliveries enable trigger user`
  for (let times = 0; times < 2; times++) {
    await add(100 + times * 50, 120 + times * 50)
    await sql`update webhook_deliveries set status = 'succeeded' where id in ('whd_3', ${`whd_${102 + times * 50}`})`
    await sql`delete from vouchkit_migrations where number = 141`
    expect(await migrate(sql)).toEqual(["0141_deliveries_by_status.sql"])
    expect([...(await kept())]).toEqual([...(await found())])
  }
})

test("several processes that start at once migrate one after the other", async () => {
  const connect = await bareDatabase()
  const answers = await Promise.all([1, 2, 3].map(() => migrate(pool(connect, 2))))
  expect(answers.map((applied) => applied.length).sort()).toEqual([0, 0, numbered.length])
})
