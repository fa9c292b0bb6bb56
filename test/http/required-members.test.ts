import { afterAll, expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { Layer } from "effect"
import { aPerson } from "../support/capture.ts"
import { type Fixtures, requestFor } from "../support/fixtures.ts"
import { recordedInput, requiredMembers } from "../support/recorded-input.ts"
import { renewing } from "../support/renewed-tenant.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

/*
 * Each operation is called with examples over HTTP, and its decoded input records what is read of it. A member that callers must send and that
 * no code reads fails here, and so does one that no example sends. This sees reading and not keeping: a member that is copied together with all
 * others, or read and then dropped, passes. `reasons.test.ts` follows the words of a reason to where they are kept.
 */
const { observe, read } = recordedInput()
const renewal = renewing()
const service = await startService("memory", { beside: Layer.merge(aWatchlist(sanctioned()).layer, renewal.layer), observe })
afterAll(() => service.stop())

const identifiers = [{ type: "passport", value: "X1234567" }]
const monitoring = { status: "active", cadence: "weekly" }
const chip = { sod: "dwEE", data_groups: { dg1: "YQEE", dg2: "dQEE" } }
const sources = [
  { source: "expected", full_name: "Ada Example" },
  { source: "chip", full_name: "Ada Example" }
]
const standalone = [
  { type: "aml_screening", subject: { name: "Ada Example", identifiers, monitoring } },
  { type: "nfc_chip", chip },
  { type: "identity_cross_reference", sources }
]

/** Who sends the examples: a key of a tenant with one resource of each kind. */
interface Sender {
  readonly fixtures: Fixtures
  readonly key: string
  readonly send: (method: string, path: string, body: unknown) => Promise<unknown>
}

const graph = {
  version: 1,
  start: "start",
  nodes: { start: { type: "start", config: {} }, done: { type: "end", config: { status: "approved", reason_codes: [] } } },
  edges: [{ from: "start", to: "done" }]
}
const golden_tests = [{ name: "One", facts: {}, nodes: { done: { state: "succeeded" } }, expected: { outcome: "approved" } }]

/** Requests that send what the plain example of an operation leaves out. */
const more: Readonly<Record<string, (sender: Sender) => Promise<unknown>>> = {
  "sessions.create": ({ send }) =>
    send("POST", "/sessions", { required_steps: ["questionnaire"], questions: [{ key: "job", label: "Your work?", type: "text" }] }),
  "sessions.update": async ({ fixtures, key, send }) => {
    await service.call("POST", `/sessions/${fixtures.session_id}/simulate`, { key, body: { actions: [{ type: "approve" }] } })
    await send("PATCH", `/sessions/${fixtures.session_id}`, { decision: { outcome: "declined", reason: "The person asked for it" } })
  },
  "checks.create": async ({ send }) => {
    for (const check of standalone) await send("POST", "/checks", check)
  },
  "checks.create_full": ({ send }) => send("POST", "/checks/full", { checks: standalone }),
  "verify.nfc": async ({ key, send }) => {
    const person = await aPerson(service, key, { required_steps: ["nfc"] })
    await person.post("/start")
    const { nonce } = (await service.call("GET", `/sdk/nfc?token=${person.token}`, { key })).body
    await send("POST", `/verify/${person.token}/nfc`, {
      ...chip,
      nonce,
      errors: [{ step: "dg11", code: "not_readable" }]
    })
  },
  "sdk.attest": async ({ fixtures, send }) => {
    await service.call("POST", `/verify/${fixtures.token}/start`)
    await send("GET", `/sdk/attest?token=${fixtures.token}&platform=ios&attestation=bm90IGFuIGF0dGVzdGF0aW9u`, undefined)
  },
  "sdk.submit_attestation": async ({ fixtures, send }) => {
    await service.call("POST", `/verify/${fixtures.token}/start`)
    await send("POST", `/sdk/attest?token=${fixtures.token}`, { platform: "ios", attestation: "bm90IGFuIGF0dGVzdGF0aW9u" })
  },
  "cases.update": async ({ fixtures, key, send }) => {
    const { checklist } = (await service.call("GET", `/cases/${fixtures.case_id}`, { key })).body
    await send("PATCH", `/cases/${fixtures.case_id}`, { checklist: [{ key: checklist[0].key, done: true }] })
  },
  "workflows.validate": ({ send }) => send("POST", "/workflows/validate", { graph, golden_tests }),
  "workflow_versions.create": ({ fixtures, send }) => send("POST", `/workflows/${fixtures.workflow_id}/versions`, { graph, golden_tests }),
  "workflow_versions.replace": ({ fixtures, send }) =>
    send("PUT", `/workflows/${fixtures.workflow_id}/versions/${fixtures.other_version_id}`, { graph, golden_tests, version: 1 }),
  "screening_subjects.create": ({ send }) => send("POST", "/screening-subjects", { name: "Ada Example", identifiers, monitoring }),
  "screening_subjects.update": ({ fixtures, send }) =>
    send("PATCH", `/screening-subjects/${fixtures.subject_id}`, { identifiers, monitoring }),
  "screenings.run": ({ send }) => send("POST", "/screenings", { subject: { name: "Ada Example", identifiers, monitoring } })
}

/** Members that are read elsewhere than in the operation, and where. */
const readElsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Stored with the check as they came, for the job that compares them (test/core/flows/standalone-checks).
  "checks.create": ["sources[].source"],
  "checks.create_full": ["checks[].sources[].source"],
  // Refused unless a chip began it (test/core/resources/nfc/submit.test.ts).
  "verify.nfc": ["chip_authentication.response"],
  // Refused to keys; what people and the command do with it is tested by the function that both use (test/http/erasure/holds.test.ts).
  "sessions.set_legal_hold": ["session_id", "held", "reason"],
  "identities.set_legal_hold": ["identity_id", "held", "reason"],
  // Likewise (test/core/flows/organization-settings/operations.test.ts, test/core/resources/screening/rules.test.ts).
  "settings.replace_organization": [
    "screening.list_thresholds[].list",
    "screening.list_thresholds[].threshold",
    "branding.logo.sha256",
    "branding.logo.mime_type"
  ]
}
/** The token in the path of a capture operation is its credential: it is read before the operation runs. */
const isCredential = (member: string, access: string): boolean => access === "capture" && member === "token"

const { fixtures, key, renew } = await renewal.tenant(service, "org_acme")

for (const op of operations) {
  const { access, name } = op.contract
  test(`${name} reads every member that it requires`, async () => {
    await renew()
    read.get(name)?.clear()
    const send = async (method: string, path: string, body: unknown, raw?: BodyInit, strict = true) => {
      const sent = { ...(body === undefined ? {} : { body }), ...(raw === undefined ? {} : { raw }), key }
      const { status, text } = await service.call(method, path, sent)
      if (status >= 500 || (status === 422 && raw === undefined && strict)) throw new Error(text)
    }
    const { content, method, path } = requestFor(op.contract, fixtures)
    const { body, raw } = content as { readonly body?: unknown; readonly raw?: BodyInit }
    await send(method, path, body, raw, more[name] === undefined && access.type === "scopes")
    await more[name]?.({ fixtures, key, send })
    const missed = requiredMembers(op).filter((member) => read.get(name)?.has(member) !== true)
    expect(missed.filter((member) => !isCredential(member, access.type))).toEqual([...(readElsewhere[name] ?? [])])
  })
}
