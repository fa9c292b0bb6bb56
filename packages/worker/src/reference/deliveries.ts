import { envelopeFacts } from "@vouchkit/core/kernel/events/announce"
import { deliveryHeaderFacts } from "@vouchkit/core/resources/webhooks/deliveries/headers"
import { payloadLimit } from "@vouchkit/core/resources/webhooks/deliveries/payload"
import { alarmAttempt, attemptsOf, defaultRetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import { sendTimeoutMs } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { signatureToleranceSeconds } from "@vouchkit/core/resources/webhooks/deliveries/signature"

/** As the contract spells it; names of headers have no case. */
const headerName = (name: string): string => (name.startsWith("x-") ? name.replace(/(^|-)[a-z]/gu, (letter) => letter.toUpperCase()) : name)

const units = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000]
] as const

/** A wait in its greatest unit that divides it. */
const spelled = (milliseconds: number): string => {
  const found = units.find(([, size]) => milliseconds % size === 0)
  return found === undefined ? `${milliseconds} ms` : `${milliseconds / found[1]} ${found[0]}`
}

/** What a receiver of webhooks gets, and what its answers come to; `table` writes one in Markdown. */
export const deliveryReference = (table: (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => string): string =>
  [
    `A delivery is a \`POST\` of the event as JSON, ${payloadLimit / 1_024} KB at most, in the version and key casing of its endpoint and without what its`,
    "`attribute_blocklist` names. The service delivers each event at least once and in any order.",
    "",
    table(
      ["Member", "What it says"],
      Object.entries(envelopeFacts).map(([name, fact]) => [`\`${name}\``, fact])
    ),
    "",
    table(
      ["Header", "What it says"],
      Object.entries(deliveryHeaderFacts).map(([name, fact]) => [`\`${headerName(name)}\``, fact])
    ),
    "",
    `Refuse what was signed more than ${signatureToleranceSeconds} seconds ago. A status of 2xx within ${sendTimeoutMs / 1_000} seconds is a success; redirects are not followed. After any other`,
    `answer, or none, it is tried again: after ${defaultRetrySchedule.map(spelled).join(", ")}, each counted from the failure before it and spread`,
    `by a tenth, ${attemptsOf(defaultRetrySchedule)} attempts in all; failure ${alarmAttempt(defaultRetrySchedule)} raises \`webhook-endpoint.failing\`. The \`Retry-After\` of a 429 or 503 is waited for, up to 24 h. A 410 switches`,
    "the endpoint off at once. So do five days in which every attempt fails, with at least ten failures."
  ].join("\n")
