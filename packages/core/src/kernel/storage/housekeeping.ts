import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../foundation/failure.ts"

/** Kinds of rows that are over by time alone, so that they can be removed without a look at what they mean. */
export type EndedRows =
  | "idempotency_answers"
  | "idempotency_reservations"
  | "quota_windows"
  | "quota_moments"
  | "nfc_challenges"
  | "failed_jobs"
  | "webhook_history"
  | "audit_entries"

/** Where a sweep goes on: behind the rows that ended up to here. Opaque to callers. */
export type SweepCursor = string | null

export interface Portion {
  readonly removed: number
  /** Where to go on; null when nothing more was due. */
  readonly next: SweepCursor
}

/** Removes what only storage itself knows to be over, for all tenants. */
export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    /**
     * Removes some rows of one kind that ended at this time or before, in one small transaction. Rows that someone else has locked are left to them:
     * many may sweep at once.
     */
    readonly removeSome: (kind: EndedRows, ended_until: string, from: SweepCursor) => Effect.Effect<Portion, StorageUnavailable>
    /** Frees what ended jobs left in the table of jobs, once that is much: every claim would step over it. Answers whether it did. */
    readonly reclaimJobs: Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vouchkit/core/storage/Housekeeping") {}
