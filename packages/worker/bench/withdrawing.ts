import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import { identifierOf, machine, median, openStage, sizeOf, tenant, told } from "./webhooks/stage.ts"

/**
 * What an erasure waits for to withdraw the jobs of a person, while many events of others wait to be handed out: found by the table of named records,
 * beside a look at the payload of each. And what that table costs a job, in rounds with its triggers and without, in the same run.
 */
const waiting = sizeOf("BENCH_JOBS", 100_000)
const rounds = sizeOf("BENCH_ROUNDS", 7)
const each = sizeOf("BENCH_EACH", 4_000)

const stage = await openStage()
const { sql, runtime } = stage
const context = await runtime.context()
const run = <A, E>(effect: Effect.Effect<A, E, JobQueue | Tenant>) =>
  Effect.runPromiseWith(context)(Effect.provideService(effect, Tenant, tenant))

const eventOf = (id: string, session: string) => ({
  id,
  type: "session.approved",
  api_version: "2026-08-31",
  timestamp: "2026-01-01T00:00:00.000Z",
  environment: "live",
  organization_id: tenant.organization,
  sequence: 1,
  resource: { type: "session", id: session },
  actor: { type: "system", id: "worker" },
  data: { id: session, object: "session", status: "approved", tags: ["t".repeat(60), "u".repeat(60)], metadata: { note: "n".repeat(400) } },
  request_id: "req_1"
})
const enqueued = (name: string, from: number, count: number) =>
  run(
    Effect.forEach(
      Array.from({ length: count }, (_, index) => from + index),
      (number) =>
        Effect.flatMap(JobQueue, (queue) =>
          queue.enqueue({
            id: identifierOf("evt", number),
            name,
            payload: eventOf(identifierOf("evt", number), identifierOf("ses", number)),
            due_at: "2026-01-01T00:00:00.000Z"
          })
        ),
      { concurrency: 32, discard: true }
    )
  )
const served = (name: string) =>
  run(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      for (;;) {
        const jobs = yield* queue.claim({ limits: { [name]: 64 }, lease_seconds: 60, now: new Date().toISOString() })
        if (jobs.length === 0) return
        yield* Effect.forEach(jobs, queue.complete, { concurrency: 64, discard: true })
      }
    })
  )

const ratios: Array<number> = []
let number = 10_000_000
for (let round = 0; round <= rounds; round += 1) {
  const seconds: Array<number> = []
  for (const triggers of round % 2 === 0 ? ["disable", "enable"] : ["enable", "disable"]) {
    await sql.unsafe(`alter table jobs ${triggers} trigger user`)
    await sql.unsafe("vacuum jobs, job_records")
    const began = performance.now()
    await enqueued("bench.event", number, each)
    await served("bench.event")
    seconds[triggers === "enable" ? 1 : 0] = (performance.now() - began) / 1000
    number += each
  }
  await sql.unsafe("alter table jobs enable trigger user")
  const [without = 0, withTable = 0] = seconds
  // The first round warms up.
  if (round > 0) ratios.push(withTable / without)
  console.log(`round ${round}: ${(each / without).toFixed(0)} /s without the table, ${(each / withTable).toFixed(0)} /s with it`)
}
console.log(`time of a job, enqueued and done, with the table of named records to that without: ${told(ratios)}`)

await enqueued("bench.waiting", 0, waiting)
const looked: Array<number> = []
const found: Array<number> = []
for (let round = 0; round < 20; round += 1) {
  const ids = [identifierOf("ses", round * 7), identifierOf("doc", 1), identifierOf("chk", 1), identifierOf("chk", 2)]
  const began = performance.now()
  await sql.begin(async (transaction) => {
    await transaction`delete from jobs where organization = ${tenant.organization} and environment = ${tenant.environment} and jsonb_path_exists(payload, '$.** ? (@ == $ids[*])', ${transaction.json({ ids: [identifierOf("ses", round * 7 + 1), ...ids.slice(1)] })})`
  })
  looked.push(performance.now() - began)
  const then = performance.now()
  const count = await run(Effect.flatMap(JobQueue, (queue) => queue.withdraw(ids)))
  found.push(performance.now() - then)
  if (count !== 1) throw new Error(`${count} jobs were withdrawn`)
}
console.log(
  `${waiting} jobs wait: withdrawn by the table in ${median(found).toFixed(1)} ms (longest ${Math.max(...found).toFixed(1)}), by a look at each payload in ${median(looked).toFixed(0)} ms (longest ${Math.max(...looked).toFixed(0)}); ${machine}`
)
await stage.close()
process.exit(0)
