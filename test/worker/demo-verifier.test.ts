import { describe, expect, test } from "bun:test"
import { legacySignature, mintSecret, signatureHeader, standardSignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { type Delivery, signatureProblem } from "@vouchkit/worker/commands/demo/receiver"

const secret = mintSecret(new Uint8Array(32).fill(6))
const now = 1_790_000_000
const id = "evt_01"

const delivery = (body: string, secrets: readonly [string, ...ReadonlyArray<string>] = [secret], timestamp = now): Delivery => ({
  body,
  headers: {
    "x-service-signature": signatureHeader({ secrets, timestamp, body }),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standardSignature({ id, secrets, timestamp, body }) ?? ""
  }
})

describe("the verifier of the demo, which shares no code with the signer", () => {
  // The library of Standard Webhooks looks at the real clock, so that deliveries here are signed for this very second.
  const seconds = () => Math.floor(Date.now() / 1000)

  test("accepts what both signatures vouch for", () => {
    expect(signatureProblem(delivery('{"id":"evt_01"}', [secret], seconds()), secret, seconds())).toBeNull()
    const other = mintSecret(new Uint8Array(32).fill(7))
    expect(signatureProblem(delivery("{}", [other, secret], seconds()), secret, seconds())).toBeNull()
  })

  test("refuses a body with one changed letter, another secret, an old time and a bare signature", () => {
    const good = delivery('{"id":"evt_01"}')
    expect(signatureProblem({ ...good, body: '{"iD":"evt_01"}' }, secret, now)).toContain("does not fit")
    expect(signatureProblem(good, mintSecret(new Uint8Array(32).fill(8)), now)).toContain("does not fit")
    expect(signatureProblem(good, secret, now + 301)).toContain("too old")
    const bare = { ...good.headers, "x-service-signature": legacySignature({ secret, body: good.body }) }
    expect(signatureProblem({ ...good, headers: bare }, secret, now)).toContain("names no time")
  })

  test("is not satisfied by one signature of two", () => {
    const good = delivery("{}", [secret], seconds())
    const half = { ...good.headers, "webhook-signature": "v1,AAAA" }
    expect(signatureProblem({ ...good, headers: half }, secret, seconds())).toContain("webhook-signature")
    expect(signatureProblem({ ...good, headers: { ...good.headers, "x-service-signature": "" } }, secret, seconds())).toContain(
      "X-Service-Signature"
    )
  })
})
