import { expect } from "bun:test"
import { eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  anEndpoint,
  call,
  contractOf,
  deliveriesOf,
  failing,
  happens,
  received,
  receiver,
  storedText,
  theDelivery,
  work,
  world
} from "./harness.ts"

world("a new endpoint reads back as it was made, with its secret shown this once", () =>
  Effect.gen(function* () {
    const { output, status } = yield* call("webhook_endpoints.create", {
      url: "https://hooks.example.com/in?team=1",
      label: "Ours",
      enabled_events: ["session.declined", "session.approved", "session.approved"],
      attribute_blocklist: ["actor", "data.**.tags"],
      event_filter_conditions: { "data.status": { in: ["approved"] } },
      api_version: "2026-04-17",
      key_inflection: "camel"
    })
    expect(status).toBe(201)
    expect(output.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret: _secret, ...shown } = output
    expect(shown).toEqual({
      id: expect.stringMatching(/^whe_/),
      object: "webhook_endpoint",
      environment: "sandbox",
      url: "https://hooks.example.com/in?team=1",
      label: "Ours",
      description: null,
      enabled: true,
      disabled_reason: null,
      enabled_events: ["session.approved", "session.declined"],
      attribute_blocklist: ["actor", "data.**.tags"],
      event_filter_conditions: { "data.status": { in: ["approved"] } },
      api_version: "2026-04-17",
      key_inflection: "camel",
      alarm_email: null,
      version: 1,
      created_at: "2026-03-01T12:00:00.000Z",
      updated_at: "2026-03-01T12:00:00.000Z"
    })
    expect((yield* call("webhook_endpoints.get", { endpoint_id: output.id })).output).toEqual(shown)
    expect((yield* call("webhook_endpoints.list")).output).toEqual({ data: [shown], pagination: { total: 1, limit: 50, offset: 0 } })
  })
)

for (const enabled_events of [undefined, [], ["*"], ["*", "session.approved"]]) {
  world(`all events asked for as ${JSON.stringify(enabled_events)} reads back as an empty list`, () =>
    Effect.gen(function* () {
      const endpoint = yield* anEndpoint(enabled_events === undefined ? {} : { enabled_events })
      expect(endpoint.enabled_events).toEqual([])
    })
  )
}

world("a secret is in no stored row, no later answer and no audit entry", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const { output: copy } = yield* call("webhook_endpoints.clone", { endpoint_id: endpoint.id })
    const { output: rotated } = yield* call("webhook_endpoints.rotate_secret", { endpoint_id: endpoint.id })
    yield* happens("session.created")
    yield* work
    const text =
      (yield* storedText) +
      JSON.stringify([
        yield* call("webhook_endpoints.list"),
        yield* call("webhook_endpoints.get", { endpoint_id: endpoint.id }),
        yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, label: "New" }),
        yield* deliveriesOf(endpoint)
      ])
    const secrets = [endpoint.secret, copy.secret, rotated.secret]
    expect(new Set(secrets).size).toBe(3)
    for (const secret of secrets) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.slice("whsec_".length))
    }
    expect(text).not.toContain("whsec_")
  })
)

world("a repeated creation answers the same endpoint without its secret", () =>
  Effect.gen(function* () {
    const again = { url: "https://hooks.example.com/in" }
    const first = yield* call("webhook_endpoints.create", again, { idempotency: "one" })
    const second = yield* call("webhook_endpoints.create", again, { idempotency: "one" })
    const { secret, ...rest } = first.output
    expect(secret).toStartWith("whsec_")
    expect(second).toStrictEqual({ status: 201, replayed: true, output: rest })
    expect((yield* call("webhook_endpoints.list")).output.pagination.total).toBe(1)
  })
)

world("an audit entry names what was done to which endpoint, by paths alone", () =>
  Effect.gen(function* () {
    const { id } = yield* anEndpoint()
    yield* call("webhook_endpoints.update", { endpoint_id: id, url: "https://hooks.example.com/other-path", enabled: false })
    const text = yield* storedText
    expect(text).toContain('"action":"webhook_endpoints.update"')
    expect(text).toContain('{"path":"url","from":null,"to":null}')
    expect(text.match(/other-path/g)?.length).toBe(1)
  })
)

for (const [url, code] of [
  ["http://hooks.example.com/in", "not_https"],
  ["https://127.0.0.1/in", "non_public_address"],
  ["https://[::1]/in", "non_public_address"],
  ["https://169.254.169.254/latest", "non_public_address"],
  ["https://localhost/in", "special_use_name"],
  ["https://2130706433/in", "non_public_address"],
  ["https://hooks.example.com/in#part", "fragment"]
] as const) {
  world(`an endpoint cannot point to ${url}, neither at first nor later`, () =>
    Effect.gen(function* () {
      const problems = [{ loc: ["body", "url"], code, message: expect.any(String) }]
      expect(yield* failing("webhook_endpoints.create", { url })).toMatchObject({
        _tag: "InvalidInput",
        code: "validation_error",
        problems
      })
      const { id } = yield* anEndpoint()
      expect(yield* failing("webhook_endpoints.update", { endpoint_id: id, url })).toMatchObject({ _tag: "InvalidInput", problems })
      expect((yield* call("webhook_endpoints.get", { endpoint_id: id })).output.url).toBe("https://hooks.example.com/in")
    })
  )
}

world(
  "what the operator names may be private and plain, and nothing beside it",
  () =>
    Effect.gen(function* () {
      expect((yield* anEndpoint({ url: "http://127.0.0.1:4000/in" })).url).toBe("http://127.0.0.1:4000/in")
      expect(yield* failing("webhook_endpoints.create", { url: "http://127.0.0.1:4001/in" })).toMatchObject({ _tag: "InvalidInput" })
    }),
  { insecure: ["127.0.0.1:4000"] }
)

world("a change replaces what it names and leaves the rest", () =>
  Effect.gen(function* () {
    const { secret: _secret, ...endpoint } = yield* anEndpoint({
      label: "Ours",
      api_version: "2026-04-17",
      enabled_events: ["session.approved"]
    })
    yield* TestClock.adjust("1 minute")
    const { output } = yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, label: null, enabled_events: ["*"] })
    expect(output).toEqual({ ...endpoint, label: null, enabled_events: [], version: 2, updated_at: "2026-03-01T12:01:00.000Z" })
    yield* TestClock.adjust("1 minute")
    expect((yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id })).output).toEqual(output)
  })
)

world("an endpoint that was switched off says so, receives nothing, and receives again once it is on", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    const off = (yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: false })).output
    expect(off).toMatchObject({ enabled: false, disabled_reason: "by_request" })
    yield* happens("session.created")
    yield* work
    expect(yield* received).toEqual([])
    expect(yield* failing("webhook_endpoints.test", { endpoint_id: endpoint.id })).toMatchObject({
      _tag: "Conflict",
      code: "endpoint_disabled"
    })
    const on = (yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: true })).output
    expect(on).toMatchObject({ enabled: true, disabled_reason: null })
    yield* happens("session.created")
    yield* work
    expect((yield* received).length).toBe(1)
  })
)

world("what falls due while an endpoint is switched off is skipped, and can be sent by hand afterwards", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).script.push({ status: 500 })
    yield* happens("session.created")
    yield* work
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: false })
    yield* TestClock.adjust("10 seconds")
    yield* work
    const skipped = yield* theDelivery(endpoint)
    expect(skipped).toMatchObject({ status: "skipped", skip_reason: "disabled", attempts_made: 1, next_attempt_at: null })
    expect(yield* failing("webhook_deliveries.retry", { delivery_id: skipped.id })).toMatchObject({ code: "delivery_not_retryable" })
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: true })
    yield* call("webhook_deliveries.retry", { delivery_id: skipped.id })
    yield* work
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "succeeded", skip_reason: null, attempts_made: 1 })
  })
)

world("what happens while an endpoint is switched off is on its list as skipped, and can be sent by hand afterwards", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ enabled_events: ["session.created"], event_filter_conditions: { "data.status": "created" } })
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: false })
    yield* happens("session.created", { status: "approved" })
    yield* happens("session.approved", { status: "created" })
    yield* happens("session.created", { status: "created" })
    yield* work
    const [missed, filtered, ...others] = yield* deliveriesOf(endpoint)
    expect(missed).toMatchObject({ status: "skipped", skip_reason: "disabled", attempts: [], attempts_left: 8, next_attempt_at: null })
    expect(filtered).toMatchObject({ status: "skipped", skip_reason: "filtered" })
    expect(others).toEqual([])
    yield* call("webhook_endpoints.update", { endpoint_id: endpoint.id, enabled: true })
    yield* call("webhook_deliveries.retry", { delivery_id: missed?.id })
    yield* work
    expect((yield* received).length).toBe(1)
    expect((yield* deliveriesOf(endpoint))[0]).toMatchObject({ status: "succeeded", skip_reason: null })
  })
)

world("a deleted endpoint is gone, receives nothing more, and keeps its history", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).standard = { status: 500 }
    yield* happens("session.created")
    yield* work
    expect(yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })).toEqual({
      status: 200,
      replayed: false,
      output: { deleted: true, id: endpoint.id }
    })
    expect(yield* theDelivery(endpoint)).toMatchObject({ status: "cancelled", attempts_made: 1, next_attempt_at: null })
    yield* happens("session.created")
    yield* TestClock.adjust("2 days")
    yield* work
    expect((yield* received).length).toBe(1)
    expect((yield* deliveriesOf(endpoint)).length).toBe(1)
    expect((yield* call("webhook_endpoints.list")).output.data).toEqual([])
    for (const name of ["get", "update", "archive", "rotate_secret", "clone", "test"]) {
      expect(yield* failing(`webhook_endpoints.${name}`, { endpoint_id: endpoint.id })).toMatchObject({ _tag: "NotFound" })
    }
    const { id } = yield* theDelivery(endpoint)
    expect(yield* failing("webhook_deliveries.retry", { delivery_id: id })).toMatchObject({ code: "delivery_not_retryable" })
  })
)

world("deleting an endpoint with more waiting deliveries than one transaction holds cancels them all", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    ;(yield* receiver).standard = { status: 500 }
    for (let count = 0; count < 230; count += 1) yield* happens("session.created")
    yield* work
    expect((yield* call("webhook_deliveries.list", { endpoint_id: endpoint.id, status: ["retrying"] })).output.pagination.total).toBe(230)
    yield* call("webhook_endpoints.archive", { endpoint_id: endpoint.id })
    yield* work
    expect((yield* call("webhook_deliveries.list", { endpoint_id: endpoint.id, status: ["cancelled"] })).output.pagination.total).toBe(230)
  })
)

world("a copy has the settings of the first, and an id, a secret and a history of its own", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint({ label: "Ours", key_inflection: "kebab" })
    yield* TestClock.adjust("1 minute")
    const { output: copy, status } = yield* call("webhook_endpoints.clone", { endpoint_id: endpoint.id })
    const at = "2026-03-01T12:01:00.000Z"
    expect(status).toBe(201)
    expect(copy).toEqual({
      ...endpoint,
      id: expect.stringMatching(/^whe_/),
      secret: expect.stringMatching(/^whsec_/),
      created_at: at,
      updated_at: at
    })
    expect([copy.id, copy.secret]).not.toContain(endpoint.id)
    expect(copy.secret).not.toBe(endpoint.secret)
  })
)

world("every event type is listed with what it says, on one page", () =>
  Effect.gen(function* () {
    const { data, pagination } = (yield* call("webhook_event_types.list")).output
    expect(data.map(({ type }: { type: string }) => type)).toEqual([...eventTypes])
    expect(pagination.total).toBe(eventTypes.length)
    expect(data[0]).toEqual({ type: "session.created", resource_type: "session", description: "A session was created" })
  })
)

world("another organization and the other environment see no endpoint and no delivery", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* happens("session.created")
    yield* work
    const { id } = yield* theDelivery(endpoint)
    for (const as of [{ environment: "live" }, { organization: "org_other" }] as const) {
      for (const name of ["get", "update", "archive", "rotate_secret", "clone", "test"]) {
        expect(yield* failing(`webhook_endpoints.${name}`, { endpoint_id: endpoint.id }, as)).toMatchObject({ _tag: "NotFound" })
      }
      expect(yield* failing("webhook_deliveries.list", { endpoint_id: endpoint.id }, as)).toMatchObject({ _tag: "NotFound" })
      expect(yield* failing("webhook_deliveries.retry", { delivery_id: id }, as)).toMatchObject({ _tag: "NotFound" })
      expect((yield* call("webhook_endpoints.list", {}, as)).output.data).toEqual([])
    }
  })
)

for (const [name, scope] of [
  ["webhook_endpoints.create", "webhooks:write"],
  ["webhook_endpoints.list", "webhooks:read"],
  ["webhook_endpoints.get", "webhooks:read"],
  ["webhook_endpoints.update", "webhooks:write"],
  ["webhook_endpoints.archive", "webhooks:write"],
  ["webhook_endpoints.rotate_secret", "webhooks:write"],
  ["webhook_endpoints.clone", "webhooks:write"],
  ["webhook_endpoints.test", "webhooks:write"],
  ["webhook_event_types.list", "webhooks:read"],
  ["webhook_deliveries.list", "webhooks:read"],
  ["webhook_deliveries.list_for_session", "webhooks:read"],
  ["webhook_deliveries.retry", "webhooks:write"]
] as const) {
  world(`${name} needs ${scope}`, () =>
    Effect.gen(function* () {
      const other = scope === "webhooks:read" ? "webhooks:write" : "webhooks:read"
      expect(yield* failing(name, {}, { scopes: [other] })).toMatchObject({ _tag: "MissingScope", accepted: [scope] })
      expect(contractOf(name).contract.access).toEqual({ type: "scopes", anyOf: [scope] })
    })
  )
}
