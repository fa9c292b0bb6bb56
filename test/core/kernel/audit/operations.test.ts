import { afterAll, expect, test } from "bun:test"
import { asSystem } from "@vouchkit/core/kernel/access/system-caller"
import { record } from "@vouchkit/core/kernel/audit/log"
import { auditLog } from "@vouchkit/core/resources/audit/operations"
import { after } from "@vouchkit/core/kernel/foundation/time"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { Clock, Effect } from "effect"
import fc from "fast-check"
import { aCore, callerOf, organization, start, type Who } from "../../../support/operations.ts"

const { list } = auditLog
const core = await aCore()
afterAll(() => core.dispose())

let organizations = 0
/** An organization of its own for each test, so that logs do not mix. */
const aTenant = () => {
  organizations += 1
  return { organization: `org_audit_${organizations}`, environment: "sandbox" } as const
}
const write = (action: string, tenant: { organization: string; environment: "sandbox" | "live" }, target = "ses_1", who: Who = {}) =>
  core.run(
    record({
      action,
      target: { type: "session", id: target },
      changes: [{ path: "status", from: undefined, to: "open" }],
      outcome: "succeeded"
    }).pipe(Effect.provideService(Caller, callerOf({ ...tenant, ...who })), Effect.provideService(Tenant, tenant))
  )
const actions = async (query: object, who: Who) => (await core.ask(list, query, who)).output.data.map(({ action }) => action)

test("an entry shows who did what to what, from where, and is not sealed yet", async () => {
  const tenant = aTenant()
  // Other tests of this file move the clock, in whatever order they run.
  const now = await core.run(Clock.currentTimeMillis)
  await write("sessions.update", tenant)
  const { data, pagination } = (await core.ask(list, {}, tenant)).output
  expect(pagination).toEqual({ total: 1, limit: 50, offset: 0 })
  expect(data[0]).toMatchObject({
    object: "audit_entry",
    environment: "sandbox",
    action: "sessions.update",
    actor: { type: "api_key", id: "key_test", label: null, ip: "203.0.113.9", user_agent: "test" },
    target: { type: "session", id: "ses_1" },
    changes: [{ path: "status", from: null, to: "open" }],
    outcome: "succeeded",
    request_id: "req_test",
    at: new Date(now).toISOString(),
    prev_hash: null,
    hash: null
  })
  expect(data[0]?.id).toMatch(/^log_[0-9a-z]{26}$/)
})

test("the log of another environment or organization is not there, and the scope is needed", async () => {
  const tenant = aTenant()
  await write("sessions.update", tenant)
  for (const who of [{ ...tenant, environment: "live" as const }, { organization }]) {
    expect((await core.ask(list, { action: "sessions.update" }, who)).output.data.filter(({ target }) => target?.id === "ses_1")).toEqual(
      []
    )
  }
  expect((await core.refusal(list, {}, { ...tenant, scopes: ["audit:read"] })).failure.message).toBe(
    "API key missing required scope: audit_logs:read"
  )
})

test("a prefix selects what begins with it and a dot, and nothing that merely begins alike", async () => {
  const tenant = aTenant()
  for (const action of ["mcp.get_session", "mcpx.a", "mcp", "mcp-b.c", "MCP.d", "a.mcp.e", "mcp.x.y", "m%.z", "m_p.z"])
    await write(action, tenant)
  expect(await actions({ action_prefix: "mcp" }, tenant)).toEqual(["mcp.x.y", "mcp.get_session"])
  expect(await actions({ action_prefix: "mcp.x" }, tenant)).toEqual(["mcp.x.y"])
  expect(await actions({ action_prefix: "m%" }, tenant)).toEqual(["m%.z"])
  expect(await actions({ action_prefix: "m_p" }, tenant)).toEqual(["m_p.z"])
  for (const action_prefix of ["mcp.", "mc", "sessions"]) expect(await actions({ action_prefix }, tenant)).toEqual([])
  expect(await actions({ action: "mcp" }, tenant)).toEqual(["mcp"])
})

test("for any actions and prefix, the prefix selects exactly those that begin with it and a dot", async () => {
  const part = fc.constantFrom("mcp", "mc", "mcpx", "a", "%", "_", "\\", "ä", "M")
  const anAction = fc.array(part, { minLength: 1, maxLength: 3 }).chain((parts) => fc.constantFrom(parts.join("."), parts.join("")))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anAction, { maxLength: 8 }), fc.array(part, { minLength: 1, maxLength: 2 }), async (written, parts) => {
      const tenant = aTenant()
      for (const action of written) await write(action, tenant)
      const action_prefix = parts.join(".")
      expect((await actions({ action_prefix }, tenant)).sort()).toEqual(
        written.filter((action) => action.startsWith(`${action_prefix}.`)).sort()
      )
    }),
    { numRuns: 60 }
  )
})

test("entries are newest first and narrow by actor, target and time, both ends of which belong to it", async () => {
  const tenant = aTenant()
  for (const index of [0, 1, 2, 3]) {
    await core.setTime(after(start, index * 1_000))
    await write(`a.${index}`, tenant, `ses_${index % 2}`, { id: index < 2 ? "key_a" : "key_b" })
  }
  expect(await actions({}, tenant)).toEqual(["a.3", "a.2", "a.1", "a.0"])
  expect(await actions({ limit: 2, offset: 1 }, tenant)).toEqual(["a.2", "a.1"])
  expect(await actions({ offset: 100 }, tenant)).toEqual([])
  expect(await actions({ actor_id: "key_a" }, tenant)).toEqual(["a.1", "a.0"])
  expect(await actions({ target_id: "ses_1" }, tenant)).toEqual(["a.3", "a.1"])
  expect(await actions({ target_id: "ses_1", actor_id: "key_b" }, tenant)).toEqual(["a.3"])
  expect(await actions({ from: "2026-03-01T13:00:01+01:00", to: after(start, 2_000) }, tenant)).toEqual(["a.2", "a.1"])
  expect(await actions({ from: after(start, 2_000), to: after(start, 1_000) }, tenant)).toEqual([])
})

test("what the service does by itself is told apart from what callers do", async () => {
  const tenant = aTenant()
  await core.run(asSystem(tenant, "timer")(record({ action: "sessions.expire", target: null, changes: [], outcome: "succeeded" })))
  expect((await core.ask(list, {}, tenant)).output.data[0]).toMatchObject({
    actor: { type: "system", id: "timer", ip: null, user_agent: null },
    target: null
  })
})
