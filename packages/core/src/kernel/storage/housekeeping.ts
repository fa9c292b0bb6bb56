import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../foundation/failure.ts"

/** Windows that ended this long ago are counted by no one any more; the longest window takes an hour. */
export const quotaWindowLifetimeMillis = 7_200_000

/** Removes what only storage itself knows to be over, for all tenants. */
export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    /** Removes a bounded number of stored answers and quota windows that are over at this time, and answers how many. */
    readonly sweepExpired: (now: string) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vouchkit/core/storage/Housekeeping") {}
