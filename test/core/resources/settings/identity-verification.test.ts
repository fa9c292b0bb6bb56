import { afterEach, expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { defaultFaceBands } from "@vouchkit/core/verification/faces/bands"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { identitySettings } from "@vouchkit/core/resources/settings/identity-operations"
import { effectiveFaceBands, effectiveIdentityPolicy } from "@vouchkit/core/resources/settings/identity-verification"
import { settings } from "@vouchkit/core/resources/settings/operations"
import { provisionIdentityVerification } from "@vouchkit/core/resources/settings/provision"
import { Effect } from "effect"
import { aCore, organization } from "../../../support/operations.ts"

const { getIdentityVerification: get, replaceIdentityVerification: replace } = identitySettings
const manager = { permissions: ["manage_settings"] } as const
let core = await aCore()
afterEach(async () => {
  await core.dispose()
  core = await aCore()
})
const within = <A, E>(effect: Effect.Effect<A, E, any>, environment: "sandbox" | "live" = "sandbox") =>
  core.run(Effect.provideService(effect, Tenant, { organization, environment }))

test("before anything is stored the defaults hold, at version 0", async () => {
  const { output } = await core.ask(get, {}, { scopes: ["verifications:read"] })
  expect([output.policy, output.version]).toEqual([{}, 0])
  expect(output.effective).toMatchObject({ identity_documents: defaultIdentityPolicy, faces: defaultFaceBands })
})

test("what is stored is what the checks go by, in its own environment alone, and a replacement replaces all of it", async () => {
  await core.ask(replace, { faces: { pass: 0.95, review: 0.9 }, identity_documents: { minimum_age: 21 } }, manager)
  expect(await within(effectiveFaceBands)).toEqual({ ...defaultFaceBands, pass: 0.95, review: 0.9 })
  expect((await within(effectiveIdentityPolicy(null))).minimum_age).toBe(21)
  expect((await within(effectiveIdentityPolicy({ minimum_age: 16 }))).minimum_age).toBe(16)
  expect(await within(effectiveFaceBands, "live")).toEqual(defaultFaceBands)
  const second = await core.ask(replace, { faces: { pass: 0.9 } }, manager)
  expect([second.output.version, second.output.policy]).toEqual([2, { faces: { pass: 0.9 } }])
  expect((await within(effectiveIdentityPolicy(null))).minimum_age).toBe(defaultIdentityPolicy.minimum_age)
})

test("bands the other way round are refused where they stand, also against a default, and nothing is stored", async () => {
  const refused = async (body: object) => (await core.refusal(replace, body, manager)).failure
  expect(await refused({ faces: { pass: 0.5, review: 0.6 } })).toMatchObject({
    problems: [{ loc: ["body", "faces", "review"], code: "review_above_pass" }]
  })
  expect(await refused({ faces: { pass: 0.2 }, external_faces: { pass: 0.1 } })).toMatchObject({
    problems: [{ loc: ["body", "faces", "review"] }, { loc: ["body", "external_faces", "review"] }]
  })
  expect((await core.ask(get, {}, { scopes: ["verifications:read"] })).output.version).toBe(0)
})

test("no API key may replace it, and a version that is not the one stored is a conflict", async () => {
  expect((await core.refusal(replace, {})).failure).toMatchObject({ _tag: expect.stringMatching(/Forbidden|MissingScope|Unauthorized/) })
  await core.ask(replace, { faces: { pass: 0.9 } }, manager)
  expect((await core.refusal(replace, { faces: {}, version: 0 }, manager)).failure).toMatchObject({ code: "stale_object" })
})

test("the two settings of a tenant stand side by side", async () => {
  const { getProofOfAddress, replaceProofOfAddress: replaceProof } = settings
  await core.ask(replaceProof, { allow_po_box: true }, manager)
  await core.ask(replace, { faces: { pass: 0.9 } }, manager)
  expect((await core.ask(getProofOfAddress, {}, { scopes: ["verifications:read"] })).output.policy).toEqual({ allow_po_box: true })
  expect((await core.ask(get, {}, { scopes: ["verifications:read"] })).output.policy).toEqual({ faces: { pass: 0.9 } })
})

test("an operator replaces both environments, audited as the PUT is, and a bad file changes nothing", async () => {
  const environments = ["sandbox", "live"] as const
  await core.run(provisionIdentityVerification({ organization, environments, policy: { faces: { pass: 0.91 } } }))
  for (const environment of environments) {
    expect((await within(effectiveFaceBands, environment)).pass).toBe(0.91)
    const entries = await within(
      Effect.flatMap(AuditLog, (log) => log.list({ limit: 10 })),
      environment
    )
    expect(entries).toMatchObject([
      { action: "settings.identity_verification.update", target: { type: "settings", id: "identity_verification" } }
    ])
  }
  const bad = core.run(
    Effect.flip(provisionIdentityVerification({ organization, environments, policy: { faces: { pas: 1 } } })) as Effect.Effect<any>
  )
  expect(await bad).toMatchObject({ code: "validation_error", problems: [{ loc: ["faces", "pas"] }] })
  expect((await within(effectiveFaceBands)).pass).toBe(0.91)
})
