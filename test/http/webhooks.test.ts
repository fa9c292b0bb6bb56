import { expect, test } from "bun:test"
import { codecOf } from "@vouchkit/http/codec"
import type { InvalidInput } from "@vouchkit/core/kernel/foundation/failure"
import { Effect, Exit } from "effect"
import { contractOf } from "../core/resources/webhooks/harness.ts"

const decoded = async (name: string, body: unknown) => {
  const codec = codecOf(contractOf(name))
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const params = { endpoint_id: `whe_${"0".repeat(26)}` }
  return Effect.runPromiseExit(codec.input({ request, params, search: new URLSearchParams(), problems: [], version: "2026-08-31" }))
}
const problems = async (name: string, body: unknown) => {
  const exit = await decoded(name, body)
  if (Exit.isSuccess(exit)) return []
  const failure = await Effect.runPromise(Effect.flip(Effect.failCause(exit.cause)))
  return (failure as InvalidInput).problems
}
const locs = async (name: string, body: unknown) => (await problems(name, body)).map(({ loc }) => loc.join("."))

test("everything that is wrong with an endpoint is told at once, each at its place", async () => {
  const wrong = {
    url: "ftp://hooks.example.com",
    label: "",
    enabled_events: ["session.approved", "session.exploded"],
    attribute_blocklist: ["data..x", "id"],
    event_filter_conditions: { "data.status": { like: "x" } },
    api_version: "1999-01-01",
    key_inflection: "shouting"
  }
  for (const name of ["webhook_endpoints.create", "webhook_endpoints.update"]) {
    expect((await locs(name, wrong)).sort()).toEqual([
      "body.api_version",
      "body.attribute_blocklist.0",
      "body.attribute_blocklist.1",
      "body.enabled_events.1",
      "body.event_filter_conditions.data.status.like",
      "body.key_inflection",
      "body.label",
      "body.url"
    ])
  }
})

test("an endpoint needs a URL, and nothing else", async () => {
  expect(await locs("webhook_endpoints.create", {})).toEqual(["body.url"])
  expect(await locs("webhook_endpoints.create", { url: "https://hooks.example.com" })).toEqual([])
  expect(await locs("webhook_endpoints.update", {})).toEqual([])
})

test("what only the service sets is refused from a caller", async () => {
  const url = "https://hooks.example.com"
  expect(await locs("webhook_endpoints.create", { url, secret: "whsec_mine" })).toEqual(["body.secret"])
  expect(await locs("webhook_endpoints.update", { archived_at: null })).toEqual(["body.archived_at"])
})

for (const [overlap_seconds, accepted] of [
  [-1, false],
  [0, true],
  [604_800, true],
  [604_801, false],
  [1.5, false],
  ["60", false],
  [null, false]
] as const) {
  test(`an overlap of ${JSON.stringify(overlap_seconds)} seconds is ${accepted ? "accepted" : "refused"}`, async () => {
    expect(await locs("webhook_endpoints.rotate_secret", { overlap_seconds })).toEqual(accepted ? [] : ["body.overlap_seconds"])
  })
}

test("a rotation without a word overlaps for a day", async () => {
  const exit = await decoded("webhook_endpoints.rotate_secret", {})
  expect(Exit.isSuccess(exit) && exit.value).toMatchObject({ overlap_seconds: 86_400 })
})

test("no message repeats what was sent", async () => {
  const secret = "https://user:hunter2@hooks.example.com/hunter2"
  const told = JSON.stringify(await problems("webhook_endpoints.create", { url: secret, enabled_events: ["hunter2"] }))
  expect(told).not.toContain("hunter2")
})

test("keys may be sent in any casing, and conditions keep their paths", async () => {
  const exit = await decoded("webhook_endpoints.create", {
    url: "https://hooks.example.com",
    enabledEvents: ["session.approved"],
    "attribute-blocklist": ["actor"],
    eventFilterConditions: { "data.risk_score": { gte: 1 }, "data.riskScore": 2 }
  })
  expect(Exit.isSuccess(exit) && exit.value).toEqual({
    url: "https://hooks.example.com",
    enabled_events: ["session.approved"],
    attribute_blocklist: ["actor"],
    event_filter_conditions: { "data.risk_score": { gte: 1 }, "data.riskScore": 2 }
  })
})
