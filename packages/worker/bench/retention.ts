import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { documentTable } from "@vouchkit/adapters/postgres/statements/statement"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { eraseByPolicies } from "@vouchkit/core/flows/retention/erase"
import type { Columns } from "@vouchkit/core/kernel/storage/collection"
import { cases } from "@vouchkit/core/resources/cases/model"
import { checks } from "@vouchkit/core/resources/checks/model"
import { documents } from "@vouchkit/core/resources/documents/model"
import { attempts } from "@vouchkit/core/resources/sessions/attempts"
import { sessions } from "@vouchkit/core/resources/sessions/model"
import { webhookDeliveries, webhookEvents } from "@vouchkit/core/resources/webhooks/model"
import { Layer, ManagedRuntime } from "effect"
import postgres from "postgres"

/**
 * Retention of many sessions that are due at once: fills a tenant with `retention.ts 20000` sessions, each with a document, two checks, a case, an attempt
 * and three delivered events, and has two processes erase them, of which one is killed in the middle. Prints sessions a second, how long transactions were
 * open, how long others waited for a lock, and whether each session was erased exactly once.
 */
const [first = "20000", ...rest] = process.argv.slice(2)

const eraser = async ([path = "", user = "", database = "", until = "0"]: ReadonlyArray<string>) => {
  const crypto = Crypto.layer(new Uint8Array(32))
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(
      Layer.provideMerge(directScreenerLayer(), Postgres.layer({ connect: { path, user, database } })),
      crypto,
      Blobs.layer.pipe(Layer.provide(crypto))
    )
  )
  for (let more = true; more && Date.now() < Number(until); ) {
    const turn = await runtime.runPromise(eraseByPolicies)
    more = turn.more
    console.log(JSON.stringify(Object.fromEntries(turn.tally)))
  }
  const used = process.cpuUsage()
  console.log(JSON.stringify({ processor_ms_of_one_process: Math.round((used.system + used.user) / 1000) }))
  await runtime.dispose()
}

const measure = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), "vouchkit-retention-"))
  // The account of the database has to pass through.
  chmodSync(folder, 0o711)
  const server = await attachOrStart({ dataDir: folder })
  const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
  const env = { ...process.env, PGPASSWORD: socket.password }
  const sql = postgres({ ...socket, host: "localhost", max: 3, onnotice: () => {} })
  await migrate(sql)

  const api = Bun.spawn(
    [
      process.execPath,
      new URL("../../http/bench/server.ts", import.meta.url).pathname,
      "service",
      socket.path,
      socket.user,
      socket.database
    ],
    { env, stdout: "pipe", stderr: "inherit" }
  )
  const { value } = await api.stdout.getReader().read()
  const { key, port }: { readonly key: string; readonly port: number } = JSON.parse(new TextDecoder().decode(value))
  const posted = async (path: string, body: object | FormData): Promise<{ readonly id: string }> => {
    const json = !(body instanceof FormData)
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": key, ...(json ? { "Content-Type": "application/json" } : {}) },
      body: json ? JSON.stringify(body) : body
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const session = await posted("/sessions", { tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
  const form = new FormData()
  form.set("kind", "proof_of_address")
  form.set(
    "file",
    new Blob([
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    ]),
    "bill.pdf"
  )
  await posted(`/sessions/${session.id}/documents`, form)
  await posted("/checks", { type: "list_lookup", values: [{ type: "email", value: "ada@example.com" }] })
  await posted("/cases/demo", {})
  const endpoint = await posted("/webhooks/endpoints", { url: "https://example.com/hook" })
  await posted(`/webhooks/endpoints/${endpoint.id}/test`, {})

  /** Copies of one record of the service, changed as SQL says; `n` is the number of the copy. */
  const copies = async (described: { readonly table: string; readonly columns: Columns }, copied: number, changed: string) => {
    const { insert } = documentTable(described)
    for (let from = 0; from < copied; from += 5_000) {
      const rows = `(select jsonb_agg(jsonb_build_array(organization, environment, made.d ->> 'id', 1, made.d)) from (select organization, environment, data as base from ${described.table} order by id limit 1) as pattern, lateral (select (base - 'sealed_members') || jsonb_build_object('version', 1) || ${changed} as d from generate_series(${from}, ${Math.min(copied, from + 5_000) - 1}) as n) as made)`
      await sql.unsafe(insert(rows))
    }
  }
  const numbered = (prefix: string, by = 1) => `'${prefix}_' || lpad((n / ${by})::text, 26, '0')`
  const each = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
  const decided = `to_char(timestamp '2020-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  // All of the others refer to them.
  await copies(
    sessions,
    count,
    `jsonb_build_object('id', ${each("ses")}, 'status', 'approved', 'decided_at', ${decided}, 'reuse_key', null, 'first_link', null)`
  )
  const copiesOfEvidence = async () => {
    await copies(
      documents,
      count,
      `jsonb_build_object('id', ${each("doc")}, 'session_id', ${numbered("ses")}, 'sha256', md5(n::text) || md5(n::text), 'blob', md5(n::text) || md5(n::text))`
    )
    await copies(
      cases,
      count,
      `jsonb_build_object('id', ${each("rvc")}, 'session_id', ${numbered("ses")}, 'status', 'closed', 'open_for', null)`
    )
  }
  const copiesOfWork = async () => {
    await copies(
      checks,
      2 * count,
      `jsonb_build_object('id', ${each("chk")}, 'session_id', ${numbered("ses", 2)}, 'run_key', null, 'status', 'completed')`
    )
    await copies(attempts, count, `jsonb_build_object('id', ${each("att")}, 'session_id', ${numbered("ses")}, 'attempt_key', null)`)
    await copies(webhookEvents, 3 * count, `jsonb_build_object('id', ${each("evt")})`)
    await copies(
      webhookDeliveries,
      3 * count,
      `jsonb_build_object('id', ${each("whd")}, 'event_id', ${each("evt")}, 'delivery_key', null, 'session_id', ${numbered("ses", 3)}, 'status', 'succeeded')`
    )
  }
  await Promise.all([copiesOfEvidence(), copiesOfWork()])
  await sql.unsafe("vacuum (analyze)")
  await sql`insert into settings (organization, environment, id, version, data) values ('org_bench', 'sandbox', 'organization', 1, ${sql.json({ id: "organization", version: 1, policy: { retention: { sessions: { approved: 365 } } }, created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" })})`

  const left = async (): Promise<number> =>
    Number((await sql`select count(*)::int as n from sessions where status = 'approved' and redacted_at is null`)[0]?.n)
  const until = String(Date.now() + 540_000)
  const startEraser = () =>
    Bun.spawn([process.execPath, import.meta.path, "eraser", socket.path, socket.user, socket.database, until], {
      env,
      stdout: "inherit",
      stderr: "inherit"
    })
  // Workers that keep up with events: what is announced does not pile up in the queue.
  const dispatched = setInterval(() => void sql`delete from jobs where name = 'webhooks.dispatch'`.catch(() => {}), 250)
  const begun = performance.now()
  const [one, other] = [startEraser(), startEraser()]
  let ended = false
  /** How long each transaction was open when it was last seen. */
  const opened = new Map<string, number>()
  const waits: Array<number> = []
  const doing = new Map<string, number>()
  let longest = { age: 0, busy: "" }
  const watch = (async () => {
    const watcher = postgres({ ...socket, host: "localhost", max: 1, onnotice: () => {} })
    while (!ended) {
      const rows =
        await watcher`select pid || xact_start::text as name, extract(epoch from clock_timestamp() - xact_start) * 1000 as age, wait_event_type = 'Lock' as waits, left(query, 90) as query, wait_event from pg_stat_activity where datname = ${socket.database} and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend' and query not like 'listen%' and query not like 'select count(*)%' and query not like 'delete from jobs where name%'`
      for (const { age, name, query, wait_event, waits: waiting } of rows) {
        const busy = `${wait_event ?? ""} ${query}`
        doing.set(busy, (doing.get(busy) ?? 0) + 1)
        if (Number(age) > longest.age) longest = { age: Number(age), busy }
        opened.set(name, Number(age))
        if (waiting === true) waits.push(Number(age))
      }
      await Bun.sleep(5)
    }
    await watcher.end()
  })()
  /** In the middle, or after ten thousand of more than the time is enough for. */
  const middle = Math.max(count / 2, count - 10_000)
  const half = async () => {
    while ((await left()) > middle) await Bun.sleep(500)
    other.kill("SIGKILL")
    return Math.round((performance.now() - begun) / 1000)
  }
  const killed = await Promise.race([half(), one.exited])
  await one.exited
  // What the killed one had locked when the other looked is left to the next turn.
  await startEraser().exited
  const seconds = (performance.now() - begun) / 1000
  ended = true
  clearInterval(dispatched)
  await watch
  const ages = [...opened.values()].sort((a, b) => a - b)
  waits.sort((a, b) => a - b)
  const [receipts] = await sql`select count(*)::int as n, count(distinct scope_id)::int as sessions from erasure_receipts`
  const remaining = await left()
  // Transactions that the server ended since they were open for 100 ms.
  const [ended_by_server] = await sql`select sessions_fatal::int as n from pg_stat_database where datname = ${socket.database}`
  const at = (list: ReadonlyArray<number>, share: number) => Math.round(list[Math.floor((list.length - 1) * share)] ?? 0)
  console.log(
    JSON.stringify({
      sessions: count,
      seconds: Math.round(seconds),
      killed_after_seconds: killed,
      per_second: Math.round((count - remaining) / seconds),
      left: remaining,
      receipts,
      ended_by_server: ended_by_server?.n,
      transactions: { seen: ages.length, p50_ms: at(ages, 0.5), p99_ms: at(ages, 0.99), p999_ms: at(ages, 0.999), longest_ms: at(ages, 1) },
      seen_waiting_for_locks: { samples: waits.length, longest_ms: at(waits, 1) }
    })
  )
  for (const [busy, seen] of [...doing].sort((a, b) => b[1] - a[1]).slice(0, 14)) console.log(seen, busy)
  console.log(longest.busy)
  api.kill()
  await sql.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (first === "eraser") await eraser(rest)
else await measure(Number(first))
process.exit(0)
