// Prints what a new edition of some changes costs where many subjects are monitored, beside a search for each of them, and whether every
// alert that it has to bring comes. Run: bun packages/worker/bench/monitoring.ts [subjects] [entries] [changes]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { Database, layer as databaseLayer } from "@vouchkit/adapters/postgres/database"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { keysFor } from "@vouchkit/core/resources/screening/blocking/keep"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import { followLists } from "@vouchkit/core/flows/screening/list-changes"
import { MonitorStore, monitorId } from "@vouchkit/core/resources/screening/monitoring/model"
import { watchOver } from "@vouchkit/core/resources/screening/monitoring/register"
import { rescreening, rescreenJob } from "@vouchkit/core/flows/screening/rescreen"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { searchFor } from "@vouchkit/core/resources/screening/screen"
import { type StoredSubject, SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { marksOf, tenantEditions } from "@vouchkit/core/resources/screening/tenant-editions"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { aBirth, aName, chance, entryOf, keep, publish } from "./monitored-people.ts"
import { decoderOf } from "../src/jobs/run-job.ts"
import { asSystem } from "../src/jobs/system-caller.ts"
import { makeSubject } from "@vouchkit/core/resources/screening/subjects/make"

const [subjects = 10_000, entries = 20_000, changes = 100] = process.argv.slice(2).map(Number)
const listedSubjects = Math.floor(changes * 0.4)
const changedEntries = Math.floor(changes * 0.3)
const sampled = 500
const tenant = { organization: "org_bench", environment: "live" } as const

const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-monitoring-"))
const server = await attachOrStart({ dataDir })
const connect = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: "vouchkit" }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)

const counted = { reads: 0, rows: 0, writes: 0, searches: 0 }
const counting = Layer.provideMerge(
  Layer.effect(Database)(
    Effect.map(Database, (database) => ({
      ...database,
      query: (build) =>
        Effect.suspend(() => {
          counted.reads += 1
          return Effect.tap(database.query(build), (rows) => Effect.sync(() => (counted.rows += rows.length)))
        }),
      defer: (context, write, committed) =>
        Effect.suspend(() => {
          counted.writes += 1
          return database.defer(context, write, committed)
        })
    }))
  ),
  databaseLayer({ connect, maximumConnections: 4 })
)
const screener = Layer.provideMerge(
  Layer.effect(Screener)(
    Effect.map(Screener, ({ search }) => ({
      search: (query, options) =>
        Effect.suspend(() => {
          counted.searches += 1
          return search(query, options)
        })
    }))
  ),
  directScreenerLayer()
)
const layer = Layer.mergeAll(
  Layer.provideMerge(screener, Layer.provideMerge(Postgres.storage, counting)),
  Crypto.layer(new Uint8Array(32).fill(7))
)
const runtime = ManagedRuntime.make(Layer.provideMerge(layer, Logger.layer([])))
const inTenant = asSystem(tenant, "req_bench")
const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (unit) => unit.transaction(effect))
const timed = async <A>(work: () => Promise<A>): Promise<readonly [A, number]> => {
  const [started, before] = [performance.now(), { ...counted }]
  const answer = await work()
  const [took, used] = [
    performance.now() - started,
    { reads: counted.reads - before.reads, rows: counted.rows - before.rows, writes: counted.writes - before.writes }
  ]
  console.log(
    `   ${used.reads} reads of ${used.rows} rows, ${used.writes} writes, ${counted.searches - before.searches} searches of the lists`
  )
  return [answer, took] as const
}

const list = Array.from({ length: entries }, (_, place) => entryOf(`e-${place}`, aName(), aBirth()))
await runtime.runPromise(publish(list))
const people = Array.from({ length: subjects }, () => ({ name: aName(), born: chance() < 0.7 ? aBirth() : null }))
for (let from = 0; from < people.length; from += 500) {
  const kept = await runtime.runPromise(
    inTenant(
      transaction(
        Effect.forEach(people.slice(from, from + 500), ({ born, name }) =>
          Effect.gen(function* () {
            const made = yield* makeSubject({ name, date_of_birth: born, monitoring: { status: "active", cadence: "monthly" } })
            yield* (yield* SubjectStore).insert(made)
            return yield* keysFor(made)
          })
        )
      )
    )
  )
  await keep(sql, tenant, kept)
}
// The first one is watched over as all are, which makes the monitor.
await runtime.runPromise(
  inTenant(
    transaction(
      Effect.gen(function* () {
        const [one] = yield* (yield* SubjectStore).list({ limit: 1 })
        if (one !== undefined) yield* watchOver(one)
      })
    )
  )
)
// As if everybody had been screened against the first edition.
await runtime.runPromise(
  inTenant(
    transaction(
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const monitor = yield* store.lock(monitorId)
        if (monitor !== undefined) yield* store.save({ ...monitor, marks: marksOf(yield* tenantEditions) })
      })
    )
  )
)

const everybody: Array<StoredSubject> = []
for (let last = ""; ; last = everybody.at(-1)?.id ?? "") {
  const page = await runtime.runPromise(
    inTenant(
      Effect.flatMap(SubjectStore, (store) =>
        store.list({ where: [{ field: "id", op: "gt", value: last }], order: [{ field: "id", direction: "asc" }], limit: 2_000 })
      )
    )
  )
  everybody.push(...page)
  if (page.length < 2_000) break
}

// Of ten changes four are subjects that come on the list, three entries that change and three that come with other names.
const come = everybody.filter((_, place) => place % Math.floor(subjects / listedSubjects) === 0).slice(0, listedSubjects)
const delta = [
  ...come.map(({ date_of_birth, name }, place) => entryOf(`s-${place}`, name ?? "", date_of_birth ?? aBirth())),
  ...list.slice(0, changedEntries).map((entry) => ({ ...entry, programs: ["ANOTHER"] })),
  ...Array.from({ length: changes - listedSubjects - changedEntries }, (_, place) => entryOf(`n-${place}`, aName(), aBirth()))
]
await runtime.runPromise(publish([...delta, ...list.slice(changedEntries)]))

console.log(`${subjects} monitored subjects, ${entries} entries, a new edition of ${changes} changes`)
const warm = everybody[0]
if (warm !== undefined) await runtime.runPromise(inTenant(searchFor(warm)))
const [, follow] = await timed(() => runtime.runPromise(inTenant(followLists)))
const queued = await runtime.runPromise(
  Effect.gen(function* () {
    return yield* (yield* JobQueue).claim({ limits: { [rescreenJob]: 20_000 }, lease_seconds: 600, now: yield* now })
  })
)
const [, rescreened] = await timed(() =>
  runtime.runPromise(
    Effect.forEach(queued, (job) =>
      Effect.flatMap(decoderOf(rescreening)(job.payload), (payload) =>
        rescreening.handle(payload as never, { id: job.id, attempt: 1 }).pipe(asSystem(job, `job_${job.id}`))
      )
    )
  )
)
console.log(`follow the list: ${follow.toFixed(0)} ms; screen the ${queued.length} that it names: ${rescreened.toFixed(0)} ms`)

const alerted = await runtime.runPromise(inTenant(Effect.flatMap(HitStore, (store) => store.list({ limit: 10_000 }))))
const about = new Set(
  alerted
    .filter(({ review_status }) => review_status === "unreviewed")
    .map(({ list_entry_id, subject_id }) => `${subject_id} ${list_entry_id}`)
)
// The witness: everybody searched for in the new edition, hits about changed entries alone.
const changed = new Set(delta.map(({ uid }) => uid))
let [expected, missed] = [0, 0]
const started = performance.now()
const count = process.env.BENCH_WITNESS === undefined ? sampled : everybody.length
const asked = [...new Set([...come, ...everybody])].slice(0, count)
for (const subject of asked) {
  const { answer } = await runtime.runPromise(inTenant(searchFor(subject)))
  for (const { score, uid } of answer.hits) {
    if (!changed.has(uid) || Math.round(score * 100) < 72) continue
    expected += 1
    if (!about.has(`${subject.id} ${uid}`)) missed += 1
  }
}
const whole = ((performance.now() - started) / asked.length) * subjects
console.log(
  `alerts: ${about.size}; of ${asked.length} subjects searched for one by one ${expected} have to be alerted, ${missed} were missed`
)
console.log(
  `a search for each of ${subjects}, recording nothing: ${whole.toFixed(0)} ms${asked.length < subjects ? ` (from ${asked.length})` : ""}; following and screening took ${((follow + rescreened) / whole).toFixed(3)} of it`
)
await runtime.dispose()
await sql.end()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(missed === 0 ? 0 : 1)
