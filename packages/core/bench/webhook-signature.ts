import { deliveryHeaders } from "@vouchkit/core/resources/webhooks/deliveries/headers"
import { mintSecret, signatureHeader, verifySignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { DateTime } from "effect"

/** How many calls of `run` fit in a second, after a warm-up of a tenth of it. */
const perSecond = (run: () => unknown): number => {
  const count = (milliseconds: number): number => {
    const end = performance.now() + milliseconds
    let calls = 0
    for (; performance.now() < end; calls += 1) run()
    return calls
  }
  count(100)
  return count(1_000)
}

const secret = mintSecret(new Uint8Array(32).fill(1))
const timestamp = 1_767_225_600
const moment = DateTime.makeUnsafe(timestamp * 1_000)

for (const bytes of [1_024, 10_240]) {
  const body = "x".repeat(bytes)
  const header = signatureHeader({ secrets: [secret], timestamp, body })
  const attempt = {
    secrets: [secret],
    body,
    event: { id: "evt_01jgfjjz00e8r4v2m9k3txqwpn", type: "session.approved" },
    delivery_id: "whd_01jgfjjz00e8r4v2m9k3txqwpn",
    api_version: "2026-04-17",
    attempts_made: 1,
    attempts_left: 7,
    first_attempted_at: moment,
    attempted_at: moment
  } as const
  const rates = {
    sign: perSecond(() => signatureHeader({ secrets: [secret], timestamp, body })),
    verify: perSecond(() => verifySignature({ header, body, secrets: [secret], now: timestamp })),
    "all headers (both signatures)": perSecond(() => deliveryHeaders(attempt))
  }
  for (const [name, rate] of Object.entries(rates)) console.log(`${bytes / 1_024} KB  ${name}: ${rate.toLocaleString("en")} per second`)
}
