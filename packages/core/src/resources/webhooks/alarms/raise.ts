import { Effect } from "effect"
import { between, days } from "../../../kernel/foundation/time.ts"
import { type AlarmPayload, alarmJob } from "../../mail/queue.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import type { StoredEndpoint } from "../model.ts"

/** Every delivery that fails raises its own alarm; people are mailed about an endpoint this often at most. */
const quietFor = days(1)

/** What an attempt is told to have come to, in events and mails alike. */
type AlarmFacts = Pick<AlarmPayload, "delivery_id" | "event_type" | "attempts_made" | "response_status" | "error_code">

const isQuiet = ({ alarm_mailed_at }: StoredEndpoint, at: string): boolean =>
  alarm_mailed_at !== undefined && between(alarm_mailed_at, at) < quietFor

/**
 * Queues the mail of an alarm for the address of the endpoint, if it names one, and answers the endpoint to be saved. That an endpoint was
 * disabled is always mailed.
 */
export const mailAlarm = Effect.fnUntraced(function* (
  endpoint: StoredEndpoint,
  { alarm, at, ...facts }: AlarmFacts & Pick<AlarmPayload, "alarm" | "at">
) {
  if ((endpoint.alarm_email ?? null) === null) return endpoint
  if (alarm === "failing" && isQuiet(endpoint, at)) return endpoint
  const { attempts_made, delivery_id, error_code, event_type, response_status } = facts
  const payload: AlarmPayload = { endpoint_id: endpoint.id, alarm, at, attempts_made, delivery_id, error_code, event_type, response_status }
  const id = `${delivery_id}_${alarm}_${Date.parse(at)}`
  yield* (yield* JobQueue).enqueue({ id, name: alarmJob, payload, due_at: at })
  const mailed: StoredEndpoint = { ...endpoint, alarm_mailed_at: at }
  return mailed
})
