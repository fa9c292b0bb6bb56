import { identifierOf, judgeWork, seed, type Stage, untilReceived, untilRecorded } from "./stage.ts"

/** Deliveries to the first endpoint, from the one numbered `first` on: how many a second arrived, once all are recorded. */
export const deliver = async (stage: Stage, first: number, size: number, each: (genuine: number) => void = () => {}): Promise<number> => {
  const queue = await seed(stage, { first, count: size, endpointOf: `'${identifierOf("whe", 1)}'` })
  await stage.reset()
  const queued = await queue()
  const arrived = await untilReceived(stage, size, each)
  await untilRecorded(stage)
  await judgeWork(stage)
  return size / ((arrived - queued) / 1000)
}
