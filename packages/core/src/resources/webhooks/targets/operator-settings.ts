import { Context } from "effect"
import { defaultRetrySchedule, type RetrySchedule as Waits } from "../deliveries/schedule.ts"
import type { InsecureTargets as Exceptions } from "./target.ts"

/** `host:port` of endpoints that may be private or plain HTTP (`WEBHOOK_ALLOW_INSECURE_TARGETS`); none unless the operator names some. */
export const InsecureTargets = Context.Reference<Exceptions>("@vouchkit/core/webhooks/InsecureTargets", {
  defaultValue: () => new Set()
})

/** Ports of receivers that the operator allows beside the usual ones (`WEBHOOK_ALLOW_PORTS`); none unless the operator names some. */
export const AllowedPorts = Context.Reference<ReadonlySet<number>>("@vouchkit/core/webhooks/AllowedPorts", {
  defaultValue: () => new Set()
})

/** The waits between attempts of a delivery (`WEBHOOK_RETRY_SCHEDULE`), in milliseconds; the standard ones unless the operator names others. */
export const RetrySchedule = Context.Reference<Waits>("@vouchkit/core/webhooks/RetrySchedule", {
  defaultValue: () => defaultRetrySchedule
})
