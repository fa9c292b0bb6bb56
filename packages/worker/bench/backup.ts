import { createHash, randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { documentTable } from "@vouchkit/adapters/postgres/statements/statement"
import type { Columns } from "@vouchkit/core/kernel/storage/collection"
import { checks } from "@vouchkit/core/resources/checks/model"
import { documents } from "@vouchkit/core/resources/documents/model"
import { sessions } from "@vouchkit/core/resources/sessions/model"
import { webhookEvents } from "@vouchkit/core/resources/webhooks/model"
import postgres from "postgres"

/**
 * Backup and restore at scale: fills a data folder with `backup.ts 200000 20000` sessions, each with a check and an event, and files of 20 kB, one for each
 * document. Both commands are first killed in the middle, and then run to their end; prints seconds and the most memory of each.
 */
const [sessionCount = 200_000, fileCount = 20_000] = process.argv.slice(2).map(Number)
const root = mkdtempSync(join(tmpdir(), "vouchkit-backup-bench-"))
chmodSync(root, 0o711)
const [data, restored, copy] = ["data", "restored", "copy"].map((name) => join(root, name)) as [string, string, string]
/** The server that a killed command left behind goes on for the next one, and has to be ended with the folder. */
const endServer = (folder: string) => {
  const path = join(folder, "postgres", "data", "postmaster.pid")
  if (existsSync(path)) process.kill(Number(readFileSync(path, "utf8").split("\n")[0]), "SIGQUIT")
}
process.on("exit", () => {
  for (const folder of [data, restored]) endServer(folder)
  rmSync(root, { recursive: true, force: true })
})
const tenant = { organization: "org_bench", environment: "sandbox" } as const

const fill = async () => {
  mkdirSync(data, { mode: 0o711 })
  const server = await attachOrStart({ dataDir: data })
  const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
  const sql = postgres({ ...socket, host: "localhost", max: 1, onnotice: () => {} })
  await migrate(sql)
  const rows = async (described: { readonly table: string; readonly columns: Columns }, count: number, record: string) => {
    const { insert } = documentTable(described)
    for (let from = 0; from < count; from += 5_000) {
      const made = `(select jsonb_agg(jsonb_build_array('${tenant.organization}', '${tenant.environment}', d ->> 'id', 1, d)) from (select ${record} as d from generate_series(${from}, ${Math.min(count, from + 5_000) - 1}) as n) as made)`
      await sql.unsafe(insert(made))
    }
  }
  const each = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
  const at = `to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const common = `'version', 1, 'environment', '${tenant.environment}', 'created_at', ${at}, 'updated_at', ${at}`
  const words = `(select string_agg(md5(n::text || i), ' ') from generate_series(1, 25) as i)`
  await rows(
    sessions,
    sessionCount,
    `jsonb_build_object(${common}, 'id', ${each("ses")}, 'status', 'approved', 'tags', jsonb_build_array('bench'), 'metadata', jsonb_build_object('note', ${words}), 'expected', jsonb_build_object('first_name', 'Ada', 'last_name', md5(n::text)), 'decided_at', ${at}, 'external_reference', md5(n::text))`
  )
  await rows(
    checks,
    sessionCount,
    `jsonb_build_object(${common}, 'id', ${each("chk")}, 'session_id', ${each("ses")}, 'type', 'proof_of_address', 'status', 'completed', 'tags', '[]'::jsonb, 'input_document_ids', '[]'::jsonb, 'details', jsonb_build_object('found', ${words}))`
  )
  await rows(
    webhookEvents,
    sessionCount,
    `jsonb_build_object(${common}, 'id', ${each("evt")}, 'erased_at', null, 'resource_id', ${each("ses")}, 'envelope', jsonb_build_object('type', 'session.approved', 'data', jsonb_build_object('note', ${words})))`
  )
  await rows(
    documents,
    fileCount,
    `jsonb_build_object(${common}, 'id', ${each("doc")}, 'session_id', ${each("ses")}, 'status', 'processed', 'kind', 'proof_of_address', 'blob', md5(n::text) || md5('x' || n), 'sha256', md5(n::text) || md5('y' || n))`
  )
  const names = await sql`select data ->> 'blob' as name from documents`
  const folder = createHash("sha256").update(`${tenant.organization}\n${tenant.environment}`).digest("hex").slice(0, 32)
  for (const { name } of names) {
    const path = join(data, "objects", folder, String(name).slice(0, 2), String(name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, randomBytes(20_000))
  }
  const [size] = await sql`select pg_database_size(current_database()) as bytes`
  await sql.end()
  await server.stop()
  return Number(size?.bytes)
}

/** A command, killed after some seconds where it says so: how long it took, and the most that its process held. */
const run = async (command: "backup" | "restore", args: ReadonlyArray<string>, folder: string, killed_after?: number) => {
  const began = performance.now()
  const child = Bun.spawn([process.execPath, new URL(`../src/commands/backup/${command}.ts`, import.meta.url).pathname, ...args], {
    env: { ...process.env, DATA_DIR: folder },
    stdout: "pipe",
    stderr: "pipe"
  })
  let rss = 0
  const watch = setInterval(async () => {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => "")
    rss = Math.max(rss, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0))
  }, 200)
  const timer = killed_after === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killed_after * 1000)
  const [out, trouble] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  clearInterval(watch)
  clearTimeout(timer)
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${command}${killed_after === undefined ? "" : `, killed after ${killed_after} s`}: ${seconds.toFixed(1)} s, ${(rss / 1024).toFixed(0)} MB, ended with ${child.exitCode ?? child.signalCode}. ${out.trim()} ${trouble.trim()}`
  )
  return { seconds, code: child.exitCode }
}

const bytes = await fill()
console.log(`${sessionCount} sessions, ${fileCount} files, a database of ${(bytes / 1e6).toFixed(0)} MB`)
const whole = await run("backup", [copy], data)
if (whole.code !== 0) process.exit(1)
await run("backup", [`${copy}-broken`], data, whole.seconds / 2)
const refused = await run("restore", [`${copy}-broken`], restored)
if (refused.code === 0) throw new Error("a backup that was broken off was restored")
rmSync(`${copy}-broken`, { recursive: true, force: true })
const again = await run("backup", [`${copy}-broken`], data)
endServer(data)
for (const spent of [`${copy}-broken`, data]) rmSync(spent, { recursive: true, force: true })
// The middle of a restore, which begins with reading all of the backup.
await run("restore", [copy], restored, whole.seconds * 0.6)
await run("restore", [copy], restored, whole.seconds * 1.2)
const last = await run("restore", [copy], restored)
process.exit(again.code === 0 && last.code === 0 ? 0 : 1)
