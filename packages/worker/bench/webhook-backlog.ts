import { identifierOf, judgeWork, machine, openStage, seed, sizeOf, untilReceived, untilRecorded } from "./webhooks/stage.ts"

/**
 * A backlog of pending deliveries, of which one in a hundred goes to endpoints that take the connection and never answer, so that each attempt
 * lasts as long as it may. The living ones have to drain as they do without the dead, in the same run; memory is read along the way.
 */
const count = sizeOf("BENCH_DELIVERIES", 20_000)
const deadEndpoints = sizeOf("BENCH_DEAD_ENDPOINTS", 10)
const livingEndpoints = sizeOf("BENCH_LIVING_ENDPOINTS", 20)

const stage = await openStage()
/** Numbers from 9 on, followed by zeros, are the dead ones: `untilRecorded` does not wait for them. */
const deadOf = (number: number): string => `whe_9${String(number).padStart(25, "0")}`
for (let number = 1; number <= livingEndpoints; number += 1) await stage.endpoint(identifierOf("whe", number), `${stage.base}/in`)
for (let number = 1; number <= deadEndpoints; number += 1) await stage.endpoint(deadOf(number), `${stage.base}/silent`)
const worker = await stage.worker()

const living = `'whe_' || lpad((i % ${livingEndpoints} + 1)::text, 26, '0')`
const mixed = `case when i % 100 = 0 then 'whe_9' || lpad((i / 100 % ${deadEndpoints} + 1)::text, 25, '0') else ${living} end`

const drain = async (first: number, size: number, endpointOf: string, wanted: number) => {
  const queue = await seed(stage, { first, count: size, endpointOf })
  await stage.reset()
  const queued = await queue()
  const memory: Array<{ readonly share: number; readonly megabytes: number }> = []
  let next = 0.1
  const arrived = await untilReceived(stage, wanted, (genuine) => {
    if (genuine < next * wanted) return
    memory.push({ share: next, megabytes: stage.memoryOf(worker) })
    next += 0.3
  })
  await untilRecorded(stage)
  await judgeWork(stage)
  return { rate: wanted / ((arrived - queued) / 1000), memory }
}

const inFirst = (first: number, size: number): number => Math.floor((first + size - 1) / 100) - Math.floor((first - 1) / 100)
const warm = 2_000
await drain(1, warm, living, warm)
const alone = await drain(1 + warm, count, living, count)
const first = 1 + warm + count
const together = await drain(first, count, mixed, count - inFirst(first, count))
const told = together.memory.map(({ megabytes, share }) => `${megabytes.toFixed(0)} MB at ${(share * 100).toFixed(0)} %`).join(", ")
console.log(
  `backlog of ${count}: living ones ${together.rate.toFixed(0)} /s beside 1 % to ${deadEndpoints} dead endpoints, ${alone.rate.toFixed(0)} /s without, ratio ${(together.rate / alone.rate).toFixed(2)}; memory ${told}; ${machine}`
)
await stage.close()
process.exit(0)
