import { announcingFreely } from "@vouchkit/core/kernel/foundation/announces"
import { announce } from "@vouchkit/core/kernel/events/announce"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Effect } from "effect"
import { deliver } from "./webhooks/deliver.ts"
import { identifierOf, machine, median, openStage, sizeOf, tenant, told, untilReceived } from "./webhooks/stage.ts"

/**
 * Pending deliveries of 1 KB to a receiver on the same machine, by one worker process: claimed, read, signed, sent over at most 50
 * connections and recorded; beside a bare loop of `fetch` with an HMAC at 50 connections, in the same run. Then how long an event takes from
 * its transaction to its receiver while nothing else happens. Only the ratios carry over.
 */
const count = sizeOf("BENCH_DELIVERIES", 10_000)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const singles = sizeOf("BENCH_SINGLES", 100)

const stage = await openStage()
await stage.endpoint(identifierOf("whe", 1), `${stage.base}/in`)
const worker = await stage.worker()

let next = 1
const warm = Math.min(count, 2_000)
await deliver(stage, next, warm)
await stage.bare(warm)
next += warm
const ratios: Array<number> = []
for (let round = 1; round <= rounds; round += 1) {
  const bare = await stage.bare(count * 2)
  const memory: Array<number> = []
  const rate = await deliver(stage, next, count, (genuine) => {
    if (genuine >= (memory.length / 4) * count) memory.push(stage.memoryOf(worker))
  })
  next += count
  ratios.push(rate / bare)
  const [early, late] = [memory[1] ?? 0, memory.at(-1) ?? 0]
  console.log(
    `delivery round ${round}/${rounds}: ${rate.toFixed(0)} /s, bare fetch ${bare.toFixed(0)} /s, ratio ${(rate / bare).toFixed(2)}, memory ${early.toFixed(0)} then ${late.toFixed(0)} MB`
  )
}
console.log(`delivery of ${count}: ratio to bare fetch ${told(ratios)}; ${machine}`)

const happens = Effect.gen(function* () {
  const { transaction } = yield* UnitOfWork
  const resource = { type: "session", id: identifierOf("ses", 1) }
  yield* transaction(announce({ type: "session.approved", resource, sequence: 1, data: { id: resource.id, status: "approved" } }))
}).pipe(
  announcingFreely,
  Effect.provideService(Tenant, tenant),
  Effect.provideService(Caller, {
    ...tenant,
    actor: { type: "system", id: "bench" },
    credential: { type: "none" },
    request_id: "req_1",
    address: null,
    user_agent: null,
    version: "2026-08-31",
    inflection: "snake",
    tool: null
  })
)
await stage.reset()
const waits: Array<number> = []
for (let single = 1; single <= singles; single += 1) {
  const began = performance.timeOrigin + performance.now()
  await stage.runtime.runPromise(happens)
  await untilReceived(stage, single)
  const arrivals = await stage.arrivals()
  waits.push((arrivals.at(-1) ?? Number.NaN) - began)
}
const slowest = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN
console.log(`enqueued to delivered when idle: median ${median(waits).toFixed(1)} ms, 95 % within ${slowest.toFixed(1)} ms, of ${singles}`)
await stage.close()
process.exit(0)
