import { hours, minutes } from "../../../kernel/foundation/time.ts"

/** How often lists are refreshed. */
export const refreshMs = hours(12)
/** A refresh comes earlier by up to this much, so that installations and lists do not all ask at one moment. */
const refreshSpreadMs = hours(1)
const firstRetryMs = minutes(5)

/** A list is held by its fetch for this long without another sign of life. */
export const fetchLeaseMs = 90_000
export const fetchSignMs = 20_000

/** Waits within one fetch, after failures that may pass by themselves, in milliseconds. */
export const quickRetriesMs: ReadonlyArray<number> = [2_000, 10_000]

/** Milliseconds until the next fetch: a refresh after a good one; after failures 5 minutes, doubled each time, up to a refresh. `chance` is 0 to 1. */
export const nextFetchMs = (failures: number, chance: number): number => {
  if (failures === 0) return refreshMs - Math.floor(chance * refreshSpreadMs)
  const wait = Math.min(refreshMs, firstRetryMs * 2 ** Math.min(failures - 1, 20))
  return wait - Math.floor((chance * wait) / 10)
}
