import { Effect, Schema } from "effect"
import { job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { RowKey } from "../../../kernel/resource/keyed/records.ts"
import { customFieldRows } from "../../settings/custom-fields/model.ts"
import { scheduleSealing, sealFieldJob } from "../../settings/custom-fields/sealing.ts"
import { FieldValueStore } from "./model.ts"
import { sealedAfterAll } from "./values.ts"

const atOnce = 100

/**
 * Encrypts some of the stored values of a field, each in a transaction of its own, and hands the rest to the next job. What was done is not found again,
 * so that a job that was killed goes on where it stopped.
 */
const sealSome = Effect.fnUntraced(function* (key: string) {
  const { transaction } = yield* UnitOfWork
  const store = yield* FieldValueStore
  const field = yield* customFieldRows.find(key)
  const found = yield* store.list({ where: [{ field: "plain_fields", op: "overlaps", values: [key] }], limit: atOnce })
  for (const { id } of found) {
    yield* transaction(
      Effect.gen(function* () {
        const row = yield* store.lock(id)
        if (row === undefined || !row.plain_fields.includes(key)) return
        yield* store.save({ ...(yield* sealedAfterAll(row, field)), updated_at: yield* tenantNow })
      })
    )
  }
  if (found.length === atOnce) yield* transaction(scheduleSealing(key))
})

export const jobs = [
  job({
    name: sealFieldJob,
    payload: Schema.Struct({ field: RowKey }),
    retry_seconds: [2, 10, 60, 600],
    timeout_seconds: 120,
    concurrency: 1,
    handle: ({ field }) => sealSome(field)
  })
] as const
