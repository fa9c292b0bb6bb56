import { afterEach, expect, test } from "bun:test"
import { authenticate } from "@vouchkit/core/kernel/authentication/authenticate"
import { apiKeys } from "@vouchkit/core/resources/access/key-operations"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { ensureOrganization, type KeyRequest, listKeys, provisionKey, revokeKey } from "@vouchkit/core/resources/access/provision"
import { allScopes, defaultScopes, scopeFacts } from "@vouchkit/core/kernel/access/scopes"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Cause, Effect, Exit } from "effect"
import { aCore } from "../../../support/operations.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

const { revoke } = apiKeys
const origin = { request_id: "req_1", address: null, user_agent: null }
let core = await aCore()
afterEach(async () => {
  await core.dispose()
  core = await aCore()
})

const provision = (request: Partial<KeyRequest> = {}) =>
  core.run(provisionKey({ organization: "org_new", environment: "sandbox", scopes: "default", ...request }))
const problemsOf = async (effect: Effect.Effect<unknown, unknown, any>): Promise<any> => {
  const exit = await core.run(Effect.exit(effect))
  if (Exit.isSuccess(exit)) throw new Error("it succeeded")
  const found = Cause.findErrorOption(exit.cause)
  return found._tag === "Some" ? found.value : Cause.squash(exit.cause)
}
const audited = (organization: string, environment: Environment) =>
  core.run(
    Effect.provideService(
      Effect.map(
        Effect.flatMap(AuditLog, (log) => log.list({ limit: 100, order: [{ field: "id", direction: "asc" }] })),
        (rows) => rows.map(({ action, actor, target }) => [action, actor.type, target?.id])
      ),
      Tenant,
      { organization, environment }
    )
  )

test("a key for an unknown organization creates both, audited as the operator's doing", async () => {
  const { created, issued } = await provision({ name: "first" })
  expect(created).toBe(true)
  expect(issued).toMatchObject({ organization_id: "org_new", environment: "sandbox", scopes: defaultScopes })
  expect(await core.run(authenticate(issued.key, origin))).toMatchObject({
    key: { id: issued.id, name: "first" },
    organization: { id: "org_new" }
  })
  expect(await audited("org_new", "sandbox")).toEqual([
    ["organizations.create", "system", "org_new"],
    ["api_keys.create", "system", issued.id]
  ])
  expect(await audited("org_new", "live")).toEqual([["organizations.create", "system", "org_new"]])
  expect(await core.events()).toMatchObject([{ type: "api-key.created", organization: "org_new", actor: { type: "system" } }])
})

test("an organization that exists keeps its name and is not created again", async () => {
  await core.run(ensureOrganization("org_named", "First name"))
  expect(await core.run(ensureOrganization("org_named", "Other name"))).toMatchObject({ name: "First name" })
  expect((await audited("org_named", "live")).length).toBe(1)
})

test("all scopes are all that the kind may carry, and a list is taken as it stands", async () => {
  expect((await provision({ scopes: "all" })).issued.scopes).toEqual(allScopes)
  expect((await provision({ scopes: "all", kind: "publishable" })).issued.scopes).toEqual(
    allScopes.filter((scope) => scopeFacts[scope].publishable)
  )
  expect((await provision({ scopes: ["redact:write", "cases:read"] })).issued.scopes).toEqual(["cases:read", "redact:write"])
})

test("a fixed key is made once, however often it is asked for", async () => {
  const request = { scopes: "all", key: "vk_live_chosen-by-an-operator", environment: "live" } as const
  const first = await provision(request)
  const again = await provision({ ...request, scopes: "default", name: "other" })
  expect([first.created, again.created]).toEqual([true, false])
  expect(again.issued).toEqual(first.issued)
  expect(first.issued.key).toBe(request.key)
  expect((await core.run(listKeys("org_new"))).length).toBe(1)
  expect((await audited("org_new", "live")).filter(([action]) => action === "api_keys.create").length).toBe(1)
  expect(await core.run(authenticate(request.key, origin))).toMatchObject({ key: { scopes: allScopes } })
})

test("a fixed key that was revoked stays revoked when the service starts again", async () => {
  const request = { key: "vk_sandbox_chosen-by-an-operator" } as const
  const { issued } = await provision(request)
  await core.ask(revoke, { key_id: issued.id }, { organization: "org_new" })
  expect((await provision(request)).created).toBe(false)
  expect((await core.run(listKeys("org_new")))[0]?.revoked_at).not.toBeNull()
})

test("a fixed key of somebody else is a conflict, and creates nothing", async () => {
  const key = "vk_sandbox_chosen-by-an-operator"
  await provision({ key })
  expect(await problemsOf(provisionKey({ organization: "org_third", environment: "sandbox", scopes: "all", key }))).toMatchObject({
    _tag: "Conflict"
  })
  expect(await core.run(Effect.flatMap(Organizations, (all) => all.find("org_third")))).toBeUndefined()
})

test("a short fixed key shows none of its characters", async () => {
  await provision({ key: "vk_sandbox_short" })
  await provision({ key: "vk_sandbox_0123456789abcdef" })
  expect((await core.run(listKeys("org_new"))).map(({ last4 }) => last4).sort()).toEqual(["", "cdef"])
})

test("everything wrong with a request is told at once, and nothing is written", async () => {
  const failure = await problemsOf(
    provisionKey({
      organization: "no/slash",
      environment: "sandbox",
      scopes: ["sessions:read", "nonsense"],
      name: "two\nlines",
      version: "2020-01-01",
      kind: "publishable",
      key: "vk_sandbox_is-secret"
    })
  )
  expect(failure._tag).toBe("InvalidInput")
  expect(failure.problems.map(({ loc }: any) => loc)).toEqual([["organization"], ["name"], ["scopes"], ["version"], ["key"]])
  expect(failure.message).not.toContain("is-secret")
  expect(await core.run(listKeys())).toEqual([])
  for (const organization of ["", "a".repeat(65), ".hidden", "with space"]) {
    expect(await problemsOf(ensureOrganization(organization))).toMatchObject({ problems: [{ loc: ["organization"] }] })
  }
  for (const scopes of [[], ["redact:write"]]) {
    expect(await problemsOf(provisionKey({ organization: "org_new", environment: "live", scopes, kind: "publishable" }))).toMatchObject({
      problems: [{ loc: ["scopes"] }]
    })
  }
  for (const key of ["vk_live_of-the-other-environment", "plain", "vk_sandbox_", `vk_sandbox_${"x".repeat(200)}`]) {
    expect(await problemsOf(provisionKey({ organization: "org_new", environment: "sandbox", scopes: "all", key }))).toMatchObject({
      problems: [{ loc: ["key"], code: "wrong_prefix" }]
    })
  }
})

test("keys are listed across organizations or for one, with their last use and without their digests", async () => {
  const one = await provision()
  const two = await provision({ organization: "org_second", environment: "live" })
  await core.run(authenticate(two.issued.key, origin))
  const all = await core.run(listKeys())
  expect(all.map(({ id, organization_id }) => [id, organization_id])).toEqual([
    [one.issued.id, "org_new"],
    [two.issued.id, "org_second"]
  ])
  expect(all.map(({ last_used_at }) => last_used_at === null)).toEqual([true, false])
  expect(JSON.stringify(all)).not.toContain("secret_hash")
  expect((await core.run(listKeys("org_second"))).map(({ id }) => id)).toEqual([two.issued.id])
  expect(await core.run(listKeys("org_unknown"))).toEqual([])
})

test("a key is revoked by its id alone, whosever it is, and a repeat changes nothing", async () => {
  const { issued } = await provision({ environment: "live" })
  await core.events()
  const revoked = await core.run(revokeKey(issued.id))
  expect(revoked).toMatchObject({ id: issued.id, organization_id: "org_new", environment: "live" })
  expect(revoked.revoked_at).not.toBeNull()
  expect(await core.run(revokeKey(issued.id))).toEqual(revoked)
  expect(await core.events()).toMatchObject([{ type: "api-key.revoked", environment: "live", organization: "org_new" }])
  expect((await problemsOf(authenticate(issued.key, origin)))._tag).toBe("Unauthorized")
  expect((await problemsOf(revokeKey("key_01jgfjjz00e8r4v2m9k3txqwpn")))._tag).toBe("NotFound")
})
