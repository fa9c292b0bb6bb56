import { deliver } from "./webhooks/deliver.ts"
import { identifierOf, machine, openStage, sizeOf, told } from "./webhooks/stage.ts"

/**
 * What sending the deliveries of one claim together brings: the same deliveries by a worker that does so and by one that sends each by itself,
 * in turns in one run. Only the ratio carries over.
 */
const count = sizeOf("BENCH_DELIVERIES", 5_000)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const warm = Math.min(count, 1_000)

const stage = await openStage()
await stage.endpoint(identifierOf("whe", 1), `${stage.base}/in`)
let next = 1
const rateOf = async (plain: boolean): Promise<number> => {
  const worker = await stage.worker(plain)
  await deliver(stage, next, warm)
  const rate = await deliver(stage, next + warm, count)
  next += warm + count
  await stage.end(worker)
  return rate
}

const ratios: Array<number> = []
for (let round = 1; round <= rounds; round += 1) {
  const plain = await rateOf(true)
  const fast = await rateOf(false)
  ratios.push(fast / plain)
  console.log(
    `batched round ${round}/${rounds}: ${fast.toFixed(0)} /s, one by one ${plain.toFixed(0)} /s, ratio ${(fast / plain).toFixed(2)}`
  )
}
console.log(`deliveries sent together: ratio to one by one ${told(ratios)}; ${machine}`)
await stage.close()
process.exit(0)
