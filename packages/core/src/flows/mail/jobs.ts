import { job } from "../../kernel/jobs/job.ts"
import { AlarmPayload, alarmJob, InvitationPayload, invitationJob, mailRetries } from "../../resources/mail/queue.ts"
import { sendAlarm } from "../../resources/webhooks/alarms/send.ts"
import { abandonInvitation, sendInvitation } from "../../resources/sessions/invitations/send.ts"

/** A mailer answers or gives up well before this. */
const timeout_seconds = 60

const inviting = job({
  name: invitationJob,
  payload: InvitationPayload,
  retry_seconds: mailRetries,
  timeout_seconds,
  concurrency: 3,
  handle: (payload) => sendInvitation(payload),
  abandon: (payload) => abandonInvitation(payload)
})

const alarming = job({
  name: alarmJob,
  payload: AlarmPayload,
  retry_seconds: mailRetries,
  timeout_seconds,
  concurrency: 2,
  handle: (alarm) => sendAlarm(alarm)
})

/** Everything that is mailed, always in the background: no request waits for a mail server. */
export const jobs = [inviting, alarming] as const
