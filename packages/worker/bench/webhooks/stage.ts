import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { newEndpoint } from "@vouchkit/core/resources/webhooks/endpoints/store"
import { EndpointStore } from "@vouchkit/core/resources/webhooks/model"
import { mintSecret } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { Effect, Layer, ManagedRuntime } from "effect"
import postgres from "postgres"

export const tenant = { organization: "org_bench", environment: "live" } as const
const secret = mintSecret(new Uint8Array(32).fill(7))
const env = { ...process.env, BENCH_SECRET: secret }
const fileOf = (name: string): string => new URL(`./${name}.ts`, import.meta.url).pathname

/** The first line that a child prints, which is JSON. */
const firstLine = async (output: ReadableStream<Uint8Array>): Promise<any> => {
  let heard = ""
  for await (const chunk of output) {
    heard += new TextDecoder().decode(chunk)
    if (heard.includes("\n")) return JSON.parse(heard.slice(0, heard.indexOf("\n")))
  }
  throw new Error("a child of the benchmark ended before it said anything")
}

export const machine = `${cpus().length} cores, shared by worker, receiver and database`
export const sizeOf = (name: string, standard: number): number => Number(process.env[name] ?? standard)
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
export const told = (values: ReadonlyArray<number>): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`

/** Database, receiver and endpoints of one benchmark, in processes of their own. */
export const openStage = async () => {
  const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
  // The account of the database has to pass through.
  chmodSync(folder, 0o711)
  const server = await attachOrStart({ dataDir: folder })
  const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
  const sql = postgres({ ...socket, host: "localhost", max: 2, onnotice: () => {} })
  await migrate(sql)
  const sink = Bun.spawn(["bun", fileOf("sink")], { env, stdout: "pipe", stderr: "inherit" })
  const { port } = await firstLine(sink.stdout)
  const base = `http://127.0.0.1:${port}`
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(Postgres.layer({ connect: socket }), Crypto.layer(new Uint8Array(32)), Layer.succeed(PublicUrl)({ base }))
  )
  await runtime.runPromise(ensureOrganization(tenant.organization))
  const children = new Set<Bun.Subprocess>([sink])
  // Also when a benchmark fails: nothing that it started outlives it.
  process.on("exit", () => {
    for (const child of children) child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })

  /** A worker that sends the deliveries of a claim together, or in the plain version one by one. */
  const worker = async (plain = false) => {
    const command = ["bun", fileOf("worker"), socket.path, socket.user, socket.database, `127.0.0.1:${port}`, ...(plain ? ["plain"] : [])]
    const child = Bun.spawn(command, { env: { ...env, PGPASSWORD: socket.password }, stdout: "pipe", stderr: "inherit" })
    children.add(child)
    await firstLine(child.stdout)
    return child
  }
  return {
    /** Attempts of earlier rounds that were made again. */
    sentAgain: 0,
    sql,
    socket,
    runtime,
    base,
    worker,
    /** Megabytes that a process holds. */
    memoryOf: ({ pid }: Bun.Subprocess): number =>
      Number(
        Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)])
          .stdout.toString()
          .trim()
      ) / 1024,
    received: async (): Promise<{ readonly genuine: number; readonly forged: number; readonly repeated: number }> =>
      (await fetch(base)).json() as any,
    arrivals: async (): Promise<ReadonlyArray<number>> => (await fetch(`${base}/arrivals`)).json() as any,
    reset: () => fetch(base, { method: "DELETE" }),
    bare: async (count: number): Promise<number> => {
      const child = Bun.spawn(["bun", fileOf("bare"), `${base}/bare`, String(count)], { env, stdout: "pipe", stderr: "inherit" })
      const { rate } = await firstLine(child.stdout)
      await child.exited
      return rate
    },
    end: async (child: Bun.Subprocess) => {
      child.kill("SIGKILL")
      await child.exited
      children.delete(child)
    },
    endpoint: (id: string, url: string) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const at = new Date().toISOString()
          const sealed = yield* (yield* Vault).seal("webhook-secret", id, secret)
          const endpoint = newEndpoint({ id, environment: "live", url, created_at: at }, { api_version: "2026-08-31" })
          yield* (yield* EndpointStore).insert({ ...endpoint, secrets: [{ sealed, until: null }] })
        }).pipe(Effect.provideService(Tenant, tenant))
      ),
    close: async () => {
      for (const child of children) child.kill("SIGKILL")
      await runtime.dispose()
      await sql.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

export const identifierOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(26, "0")}`

/** Deliveries of events of about a kilobyte, `endpointOf` says of which endpoint; they are pending but not queued. */
export const seed = async (
  { sql }: Stage,
  { count, endpointOf, first }: { readonly first: number; readonly count: number; readonly endpointOf: string }
) => {
  const at = new Date().toISOString()
  const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`
  const where = `select '${tenant.organization}', '${tenant.environment}'`
  const numbers = `from generate_series(${first}, ${first + count - 1}) as i`
  const session = `'ses_${"0".repeat(26)}'`
  const envelope = `jsonb_build_object('id', ${id("evt")}, 'type', 'session.approved', 'api_version', '2026-08-31', 'timestamp', '${at}', 'environment', '${tenant.environment}', 'organization_id', '${tenant.organization}', 'sequence', 1, 'resource', jsonb_build_object('type', 'session', 'id', ${session}), 'actor', jsonb_build_object('type', 'system', 'id', 'worker'), 'data', jsonb_build_object('id', ${session}, 'object', 'session', 'status', 'approved', 'tags', jsonb_build_array('${"t".repeat(60)}', '${"u".repeat(60)}'), 'metadata', jsonb_build_object('note', '${"n".repeat(400)}')), 'request_id', 'req_1')`
  const delivery = `jsonb_build_object('id', ${id("whd")}, 'version', 1, 'environment', '${tenant.environment}', 'endpoint_id', ${endpointOf}, 'event_id', ${id("evt")}, 'event_type', 'session.approved', 'resource', jsonb_build_object('type', 'session', 'id', ${session}), 'session_id', ${session}, 'status', 'pending', 'skip_reason', null, 'attempts', '[]'::jsonb, 'attempts_made', 0, 'attempts_left', 8, 'next_attempt_at', '${at}', 'first_attempted_at', null, 'succeeded_at', null, 'delivery_key', ${endpointOf} || ${id("evt")}, 'manual', null, 'created_at', '${at}', 'updated_at', '${at}')`
  await sql.unsafe(
    `insert into webhook_events (organization, environment, id, version, data, created_at) ${where}, ${id("evt")}, 1, jsonb_build_object('id', ${id("evt")}, 'version', 1, 'envelope', ${envelope}, 'erased_at', null, 'created_at', '${at}', 'updated_at', '${at}'), '${at}' ${numbers}`
  )
  await sql.unsafe(
    `insert into webhook_deliveries (organization, environment, id, version, data, endpoint_id, event_id, session_id, status, event_type, delivery_key, created_at) ${where}, ${id("whd")}, 1, ${delivery}, ${endpointOf}, ${id("evt")}, ${session}, 'pending', 'session.approved', ${endpointOf} || ${id("evt")}, '${at}' ${numbers}`
  )
  await sql.unsafe("vacuum analyze")
  /** Queues their first attempts, all at one moment, and answers it. */
  return async (): Promise<number> => {
    await sql.unsafe(
      `insert into jobs (organization, environment, id, name, payload, lane, due_at, created_at) ${where}, ${id("whd")} || '_1', 'webhooks.deliver', jsonb_build_object('delivery_id', ${id("whd")}, 'endpoint_id', ${endpointOf}, 'trigger', 'auto', 'attempt', 1), ${endpointOf}, '${at}', '${at}' ${numbers}`
    )
    const queued = performance.now()
    await sql.unsafe("notify vouchkit_jobs")
    return queued
  }
}

/** A machine that is shared may stand still as a whole; anyone who wakes so much later than asked for knows that it did. */
const stoodStillMs = 1_000

/**
 * Waits until so many were received, and answers the moment, less the time for which the machine stood still; gives up when nothing arrives
 * for a minute.
 */
export const untilReceived = async (stage: Stage, wanted: number, each: (genuine: number) => void = () => {}): Promise<number> => {
  let last = { genuine: -1, at: performance.now() }
  let still = 0
  for (;;) {
    const { genuine } = await stage.received()
    each(genuine)
    if (genuine >= wanted) return performance.now() - still
    if (genuine !== last.genuine) last = { genuine, at: performance.now() }
    if (performance.now() - last.at > 60_000) throw new Error(`only ${genuine} of ${wanted} arrived`)
    const slept = performance.now()
    await Bun.sleep(20)
    const late = performance.now() - slept
    if (late > stoodStillMs) still += late
  }
}

/**
 * Fails when anything was forged, or arrived twice without an attempt that was recorded as failed in between: where the machine stands still
 * for longer than an attempt may last, what was on the wire counts as not answered and is rightly sent again.
 */
export const judgeWork = async (stage: Stage): Promise<void> => {
  const { forged, repeated } = await stage.received()
  const [row] =
    await stage.sql`select coalesce(sum((data ->> 'attempts_made')::int - 1), 0)::int as again from webhook_deliveries where status = 'succeeded' and (data ->> 'attempts_made')::int > 1`
  const again = Number(row?.again ?? 0) - stage.sentAgain
  stage.sentAgain += again
  if (again > 0) console.log(`${again} attempts were not answered in time and were made again`)
  if (forged > 0 || repeated > again) throw new Error(`${forged} forged, ${repeated - again} sent twice`)
}

/** Waits until no job is left that is due now, but those of the endpoints that never answer. */
export const untilRecorded = async ({ sql }: Stage): Promise<void> => {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const [row] = await sql`select exists (select from jobs where name = 'webhooks.deliver' and lane not like 'whe_9%') as left`
    if (row?.left === false) return
    await Bun.sleep(20)
  }
  throw new Error("the worker does not finish")
}
