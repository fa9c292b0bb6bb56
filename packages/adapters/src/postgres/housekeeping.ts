import { between } from "@vouchkit/core/kernel/foundation/time"
import { Housekeeping, quotaWindowLifetimeMillis } from "@vouchkit/core/kernel/storage/housekeeping"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

/** Small enough that the locks of one statement are held for moments only. */
const batchSize = 5_000
const epoch = "1970-01-01T00:00:00.000Z"

export const layer = Layer.effect(Housekeeping)(
  Effect.map(Database, (database) => {
    const remove = (table: string, condition: (parameters: Parameters) => string) =>
      Effect.map(
        Effect.catchTag(
          database.run(
            (parameters) =>
              `with over as (select ctid from ${table} where ${condition(parameters)} limit ${batchSize} for update skip locked) delete from ${table} where ctid in (select ctid from over) returning 1`
          ),
          "Conflict",
          (failure) => Effect.die(failure)
        ),
        (rows) => rows.length
      )
    return {
      sweepExpired: (now) =>
        Effect.gen(function* () {
          const answers = yield* remove("idempotency_keys", (parameters) => `expires_at <= ${parameters.add(now)}`)
          const reservations = yield* remove("idempotency_reservations", (parameters) => `expires_at <= ${parameters.add(now)}`)
          const oldest = Math.floor((between(epoch, now) - quotaWindowLifetimeMillis) / 1000)
          const windows = yield* remove("quota_windows", (parameters) => `window_start < ${parameters.add(oldest)}::bigint`)
          return answers + reservations + windows
        })
    }
  })
)
