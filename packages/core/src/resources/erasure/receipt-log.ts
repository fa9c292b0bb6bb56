import { Context, Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { Outside } from "../../kernel/foundation/outside.ts"
import { job } from "../../kernel/jobs/job.ts"
import { ReceiptStore } from "./kept-receipts.ts"
import { logJob, LogPayload } from "./log-receipt.ts"
import { ErasureReceipt } from "./receipt.ts"

/** An erasure as the log keeps it. It names no person. */
export const LoggedErasure = Schema.Struct({
  receipt: ErasureReceipt,
  /** Of an identity whose sessions were kept. */
  keeps_sessions: Schema.Boolean
})
export interface LoggedErasure extends Schema.Schema.Type<typeof LoggedErasure> {}

/**
 * What was erased, kept outside of the database: a database that is restored from a backup does not know of later erasures, and learns of them here. The
 * installation's own; entries bear their tenant.
 */
export class ReceiptLog extends Context.Service<
  ReceiptLog,
  {
    /** Keeps an erasure under the id of its receipt; saying it again changes nothing. */
    readonly append: (entry: LoggedErasure) => Effect.Effect<void, StorageUnavailable>
    /** Entries behind the one with this id, in the order of ids, 1,000 at most; from the first on for an empty text. */
    readonly page: (after: string) => Effect.Effect<ReadonlyArray<LoggedErasure>, StorageUnavailable>
  }
>()("@vouchkit/core/erasure/ReceiptLog") {
  declare readonly reaches: Outside
}

const logReceipt = Effect.fnUntraced(function* ({ keeps_sessions, receipt_id }: typeof LogPayload.Type) {
  const kept = yield* (yield* ReceiptStore).find(receipt_id)
  if (kept !== undefined) yield* (yield* ReceiptLog).append({ receipt: kept.receipt, keeps_sessions })
})

export const jobs = [
  job({
    name: logJob,
    payload: LogPayload,
    // The object store may be away for long.
    retry_seconds: [2, 10, 30, 60, 60, 300, 600, 3_600, 21_600, 86_400],
    timeout_seconds: 60,
    concurrency: 4,
    handle: logReceipt
  })
] as const
