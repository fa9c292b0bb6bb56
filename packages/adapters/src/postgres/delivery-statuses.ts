import type { Condition } from "@vouchkit/core/storage/collection"
import { deliverJob } from "@vouchkit/core/webhooks/deliveries"
import { type DeliveryStatus, waiting } from "@vouchkit/core/webhooks/model"
import type { Parameters } from "./statement.ts"

const stillDue: ReadonlySet<unknown> = new Set(waiting)
const missed: ReadonlySet<unknown> = new Set(["exhausted", "cancelled", "skipped"] satisfies ReadonlyArray<typeof DeliveryStatus.Type>)

const valuesOf = (where: ReadonlyArray<Condition<string>>, field: string): ReadonlyArray<unknown> =>
  where.flatMap((one) => {
    if (one.op === "eq" && one.field === field) return [one.value]
    return one.op === "in" && one.field === field ? one.values : []
  })

/**
 * What a query for deliveries of an endpoint by their status may say besides. No index holds the status, since a success is to be written in
 * place. Whatever still waits has a job in the lane of its endpoint, and what an endpoint missed has an index of its own.
 */
export const besideStatus = (where: ReadonlyArray<Condition<string>>, parameters: Parameters): string => {
  const [endpoint, ...others] = valuesOf(where, "endpoint_id")
  const statuses = valuesOf(where, "status")
  if (typeof endpoint !== "string" || others.length > 0 || statuses.length === 0) return ""
  if (statuses.every((status) => missed.has(status))) return " and missed"
  if (!statuses.every((status) => stillDue.has(status))) return ""
  return ` and id in (select payload ->> 'delivery_id' from jobs where jobs.organization = webhook_deliveries.organization and jobs.environment = webhook_deliveries.environment and name = '${deliverJob}' and lane = ${parameters.add(endpoint)} and state = 'queued')`
}
