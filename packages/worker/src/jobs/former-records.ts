import { encryptFormerRecords } from "@vouchkit/core/flows/housekeeping"
import { Effect, Metric } from "effect"

const records = Metric.counter("vouchkit_records_encrypted_total", {
  description: "Records of earlier versions whose members were encrypted, by table",
  incremental: true
})

/** Encrypts what earlier versions wrote in plain text, counts it, and answers whether more is left. */
export const encryptWhatLiesOpen = Effect.flatMap(encryptFormerRecords, ({ encrypted, more }) =>
  Effect.as(
    Effect.forEach(encrypted, ([table, count]) => Metric.update(Metric.withAttributes(records, { table }), count), { discard: true }),
    more
  )
)
