import { compose, oneLine } from "../../mail/layout.ts"
import type { MailMessage } from "../../mail/mailer.ts"
import type { AlarmPayload } from "../../mail/queue.ts"

/** What an alarm says of its endpoint. Its URL may hold a password of the receiver, so that only the host is named. */
interface AlarmedEndpoint {
  readonly id: string
  readonly label: string | null
  readonly environment: string
  readonly host: string
  readonly disabled_reason: string | null
}

const answerOf = ({ error_code, response_status }: AlarmPayload): string =>
  response_status === null ? (error_code ?? "no answer") : `HTTP ${response_status}`

const reported = {
  failing: {
    subject: (name: string) => `Webhook endpoint ${name} keeps failing`,
    opening:
      "A webhook delivery has failed several times. The service keeps retrying it, with growing waits, until its attempts are used up.",
    advice:
      "Check the receiver. It has to answer with a 2xx status within 15 seconds. You can send failed deliveries again by hand for 30 days."
  },
  disabled: {
    subject: (name: string) => `Webhook endpoint ${name} was disabled`,
    opening: "A webhook endpoint was disabled. It receives no more events, and its pending deliveries were cancelled.",
    advice:
      "When the receiver works again, enable the endpoint with PATCH and enabled: true. You can send missed deliveries again by hand for 30 days."
  }
} as const satisfies Record<AlarmPayload["alarm"], unknown>

const reasons: Readonly<Record<string, string>> = {
  gone: "The receiver answered 410 Gone.",
  failing: "Every delivery has failed for five days."
}

/** The mail of an alarm about a webhook endpoint, to those who look after it. */
export const alarmMail = (alarm: AlarmPayload, endpoint: AlarmedEndpoint, to: string): MailMessage => {
  const words = reported[alarm.alarm]
  const name = endpoint.label === null ? endpoint.id : oneLine(endpoint.label)
  const reason = alarm.alarm === "disabled" ? reasons[endpoint.disabled_reason ?? ""] : undefined
  return {
    key: `${alarm.delivery_id}.${alarm.alarm}.${Date.parse(alarm.at)}`,
    to,
    ...compose({
      language: "en",
      subject: words.subject(name),
      blocks: [
        { type: "text", text: reason === undefined ? words.opening : `${words.opening} ${reason}` },
        {
          type: "list",
          title: "What happened:",
          items: [
            `Endpoint: ${name} (${endpoint.id}, ${endpoint.environment}) at ${endpoint.host}`,
            `Delivery: ${alarm.delivery_id}, event ${alarm.event_type}`,
            `Attempts so far: ${alarm.attempts_made}; the last at ${alarm.at}, with ${answerOf(alarm)}`
          ]
        },
        { type: "text", text: words.advice },
        {
          type: "text",
          text: "You get this mail because your address is the endpoint's alarm_email. While the endpoint keeps failing, you get at most one such mail a day."
        }
      ]
    })
  }
}
