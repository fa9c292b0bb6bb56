import { identifierOf, judgeWork, machine, median, openStage, seed, sizeOf, untilReceived, untilRecorded } from "./webhooks/stage.ts"

/** The same deliveries by one, two and four worker processes over one database. Nothing may be sent twice. */
const count = sizeOf("BENCH_DELIVERIES", 10_000)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const endpoints = 8

const stage = await openStage()
for (let number = 1; number <= endpoints; number += 1) await stage.endpoint(identifierOf("whe", number), `${stage.base}/in`)
const endpointOf = `'whe_' || lpad((i % ${endpoints} + 1)::text, 26, '0')`
let first = 1

const measure = async (processes: number): Promise<number> => {
  const workers = await Promise.all(Array.from({ length: processes }, stage.worker))
  const rates: Array<number> = []
  for (let round = 0; round <= rounds; round += 1) {
    const queue = await seed(stage, { first, count, endpointOf })
    first += count
    await stage.reset()
    const queued = await queue()
    const arrived = await untilReceived(stage, count)
    await untilRecorded(stage)
    await judgeWork(stage)
    // The first round warms up.
    if (round > 0) rates.push(count / ((arrived - queued) / 1000))
  }
  for (const worker of workers) await stage.end(worker)
  return median(rates)
}

const one = await measure(1)
for (const processes of [2, 4]) {
  const rate = await measure(processes)
  console.log(
    `${processes} workers: ${rate.toFixed(0)} /s, ${(rate / one).toFixed(2)} of one worker's ${one.toFixed(0)} /s; nothing was sent twice; ${machine}`
  )
}
await stage.close()
process.exit(0)
