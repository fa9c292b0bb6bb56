// Prints how long it takes from the activation of a new edition until every monitored identity that it names has its hit and its case, beside what a
// search for each identity would cost. Run: nice -n 19 bun packages/worker/bench/identity-monitoring.ts [identities] [entries] [changes]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { migrate } from "@vouchkit/adapters/postgres/migrate"
import { directScreenerLayer } from "@vouchkit/adapters/screening/direct-screener"
import { subjectFacts } from "@vouchkit/core/flows/identities/monitoring/subject-facts"
import { following } from "@vouchkit/core/flows/screening/monitoring"
import { rescreening } from "@vouchkit/core/flows/screening/rescreen"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { settledWith } from "@vouchkit/core/resources/identities/change"
import { noDetails } from "@vouchkit/core/resources/identities/details"
import { IdentityStore, newIdentity } from "@vouchkit/core/resources/identities/model"
import { keysFor } from "@vouchkit/core/resources/screening/blocking/keep"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import { MonitorStore, monitorId } from "@vouchkit/core/resources/screening/monitoring/model"
import { watchOver } from "@vouchkit/core/resources/screening/monitoring/register"
import { searchFor } from "@vouchkit/core/resources/screening/screen"
import { makeSubject } from "@vouchkit/core/resources/screening/subjects/make"
import { type StoredSubject, SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { withSealedFacts } from "@vouchkit/core/resources/screening/subjects/sealed"
import { marksOf, tenantEditions } from "@vouchkit/core/resources/screening/tenant-editions"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { decoderOf } from "../src/jobs/run-job.ts"
import { runOnce } from "../src/jobs/schedule.ts"
import { asSystem } from "../src/jobs/system-caller.ts"
import { timers } from "../src/jobs/timers.ts"
import { aBirth, aName, chance, entryOf, keep, publish } from "./monitored-people.ts"

const [identities = 100_000, entries = 20_000, changes = 100] = process.argv.slice(2).map(Number)
const listed = Math.floor(changes * 0.4)
const sampled = 200
const atOnce = 500
const tenant = { organization: "org_bench", environment: "live" } as const

const dataDir = mkdtempSync(join(tmpdir(), "vouchkit-identity-monitoring-"))
const server = await attachOrStart({ dataDir })
const connect = { path: `${server.socketDirectory}/.s.PGSQL.${server.port}`, ...server.credentials.owner, database: "vouchkit" }
const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)
const layer = Layer.mergeAll(
  Layer.provideMerge(directScreenerLayer(), Postgres.layer({ connect, maximumConnections: 4 })),
  Crypto.layer(new Uint8Array(32).fill(7))
)
const runtime = ManagedRuntime.make(Layer.provideMerge(layer, Logger.layer([])))
const inTenant = asSystem(tenant, "req_bench")
const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(inTenant(effect) as Effect.Effect<A, E, never>)
const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (unit) => unit.transaction(effect))

/** A monitored identity with its subject, as the service makes both. */
const anIdentity = Effect.gen(function* () {
  const [id, at] = [yield* makeId("idn"), yield* tenantNow]
  const details = {
    ...noDetails,
    identification_numbers: [
      {
        type: "passport" as const,
        country: "GB",
        value: `P${Math.floor(chance() * 1e9)}`,
        source: { type: "manual" as const, session_id: null, at }
      }
    ]
  }
  const choice = { status: "active", cadence: "monthly", resume_at: null, has_reason: false } as const
  const born = chance() < 0.7 ? aBirth() : null
  const said = { ...newIdentity({ id, environment: tenant.environment, at }), date_of_birth: born, monitoring_choice: choice }
  const row = yield* settledWith(
    { ...said, display_name: aName(), sources: { display_name: { type: "manual", session_id: null, at } } },
    details
  )
  const bare = { ...(yield* makeSubject({ name: "", monitoring: choice })), identity_id: id, subject_of: id }
  const subject = yield* withSealedFacts(bare, subjectFacts(row, details, "individual"))
  yield* (yield* SubjectStore).insert(subject)
  yield* (yield* IdentityStore).insert({ ...row, screening_subject_id: subject.id, monitoring_due_at: subject.monitoring.next_run_at })
  return { keys: yield* keysFor(subject), subject }
})

const list = Array.from({ length: entries }, (_, place) => entryOf(`e-${place}`, aName(), aBirth()))
await run(publish(list))
const some: Array<StoredSubject> = []
const every = Math.floor(identities / Math.max(listed, sampled))
for (let from = 0; from < identities; from += atOnce) {
  const made = await run(transaction(Effect.replicateEffect(anIdentity, Math.min(atOnce, identities - from))))
  await keep(
    sql,
    tenant,
    made.map(({ keys }) => keys)
  )
  some.push(...made.map(({ subject }) => subject).filter((_, place) => (from + place) % every === 0))
}
// The monitor is made with the first subject that is watched over; it begins as if everyone had been screened against the first edition.
await run(
  transaction(
    Effect.gen(function* () {
      if (some[0] !== undefined) yield* watchOver(some[0])
      const store = yield* MonitorStore
      const monitor = yield* store.lock(monitorId)
      if (monitor !== undefined) yield* store.save({ ...monitor, marks: marksOf(yield* tenantEditions) })
    })
  )
)
await sql.unsafe("vacuum (analyze)")

// The service holds the first edition in memory when the second one comes.
if (some[0] !== undefined) await run(searchFor(some[0]))
console.log(`prepared in ${(performance.now() / 1_000).toFixed(0)} s`)

const come = some.slice(0, listed)
const delta = [
  ...come.map(({ date_of_birth, name }, place) => entryOf(`s-${place}`, name ?? "", date_of_birth ?? aBirth())),
  ...Array.from({ length: changes - listed }, (_, place) => entryOf(`n-${place}`, aName(), aBirth()))
]
await run(publish([...delta, ...list]))
const activated = performance.now()
const used = process.cpuUsage()
const since = () => ((performance.now() - activated) / 1_000).toFixed(1)
console.log(
  `${identities} monitored identities, ${entries} entries; a new edition adds ${changes}, of which ${come.length} name an identity`
)

await run(runOnce(timers.filter(({ name }) => name === "screening.follow_lists")))
const kinds = [following, rescreening] as const
let screened = 0
for (;;) {
  const claimed = await run(
    Effect.flatMap(JobQueue, (queue) =>
      Effect.flatMap(now, (at) =>
        queue.claim({ limits: Object.fromEntries(kinds.map(({ name }) => [name, 100])), lease_seconds: 600, now: at })
      )
    )
  )
  if (claimed.length === 0) break
  await run(
    Effect.forEach(
      claimed,
      (one) =>
        Effect.gen(function* () {
          const declared = kinds.find(({ name }) => name === one.name)
          if (declared === undefined) return
          const payload = yield* decoderOf(declared)(one.payload)
          const handled = declared.handle(payload as never, { id: one.id, attempt: 1 }) as Effect.Effect<void, unknown, any>
          yield* handled.pipe(asSystem(one, `job_${one.id}`))
          yield* (yield* JobQueue).complete(one)
        }),
      { concurrency: 4 }
    )
  )
  screened += claimed.filter(({ name }) => name === rescreening.name).length
  if (claimed.some(({ name }) => name === following.name)) console.log(`   followed the list, ${since()} s after its activation`)
}
const took = (performance.now() - activated) / 1_000
const spent = process.cpuUsage(used)
const processor = (spent.user + spent.system) / 1_000_000

const hits = await run(Effect.flatMap(HitStore, (store) => store.list({ limit: 10_000 })))
const cases = await run(Effect.flatMap(CaseStore, (store) => store.list({ limit: 10_000 })))
const hit = new Set(hits.filter(({ review_status }) => review_status === "unreviewed").map(({ identity_id }) => identity_id))
const opened = new Set(cases.map(({ identity_id }) => identity_id))
const missed = come.filter(({ identity_id }) => !hit.has(identity_id) || !opened.has(identity_id)).length
console.log(
  `   screened ${screened} subjects: ${hit.size} identities have a hit, ${opened.size} a case, ${missed} of ${come.length} were missed`
)

const started = performance.now()
for (const subject of some.slice(0, sampled)) await run(searchFor(subject))
const whole = ((performance.now() - started) / Math.min(sampled, some.length) / 1_000) * identities
console.log(
  `the last hit and case came ${took.toFixed(1)} s after the activation (${processor.toFixed(1)} s of a processor); a timer that looks every 15 s adds as much at most`
)
console.log(
  `a search for each identity, recording nothing: ${whole.toFixed(0)} s (from ${Math.min(sampled, some.length)}), ${(whole / took).toFixed(0)} times as long`
)
await runtime.dispose()
await sql.end()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(missed === 0 && took + 15 < 60 ? 0 : 1)
