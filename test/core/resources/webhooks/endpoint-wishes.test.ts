import { expect } from "bun:test"
import { verifyLegacySignature, verifySignature } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { newOrganization, Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { importLegacySecret, LegacySecretStore } from "@vouchkit/core/resources/webhooks/endpoints/legacy-secret"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { anEndpoint, call, deliveriesOf, happens, inside, received, receiver, storedText, theDelivery, work, world } from "./harness.ts"

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

const legacySecret = "acme-webhooks-of-2024"
const imports = (secret: string | null, environments: ReadonlyArray<"sandbox" | "live"> = ["sandbox", "live"]) =>
  Effect.gen(function* () {
    yield* (yield* Organizations).ensure(newOrganization("org_acme", "Acme", "2026-01-01T00:00:00.000Z"))
    yield* importLegacySecret("org_acme", environments, secret)
  })
const signedBy = (secrets: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* happens("session.approved")
    yield* work
    const { body = "", headers = {} } = (yield* receiver).requests.at(-1) ?? {}
    const now = yield* unix
    return secrets.map((secret) => [
      verifyLegacySignature({ header: headers["x-service-signature-legacy"] ?? "", body, secrets: [secret] }),
      verifySignature({ header: headers["x-service-signature"] ?? "", body, secrets: [secret], now }).verified
    ])
  })

world("the imported secret of an organization makes the legacy signature and no other, until it is removed", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* imports(legacySecret)
    expect(yield* signedBy([legacySecret, endpoint.secret])).toEqual([
      [true, false],
      [false, true]
    ])
    yield* imports("another-secret-of-2025")
    expect(yield* signedBy([legacySecret, "another-secret-of-2025"])).toEqual([
      [false, false],
      [true, false]
    ])
    yield* imports(null)
    yield* imports(null)
    expect(yield* signedBy(["another-secret-of-2025", endpoint.secret])).toEqual([
      [false, false],
      [true, true]
    ])
  })
)

world("the imported secret is stored encrypted, holds in its environment alone, and is audited without it", () =>
  Effect.gen(function* () {
    const endpoint = yield* anEndpoint()
    yield* imports(legacySecret, ["live"])
    expect(yield* signedBy([legacySecret, endpoint.secret])).toEqual([
      [false, false],
      [true, true]
    ])
    yield* imports(legacySecret, ["sandbox"])
    const log = yield* inside(Effect.flatMap(AuditLog, (entries) => entries.list({ limit: 50 })))
    const changes = log.filter(({ action }) => action === "webhooks.import_legacy_secret").map((entry) => entry.changes)
    expect(changes).toEqual([[{ path: "legacy_webhook_secret", from: false, to: true }]])
    const stored = yield* inside(Effect.flatMap(LegacySecretStore, (store) => store.find("legacy_webhook_secret")))
    expect(stored?.sealed).toBeString()
    expect(JSON.stringify([stored, log])).not.toContain(legacySecret)
  })
)

world("a secret that no receiver could have, and an organization that is not there, are refused", () =>
  Effect.gen(function* () {
    for (const secret of ["", "short", "with a space in between", "x".repeat(256)]) {
      expect(yield* Effect.flip(imports(secret))).toMatchObject({ code: "validation_error" })
    }
    expect(yield* Effect.flip(importLegacySecret("org_nowhere", ["live"], legacySecret))).toMatchObject({ _tag: "NotFound" })
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
