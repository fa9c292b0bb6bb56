import { Context, type Effect } from "effect"
import type { EventEnvelope } from "../../../kernel/events/announce.ts"
import type { Tenant } from "../../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import type { QueuedJob } from "../../../kernel/jobs/job.ts"
import type { StoredDelivery, StoredEndpoint } from "../model.ts"

/** What one attempt needs. */
export interface DueDelivery {
  readonly delivery: StoredDelivery
  readonly endpoint: StoredEndpoint
  readonly envelope: EventEnvelope
}

/** Which delivery a run is about. */
export interface DeliveryRun {
  readonly queued: QueuedJob
  readonly delivery_id: string
  readonly endpoint_id: string
}

/** Reads and writes many deliveries with few statements. */
export interface DeliveryRounds {
  /** What each run needs, in their order; undefined where a part of it is gone. Endpoints that several share are one object. */
  readonly read: (runs: ReadonlyArray<DeliveryRun>) => Effect.Effect<ReadonlyArray<DueDelivery | undefined>, StorageUnavailable>
  /**
   * As `settle`, and the job is out of the queue with it. Those that are submitted at about the same time share a statement; a callback,
   * since there are thousands a second. `unavailable` is told where the storage could not be reached.
   */
  readonly settle: (run: DeliveryRun, delivery: StoredDelivery, written: (outcome: "settled" | "changed" | "unavailable") => void) => void
}

/**
 * Writes down attempts from which nothing follows but the state of their delivery: successes at endpoints with a clean record, which are
 * nearly all. They need no lock, since they change one record, and so many of them share a statement.
 */
export class SettledDeliveries extends Context.Service<
  SettledDeliveries,
  {
    /**
     * Replaces the delivery that was read as `delivery.version`. Answers false, having written nothing, when it was changed meanwhile or its
     * endpoint has begun to fail: then the attempt has to be written down with all that may follow from it.
     */
    readonly settle: (delivery: StoredDelivery) => Effect.Effect<boolean, StorageUnavailable, Tenant>
    /** Null where statements cost nothing, so that sharing them gains nothing. */
    readonly rounds: DeliveryRounds | null
  }
>()("@vouchkit/core/webhooks/SettledDeliveries") {}
