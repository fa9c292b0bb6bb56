import { Schema } from "effect"
import { idSchema } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"

/** Name of the job that mails the link of an invitation. */
export const invitationJob = "mail.invitation"
/** Name of the job that mails an alarm about a webhook endpoint. */
export const alarmJob = "mail.webhook_alarm"

/** Seconds to wait after each failure: greylisting ends within minutes, a broken mail server is mended within hours. */
export const mailRetries = [10, 60, 300, 900, 1_800, 3_600, 7_200] as const

/** What the URL of a link is sealed as; its context is the link's id. */
export const linkPurpose = "invitation-link"

/** An invitation to be mailed. Neither the address nor the URL stands here in plain text: the one is read when it is needed, the other sealed. */
export const InvitationPayload = Schema.Struct({
  session_id: idSchema("ses"),
  link_id: idSchema("vln"),
  sealed_url: Schema.String.check(Schema.isMaxLength(8_192))
})
export type InvitationPayload = typeof InvitationPayload.Type

/** An alarm to be mailed, with what the attempt that raised it was about. */
export const AlarmPayload = Schema.Struct({
  endpoint_id: idSchema("whe"),
  alarm: Schema.Literals(["failing", "disabled"]),
  delivery_id: idSchema("whd"),
  event_type: Schema.String.check(Schema.isMaxLength(64)),
  attempts_made: Schema.Int,
  response_status: Schema.NullOr(Schema.Int),
  error_code: Schema.NullOr(Schema.String.check(Schema.isMaxLength(64))),
  at: Timestamp
})
export type AlarmPayload = typeof AlarmPayload.Type
