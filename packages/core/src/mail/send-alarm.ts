import { Effect } from "effect"
import { JobFailed } from "../operation/job.ts"
import { EndpointStore } from "../webhooks/model.ts"
import { alarmMail } from "./alarm-text.ts"
import { Mailer } from "./mailer.ts"
import type { AlarmPayload } from "./queue.ts"

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "")

/** Mails an alarm about a webhook endpoint to the address that the endpoint names at that moment. Run twice, it sends the same mail again. */
export const sendAlarm = Effect.fn("mail.webhook_alarm")(function* (alarm: AlarmPayload) {
  const endpoint = yield* (yield* EndpointStore).find(alarm.endpoint_id)
  const to = endpoint?.alarm_email ?? null
  if (endpoint === undefined || endpoint.archived_at !== null || to === null) return
  const message = alarmMail(alarm, { ...endpoint, host: hostOf(endpoint.url) }, to)
  yield* (yield* Mailer)
    .send(message)
    .pipe(
      Effect.catch((failure) =>
        failure.permanent
          ? Effect.logWarning("an alarm was not mailed").pipe(Effect.annotateLogs({ endpoint: endpoint.id, code: failure.code }))
          : Effect.fail(new JobFailed({ reason: failure.message }))
      )
    )
})
