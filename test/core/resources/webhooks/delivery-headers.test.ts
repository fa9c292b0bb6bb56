import { expect, test } from "bun:test"
import { type DeliveryAttempt, deliveryHeaderFacts, deliveryHeaders } from "@vouchkit/core/resources/webhooks/deliveries/headers"
import { mintSecret, verifyLegacySignature, verifySignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { DateTime } from "effect"

const fresh = mintSecret(new Uint8Array(32).fill(1))
const old = mintSecret(new Uint8Array(32).fill(2))
const body = '{"id":"evt_01","type":"session.approved"}'
const anAttempt = (overrides: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  secrets: [fresh],
  body,
  event: { id: "evt_01", type: "session.approved" },
  delivery_id: "whd_01",
  api_version: "2026-04-17",
  attempts_made: 2,
  attempts_left: 6,
  first_attempted_at: DateTime.makeUnsafe("2026-03-01T12:00:00.900Z"),
  attempted_at: DateTime.makeUnsafe("2026-03-01T12:00:05.999Z"),
  ...overrides
})
const at = Date.UTC(2026, 2, 1, 12, 0, 5) / 1_000

test("a delivery carries exactly the headers of the rules, moments in whole Unix seconds", () => {
  const headers = deliveryHeaders(anAttempt())
  expect(headers).toEqual({
    "content-type": "application/json",
    "user-agent": "Vouchkit-Webhooks/1",
    "x-service-signature": expect.stringMatching(new RegExp(`^t=${at},v1=[0-9a-f]{64}$`)),
    "x-service-event-id": "evt_01",
    "x-service-event-type": "session.approved",
    "x-service-delivery-id": "whd_01",
    "x-service-attempts-made": "2",
    "x-service-attempts-left": "6",
    "x-service-first-attempted-at": String(at - 5),
    "webhook-id": "evt_01",
    "webhook-timestamp": String(at),
    "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/)
  })
  const header = headers["x-service-signature"] ?? ""
  expect(verifySignature({ header, body, secrets: [fresh], now: at }).verified).toBe(true)
})

test("each attempt has a new moment and signature, and the same event id", () => {
  const first = deliveryHeaders(anAttempt())
  const second = deliveryHeaders(anAttempt({ attempted_at: DateTime.makeUnsafe("2026-03-01T12:05:05Z") }))
  expect(second["webhook-id"]).toBe(first["webhook-id"] ?? "")
  expect(second["x-service-first-attempted-at"]).toBe(first["x-service-first-attempted-at"] ?? "")
  for (const name of ["x-service-signature", "webhook-timestamp", "webhook-signature"]) expect(second[name]).not.toBe(first[name] ?? "")
})

test("during a rotation both signatures carry both secrets", () => {
  const headers = deliveryHeaders(anAttempt({ secrets: [fresh, old] }))
  expect(headers["x-service-signature"]?.split(",").length).toBe(3)
  expect(headers["webhook-signature"]?.split(" ").length).toBe(2)
})

test("only an endpoint of the first version also receives the legacy signature, made with the newest secret", () => {
  const headers = deliveryHeaders(anAttempt({ api_version: "2026-01-01", secrets: [fresh, old] }))
  const header = headers["x-service-signature-legacy"] ?? ""
  expect(verifyLegacySignature({ header, body, secrets: [fresh] })).toBe(true)
  expect(verifyLegacySignature({ header, body, secrets: [old] })).toBe(false)
  for (const api_version of ["2026-04-17", "2026-05-21", "2026-08-27", "2026-08-31"]) {
    expect(deliveryHeaders(anAttempt({ api_version }))).not.toHaveProperty("x-service-signature-legacy")
  }
})

test("a secret that encodes no key leaves the Standard Webhooks headers out, all three together", () => {
  const names = Object.keys(deliveryHeaders(anAttempt({ secrets: ["an old organization secret"] })))
  expect(names.filter((name) => name.startsWith("webhook-"))).toEqual([])
  expect(names).toContain("x-service-signature")
})

test("every header that a delivery can carry is explained to receivers, and no other", () => {
  expect(Object.keys(deliveryHeaders(anAttempt({ api_version: "2026-01-01" }))).sort()).toEqual(Object.keys(deliveryHeaderFacts).sort())
})
