import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import postgres from "postgres"

/**
 * GET and POST of a session at 64 connections, each beside its baseline in the same run: Elysia with one bare SELECT by key, and Elysia with
 * one statement that inserts session, audit entry and job; then both beside the service itself without shared statements. Client, servers and database share the machine, so only the ratios carry over.
 */
const connections = 64
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const server = await attachOrStart({ dataDir: folder })
const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
const sql = postgres({ ...socket, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)
for (const table of ["bench_sessions", "bench_audit"]) {
  await sql.unsafe(
    `create table ${table} (organization text, environment text, id text, data jsonb not null, primary key (organization, environment, id))`
  )
}
await sql.unsafe(
  "create table bench_jobs (organization text, environment text, id text, name text not null, payload jsonb not null, primary key (organization, environment, id))"
)

const start = async (kind: string) => {
  const child = Bun.spawn(["bun", new URL("./server.ts", import.meta.url).pathname, kind, socket.path, socket.user, socket.database], {
    env: { ...process.env, PGPASSWORD: socket.password },
    stdout: "pipe",
    stderr: "inherit"
  })
  for await (const chunk of child.stdout) {
    const line = new TextDecoder().decode(chunk)
    return { child, ...(JSON.parse(line) as { readonly port: number; readonly key?: string }) }
  }
  throw new Error(`the ${kind} server did not start`)
}

/** Requests answered per second by `connections` clients that each wait for their answer. */
const measure = async (request: () => Promise<Response>): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      const response = await request()
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`answered ${response.status}`)
      done += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, client))
  return done / ((performance.now() - began) / 1000)
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const compare = async (title: string, ours: () => Promise<Response>, baseline: () => Promise<Response>, baselineName: string) => {
  // Long enough for the compiler, which takes longer over the larger program.
  for (let warming = 0; warming < 4; warming += 1) {
    await measure(ours)
    await measure(baseline)
  }
  const pairs: Array<{ readonly own: number; readonly base: number }> = []
  for (let round = 0; round < rounds; round += 1) {
    const base = await measure(baseline)
    const own = await measure(ours)
    pairs.push({ own, base })
    console.log(
      `${title} round ${round + 1}/${rounds}: ${own.toFixed(0)} /s, baseline ${base.toFixed(0)} /s, ratio ${(own / base).toFixed(2)}`
    )
  }
  const ratios = pairs.map(({ base, own }) => own / base)
  console.log(
    `${title}: median ${median(pairs.map(({ own }) => own)).toFixed(0)} /s, ${baselineName} ${median(pairs.map(({ base }) => base)).toFixed(0)} /s, ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
  )
}

const [service, plain, select, cte] = [await start("service"), await start("plain"), await start("select"), await start("cte")]
const headers = { "X-API-Key": service.key ?? "", "Content-Type": "application/json" }
const plainHeaders = { ...headers, "X-API-Key": plain.key ?? "" }
const body = JSON.stringify({ external_reference: "customer-1", tags: ["bench"], expected: { first_name: "Ada", last_name: "Lovelace" } })
/** Many sessions, each as large as the other server's, so that no answer is asked for twice in a row. */
const ids: Array<string> = []
for (let index = 0; index < 500; index += 1) {
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/sessions`, { method: "POST", headers, body })
  const { verification_url, ...created } = (await response.json()) as { readonly id: string; readonly verification_url: string }
  await sql`insert into bench_sessions (organization, environment, id, data) values ('org', 'sandbox', ${created.id}, ${sql.json(created)})`
  ids.push(created.id)
}
let asked = 0
const nextId = () => {
  asked = (asked + 1) % ids.length
  return ids[asked]
}

await compare(
  "GET session",
  () => fetch(`http://127.0.0.1:${service.port}/api/v1/sessions/${nextId()}`, { headers }),
  () => fetch(`http://127.0.0.1:${select.port}/sessions/${nextId()}`),
  "Elysia with one SELECT"
)
await compare(
  "POST session",
  () => fetch(`http://127.0.0.1:${service.port}/api/v1/sessions`, { method: "POST", headers, body }),
  () => fetch(`http://127.0.0.1:${cte.port}/sessions`, { method: "POST", headers, body }),
  "Elysia with one CTE statement"
)
await compare(
  "GET session, shared reads",
  () => fetch(`http://127.0.0.1:${service.port}/api/v1/sessions/${nextId()}`, { headers }),
  () => fetch(`http://127.0.0.1:${plain.port}/api/v1/sessions/${nextId()}`, { headers: plainHeaders }),
  "the service without shared statements"
)
await compare(
  "POST session, group commit",
  () => fetch(`http://127.0.0.1:${service.port}/api/v1/sessions`, { method: "POST", headers, body }),
  () => fetch(`http://127.0.0.1:${plain.port}/api/v1/sessions`, { method: "POST", headers: plainHeaders, body }),
  "the service without shared statements"
)
for (const { child } of [service, plain, select, cte]) child.kill()
await sql.end()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
