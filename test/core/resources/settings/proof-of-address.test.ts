import { afterEach, expect, test } from "bun:test"
import { allPermissions } from "@vouchkit/core/kernel/access/roles"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { poaPresets } from "@vouchkit/core/verification/proof-of-address/presets"
import { RulesOfNode } from "@vouchkit/core/verification/workflows/node-rules"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import { settings } from "@vouchkit/core/resources/settings/operations"
import { effectivePolicy } from "@vouchkit/core/resources/settings/proof-of-address"
import { provisionProofOfAddressPolicy } from "@vouchkit/core/resources/settings/provision"
import { Cause, Effect, Exit } from "effect"
import fc from "fast-check"
import { layers } from "../../verification/proof-of-address/arbitraries.ts"
import { aCore, organization } from "../../../support/operations.ts"

const { getProofOfAddress: get, replaceProofOfAddress: replace } = settings
const manager = { permissions: ["manage_settings"] } as const
const tenant = { organization, environment: "sandbox" } as const
let core = await aCore()
afterEach(async () => {
  await core.dispose()
  core = await aCore()
})
const within = <A, E>(effect: Effect.Effect<A, E, any>, environment: "sandbox" | "live" = "sandbox") =>
  core.run(Effect.provideService(effect, Tenant, { organization, environment }))
const audited = (environment: "sandbox" | "live" = "sandbox") =>
  within(
    Effect.flatMap(AuditLog, (log) => log.list({ limit: 100, order: [{ field: "id", direction: "asc" }] })),
    environment
  )

test("before anything is stored the global preset holds, at version 0", async () => {
  const { output } = await core.ask(get, {}, { scopes: ["verifications:read"] })
  expect([output.policy, output.version]).toEqual([null, 0])
  expect(output.effective_policy).toEqual(poaPresets.global.policy)
  expect(output.presets.map(({ key }) => key)).toContain("in")
  expect(output.document_types).toHaveLength(15)
  expect(output.countries.length).toBeGreaterThan(200)
})

test("either scope of the table reads it, and no other", async () => {
  expect((await core.ask(get, {}, { scopes: ["settings:write"] })).status).toBe(200)
  expect((await core.refusal(get, {}, { scopes: ["sessions:read"] })).failure.message).toBe(
    "API key missing required scope: verifications:read or settings:write"
  )
})

test("a replacement replaces everything stored and is what the settings then show", async () => {
  const first = await core.ask(replace, { preset: "in", allow_po_box: true }, manager)
  expect(first.output).toMatchObject({ policy: { preset: "in", allow_po_box: true }, version: 1 })
  expect(first.output.effective_policy).toEqual({ ...poaPresets.in.policy, allow_po_box: true })
  expect((await core.ask(get)).output).toEqual(first.output)
  const second = await core.ask(replace, { grace_days: 3 }, manager)
  expect(second.output).toMatchObject({ policy: { grace_days: 3 }, version: 2 })
  expect(second.output.policy).toEqual({ grace_days: 3 })
  expect(second.output.effective_policy).toEqual({ ...poaPresets.global.policy, grace_days: 3 })
})

test("a replacement is audited under its own action, with what changed and by whom", async () => {
  await core.ask(replace, { grace_days: 3, allow_po_box: true }, manager)
  await core.ask(replace, { grace_days: 4 }, manager)
  const [first, second] = await audited()
  expect(first).toMatchObject({
    action: "settings.proof_of_address.update",
    actor: { type: "user" },
    target: { type: "settings", id: "proof_of_address" },
    changes: [
      { path: "policy.allow_po_box", from: null, to: true },
      { path: "policy.grace_days", from: null, to: 3 }
    ]
  })
  expect(second?.changes).toEqual([
    { path: "policy.allow_po_box", from: true, to: null },
    { path: "policy.grace_days", from: 3, to: 4 }
  ])
})

test("no API key may replace it, and no person without the permission", async () => {
  for (const who of [{}, { permissions: allPermissions.filter((one) => one !== "manage_settings") }]) {
    const { code, failure } = await core.refusal(replace, {}, who)
    expect([code, failure._tag]).toEqual(["forbidden", "Forbidden"])
  }
  expect((await core.ask(get)).output.version).toBe(0)
})

test("a version that is not the one stored is a conflict that names the right one and changes nothing", async () => {
  await core.ask(replace, { grace_days: 1, version: 0 }, manager)
  for (const version of [0, 2]) {
    const { code, failure } = await core.refusal(replace, { grace_days: 9, version }, manager)
    expect([code, failure]).toMatchObject(["stale_object", { context: { current_version: 1 } }])
  }
  expect((await core.ask(replace, { grace_days: 2, version: 1 }, manager)).output).toMatchObject({ version: 2, policy: { grace_days: 2 } })
})

test("thresholds that contradict the preset beneath them are refused where they stand", async () => {
  const { code, failure } = await core.refusal(replace, { name: { review: 0.95 }, address: { pass: 0.5 } }, manager)
  expect(code).toBe("validation_error")
  expect(failure.problems?.map(({ loc }) => loc)).toEqual([
    ["body", "name", "review"],
    ["body", "address", "review"]
  ])
  expect(await audited()).toEqual([])
})

test("each environment and organization has a policy of its own", async () => {
  await core.ask(replace, { grace_days: 3 }, manager)
  for (const who of [{ environment: "live" }, { organization: "org_other" }] as const) {
    expect((await core.ask(get, {}, who)).output.version).toBe(0)
  }
})

test("what holds for a check is preset, organization, workflow node and session, each over the one before", async () => {
  await core.ask(replace, { preset: "uk", grace_days: 3, allow_po_box: true }, manager)
  expect(await within(effectivePolicy())).toEqual({ ...poaPresets.uk.policy, grace_days: 3, allow_po_box: true })
  const proof_of_address = [{ grace_days: 4, languages: ["en"] }, { languages: ["de"] }] as const
  const byNodes = Effect.provideService(effectivePolicy({ session: { grace_days: 5 } }), RulesOfNode, { proof_of_address })
  expect(await within(byNodes)).toEqual({ ...poaPresets.uk.policy, allow_po_box: true, languages: ["de"], grace_days: 5 })
})

test("for any layers, what holds for a check is what resolving them in order says", async () => {
  await fc.assert(
    fc.asyncProperty(layers, layers, async ([given], [node = null, session = null]) => {
      const stored = given ?? {}
      const fresh = await aCore()
      const accepted = await fresh.ask(replace, stored, manager).then(
        () => true,
        () => false
      )
      const byNode = Effect.provideService(effectivePolicy({ session }), RulesOfNode, node === null ? {} : { proof_of_address: [node] })
      const found = await fresh.run(Effect.provideService(byNode, Tenant, tenant))
      expect(found).toEqual(resolvePolicy([accepted ? stored : null, node, session]))
      await fresh.dispose()
    }),
    { numRuns: 40 }
  )
})

const provision = (policy: unknown, name = organization) =>
  core.run(Effect.exit(provisionProofOfAddressPolicy({ organization: name, environments: ["sandbox", "live"], policy })))

test("an operator replaces the policy of both environments, audited as the replacement over the API is", async () => {
  const exit = await provision({ grace_days: 7 })
  expect(Exit.isSuccess(exit) && exit.value).toEqual([
    { environment: "sandbox", version: 1 },
    { environment: "live", version: 1 }
  ])
  for (const environment of ["sandbox", "live"] as const) {
    expect(await audited(environment)).toMatchObject([
      {
        action: "settings.proof_of_address.update",
        actor: { type: "system" },
        target: { type: "settings", id: "proof_of_address" },
        changes: [{ path: "policy.grace_days", from: null, to: 7 }]
      }
    ])
    expect((await core.ask(get, {}, { environment })).output.policy).toEqual({ grace_days: 7 })
  }
})

test("an operator's file is read strictly, and nothing of a bad one is stored", async () => {
  const failureOf = async (policy: unknown, name?: string) => {
    const exit = await provision(policy, name)
    return Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  }
  expect(await failureOf({ graze_days: 7 })).toMatchObject({ _tag: "InvalidInput", problems: [{ loc: ["graze_days"] }] })
  expect(await failureOf("text")).toMatchObject({ _tag: "InvalidInput" })
  expect(await failureOf({ name: { review: 0.95 } })).toMatchObject({ _tag: "InvalidInput", problems: [{ loc: ["name", "review"] }] })
  expect(await failureOf({}, "org_unknown")).toMatchObject({ _tag: "NotFound" })
  expect((await core.ask(get)).output.version).toBe(0)
})
