import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { documentTable } from "@vouchkit/adapters/postgres/statements/statement"
import type { Columns } from "@vouchkit/core/kernel/storage/collection"
import { auditEntries } from "@vouchkit/core/kernel/audit/log"
import { cases } from "@vouchkit/core/resources/cases/model"
import { sessions } from "@vouchkit/core/resources/sessions/model"
import { webhookDeliveries } from "@vouchkit/core/resources/webhooks/model"
import postgres from "postgres"

/**
 * What lists, filters, orders and searches cost as a tenant grows: fills one to each of the given numbers of sessions (`growth.ts 10000 100000`), with
 * three audit entries, a delivery and three tenths of a case for each, and asks for first pages over HTTP, one caller at a time. Prints the
 * milliseconds that the database works for one, and those that the caller waits, for the first answer and for those after it: other programs on the machine make
 * only the second ones longer.
 * Filling a million takes most of an hour: with BENCH_FOLDER it is kept there, and a later run goes on with it.
 */
const sizes = process.argv.slice(2).map(Number)
const steps = sizes.length === 0 ? [10_000, 100_000] : sizes
const repetitions = 30
const batch = 20_000

const kept = process.env.BENCH_FOLDER
const folder = kept ?? mkdtempSync(join(tmpdir(), "vouchkit-growth-"))
mkdirSync(folder, { recursive: true })
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: folder })
const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
const sql = postgres({ ...socket, host: "localhost", max: 2, onnotice: () => {} })
await migrate(sql)
// Helpers of a query would work beside the connections that are looked at.
await sql.unsafe(`alter database ${server.database} set max_parallel_workers_per_gather = 0`)

const child = Bun.spawn(
  [process.execPath, new URL("./server.ts", import.meta.url).pathname, "service", socket.path, socket.user, socket.database],
  {
    env: { ...process.env, PGPASSWORD: socket.password },
    stdout: "pipe",
    stderr: "inherit"
  }
)
const { value } = await child.stdout.getReader().read()
const { key, port }: { readonly key: string; readonly port: number } = JSON.parse(new TextDecoder().decode(value))
const headers = { "X-API-Key": key, "Content-Type": "application/json" }
const ask = (path: string, body?: object) =>
  fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })

const posted = async (path: string, body: object): Promise<{ readonly id: string }> => {
  const response = await ask(path, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
const made = await ask("/webhooks/endpoints")
const { data: endpoints }: { readonly data: ReadonlyArray<{ readonly id: string }> } = await made.json()
const known = endpoints.at(-1)
/** One record of each kind, as the service makes it. */
const begin = async () => {
  await posted("/sessions", { external_reference: "customer-0", tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
  await posted("/cases/demo", {})
  const endpoint = await posted("/webhooks/endpoints", { url: "https://example.com/hook" })
  await posted(`/webhooks/endpoints/${endpoint.id}/test`, {})
  return endpoint
}
const endpoint = known ?? (await begin())

/** Copies of one record of the service, from one number to another, changed as SQL says; `n` is the number of the copy. */
const copies = async (described: { readonly table: string; readonly columns: Columns }, from: number, to: number, changed: string) => {
  const { insert } = documentTable(described)
  // Identifiers of the service are later in the alphabet than those of copies.
  const [there] = await sql.unsafe(
    `select max(substr(id, 5)::bigint)::float8 as last from ${described.table} where substr(id, 5, 3) = '000'`
  )
  for (let first = Math.max(from, (there?.last ?? 0) + 1); first < to; first += batch) {
    const rows = `(select jsonb_agg(jsonb_build_array(organization, environment, made.d ->> 'id', 1, made.d)) from (select organization, environment, data as base from ${described.table} order by id limit 1) as pattern, lateral (select (base - 'sealed_members') || ${changed} as d from generate_series(${first}, ${Math.min(to, first + batch) - 1}) as n) as made)`
    await sql.unsafe(insert(rows))
  }
}

const numbered = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
const time = (column: string) =>
  `'${column}', to_char(timestamp '2026-01-01' + n * interval '7 seconds' + interval '1 millisecond' * (n % 997), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const statuses =
  "(array['approved','approved','approved','approved','approved','approved','declined','in_review','expired','created'])[1 + n % 10]"

const fill = async (from: number, to: number) => {
  await copies(
    sessions,
    from,
    to,
    `jsonb_build_object('id', ${numbered("ses")}, ${time("created_at")}, ${time("updated_at")}, 'status', ${statuses}, 'tags', jsonb_build_array('tag-' || n % 7, 'rare-' || n % 5000), 'external_reference', 'customer-' || n, 'identity_id', 'idn_' || n / 3, 'reuse_key', null, 'first_link_hash', null, 'first_link', null)`
  )
  await copies(
    auditEntries,
    from * 3,
    to * 3,
    `jsonb_build_object('id', ${numbered("evt")}, ${time("created_at")}, ${time("updated_at")}, 'chain_index', null, 'hash', n::text, 'action', (array['sessions.create','sessions.get','cases.claim','mcp.list_sessions'])[1 + n % 4], 'actor', base -> 'actor' || jsonb_build_object('id', 'key_' || n % 300), 'target', jsonb_build_object('type', 'session', 'id', 'ses_' || n / 3))`
  )
  await copies(
    cases,
    Math.ceil(from * 0.3),
    Math.ceil(to * 0.3),
    `jsonb_build_object('id', ${numbered("rvc")}, ${time("created_at")}, ${time("updated_at")}, ${time("entered_review_at")}, ${time("due_at")}, 'status', (array['closed','closed','closed','open','in_review'])[1 + n % 5], 'closed_at', case when n % 5 < 3 then to_char(timestamp '2026-01-02' + n * interval '7 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'priority_rank', n % 4, 'risk_score', n::bigint * 7919 % 101, 'assigned_to', case when n % 5 = 4 then 'usr_' || n % 40 end, 'tags', jsonb_build_array('tag-' || n % 7), 'open_for', null, 'check_types', jsonb_build_array('proof_of_address', (array['face_match','document_authenticity'])[1 + n % 2]), 'reason_codes', jsonb_build_array((array['poa_review','sanctions_hit','face_mismatch'])[1 + n % 3]), 'queue', 'queue-' || n % 12, 'country', (array['DE','FR','GB'])[1 + n % 3], 'has_notes', n % 9 = 0, 'search_text', ${numbered("rvc")} || ' ' || ${numbered("ses")} || ' customer-' || n * 31 % 100003 || ' ' || (array['ada','grace','alan'])[1 + n % 3] || ' name' || n % 5000)`
  )
  await copies(
    webhookDeliveries,
    from,
    to,
    `jsonb_build_object('id', ${numbered("whd")}, ${time("created_at")}, ${time("updated_at")}, 'delivery_key', null, 'session_id', null, 'status', (array['succeeded','succeeded','succeeded','exhausted'])[1 + n % 4], 'event_type', (array['session.created','session.approved','case.created'])[1 + n % 3])`
  )
  await sql.unsafe(
    "vacuum (analyze) sessions, audit_log, cases, webhook_deliveries, record_counts, sessions_by_tags, cases_by_tags, cases_by_reason_codes, cases_by_check_types, cases_by_search_text"
  )
}

const cursorOf = async (path: string): Promise<string> => {
  const { pagination } = await (await ask(path)).json()
  return `${path}${path.includes("?") ? "&" : "?"}after=${pagination.next_cursor}`
}

const requests = (size: number): ReadonlyArray<readonly [name: string, path: string, body?: object]> => [
  ["sessions", "/sessions"],
  ["sessions by status", "/sessions?status=declined"],
  ["sessions by two statuses", "/sessions?status=declined&status=expired"],
  ["sessions by a common tag", "/sessions?tag=tag-3"],
  ["sessions by a rare tag", "/sessions?tag=rare-77"],
  ["sessions by a tag and a status", "/sessions?tag=tag-3&status=declined"],
  ["sessions by workflow", "/sessions?workflow_id=wfl_default"],
  ["sessions by identity", `/sessions?identity_id=idn_${Math.floor(size / 6)}`],
  ["sessions by reference", `/sessions?external_reference=customer-${Math.floor(size / 2)}`],
  ["sessions of a time", "/sessions?created_before=2026-01-01T12:00:00Z"],
  ["sessions, an offset of nine tenths", `/sessions?offset=${Math.floor(size * 0.9)}`],
  ["sessions, list of tags", "/sessions/tags"],
  ["audit log", "/events"],
  ["audit log by actor", "/events?actor_id=key_17"],
  ["audit log by action", "/events?action=cases.claim"],
  ["audit log by prefix", "/events?action_prefix=mcp"],
  ["deliveries of an endpoint", `/webhooks/endpoints/${endpoint.id}/deliveries`],
  ["deliveries by status", `/webhooks/endpoints/${endpoint.id}/deliveries?status=exhausted`],
  ["deliveries by type", `/webhooks/endpoints/${endpoint.id}/deliveries?event_type=session.approved&event_type=case.created`],
  ["cases", "/cases"],
  ["cases by status", "/cases?status=open"],
  ["cases by reviewer", "/cases?assigned_to=usr_9"],
  ["cases of no one", "/cases?assigned_to=unassigned"],
  ["cases by queue", "/cases/search", { filters: { queue: "queue-3" } }],
  ["cases by country", "/cases/search", { filters: { country: ["DE", "FR"] } }],
  ["cases by risk", "/cases?sort_by=risk_score"],
  ["cases by risk, from 80", "/cases/search", { filters: { risk_score: { gte: 80 } } }],
  ["cases by due date, first due first", "/cases?sort_by=due_at&sort_order=asc"],
  ["cases by time of decision", "/cases?sort_by=decided_at"],
  ["cases by priority", "/cases?sort_by=priority"],
  ["cases by tag", "/cases?tag=tag-3"],
  ["cases by tag, by risk", "/cases?tag=tag-3&sort_by=risk_score"],
  ["cases by reason", "/cases/search", { filters: { reason_codes: ["sanctions_hit"] } }],
  ["cases by type of check", "/cases/search", { filters: { check_type: ["proof_of_address", "face_match"] } }],
  ["cases, counts of tabs", "/cases/counts"],
  ["cases, list of tags", "/cases/tags"],
  ["cases, search by a word", "/cases/search", { query: `customer-${(size * 7) % 100003}` }],
  ["cases, search by a name", "/cases/search", { query: "name77" }],
  ["cases, search by two letters", "/cases/search", { query: "cu" }],
  ["cases, search by two letters, by due date", "/cases/search", { query: "cu", sort_by: "due_at" }],
  ["cases, search by two words", "/cases/search", { query: "ada name77" }],
  ["cases, search in a status", "/cases/search", { query: "ada", filters: { status: ["open"] } }]
]

/** Milliseconds that the connections of the service to its database have been on a processor; NaN where the system does not say. */
const databaseTime = async (): Promise<number> => {
  const backends = await sql`select pid from pg_stat_activity where application_name = 'vouchkit' and datname = current_database()`
  try {
    return backends.reduce((sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0)
  } catch {
    return Number.NaN
  }
}

interface Cost {
  /** For the first answer, which nothing is remembered of. */
  readonly first: number
  /** Of the database, for one request. */
  readonly worked: number
  /** In order. */
  readonly waited: ReadonlyArray<number>
}

const costOf = async (path: string, body?: object): Promise<Cost> => {
  const taken: Array<number> = []
  let worked = 0
  let first = Number.NaN
  for (let round = -3; round < repetitions; round += 1) {
    const before = await databaseTime()
    const began = performance.now()
    const response = await ask(path, body)
    await response.arrayBuffer()
    const waited = performance.now() - began
    if (response.status === 429) {
      // More were asked for than a caller may ask in a minute: this one is asked again, and not measured.
      await Bun.sleep(1000 * Number(response.headers.get("Retry-After") ?? 1))
      round -= 1
      continue
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    if (Number.isNaN(first)) first = waited
    if (round < 0) continue
    taken.push(waited)
    worked += (await databaseTime()) - before
  }
  return { first, worked: worked / repetitions, waited: taken.toSorted((one, other) => one - other) }
}
const shown = ({ first, waited, worked }: Cost) =>
  `${worked.toFixed(1)}; ${first.toFixed(1)}; ${(waited[Math.floor(waited.length / 2)] ?? 0).toFixed(1)} (${(waited[Math.floor(waited.length * 0.95)] ?? 0).toFixed(1)})`

const table = new Map<string, Array<string>>()
let filled = 1
for (const size of steps) {
  await fill(filled, size)
  filled = size
  for (const [name, path, body] of requests(size)) {
    const row = table.get(name) ?? []
    table.set(name, [...row, shown(await costOf(path, body))])
  }
  const deep = await cursorOf(`/sessions?limit=100&offset=${Math.floor(size * 0.9)}`)
  table.set("sessions, behind a cursor at nine tenths", [
    ...(table.get("sessions, behind a cursor at nine tenths") ?? []),
    shown(await costOf(deep))
  ])
  const [space] =
    await sql`select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  console.log(`${size.toLocaleString("en")} sessions: ${space?.size} on disk`)
}
console.log(
  `\n| Milliseconds of the database; waited for the first; for others, median (p95), N = ${repetitions} | ${steps.map((size) => size.toLocaleString("en")).join(" | ")} |`
)
console.log(`| --- | ${steps.map(() => "---").join(" | ")} |`)
for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(" | ")} |`)

child.kill()
await sql.end()
await server.stop()
if (kept === undefined) rmSync(folder, { recursive: true, force: true })
process.exit(0)
