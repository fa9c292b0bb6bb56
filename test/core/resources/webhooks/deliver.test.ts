import { expect } from "bun:test"
import { between } from "@vouchkit/core/kernel/foundation/time"
import { attemptsOf, defaultRetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import { verifySignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { anEndpoint, deliveriesOf, happens, received, receiver, theDelivery, work, world } from "./harness.ts"

const headersOf = Effect.map(receiver, ({ requests }) => requests.map(({ headers }) => headers))
const unix = Effect.map(DateTime.now, (moment) => Math.floor(DateTime.toEpochMillis(moment) / 1000))
/** Moves to the moment the next attempt is due and makes it. */
const nextAttempt = (endpoint: { readonly id: string }) =>
  Effect.gen(function* () {
    const { next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    yield* work
  })

world("a change reaches the endpoint as a signed envelope that both conventions accept", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ api_version: "2026-08-31" })
    yield* happens("session.approved", { id: "ses_1", status: "approved", previous_status: "processing" })
    yield* work
    const { requests } = yield* receiver
    expect(requests.length).toBe(1)
    const [{ body, headers, timeout_ms, url }] = requests as any
    expect([url, timeout_ms]).toEqual(["https://hooks.example.com/in", 15_000])
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "session.approved",
      api_version: "2026-08-31",
      timestamp: "2026-03-01T12:00:00.000Z",
      environment: "sandbox",
      organization_id: "org_acme",
      sequence: 1,
      resource: { type: "session", id: `ses_${"0".repeat(26)}` },
      actor: { type: "api_key", id: "key_1" },
      data: { id: "ses_1", status: "approved", previous_status: "processing" },
      request_id: "req_1"
    })
    const at = yield* unix
    expect(verifySignature({ header: headers["x-service-signature"], body, secrets: [endpoint.secret], now: at })).toMatchObject({
      verified: true
    })
    const { webhooks } = new Stripe("sk_test_unused")
    const verified = yield* Effect.promise(() =>
      webhooks.constructEventAsync(body, headers["x-service-signature"], endpoint.secret, 300, undefined, at * 1000)
    )
    expect(verified.id).toBe(JSON.parse(body).id)
    expect(headers["webhook-id"]).toBe(JSON.parse(body).id)
    expect(headers["x-service-signature-legacy"]).toBeUndefined()
    expect(yield* theDelivery(endpoint)).toEqual({
      id: headers["x-service-delivery-id"],
      object: "webhook_delivery",
      environment: "sandbox",
      endpoint_id: endpoint.id,
      event_id: JSON.parse(body).id,
      event_type: "session.approved",
      resource: { type: "session", id: `ses_${"0".repeat(26)}` },
      session_id: `ses_${"0".repeat(26)}`,
      status: "succeeded",
      skip_reason: null,
      attempts: [
        {
          number: 1,
          trigger: "auto",
          started_at: "2026-03-01T12:00:00.000Z",
          duration_ms: 12,
          response_status: 200,
          error_code: null,
          response_excerpt: "ok"
        }
      ],
      attempts_made: 1,
      attempts_left: 7,
      next_attempt_at: null,
      first_attempted_at: "2026-03-01T12:00:00.000Z",
      succeeded_at: "2026-03-01T12:00:00.000Z",
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z"
    })
  })
)

world("the Standard Webhooks library verifies what is sent now", () =>
  Effect.gen(function* () {
    // Its clock is the machine's, so the virtual one is set to it.
    yield* TestClock.setTime(Date.now())
    const endpoint = yield* anEndpoint()
    yield* happens("session.approved")
    yield* work
    const [request] = (yield* receiver).requests
    const { body, headers } = request ?? { body: "", headers: {} }
    expect(new Webhook(endpoint.secret).verify(body, { ...headers })).toEqual(JSON.parse(body))
  })
)

world("a receiver that never recovers is tried 8 times on the schedule of the contract, then no more", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
    ;(yield* receiver).standard = { status: 500, body: "no" }
    yield* happens("session.approved")
    yield* work
    const statuses: Array<string> = []
    for (const wait of defaultRetrySchedule) {
      const { next_attempt_at, status, updated_at } = yield* theDelivery(endpoint)
      statuses.push(status)
      const waited = between(updated_at, next_attempt_at ?? "")
      expect(waited).toBeGreaterThanOrEqual(wait * 0.9)
      expect(waited).toBeLessThanOrEqual(wait * 1.1)
      yield* TestClock.adjust(waited - 1)
      const before = (yield* received).length
      yield* work
      expect((yield* received).length).toBe(before)
      yield* TestClock.adjust(1)
      yield* work
      expect((yield* received).length).toBe(before + 1)
    }
    expect(statuses).toEqual(["retrying", "retrying", "retrying", "retrying", "failing", "failing", "failing"])
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({ status: "exhausted", attempts_made: 8, attempts_left: 0, next_attempt_at: null, succeeded_at: null })
    expect(delivery.attempts.map(({ error_code, number, response_status }) => [number, response_status, error_code])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, 500, "http_error"])
    )
    yield* TestClock.adjust("30 days")
    expect(yield* work).toBe(0)
    const headers = yield* headersOf
    expect(headers.map((each) => [each["x-service-attempts-made"], each["x-service-attempts-left"]])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((made) => [String(made), String(8 - made)])
    )
    expect(new Set(headers.map((each) => each["x-service-event-id"])).size).toBe(1)
    expect(new Set(headers.map((each) => each["x-service-signature"])).size).toBe(attemptsOf(defaultRetrySchedule))
    expect(new Set(headers.map((each) => each["x-service-first-attempted-at"])).size).toBe(1)
  })
)

world(
  "a schedule of the operator decides how many attempts there are, and the alarm comes at the last of few",
  () =>
    Effect.gen(function* () {
      const failingOne = yield* anEndpoint({ enabled_events: ["session.approved"] })
      const watcher = yield* anEndpoint({ enabled_events: ["webhook-endpoint.failing"] })
      const { script } = yield* receiver
      script.push({ status: 500 }, { status: 500 })
      yield* happens("session.approved")
      yield* work
      expect((yield* theDelivery(failingOne)).attempts_left).toBe(1)
      expect(yield* deliveriesOf(watcher)).toEqual([])
      yield* nextAttempt(failingOne)
      expect(yield* theDelivery(failingOne)).toMatchObject({ status: "exhausted", attempts_made: 2, attempts_left: 0 })
      expect((yield* deliveriesOf(watcher)).length).toBe(1)
    }),
  { schedule: [1000] }
)

world("a recovered receiver ends the delivery at the attempt it accepts", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).script.push({ fails: "timeout" }, { status: 302 }, { status: 204, body: "" })
    yield* happens("session.approved")
    yield* work
    yield* nextAttempt(endpoint)
    yield* nextAttempt(endpoint)
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({ status: "succeeded", attempts_made: 3, attempts_left: 5, next_attempt_at: null })
    expect(delivery.attempts.map(({ duration_ms, error_code, response_status }) => [response_status, error_code, duration_ms])).toEqual([
      [null, "timeout", 15_000],
      [302, "http_error", 12],
      [204, null, 12]
    ])
    yield* TestClock.adjust("3 days")
    expect(yield* work).toBe(0)
  })
)

world("the receiver's own wish to wait is honoured", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).script.push({ status: 429, retry_after: "3600" })
    yield* happens("session.approved")
    yield* work
    expect((yield* theDelivery(endpoint)).next_attempt_at).toBe("2026-03-01T13:00:00.000Z")
  })
)
