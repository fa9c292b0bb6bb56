import { expect } from "bun:test"
import { verifyLegacySignature, verifySignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { anEndpoint, call, deliveriesOf, happens, received, receiver, storedText, theDelivery, work, world } from "./harness.ts"

const headersOf = Effect.map(receiver, ({ requests }) => requests.map(({ headers }) => headers))
const unix = Effect.map(DateTime.now, (moment) => Math.floor(DateTime.toEpochMillis(moment) / 1000))
/** Moves to the moment the next attempt is due and makes it. */
const nextAttempt = (endpoint: { readonly id: string }) =>
  Effect.gen(function* () {
    const { next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    yield* work
  })

world("during the overlap of a rotation both secrets sign, afterwards the new one alone", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { output, status } = yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 600 })
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
    const { output } = yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 0 })
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
    yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id, overlap_seconds: 3600 })
    yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id })
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

world("conditions see an event as the endpoint's version shows it", () =>
  Effect.gen(function* () {
    const conditions = (code: string) => ({ event_filter_conditions: { "data.status_reason_codes": { contains: code } } })
    const earlier = yield* anEndpoint(conditions("poa_failed"))
    const later = yield* anEndpoint({ ...conditions("poa_review"), api_version: "2026-08-31" })
    const mistaken = yield* anEndpoint(conditions("poa_review"))
    yield* happens("session.review-required", { status_reason_codes: ["poa_review"] })
    yield* work
    expect((yield* theDelivery(earlier)).status).toBe("succeeded")
    expect((yield* theDelivery(later)).status).toBe("succeeded")
    expect(yield* theDelivery(mistaken)).toMatchObject({ status: "skipped", skip_reason: "filtered" })
  })
)
