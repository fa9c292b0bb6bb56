import { expect } from "bun:test"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { anEndpoint, call, deliveriesOf, happens, received, receiver, theDelivery, work, world } from "./harness.ts"

/** Moves to the moment the next attempt is due and makes it. */
const nextAttempt = (endpoint: { readonly id: string }) =>
  Effect.gen(function* () {
    const { next_attempt_at } = yield* theDelivery(endpoint)
    yield* TestClock.setTime(Date.parse(next_attempt_at ?? ""))
    yield* work
  })

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

world("an outage is announced once, however many deliveries fail in it, and the next one anew", () =>
  Effect.gen(function* () {
    yield* anEndpoint({ enabled_events: ["session.approved"] })
    const watcher = yield* anEndpoint({ enabled_events: ["webhook-endpoint.failing"], url: "https://watcher.example.com/in" })
    const state = yield* receiver
    state.standard = { status: 503 }
    state.healthy = "watcher.example.com"
    for (let count = 0; count < 6; count += 1) yield* happens("session.approved")
    for (let hours = 0; hours < 30; hours += 1) {
      yield* work
      yield* TestClock.adjust("1 hour")
    }
    expect((yield* deliveriesOf(watcher)).length).toBe(1)
    state.standard = { status: 204 }
    yield* happens("session.approved")
    for (let hours = 0; hours < 30; hours += 1) {
      yield* work
      yield* TestClock.adjust("1 hour")
    }
    state.standard = { status: 503 }
    for (let count = 0; count < 3; count += 1) yield* happens("session.approved")
    for (let hours = 0; hours < 30; hours += 1) {
      yield* work
      yield* TestClock.adjust("1 hour")
    }
    expect((yield* deliveriesOf(watcher)).length).toBe(2)
  })
)

world("a change that names the version read is taken in the middle of an outage", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.approved"] })
    const state = yield* receiver
    state.standard = { status: 503 }
    for (let count = 0; count < 12; count += 1) yield* happens("session.approved")
    yield* work
    const { output: read } = yield* call("webhook_endpoints.get", { endpoint_id: endpoint.id })
    for (let count = 0; count < 12; count += 1) yield* happens("session.approved")
    yield* work
    const { output: mended } = yield* call("webhook_endpoints.update", {
      endpoint_id: endpoint.id,
      version: read.version,
      url: "https://mended.example.com/in"
    })
    expect(mended.url).toBe("https://mended.example.com/in")
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
    expect((yield* call("webhook_endpoints.get", { endpoint_id: endpoint.id })).output).toMatchObject({
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
    return (yield* call("webhook_endpoints.get", { endpoint_id: endpoint.id })).output
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
