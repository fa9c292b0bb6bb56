import { watchAuditLogs } from "@vouchkit/core/resources/audit/watch"
import { Effect, Metric } from "effect"

const faults = Metric.counter("vouchkit_audit_chain_faults_total", {
  description: "Audit logs whose chain was found broken, by what is wrong",
  incremental: true
})

/** Verifies the audit logs, and raises an alarm for each that someone changed: an error in the log of the process, and a metric. */
export const watchChains = Effect.flatMap(watchAuditLogs, (broken) =>
  Effect.forEach(
    broken,
    ({ tenant, verdict: { chain_index, fault, id } }) =>
      Effect.andThen(
        Effect.logError("the audit log was tampered with", { ...tenant, fault, chain_index, entry: id }),
        Metric.update(Metric.withAttributes(faults, { fault }), 1)
      ),
    { discard: true }
  )
)
