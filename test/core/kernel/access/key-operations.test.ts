import { afterEach, expect, test } from "bun:test"
import { authenticate } from "@vouchkit/core/kernel/authentication/authenticate"
import { announceExpiring, expiringAt } from "@vouchkit/core/resources/access/key-expiry"
import { apiKeys as shape } from "@vouchkit/core/kernel/authentication/api-keys"
import { apiKeys } from "@vouchkit/core/resources/access/key-operations"
import { allScopes, defaultScopes, isScope, type Scope, scopeFacts } from "@vouchkit/core/kernel/access/scopes"
import { asSystem } from "@vouchkit/core/kernel/access/system-caller"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { after, days } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Sweep } from "@vouchkit/core/kernel/storage/sweep"
import { Effect } from "effect"
import fc from "fast-check"
import { aCore, organization, start } from "../../../support/operations.ts"

const { list, create, get, update, revoke, clone, expire } = apiKeys
const origin = { request_id: "req_1", address: "203.0.113.9", user_agent: "test" }

let core = await aCore()
afterEach(async () => {
  await core.dispose()
  core = await aCore()
})
const made = async (body: object = {}, who = {}) => (await core.ask(create, { name: "server", ...body }, who)).output
const holds = (key: string | null) => core.run(Effect.map(Effect.exit(authenticate(key ?? "", origin)), ({ _tag }) => _tag === "Success"))
const sandbox = { organization, environment: "sandbox" } as const

test("a key created with a name alone carries the default grant, never redact:write, and lets its holder in", async () => {
  const { output, status } = await core.ask(create, { name: "server" })
  expect(status).toBe(201)
  expect(output).toMatchObject({
    object: "api_key",
    environment: "sandbox",
    kind: "secret",
    prefix: "vk_sandbox_",
    scopes: defaultScopes,
    api_version: "2026-01-01",
    key_inflection: "snake",
    ip_allowlist: [],
    created_by: "key_test",
    last_used_at: null,
    expires_at: null,
    revoked_at: null
  })
  expect(output.scopes).not.toContain("redact:write")
  expect(output.key).toMatch(/^vk_sandbox_[0-9A-Za-z]{46}$/)
  expect(output.key?.endsWith(output.last4)).toBe(true)
  expect(await holds(output.key ?? "")).toBe(true)
  expect(JSON.stringify((await core.ask(get, { key_id: output.id })).output)).not.toContain(output.key ?? "")
})

test("a key belongs to the environment of the key that made it, and to no other tenant", async () => {
  const live = await made({}, { environment: "live" })
  expect(live.key?.startsWith("vk_live_")).toBe(true)
  for (const who of [{ environment: "sandbox" }, { environment: "live", organization: "org_other" }] as const) {
    expect((await core.refusal(get, { key_id: live.id }, who)).code).toBe("not_found")
    for (const op of [revoke, clone, expire, update]) expect((await core.refusal(op, { key_id: live.id }, who)).code).toBe("not_found")
    expect((await core.ask(list, {}, who)).output.pagination.total).toBe(0)
  }
})

test("a publishable key has a prefix of its own and is refused every scope that an app must not hold", async () => {
  const output = await made({ kind: "publishable" })
  expect(output.key?.startsWith("vpk_sandbox_")).toBe(true)
  expect(output.scopes.every((scope) => scopeFacts[scope].publishable)).toBe(true)
  const forbidden = allScopes.filter((scope) => !scopeFacts[scope].publishable)
  const { code, failure } = await core.refusal(create, { name: "app", kind: "publishable", scopes: ["sessions:read", ...forbidden] })
  expect(code).toBe("validation_error")
  expect(failure.problems?.map(({ loc }) => loc)).toEqual(forbidden.map((_, index) => ["body", "scopes", index + 1]))
  expect((await core.refusal(update, { key_id: output.id, scopes: ["redact:write"] })).failure.problems?.[0]).toMatchObject({
    loc: ["body", "scopes", 0],
    code: "scope_not_for_publishable"
  })
})

test("a replayed creation repeats everything but the key", async () => {
  const first = await core.ask(create, { name: "server" }, {}, "once")
  const again = await core.ask(create, { name: "server" }, {}, "once")
  expect(again.replayed).toBe(true)
  const { key, ...rest } = first.output
  expect([key?.startsWith("vk_"), again.output]).toEqual([true, rest])
  expect(again.output).not.toHaveProperty("key")
  expect((await core.ask(list)).output.pagination.total).toBe(1)
})

test("scopes are stored once each, in the order of the scope table", async () => {
  expect((await made({ scopes: ["redact:write", "sessions:read", "redact:write"] })).scopes).toEqual(["sessions:read", "redact:write"])
})

test("whoever holds no scope of the default grant is told to name scopes, and can grant what it holds", async () => {
  const who = { scopes: ["api_keys:write"] } as const
  expect((await core.refusal(create, { name: "k" }, who)).failure.problems?.[0]).toMatchObject({ loc: ["body", "scopes"], code: "missing" })
  expect((await made({ scopes: ["api_keys:write"] }, who)).scopes).toEqual(["api_keys:write"])
})

test("without a scope for keys there is a 403 that names it, before the body is looked at", async () => {
  const { failure } = await core.refusal(create, { nonsense: true }, { scopes: ["sessions:read"] })
  expect(failure.message).toBe("API key missing required scope: api_keys:write")
  expect((await core.refusal(list, {}, { scopes: ["api_keys:write"] })).failure.message).toBe(
    "API key missing required scope: api_keys:read"
  )
})

test("an end that lies in the past is refused at creation and change", async () => {
  expect((await core.refusal(create, { name: "k", expires_at: start })).failure.problems?.[0]).toMatchObject({ code: "in_the_past" })
  const { id } = await made({ expires_at: "2026-03-01T13:00:01+01:00" })
  expect((await core.ask(get, { key_id: id })).output.expires_at).toBe("2026-03-01T12:00:01.000Z")
  expect((await core.refusal(update, { key_id: id, expires_at: "2026-03-01T11:59:59Z" })).failure.problems?.[0]).toMatchObject({
    loc: ["body", "expires_at"]
  })
})

test("a change replaces what it names, is audited with its values, and a repeat of it changes nothing", async () => {
  const { id, updated_at } = await made()
  await core.setTime(after(start, 1_000))
  const changed = {
    name: "renamed",
    scopes: ["cases:read"],
    api_version: "2026-08-27",
    key_inflection: "camel",
    ip_allowlist: ["203.0.113.0/24"],
    expires_at: "2027-01-01T00:00:00.000Z"
  }
  const change = { key_id: id, ...changed }
  const { output } = await core.ask(update, change)
  expect(output).toMatchObject(changed as object)
  expect(output.updated_at > updated_at).toBe(true)
  await core.setTime(after(start, 2_000))
  expect((await core.ask(update, change)).output).toEqual(output)
  const [last, before] = await core.run(
    Effect.provideService(
      Effect.flatMap(AuditLog, (log) => log.list({ limit: 2 })),
      Tenant,
      sandbox
    )
  )
  expect(last?.changes).toEqual([])
  expect(before).toMatchObject({ action: "api_keys.update", target: { type: "api_key", id } })
  expect(before?.changes.map(({ path }) => path)).toEqual(["name", "scopes", "api_version", "key_inflection", "ip_allowlist", "expires_at"])
})

test("revoking ends a key at once and for good, is announced once, and a repeat is answered alike", async () => {
  const { id, key } = await made()
  await core.events()
  const first = await core.ask(revoke, { key_id: id })
  expect(first.output.revoked_at).toBe(start)
  expect(await holds(key ?? "")).toBe(false)
  await core.setTime(after(start, 5_000))
  expect((await core.ask(revoke, { key_id: id })).output).toEqual(first.output)
  expect((await core.events()).map(({ sequence, type }) => [type, sequence])).toEqual([["api-key.revoked", 2]])
  for (const op of [update, clone, expire]) expect((await core.refusal(op, { key_id: id })).code).toBe("key_revoked")
})

test("expiring ends a key now or in a while, and never gives it more time", async () => {
  const soon = await made()
  expect((await core.ask(expire, { key_id: soon.id, in_seconds: 60 })).output.expires_at).toBe(after(start, 60_000))
  expect(await holds(soon.key ?? "")).toBe(true)
  expect((await core.ask(expire, { key_id: soon.id, in_seconds: 600 })).output.expires_at).toBe(after(start, 60_000))
  expect((await core.ask(expire, { key_id: soon.id })).output.expires_at).toBe(start)
  expect(await holds(soon.key ?? "")).toBe(false)
})

test("a clone has the settings of its original and another text; the original stays", async () => {
  const original = await made({ scopes: ["sessions:read", "redact:write"], ip_allowlist: ["203.0.113.0/24"], key_inflection: "kebab" })
  await core.events()
  const { output, status } = await core.ask(clone, { key_id: original.id })
  expect(status).toBe(201)
  const { created_at: _at, id, key, last4: _last4, updated_at: _updated, ...settings } = output
  expect(original).toMatchObject(settings)
  expect([id === original.id, key === original.key]).toEqual([false, false])
  expect([await holds(key ?? ""), await holds(original.key ?? "")]).toEqual([true, true])
  expect(await core.events()).toMatchObject([{ type: "api-key.created", resource: { type: "api_key", id }, sequence: 1 }])
})

test("cloning a key of wider scopes is refused, naming what is lacking", async () => {
  const original = await made({ scopes: ["sessions:read", "redact:write"] })
  const { code, failure } = await core.refusal(clone, { key_id: original.id }, { scopes: ["api_keys:write", "sessions:read"] })
  expect([code, failure.message.includes("redact:write"), failure.message.includes("sessions:read")]).toEqual(["forbidden", true, false])
  expect((await core.ask(list)).output.pagination.total).toBe(1)
})

test("an expired key is cloned only when the caller says how long the copy lives", async () => {
  const original = await made({ expires_at: after(start, 1_000) })
  await core.setTime(after(start, 2_000))
  expect((await core.refusal(clone, { key_id: original.id })).failure.problems?.[0]).toMatchObject({ loc: ["body", "expires_at"] })
  expect((await core.ask(clone, { key_id: original.id, expires_at: null })).output.expires_at).toBeNull()
})

test("the list is newest first and narrows by kind and by whether keys are revoked", async () => {
  const ids: Array<string> = []
  for (const kind of ["secret", "publishable", "secret"]) {
    ids.unshift((await made({ kind })).id)
    await core.setTime(after(start, ids.length * 1_000))
  }
  await core.ask(revoke, { key_id: ids[0] })
  const shown = async (query: object) => (await core.ask(list, query)).output.data.map(({ id }) => ids.indexOf(id))
  expect(await shown({})).toEqual([0, 1, 2])
  expect(await shown({ kind: "publishable" })).toEqual([1])
  expect(await shown({ revoked: false })).toEqual([1, 2])
  expect(await shown({ revoked: true })).toEqual([0])
  expect(await shown({ limit: 1, offset: 1 })).toEqual([1])
})

test("the last use of a key is shown as it happens, and does not change the key", async () => {
  const { id, key, updated_at } = await made()
  for (const [millis, shown] of [
    [1_000, 1_000],
    [9_000, 9_000]
  ] as const) {
    await core.setTime(after(start, millis))
    await core.run(authenticate(key ?? "", origin))
    const { output } = await core.ask(get, { key_id: id })
    expect([output.last_used_at, output.updated_at]).toEqual([after(start, shown), updated_at])
    expect((await core.ask(list)).output.data[0]?.last_used_at).toBe(after(start, shown))
  }
})

test("events tell of a key what it may do, and neither the key nor from where it may be used", async () => {
  const { id, key } = await made({ ip_allowlist: ["203.0.113.0/24"], scopes: ["cases:read"] })
  const [event] = await core.events()
  expect(event).toMatchObject({ type: "api-key.created", environment: "sandbox", data: { id, object: "api_key", scopes: ["cases:read"] } })
  for (const hidden of [key ?? "", "203.0.113", "secret_hash"]) expect(JSON.stringify(event)).not.toContain(hidden)
})

const announceDue = async () => {
  const due = await core.run(
    Effect.gen(function* () {
      const instant = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis)).toISOString()
      const found = yield* (yield* Sweep).due(shape, expiringAt(instant), 100)
      // Twice, as a timer that was killed half way would.
      for (const one of [...found, ...found]) yield* asSystem(one, "timer")(announceExpiring(one))
      return found
    })
  )
  return { due: due.map(({ id }) => id), events: await core.events() }
}

test("a key is announced to expire once, fourteen days ahead, and not when it is revoked or has expired", async () => {
  const expires_at = after(start, days(30))
  const { id } = await made({ expires_at })
  const revoked = await made({ expires_at })
  await core.ask(revoke, { key_id: revoked.id })
  await made()
  await core.events()
  expect((await announceDue()).due).toEqual([])
  await core.setTime(after(expires_at, -days(14) - 1))
  expect((await announceDue()).due).toEqual([])
  await core.setTime(after(expires_at, -days(14)))
  const { due, events } = await announceDue()
  expect(due).toEqual([id])
  expect(events).toMatchObject([
    { type: "api-key.expiring", sequence: 2, actor: { type: "system", id: "timer" }, data: { id, expires_at } }
  ])
  await core.setTime(after(expires_at, -1))
  expect(await announceDue()).toEqual({ due: [], events: [] })
})

test("a key that was given more time is announced again when that runs out", async () => {
  const { id } = await made({ expires_at: after(start, days(10)) })
  await core.events()
  expect((await announceDue()).due).toEqual([id])
  await core.ask(update, { key_id: id, expires_at: after(start, days(60)) })
  expect((await announceDue()).due).toEqual([])
  await core.setTime(after(start, days(50)))
  expect((await announceDue()).events).toMatchObject([{ type: "api-key.expiring", sequence: 3 }])
})

const aSetOfScopes = fc.subarray([...allScopes], { minLength: 1 })
type Step = {
  readonly do: "create" | "widen" | "clone"
  readonly scopes: ReadonlyArray<Scope> | undefined
  readonly target: number
  readonly publishable: boolean
}
const aStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom("create", "widen", "clone"),
  scopes: fc.option(aSetOfScopes, { nil: undefined }),
  target: fc.nat({ max: 20 }),
  publishable: fc.boolean()
})

let succeeded = 0
test("no sequence of calls gives a caller a key whose scopes it did not hold", async () => {
  await fc.assert(
    fc.asyncProperty(aSetOfScopes, aSetOfScopes, fc.array(aStep, { maxLength: 8 }), async (held, wide, steps) => {
      const fresh = await aCore()
      const mine = new Set<Scope>([...held, "api_keys:write"])
      const who = { scopes: [...mine] }
      // A key of someone wider, which the caller may see the id of but not the text.
      const foreign = (await fresh.ask(create, { name: "wide", scopes: wide })).output
      const texts: Array<{ id: string; scopes: ReadonlyArray<string> }> = []
      const all = [foreign.id]
      const attempt = async (op: typeof create | typeof clone | typeof update, body: object) => {
        const result = await fresh.ask(op as typeof create, body, who).catch(() => undefined)
        if (result !== undefined) succeeded += 1
        if (result?.output.key !== undefined) {
          texts.push(result.output)
          all.push(result.output.id)
        }
      }
      for (const { do: kind, publishable, scopes, target } of steps) {
        const key_id = all[target % all.length]
        const named = scopes === undefined ? {} : { scopes }
        if (kind === "create") await attempt(create, { name: "k", kind: publishable ? "publishable" : "secret", ...named })
        if (kind === "clone") await attempt(clone, { key_id })
        if (kind === "widen") await attempt(update, { key_id, ...named })
      }
      for (const { id } of texts) {
        const { output } = await fresh.ask(get, { key_id: id })
        for (const scope of output.scopes) expect(isScope(scope) && mine.has(scope)).toBe(true)
        if (output.kind === "publishable") expect(output.scopes.every((scope) => scopeFacts[scope].publishable)).toBe(true)
      }
      // Anyone who is not among the makers gained nothing either.
      const after = (await fresh.ask(get, { key_id: foreign.id })).output.scopes
      expect(after.every((scope) => wide.includes(scope) || mine.has(scope))).toBe(true)
      await fresh.dispose()
    }),
    { numRuns: 40 }
  )
  expect(succeeded).toBeGreaterThan(0)
}, 300_000)
