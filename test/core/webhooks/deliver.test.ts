import { expect } from "bun:test"
import { between } from "@vouchkit/core/foundation/time"
import { SessionStore } from "@vouchkit/core/sessions/model"
import { eraseBodiesOfSession } from "@vouchkit/core/webhooks/retention"
import { attemptsOf, defaultRetrySchedule } from "@vouchkit/core/webhooks/schedule"
import { verifyLegacySignature, verifySignature } from "@vouchkit/core/webhooks/signature"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { aSession } from "../../support/sessions.ts"
import {
  anEndpoint,
  call,
  deliveriesOf,
  failing,
  happens,
  inside,
  received,
  receiver,
  storedText,
  theDelivery,
  work,
  world
} from "./harness.ts"

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

world("the fifth failure raises the alarm once, at every endpoint that asked for it", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"], label: "Ours" })
    const watcher = yield* anEndpoint({ enabled_events: ["webhook-endpoint.failing"] })
    const { script } = yield* receiver
    yield* happens("session.approved")
    for (let count = 1; count <= 8; count += 1) {
      // The watcher's own deliveries succeed: only the lines pushed here fail.
      script.push({ status: 503 })
      yield* count === 1 ? work : nextAttempt(endpoint)
      expect((yield* deliveriesOf(watcher)).length).toBe(count < 5 ? 0 : 1)
    }
    const alarm = (yield* received).find(({ type }) => type === "webhook-endpoint.failing")
    expect(alarm).toMatchObject({
      resource: { type: "webhook_endpoint", id: endpoint.id },
      sequence: 1,
      actor: { type: "system", id: "worker" },
      data: {
        id: endpoint.id,
        label: "Ours",
        enabled: true,
        event_type: "session.approved",
        attempts_made: 5,
        response_status: 503,
        error_code: "http_error"
      }
    })
    expect(JSON.stringify(alarm)).not.toContain("hooks.example.com")
  })
)

world("endpoints that fail to receive alarms raise no further ones", () =>
  Effect.gen(function* () {
    yield* anEndpoint()
    yield* anEndpoint()
    ;(yield* receiver).standard = { status: 500 }
    yield* happens("session.approved")
    for (let hours = 0; hours < 90; hours += 1) {
      yield* work
      yield* TestClock.adjust("1 hour")
    }
    const types = (yield* received).map(({ id, type }) => `${type} ${id}`)
    expect(new Set(types).size).toBe(3)
  })
)

world("410 disables the endpoint at once, cancels what waits for it, and says so", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved", "session.declined"] })
    const watcher = yield* anEndpoint({ enabled_events: ["webhook-endpoint.disabled"] })
    const { script } = yield* receiver
    script.push({ status: 500 })
    yield* happens("session.approved")
    yield* work
    script.push({ status: 410 })
    yield* happens("session.declined")
    yield* work
    expect((yield* call("webhook-endpoints.get", { endpoint_id: endpoint.id })).output).toMatchObject({
      enabled: false,
      disabled_reason: "gone"
    })
    expect(
      (yield* deliveriesOf(endpoint)).map(({ attempts_made, next_attempt_at, status }) => [status, attempts_made, next_attempt_at])
    ).toEqual([
      ["cancelled", 1, null],
      ["cancelled", 1, null]
    ])
    expect((yield* received).find(({ type }) => type === "webhook-endpoint.disabled")).toMatchObject({
      resource: { id: endpoint.id },
      data: { enabled: false, disabled_reason: "gone", response_status: 410 }
    })
    expect((yield* deliveriesOf(watcher)).length).toBe(1)
    yield* TestClock.adjust("5 days")
    yield* happens("session.approved")
    yield* work
    expect((yield* received).length).toBe(3)
  })
)

const daily = (endpoint: { readonly id: string }, script: (day: number) => number, days: number) =>
  Effect.gen(function* () {
    const state = yield* receiver
    for (let day = 0; day < days; day += 1) {
      state.standard = { status: script(day) }
      yield* happens("session.approved")
      for (let hour = 0; hour < 24; hour += 1) {
        yield* work
        yield* TestClock.adjust("1 hour")
      }
    }
    return (yield* call("webhook-endpoints.get", { endpoint_id: endpoint.id })).output
  })

world("five days of nothing but failures disable an endpoint", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
    expect(yield* daily(endpoint, () => 500, 5)).toMatchObject({ enabled: true })
    expect(yield* daily(endpoint, () => 500, 1)).toMatchObject({ enabled: false, disabled_reason: "failing" })
    expect((yield* deliveriesOf(endpoint, { status: ["pending", "retrying", "failing"] })).length).toBe(0)
  })
)

world("one success among failures keeps an endpoint enabled", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
    expect(yield* daily(endpoint, (day) => (day === 3 ? 200 : 500), 8)).toMatchObject({ enabled: true, disabled_reason: null })
  })
)

world(
  "few failures over a long time keep an endpoint enabled",
  () =>
    Effect.gen(function* () {
      const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
      expect(yield* daily(endpoint, () => 500, 9)).toMatchObject({ enabled: true })
      expect(yield* daily(endpoint, () => 500, 1)).toMatchObject({ enabled: false, disabled_reason: "failing" })
    }),
  { schedule: [] }
)

world("during the overlap of a rotation both secrets sign, afterwards the new one alone", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { output, status } = yield* call("webhook-endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 600 })
    expect([status, output.id]).toEqual([200, endpoint.id])
    const signers = Effect.gen(function* () {
      yield* happens("session.approved")
      yield* work
      const { body = "", headers = {} } = (yield* receiver).requests.at(-1) ?? {}
      const now = yield* unix
      const header = headers["x-service-signature"] ?? ""
      const verified = [endpoint.secret, output.secret].map((secret) => verifySignature({ header, body, secrets: [secret], now }).verified)
      return [...verified, header.split("v1=").length - 1, (headers["webhook-signature"] ?? "").split(" ").length]
    })
    expect(yield* signers).toEqual([true, true, 2, 2])
    yield* TestClock.adjust("599 seconds")
    expect(yield* signers).toEqual([true, true, 2, 2])
    yield* TestClock.adjust("1 second")
    expect(yield* signers).toEqual([false, true, 1, 1])
  })
)

world("a rotation without overlap ends the old secret at once, also for retries of older events", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).script.push({ status: 500 })
    yield* happens("session.approved")
    yield* work
    const { output } = yield* call("webhook-endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 0 })
    yield* nextAttempt(endpoint)
    const { body = "", headers = {} } = (yield* receiver).requests.at(-1) ?? {}
    const header = headers["x-service-signature"] ?? ""
    const now = yield* unix
    expect(verifySignature({ header, body, secrets: [endpoint.secret], now })).toEqual({ verified: false, problem: "no_match" })
    expect(verifySignature({ header, body, secrets: [output.secret], now })).toMatchObject({ verified: true })
  })
)

world("a rotation takes a day unless told otherwise, and never lengthens the life of an older secret", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* call("webhook-endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 3600 })
    yield* call("webhook-endpoints.rotate_secret", { endpoint_id: endpoint.id })
    const count = Effect.gen(function* () {
      yield* happens("session.approved")
      yield* work
      return ((yield* headersOf).at(-1)?.["x-service-signature"] ?? "").split("v1=").length - 1
    })
    expect(yield* count).toBe(3)
    yield* TestClock.adjust("1 hour")
    expect(yield* count).toBe(2)
    yield* TestClock.adjust("22 hours")
    expect(yield* count).toBe(2)
    yield* TestClock.adjust("1 hour")
    expect(yield* count).toBe(1)
  })
)

world("an endpoint gets the types it asked for, and no others", () =>
  Effect.gen(function* () {
    const some = yield* anEndpoint({ enabled_events: ["session.approved"] })
    const all = yield* anEndpoint({ enabled_events: ["*"] })
    yield* happens("session.approved")
    yield* happens("case.created")
    yield* work
    expect((yield* deliveriesOf(some)).map(({ event_type }) => event_type)).toEqual(["session.approved"])
    expect((yield* deliveriesOf(all)).map(({ event_type }) => event_type)).toEqual(["case.created", "session.approved"])
  })
)

world("nothing is stored of an event that no endpoint asked for", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ enabled_events: ["session.approved"] })
    yield* happens("session.declined")
    yield* work
    expect(yield* storedText).not.toContain("session.declined")
  })
)

world("an event that does not meet the conditions is kept as skipped and not sent", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ event_filter_conditions: { "data.status": { in: ["approved"] }, "data.risk.score": { gte: 50 } } })
    yield* happens("session.approved", { status: "approved", risk: { score: 49 } })
    yield* happens("session.approved", { status: "approved", risk: { score: 50 } })
    yield* happens("session.approved", { status: "approved" })
    yield* work
    expect((yield* received).map(({ data }) => data.risk)).toEqual([{ score: 50 }])
    const skipped = yield* deliveriesOf(endpoint, { status: ["skipped"] })
    expect(skipped.map((each) => [each.skip_reason, each.attempts_made, each.next_attempt_at])).toEqual([
      ["filtered", 0, null],
      ["filtered", 0, null]
    ])
  })
)

world("conditions see what the blocklist takes out of the payload", () =>
  Effect.gen(function* () {
    yield* anEndpoint({
      event_filter_conditions: { "data.status": "approved" },
      attribute_blocklist: ["data.status", "actor", "data.**.id"]
    })
    yield* happens("session.approved", { status: "approved", id: "ses_1", decision: { decided_by: { type: "user", id: "usr_1" } } })
    yield* work
    const [event] = yield* received
    expect(event.data).toEqual({ decision: { decided_by: { type: "user" } } })
    expect(event.actor).toBeUndefined()
  })
)

const flagged = { id: "idn_1", has_reason: true }
const identity = { type: "identity", id: `idn_${"0".repeat(26)}` }

world("an endpoint without a version gets the current one, with its older shapes and the legacy signature", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* happens("identity.flagged", flagged, identity)
    yield* work
    const { body = "", headers = {} } = (yield* receiver).requests[0] ?? {}
    expect(JSON.parse(body)).toMatchObject({ api_version: "2026-01-01", data: { ...flagged, flagged_by: "key_1", flag_reason: null } })
    expect(verifyLegacySignature({ header: headers["x-service-signature-legacy"] ?? "", body, secrets: [endpoint.secret] })).toBe(true)
  })
)

world("an endpoint of a later version gets the later shape, and no legacy signature", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ api_version: "2026-04-17" })
    yield* happens("identity.flagged", flagged, identity)
    yield* happens("session.review-required", { status_reason_codes: ["poa_review"] })
    yield* work
    const [event, review] = yield* received
    expect(event).toMatchObject({ api_version: "2026-04-17" })
    expect(event.data).toEqual(flagged)
    expect(review.data.status_reason_codes).toEqual(["poa_failed"])
    expect((yield* headersOf)[0]?.["x-service-signature-legacy"]).toBeUndefined()
  })
)

world("a test goes to its endpoint alone, whatever it asked for, and its answer is the delivery", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"], event_filter_conditions: { "data.status": "approved" } })
    yield* anEndpoint()
    const { output, status } = yield* call("webhook-endpoints.test", { endpoint_id: endpoint.id })
    expect(status).toBe(202)
    expect(output).toMatchObject({
      endpoint_id: endpoint.id,
      event_type: "webhook.test",
      status: "pending",
      attempts: [],
      session_id: null
    })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ id: output.id, status: "succeeded" })
    const events = yield* received
    expect(events.map(({ type }) => type)).toEqual(["webhook.test"])
    expect(events[0]).toMatchObject({ resource: { type: "webhook_endpoint", id: endpoint.id }, actor: { type: "api_key", id: "key_1" } })
    yield* call("webhook-endpoints.test", { endpoint_id: endpoint.id })
    yield* work
    expect((yield* received).map(({ sequence }) => sequence)).toEqual([1, 2])
  })
)

world("a delivery is sent again by hand with the same event and a fresh signature, and its count stays", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* happens("session.approved")
    yield* work
    const { id } = yield* theDelivery(endpoint)
    yield* TestClock.adjust("30 days")
    const { output, status } = yield* call("webhook-deliveries.retry", { delivery_id: id })
    expect([status, output.id, output.next_attempt_at]).toEqual([202, id, "2026-03-31T12:00:00.000Z"])
    yield* work
    const delivery = yield* theDelivery(endpoint)
    expect(delivery).toMatchObject({
      status: "succeeded",
      attempts_made: 1,
      attempts_left: 7,
      next_attempt_at: null,
      succeeded_at: "2026-03-01T12:00:00.000Z"
    })
    expect(delivery.attempts.map(({ number, trigger }) => [number, trigger])).toEqual([
      [1, "auto"],
      [2, "manual"]
    ])
    const [first, second] = yield* headersOf
    expect(second?.["x-service-event-id"]).toBe(first?.["x-service-event-id"])
    expect(second?.["x-service-signature"]).not.toBe(first?.["x-service-signature"])
    expect([second?.["x-service-attempts-made"], second?.["x-service-attempts-left"]]).toEqual(["1", "7"])
    yield* TestClock.adjust(1)
    expect(yield* failing("webhook-deliveries.retry", { delivery_id: id })).toMatchObject({
      _tag: "Conflict",
      code: "delivery_not_retryable",
      context: { status: "succeeded" }
    })
  })
)

world("a failure by hand leaves the schedule as it was, and a success ends it", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { script } = yield* receiver
    script.push({ status: 500 })
    yield* happens("session.approved")
    yield* work
    const before = yield* theDelivery(endpoint)
    script.push({ status: 502 })
    yield* call("webhook-deliveries.retry", { delivery_id: before.id })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "retrying", attempts_made: 1, next_attempt_at: before.next_attempt_at })
    yield* call("webhook-deliveries.retry", { delivery_id: before.id })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", attempts_made: 1, next_attempt_at: null })
    yield* TestClock.adjust("3 days")
    yield* work
    expect((yield* received).length).toBe(3)
  })
)

world(
  "an exhausted delivery stays so when a try by hand fails too",
  () =>
    Effect.gen(function* () {
      const endpoint = yield* anEndpoint()
      ;(yield* receiver).standard = { status: 500 }
      yield* happens("session.approved")
      yield* work
      const { id, status } = yield* theDelivery(endpoint)
      expect(status).toBe("exhausted")
      yield* call("webhook-deliveries.retry", { delivery_id: id })
      yield* work
      expect(yield* theDelivery(endpoint)).toMatchObject({ status: "exhausted", next_attempt_at: null, attempts_made: 1 })
    }),
  { schedule: [] }
)

world("asking by hand twice before the attempt was made sends once", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* happens("session.approved")
    yield* work
    const { id } = yield* theDelivery(endpoint)
    const first = yield* call("webhook-deliveries.retry", { delivery_id: id })
    expect(yield* call("webhook-deliveries.retry", { delivery_id: id })).toEqual(first)
    yield* work
    expect((yield* received).length).toBe(2)
  })
)

world("a delivery whose first attempt is still due cannot be sent by hand", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { output } = yield* call("webhook-endpoints.test", { endpoint_id: endpoint.id })
    expect(yield* failing("webhook-deliveries.retry", { delivery_id: output.id })).toMatchObject({
      code: "delivery_not_retryable",
      context: { status: "pending" }
    })
  })
)

world("deliveries of a session are listed for it, those of its documents and checks among them", () =>
  Effect.gen(function* () {
    yield* anEndpoint()
    const session = aSession()
    yield* inside(Effect.flatMap(SessionStore, (store) => store.insert(session)))
    yield* happens("session.created", {}, { type: "session", id: session.id })
    yield* happens("document.uploaded", { session_id: session.id }, { type: "document", id: "doc_1" })
    yield* happens("identity.created", { session_id: null }, identity)
    yield* work
    const { output } = yield* call("webhook-deliveries.list_for_session", { session_id: session.id })
    expect(output.data.map(({ event_type }: { event_type: string }) => event_type)).toEqual(["document.uploaded", "session.created"])
    const nobody = `ses_${"z".repeat(26)}`
    expect(yield* failing("webhook-deliveries.list_for_session", { session_id: nobody })).toMatchObject({ _tag: "NotFound" })
  })
)

world("erasing a session erases what was to be sent of it, and what receivers said, and keeps that it was sent", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const session = `ses_${"1".repeat(26)}`
    ;(yield* receiver).script.push({ body: "got the secret tag" }, { status: 500, body: "echo of the secret tag" })
    yield* happens("session.created", { tags: ["secret tag"] }, { type: "session", id: session })
    yield* happens("session.updated", { tags: ["secret tag"] }, { type: "session", id: session })
    yield* work
    expect(yield* storedText).toContain("secret tag")
    yield* inside(eraseBodiesOfSession(session))
    expect(yield* storedText).not.toContain("secret tag")
    expect((yield* deliveriesOf(endpoint)).map(({ attempts, status }) => [status, attempts.length])).toEqual([
      ["retrying", 1],
      ["succeeded", 1]
    ])
    yield* nextAttempt(endpoint)
    expect((yield* received).length).toBe(2)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "cancelled", next_attempt_at: null })
    expect(yield* failing("webhook-deliveries.retry", { delivery_id: (yield* theDelivery(endpoint)).id })).toMatchObject({
      code: "delivery_not_retryable"
    })
  })
)
