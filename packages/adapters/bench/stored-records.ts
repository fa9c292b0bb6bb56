import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import postgres from "postgres"

/**
 * What a record costs that is stored as its JSON beside text columns, next to the same record in typed columns: bytes of table and indexes, and
 * processor time of the server for inserting rows and for reading first pages. The three tables are filled in turns.
 */
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const portion = 20_000
const pages = 2_000
/** Of the clock in which the system counts the time of a process. */
const ticksPerSecond = 100

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: join(folder, "data") })
const path = `${server.socketDirectory}/.s.PGSQL.${server.port}`
const sql = postgres({ host: "localhost", path, ...server.credentials.owner, database: server.database, max: 1, onnotice: () => {} })
const [backend] = await sql`select pg_backend_pid() as pid`

/** Seconds of processor time that the server process of our connection has used. */
const used = (): number => {
  const fields = readFileSync(`/proc/${backend?.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const key = `organization text collate "C" not null, environment text collate "C" not null, id text collate "C" not null, version int not null`
const searched = `status text collate "C" not null, tags jsonb not null, external_reference text collate "C"`
const time = (n: string) => `(timestamp '2026-01-01' + ${n} * interval '1.237 seconds')`
const written = (at: string) => `to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const status = `(array['created', 'in_progress', 'approved', 'declined'])[1 + n % 4]`
const id = `'ses_01kg' || lpad(to_hex(n), 8, '0') || substr(md5(n::text), 1, 14)`
const steps = `'[{"step":"document","status":"completed"},{"step":"selfie","status":"completed"},{"step":"proof_of_address","status":"pending"}]'::jsonb`
const members = {
  locale: `'en-GB'`,
  first_name: `'Name' || n % 5000`,
  last_name: `'Family' || n % 7919`,
  date_of_birth: `'19' || 50 + n % 50 || '-03-14'`,
  country: `'GB'`,
  redirect_url: `'https://app.example.com/verified/' || n`,
  workflow_version: `n % 9`,
  attempt: `1`,
  run: `n % 3`,
  sequence: `n % 11`,
  risk_score: `n % 100`,
  expired_reason: `null::text`,
  cancelled_by: `null::text`,
  reviewer: `null::text`,
  reason_codes: `'["document_expired"]'::jsonb`
}
const values = Object.entries(members)
const document = `jsonb_build_object('id', ${id}, 'version', 1, 'environment', 'live', 'status', ${status}, 'tags', '["vip"]'::jsonb, 'external_reference', 'ref-' || n, 'steps', ${steps}, 'created_at', ${written(time("n"))}, 'updated_at', ${written(time("n"))}, ${values.map(([name, value]) => `'${name}', ${value}`).join(", ")})`
const head = `'org_' || n % 20, 'live', ${id}, 1`
const found = `${status}, '["vip"]'::jsonb, 'ref-' || n`

const designs = {
  documents: {
    columns: `${key}, data jsonb not null, ${searched}, created_at text collate "C" not null, updated_at text collate "C" not null`,
    row: `${head}, ${document}, ${found}, ${written(time("n"))}, ${written(time("n"))}`
  },
  "documents, typed times": {
    columns: `${key}, data jsonb not null, ${searched}, created_at timestamptz not null, updated_at timestamptz not null`,
    row: `${head}, ${document}, ${found}, ${time("n")}, ${time("n")}`
  },
  "typed columns": {
    columns: `${key}, ${searched}, created_at timestamptz not null, updated_at timestamptz not null, steps jsonb not null, locale text, first_name text, last_name text, date_of_birth date, country text, redirect_url text, workflow_version int, attempt int, run int, sequence int, risk_score int, expired_reason text, cancelled_by text, reviewer text, reason_codes jsonb`,
    row: `${head}, ${found}, ${time("n")}, ${time("n")}, ${steps}, ${values.map(([name, value]) => (name === "date_of_birth" ? `(${value})::date` : value)).join(", ")}`
  }
}
const names = Object.keys(designs)
const insertion = new Map(names.map((name) => [name, 0]))

for (const [place, { columns }] of Object.values(designs).entries()) {
  await sql.unsafe(`create table t${place} (${columns}, primary key (organization, environment, id))`)
  await sql.unsafe(`create index t${place}_newest on t${place} (organization, environment, created_at desc nulls last)`)
  await sql.unsafe(`create index t${place}_status on t${place} (organization, environment, status, created_at desc nulls last)`)
}
for (let from = 1; from <= rows; from += portion) {
  for (const [place, [name, { row }]] of Object.entries(designs).entries()) {
    const before = used()
    await sql.unsafe(`insert into t${place} select ${row} from generate_series(${from}, ${Math.min(rows, from + portion - 1)}) as n`)
    insertion.set(name, (insertion.get(name) ?? 0) + used() - before)
  }
}
console.log(`${rows} rows in each table\n`)
console.log(
  "| design | table MB | key MB | index by time MB | index by status and time MB | insert, s of processor | page of 50, microseconds of processor |"
)
console.log("| --- | --- | --- | --- | --- | --- | --- |")
const megabytes = async (relation: string) => {
  const [row] = await sql`select pg_table_size(${relation}::regclass) as bytes`
  return Math.round(Number(row?.bytes) / 1e6)
}
for (const [place, name] of names.entries()) {
  await sql.unsafe(`vacuum analyze t${place}`)
  const before = used()
  for (let page = 0; page < pages; page += 1) {
    await sql.unsafe(
      `select * from t${place} where organization = $1 and environment = 'live' and status = 'approved' order by created_at desc nulls last, id desc limit 50`,
      [`org_${2 + (page % 5) * 4}`],
      { prepare: true }
    )
  }
  const paged = ((used() - before) / pages) * 1e6
  const sizes = await Promise.all(["", "_pkey", "_newest", "_status"].map((part) => megabytes(`t${place}${part}`)))
  console.log(`| ${name} | ${sizes.join(" | ")} | ${insertion.get(name)?.toFixed(1)} | ${paged.toFixed(0)} |`)
}
await sql.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
