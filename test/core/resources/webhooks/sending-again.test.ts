import { expect } from "bun:test"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { eraseBody } from "@vouchkit/core/resources/webhooks/deliveries/retention"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { aSession } from "../../../support/sessions.ts"
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
/** Moves to the moment the next attempt is due and makes it. */
const nextAttempt = (endpoint: { readonly id: string }) =>
  Effect.gen(function* () {
    const { next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    yield* work
  })

const identity = { type: "identity", id: `idn_${"0".repeat(26)}` }

world("a test goes to its endpoint alone, whatever it asked for, and its answer is the delivery", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"], event_filter_conditions: { "data.status": "approved" } })
    yield* anEndpoint()
    const { output, status } = yield* call("webhook_endpoints.test", { endpoint_id: endpoint.id })
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
    yield* call("webhook_endpoints.test", { endpoint_id: endpoint.id })
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
    const { output, status } = yield* call("webhook_deliveries.retry", { delivery_id: id })
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
    expect(yield* failing("webhook_deliveries.retry", { delivery_id: id })).toMatchObject({
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
    yield* call("webhook_deliveries.retry", { delivery_id: before.id })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "retrying", attempts_made: 1, next_attempt_at: before.next_attempt_at })
    yield* call("webhook_deliveries.retry", { delivery_id: before.id })
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
      yield* call("webhook_deliveries.retry", { delivery_id: id })
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
    const first = yield* call("webhook_deliveries.retry", { delivery_id: id })
    expect(yield* call("webhook_deliveries.retry", { delivery_id: id })).toEqual(first)
    yield* work
    expect((yield* received).length).toBe(2)
  })
)

world("a delivery whose first attempt is still due cannot be sent by hand", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { output } = yield* call("webhook_endpoints.test", { endpoint_id: endpoint.id })
    expect(yield* failing("webhook_deliveries.retry", { delivery_id: output.id })).toMatchObject({
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
    const { output } = yield* call("webhook_deliveries.list_for_session", { session_id: session.id })
    expect(output.data.map(({ event_type }: { event_type: string }) => event_type)).toEqual(["document.uploaded", "session.created"])
    const nobody = `ses_${"z".repeat(26)}`
    expect(yield* failing("webhook_deliveries.list_for_session", { session_id: nobody })).toMatchObject({ _tag: "NotFound" })
  })
)

world("erasing the content of events erases what was to be sent, and what receivers said, and keeps that it was sent", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const session = `ses_${"1".repeat(26)}`
    ;(yield* receiver).script.push({ body: "got the secret tag" }, { status: 500, body: "echo of the secret tag" })
    yield* happens("session.created", { tags: ["secret tag"] }, { type: "session", id: session })
    yield* happens("session.updated", { tags: ["secret tag"] }, { type: "session", id: session })
    yield* work
    expect(yield* storedText).toContain("secret tag")
    for (const { event_id } of yield* deliveriesOf(endpoint)) yield* inside(eraseBody(event_id))
    expect(yield* storedText).not.toContain("secret tag")
    expect((yield* deliveriesOf(endpoint)).map(({ attempts, status }) => [status, attempts.length])).toEqual([
      ["retrying", 1],
      ["succeeded", 1]
    ])
    yield* nextAttempt(endpoint)
    expect((yield* received).length).toBe(2)
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "cancelled", next_attempt_at: null })
    expect(yield* failing("webhook_deliveries.retry", { delivery_id: (yield* theDelivery(endpoint)).id })).toMatchObject({
      code: "delivery_not_retryable"
    })
  })
)
