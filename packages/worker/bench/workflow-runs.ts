import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import type { DatabaseOptions } from "@vouchkit/adapters/postgres/database"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { forPastSessions } from "@vouchkit/core/flows/workflows/rehearsal/past-sessions"
import { rehearse } from "@vouchkit/core/flows/workflows/rehearsal/rehearse"
import { inProcess } from "@vouchkit/core/kernel/access/in-process"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { type AnyJob, JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { makeChecks } from "@vouchkit/core/flows/check-runs/session-checks"
import { jobs, operations } from "@vouchkit/core/registry"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { FaceEngineMissing, FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { runWorker } from "@vouchkit/worker/jobs/loop"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { asSystem } from "@vouchkit/worker/jobs/system-caller"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { processorTime } from "../../adapters/bench/database/processor-time.ts"

/**
 * Runs of the default graph over the database, whose checks follow a script and need no engine, beside as many jobs that do nothing; the statements that
 * a run takes; and past sessions that are rehearsed. What a run costs is processor time, of this process and of the database apart: on a machine that
 * others use, it says more than how many were done in a second. Run: bun packages/worker/bench/workflow-runs.ts, with BENCH_RUNS and BENCH_ROUNDS.
 */
const runs = Number(process.env.BENCH_RUNS ?? 1_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const counted = 50
const tenant = { organization: "org_bench", environment: "sandbox" } as const

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const server = await attachOrStart({ dataDir: folder })
const socket = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: server.database }
const sql = postgres({ ...socket, host: "localhost", max: 2, onnotice: () => {} })
await migrate(sql)

const crypto = Crypto.layer(new Uint8Array(32).fill(7))
const missing = Effect.fail(new FaceEngineMissing({ packages: ["none in this benchmark"] }))
const serviceOn = (connect: DatabaseOptions["connect"]) =>
  ManagedRuntime.make(
    Layer.mergeAll(
      Layer.provideMerge(directScreenerLayer(), Postgres.layer({ connect, maximumConnections: 10 })),
      crypto,
      Layer.succeed(PlanLimit)(0),
      Blobs.layer.pipe(Layer.provide(crypto)),
      Layer.succeed(PublicUrl)({ base: "http://127.0.0.1" }),
      Layer.succeed(FaceMatcher)({ analyze: () => missing, compare: () => missing }),
      Layer.succeed(LivenessDetector)({ assess: () => Effect.die(new Error("no one is looked at")) }),
      Logger.layer([])
    )
  )
const sent: Array<string> = []
// The driver tells of every statement, which costs it more than a statement does; the type of a connection leaves that out.
const telling = serviceOn({ ...socket, debug: (_: number, statement: string) => void sent.push(statement) } as DatabaseOptions["connect"])
const silent = serviceOn(socket)
let runtime = telling
const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
await run(ensureOrganization(tenant.organization))

const operationAt = (path: string): AnyOperation => {
  const found = (operations as ReadonlyArray<AnyOperation>).find(({ contract }) => contract.method === "POST" && contract.path === path)
  if (found === undefined) throw new Error(`no operation at ${path}`)
  return found
}
const caller = inProcess({ ...tenant, actor: "bench" })
const call = (path: string, input: object): Promise<any> =>
  run(
    Effect.map(execute(operationAt(path) as any, { input: Effect.succeed(input) }), (answer: any) => answer.output).pipe(
      Effect.provideService(Caller, caller)
    )
  )
const submit = async (): Promise<string> => {
  const { id } = await call("/sessions", { scenario: "approved", metadata: {} })
  await call("/sessions/{session_id}/simulate", {
    session_id: id,
    actions: [{ type: "start" }, { type: "upload_document" }, { type: "submit" }]
  })
  return id
}
const together = 16
const each = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  let left = count
  const hand = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: together }, hand))
}

const ofRuns = jobs.filter(({ name }) => name === runChecksJob) as unknown as ReadonlyArray<AnyJob>
const [declaration] = ofRuns
if (declaration === undefined) throw new Error("there is no job of runs")
const bare = [{ ...declaration, handle: () => Effect.void }] as unknown as ReadonlyArray<AnyJob>

interface Cost {
  readonly per_second: number
  readonly service_ms: number
  readonly database_ms: number
}

/** How many of the jobs that wait are done a second, and what one costs. */
const costOf = async (declarations: ReadonlyArray<AnyJob>): Promise<Cost> => {
  const waiting = async (): Promise<number> => {
    const [row] = await sql`select count(*)::int as count from jobs where name = ${runChecksJob} and state <> 'failed'`
    return row?.count ?? 0
  }
  const count = await waiting()
  // What filled the tables left work behind, which is not that of the runs.
  await sql.unsafe("vacuum analyze")
  // Counting the rows costs more than a run: the table is asked only once as many have been handled.
  let handled = 0
  const counting = declarations.map((one) => ({
    ...one,
    handle: (payload: unknown, info: any) => Effect.tap(one.handle(payload, info), () => Effect.sync(() => (handled += 1)))
  }))
  let seconds = Number.NaN
  const { database_ms, service_ms } = await processorTime(server.dataDirectory, async () => {
    const begun = performance.now()
    await run(
      Effect.scoped(
        Effect.gen(function* () {
          yield* runWorker(counting as any, 5)
          while (handled < count || (yield* Effect.promise(waiting)) > 0) yield* Effect.sleep(10)
        })
      )
    )
    seconds = (performance.now() - begun) / 1000
  })
  return { per_second: count / seconds, service_ms: service_ms / count, database_ms: database_ms / count }
}
const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Jobs that do nothing, of the same kind and as many. */
const queueBare = (): Promise<unknown> =>
  sql`insert into jobs (organization, environment, id, name, payload, lane, due_at, created_at)
    select ${tenant.organization}, ${tenant.environment}, 'wfr_bare' || lpad(i::text, 20, '0'), ${runChecksJob},
      jsonb_build_object('session_id', 'ses_' || lpad(i::text, 26, '0'), 'run', 1), '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    from generate_series(1, ${runs}) as i`

await each(counted, submit)
const claimed = await run(
  Effect.flatMap(JobQueue, (queue) =>
    queue.claim({ limits: { [runChecksJob]: counted }, lease_seconds: 60, now: new Date().toISOString() })
  )
)
// The first one prepares statements, and reads what processes keep.
for (const one of claimed.slice(0, 1)) await run(runJob(declaration, one, () => false))
sent.length = 0
for (const one of claimed.slice(1)) await run(runJob(declaration, one, () => false))
const statements = sent.filter((statement) => !/^\s*(?:begin|commit)\s*$/iu.test(statement))
const measured = Math.max(1, claimed.length - 1)
const [{ nodes = 0 } = {}] =
  await sql`select avg(jsonb_array_length(data -> 'nodes'))::float as nodes from workflow_runs where status = 'completed'`
if (process.env.BENCH_STATEMENTS === "1")
  for (const statement of sent.slice(0, Math.round(sent.length / measured))) console.log(statement.slice(0, 200))
console.log(
  JSON.stringify({
    benchmark: "workflow-runs",
    what: "statements of a run of the default graph",
    each_run: statements.length / measured,
    nodes_of_a_run: nodes,
    each_node: Math.round((100 * statements.length) / measured / nodes) / 100,
    bar: 2,
    met: statements.length / measured / nodes <= 2
  })
)

await telling.dispose()
runtime = silent

const ours: Array<Cost> = []
const theirs: Array<Cost> = []
const rounded = (value: number): number => Math.round(100 * value) / 100
const shown = ({ database_ms, per_second, service_ms }: Cost): string =>
  `${per_second.toFixed(0)} /s, ${service_ms.toFixed(2)} ms in the service, ${database_ms.toFixed(2)} ms in the database`
for (let round = 0; round <= rounds; round += 1) {
  await queueBare()
  const idle = await costOf(bare)
  await each(runs, submit)
  await sql`delete from jobs where name <> ${runChecksJob}`
  const done = await costOf(ofRuns)
  // The first round warms up.
  if (round === 0) continue
  ours.push(done)
  theirs.push(idle)
  console.log(`round ${round}/${rounds}, workflow runs: ${shown(done)}`)
  console.log(`round ${round}/${rounds}, bare jobs: ${shown(idle)}`)
}
const middle = (costs: ReadonlyArray<Cost>): Cost => ({
  per_second: median(costs.map(({ per_second }) => per_second)),
  service_ms: median(costs.map(({ service_ms }) => service_ms)),
  database_ms: median(costs.map(({ database_ms }) => database_ms))
})
const [ofRun, ofBare] = [middle(ours), middle(theirs)]
const whole = ({ database_ms, service_ms }: Cost): number => database_ms + service_ms
/** The checks of a run alone, as the scripts of the sandbox make them: of the bill they read the text and judge it. */
const made = await run(
  Effect.gen(function* () {
    const sessions = yield* (yield* SessionStore).list({ where: [{ field: "status", op: "eq", value: "approved" }], limit: 200 })
    const before = process.cpuUsage()
    for (const session of sessions) yield* makeChecks(session)
    const { system, user } = process.cpuUsage(before)
    return (user + system) / 1000 / sessions.length
  }).pipe(asSystem(tenant, "req_bench"))
)
const [wrong] = await sql`select count(*)::int as count from sessions where status <> 'approved'`
console.log(
  JSON.stringify({
    benchmark: "workflow-runs",
    what: "runs of the default graph a second and core",
    figure: rounded(1000 / whole(ofRun)),
    bar: 500,
    service_ms: rounded(ofRun.service_ms),
    of_which_checks_ms: rounded(made),
    database_ms: rounded(ofRun.database_ms),
    bare_jobs: rounded(1000 / whole(ofBare)),
    bare_service_ms: rounded(ofBare.service_ms),
    bare_database_ms: rounded(ofBare.database_ms),
    by_the_clock: Math.round(ofRun.per_second),
    bare_by_the_clock: Math.round(ofBare.per_second),
    cores: cpus().length,
    undecided: wrong?.count
  })
)

const graph = linked(defaultGraph)
const begun = performance.now()
let rehearsed = 0
await run(
  forPastSessions({ workflow_id: "wfl_default", from: undefined, to: undefined }, runs, (past) => {
    rehearse(graph, past)
    rehearsed += 1
  }).pipe(asSystem(tenant, "req_bench"))
)
const perMinute = (rehearsed * 60_000) / (performance.now() - begun)
console.log(
  JSON.stringify({
    benchmark: "workflow-runs",
    what: "past sessions rehearsed a minute",
    figure: Math.round(perMinute),
    sessions: rehearsed,
    bar: 1_000,
    met: perMinute >= 1_000
  })
)
await runtime.dispose()
await sql.end()
await server.stop()
process.exit(0)
