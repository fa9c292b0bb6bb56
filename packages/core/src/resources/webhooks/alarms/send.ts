import { Effect } from "effect"
import { JobFailed } from "../../../kernel/jobs/job.ts"
import { EndpointStore } from "../model.ts"
import { alarmMail } from "./text.ts"
import { Mailer, type MailFailureCode } from "../../mail/mailer.ts"
import type { AlarmPayload } from "../../mail/queue.ts"

const untold = (endpoint: string, code: MailFailureCode) =>
  Effect.logWarning("an alarm was not mailed").pipe(Effect.annotateLogs({ endpoint, code }))

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "")

/**
 * Mails an alarm about a webhook endpoint to the address that the endpoint names at that moment. Run twice, it sends the same mail again.
 * Where this installation sends no mail, the log tells of it and nothing waits for a server that no one named.
 */
export const sendAlarm = Effect.fn("mail.webhook_alarm")(function* (alarm: AlarmPayload) {
  const endpoint = yield* (yield* EndpointStore).find(alarm.endpoint_id)
  const to = endpoint?.alarm_email ?? null
  if (endpoint === undefined || endpoint.archived_at !== null || to === null) return
  const mailer = yield* Mailer
  if (!mailer.configured) return yield* untold(endpoint.id, "not_configured")
  const message = alarmMail(alarm, { ...endpoint, host: hostOf(endpoint.url) }, to)
  yield* mailer
    .send(message)
    .pipe(
      Effect.catch((failure) =>
        failure.permanent ? untold(endpoint.id, failure.code) : Effect.fail(new JobFailed({ reason: failure.message }))
      )
    )
})
