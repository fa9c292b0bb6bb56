import { expect, test } from "bun:test"
import type { EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { sessions } from "@vouchkit/core/resources/sessions/model"
import { bounded, payloadLimit, payloadOf } from "@vouchkit/core/resources/webhooks/deliveries/payload"
import { inflections, inflectKey } from "@vouchkit/core/kernel/wire/inflection"
import { versionDates } from "@vouchkit/core/kernel/wire/versions"
import * as fc from "fast-check"
import { aSession } from "../../../support/sessions.ts"

const anEnvelope = (overrides: Partial<EventEnvelope> = {}): EventEnvelope => ({
  id: "evt_1",
  type: "session.approved",
  api_version: "2026-08-31",
  timestamp: "2026-03-01T12:00:00.000Z",
  environment: "sandbox",
  organization_id: "org_acme",
  sequence: 4,
  resource: { type: "session", id: "ses_1" },
  actor: { type: "api_key", id: "key_1" },
  data: {},
  request_id: "req_1",
  ...overrides
})
const plain = { api_version: "2026-08-31", attribute_blocklist: [], key_inflection: "snake" } as const
const sent = (envelope: EventEnvelope, rules: Partial<Parameters<typeof payloadOf>[1]> = {}) =>
  JSON.parse(payloadOf(envelope, { ...plain, ...rules }))

const decision = {
  outcome: "approved",
  decided_by: { type: "user", id: "usr_1" },
  decided_at: "2026-03-01T12:00:00.000Z",
  reason_codes: ["poa_review"],
  override: false
} as const
const session = () =>
  anEnvelope({
    data: {
      ...sessions.snapshot(aSession({ decision, tags: ["under_scored"], status: "approved" })),
      previous_status: "in_review",
      has_reason: true,
      check_summary: [{ check_id: "chk_1", reason_codes: ["name_mismatch"] }],
      metadata: { our_key: { inner_key: 1 } }
    }
  })

test("in snake case an event is what was announced", () => {
  const envelope = session()
  expect(sent(envelope)).toEqual(JSON.parse(JSON.stringify(envelope)))
})

test("in camel case every key of ours is renamed, and no value and no key of a caller", () => {
  const event = sent(session(), { key_inflection: "camel" })
  expect(Object.keys(event)).toEqual([
    ...["id", "type", "apiVersion", "timestamp", "environment", "organizationId", "sequence", "resource", "actor", "requestId", "data"]
  ])
  expect(event.data).toMatchObject({
    statusReasonCodes: [],
    externalReference: null,
    workflowId: "wfl_default",
    requiredSteps: ["proof_of_address"],
    tags: ["under_scored"],
    decision: { outcome: "approved", decidedBy: { type: "user", id: "usr_1" }, reasonCodes: ["poa_review"], override: false },
    previousStatus: "in_review",
    hasReason: true,
    checkSummary: [{ checkId: "chk_1", reasonCodes: ["name_mismatch"] }],
    metadata: { our_key: { inner_key: 1 } }
  })
  expect(JSON.stringify(event).match(/"[a-z]+_[a-z_]+":/g)).toEqual(['"our_key":', '"inner_key":'])
})

test("in kebab case likewise", () => {
  const event = sent(session(), { key_inflection: "kebab" })
  expect(event["api-version"]).toBe("2026-08-31")
  expect(event.data["previous-status"]).toBe("in_review")
  expect(event.data.decision["decided-by"]).toEqual({ type: "user", id: "usr_1" })
  expect(event.data.metadata).toEqual({ our_key: { inner_key: 1 } })
})

test("resources without a schema of their own are renamed as well, but for what callers keep with them", () => {
  const data = { has_reason: true, custom_fields: { our_key: 1 }, risk: { risk_level: "low" }, attributes: { owned_share: 5 } }
  const event = sent(anEnvelope({ type: "consortium.match_found", resource: { type: "consortium_match", id: "csm_1" }, data }), {
    key_inflection: "camel"
  })
  expect(event.data).toEqual({ hasReason: true, customFields: { our_key: 1 }, risk: { riskLevel: "low" }, attributes: { owned_share: 5 } })
})

test("what an older version adds is renamed too", () => {
  const flagged = anEnvelope({ type: "identity.flagged", resource: { type: "identity", id: "idn_1" }, data: { has_reason: true } })
  expect(sent(flagged, { api_version: "2026-01-01", key_inflection: "camel" })).toMatchObject({
    apiVersion: "2026-01-01",
    data: { flaggedBy: "key_1", flagReason: null, hasReason: true }
  })
})

test("every version names itself in the envelope", () => {
  for (const api_version of versionDates) expect(sent(session(), { api_version }).api_version).toBe(api_version)
})

test("a blocklist speaks snake case whatever the casing", () => {
  for (const key_inflection of inflections) {
    const event = sent(session(), { key_inflection, attribute_blocklist: ["data.previous_status", "data.decision.decided_by", "actor.id"] })
    expect(event.data).not.toHaveProperty(inflectKey("previous_status", key_inflection))
    expect(event.data.decision).not.toHaveProperty(inflectKey("decided_by", key_inflection))
    expect(event.actor).toEqual({ type: "api_key" })
  }
})

test("a blocklist may take the data and the resource away altogether", () => {
  for (const key_inflection of inflections) {
    const event = sent(session(), { key_inflection, attribute_blocklist: ["data", "resource", "actor"] })
    expect(Object.keys(event)).not.toContain("data")
    expect(event.id).toBe("evt_1")
  }
})

test("an event within the limit is never cut", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 }), (data) => {
      const event = JSON.parse(JSON.stringify(anEnvelope({ data })))
      const size = Buffer.byteLength(JSON.stringify(event))
      expect(bounded(event, size)).toEqual(event)
    })
  )
})

test("an event beyond the limit fits after it was cut, says what is missing, and keeps what it is about", () => {
  const text = fc.string({ unit: "binary", minLength: 200, maxLength: 2_000 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.constantFrom(...inflections), (texts, key_inflection) => {
      const members = Object.fromEntries(texts.map((value, index) => [`member_${index}`, value.repeat(12)]))
      const data = { id: "ses_1", status: "approved", ...members }
      const body = payloadOf(anEnvelope({ data }), { ...plain, key_inflection })
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(payloadLimit)
      const event = JSON.parse(body)
      expect(event.data).toMatchObject({ id: "ses_1", status: "approved" })
      const omitted: ReadonlyArray<string> = event.data.omitted ?? []
      for (const name of Object.keys(members)) {
        expect(Object.hasOwn(event.data, inflectKey(name, key_inflection))).toBe(!omitted.includes(name))
      }
    }),
    { numRuns: 50 }
  )
})

test("a session with all the tags it may have loses only what makes it too large", () => {
  const tags = Array.from({ length: 50 }, (_, index) => `${index}-${"\u{1f600}".repeat(60)}`)
  const data = { ...sessions.snapshot(aSession({ tags })), notes: "x".repeat(9_000) }
  const event = sent(anEnvelope({ data }))
  expect(event.data.omitted).toEqual(["tags"])
  expect(event.data.notes.length).toBe(9_000)
})

test("a key that is a prototype's name stays a key of its own", () => {
  const data = JSON.parse('{"__proto__": {"inner_key": 1}, "constructor": {"other_key": 2}}')
  for (const key_inflection of inflections) {
    const body = payloadOf(anEnvelope({ data }), { ...plain, key_inflection })
    expect(body).toContain('"__proto__":{')
    expect(JSON.parse(body).data.constructor).toEqual({ [inflectKey("other_key", key_inflection)]: 2 })
  }
})
