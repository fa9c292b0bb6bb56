import type { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, Result } from "effect"
import type { JobName, JobTable } from "../postgres/jobs/table.ts"
import { batchSize, type Sqs, type SqsFailure } from "./client.ts"
import { wakeUp } from "./wake-up.ts"

/** Rows that one step of the relay tells of; the next step takes the others. */
const relayedAtOnce = 100
const batchesAtOnce = 4

interface Relayed {
  readonly sent: number
  /** Whether more rows may be waiting to be told of. */
  readonly more: boolean
  /** Why messages could not be sent; their rows are told of again by the next step. */
  readonly failure: SqsFailure | null
}

const batchesOf = (rows: ReadonlyArray<JobName>): ReadonlyArray<ReadonlyArray<JobName>> =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize))

/**
 * One step of the relay: marks due rows as told of, then sends a message for each. A process that dies in between loses no row, since each
 * mark ends by itself; one that sent and could not learn of it sends twice, which every reader of the queue bears.
 */
export const relay = Effect.fnUntraced(function* (
  table: Pick<JobTable, "relay" | "relayAgain">,
  sqs: Pick<Sqs, "send">,
  now: string
): Effect.fn.Return<Relayed, StorageUnavailable> {
  const rows = yield* table.relay(relayedAtOnce, now)
  if (rows.length === 0) return { sent: 0, more: false, failure: null }
  const ends = yield* Effect.forEach(
    batchesOf(rows),
    (batch) => Effect.map(Effect.result(sqs.send(batch.map(wakeUp))), (end) => ({ batch, end })),
    { concurrency: batchesAtOnce }
  )
  const unsent = ends.flatMap(({ batch, end }) => (Result.isFailure(end) ? batch : end.success.flatMap((index) => batch[index] ?? [])))
  yield* table.relayAgain(unsent, null)
  const failed = ends.flatMap(({ end }) => (Result.isFailure(end) ? [end.failure] : []))
  return { sent: rows.length - unsent.length, more: rows.length === relayedAtOnce && unsent.length === 0, failure: failed[0] ?? null }
})
