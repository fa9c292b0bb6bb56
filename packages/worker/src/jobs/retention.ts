import { eraseByPolicies } from "@vouchkit/core/flows/retention/erase"
import { Effect, Metric } from "effect"

const records = Metric.counter("vouchkit_retention_records_total", {
  description: "Records that were due by a retention policy, by kind and by what became of them",
  incremental: true
})

/** Erases what the policies of the organizations say, counts it, and answers whether more is due. */
export const eraseWhatIsOver = Effect.flatMap(eraseByPolicies, ({ more, tally }) =>
  Effect.as(
    Effect.forEach(
      tally,
      ([counted, count]) => {
        const [kind = "", outcome = ""] = counted.split(":")
        return Metric.update(Metric.withAttributes(records, { kind, outcome }), count)
      },
      { discard: true }
    ),
    more
  )
)
