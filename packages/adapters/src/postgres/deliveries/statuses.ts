import type { Condition } from "@vouchkit/core/kernel/storage/collection"
import { deliverJob } from "@vouchkit/core/resources/webhooks/deliveries/store"
import { type DeliveryStatus, waiting } from "@vouchkit/core/resources/webhooks/model"
import type { Besides } from "../collection.ts"

const stillDue: ReadonlySet<unknown> = new Set(waiting)
const missed: ReadonlySet<unknown> = new Set(["exhausted", "cancelled", "skipped"] satisfies ReadonlyArray<typeof DeliveryStatus.Type>)

const valuesOf = (where: ReadonlyArray<Condition<string>>, field: string): ReadonlyArray<unknown> =>
  where.flatMap((one) => {
    if (one.op === "eq" && one.field === field) return [one.value]
    return one.op === "in" && one.field === field ? one.values : []
  })

/**
 * What a query for deliveries of an endpoint by their status may say besides. No index holds the status, since a success is to be written in
 * place. Whatever still waits has a job in the partition of its endpoint, be it one that failed for good and waits for an operator, and what an endpoint
 * missed has an index of its own. Jobs are looked up before their tenant is asked for, who would else be gone through from one end to the other.
 */
export const besideStatus: Besides = (where, { environment, organization }, parameters) => {
  const [endpoint, ...others] = valuesOf(where, "endpoint_id")
  const statuses = valuesOf(where, "status")
  if (typeof endpoint !== "string" || others.length > 0 || statuses.length === 0) return ""
  if (statuses.every((status) => missed.has(status))) return " and missed"
  if (!statuses.every((status) => stillDue.has(status))) return ""
  const partition = parameters.add(endpoint)
  // In the order of an index each, so that a queue that was empty when the server counted it is not gone through by another.
  const inState = (state: "queued" | "failed", order: "due_at" | "created_at") =>
    `(select * from jobs where name = '${deliverJob}' and lane = ${partition} and state = '${state}' order by ${order} offset 0)`
  return ` and id = any (array(select payload ->> 'delivery_id' from (${inState("queued", "due_at")} union all ${inState("failed", "created_at")}) as jobs where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)}))`
}
