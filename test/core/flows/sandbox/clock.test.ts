import { afterAll, expect, test } from "bun:test"
import { after, days } from "@vouchkit/core/kernel/foundation/time"
import { apiKeys, auditLog, cases, links, sandbox, sessions } from "@vouchkit/core/index"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { farthestSeconds, longestMoveSeconds, tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { Effect } from "effect"
import { aCore, start } from "../../../support/operations.ts"
import { as } from "../../../support/tenants.ts"

const core = await aCore()
afterAll(() => core.dispose())

let organizations = 0
/** Each test moves the clock of an organization of its own. */
const anOrganization = () => {
  organizations += 1
  return { organization: `org_clock_${organizations}` }
}
const day = 86_400
const clockOf = async (who: { readonly organization: string }, advance_seconds = 0, key?: string) =>
  (await core.ask(sandbox.advanceClock, { advance_seconds }, who, key)).output

test("a clock that was not moved tells real time", async () => {
  expect(await clockOf(anOrganization())).toEqual({
    object: "sandbox_clock",
    environment: "sandbox",
    simulated: true,
    now: start,
    real_time: start,
    advanced_seconds: 0
  })
})

test("moves add up, and the clock goes on from where it was moved to", async () => {
  const who = anOrganization()
  expect(await clockOf(who, 60)).toMatchObject({ advanced_seconds: 60, now: after(start, 60_000), real_time: start })
  expect(await clockOf(who, day)).toMatchObject({ advanced_seconds: day + 60, now: after(start, (day + 60) * 1000) })
  await core.setTime(after(start, 5_000))
  expect(await clockOf(who)).toMatchObject({ advanced_seconds: day + 60, now: after(start, (day + 65) * 1000) })
  await core.setTime(start)
})

test("a move that is repeated under its idempotency key counts once", async () => {
  const who = anOrganization()
  const first = await clockOf(who, 60, "once")
  expect(await clockOf(who, 60, "once")).toEqual(first)
  expect(await clockOf(who)).toMatchObject({ advanced_seconds: 60 })
})

test("in live there is no clock to move", async () => {
  const { code } = await core.refusal(sandbox.advanceClock, { advance_seconds: 60 }, { ...anOrganization(), environment: "live" })
  expect(code).toBe("sandbox_only")
})

test("moving the clock needs sessions:write", async () => {
  const { code, failure } = await core.refusal(sandbox.advanceClock, { advance_seconds: 60 }, { scopes: ["sessions:read"] })
  expect([code, failure._tag]).toEqual(["forbidden", "MissingScope"])
})

test("a move beyond a hundred years in all is refused and moves nothing", async () => {
  const who = anOrganization()
  for (let ahead = 0; ahead < farthestSeconds; ahead += longestMoveSeconds) await clockOf(who, longestMoveSeconds)
  const { code, failure } = await core.refusal(sandbox.advanceClock, { advance_seconds: 1 }, who)
  expect(code).toBe("validation_error")
  expect(failure.problems).toMatchObject([{ loc: ["body", "advance_seconds"], code: "out_of_range" }])
  expect(await clockOf(who)).toMatchObject({ advanced_seconds: farthestSeconds })
})

test("a move changes what time it is for that sandbox, and neither for its live environment nor for others", async () => {
  const [moved, other] = [anOrganization(), anOrganization()]
  await clockOf(moved, day)
  const timeOf = (organization: string, environment: "sandbox" | "live") => core.run(as({ organization, environment })(tenantNow))
  expect(await timeOf(moved.organization, "sandbox")).toBe(after(start, days(1)))
  expect(await timeOf(moved.organization, "live")).toBe(start)
  expect(await timeOf(other.organization, "sandbox")).toBe(start)
})

test("a session, its link and what is announced of them are dated by the sandbox's clock", async () => {
  const who = anOrganization()
  await clockOf(who, 10 * day)
  await core.events()
  const { output: session } = await core.ask(sessions.create, {}, who)
  const created_at = after(start, days(10))
  expect(session).toMatchObject({ created_at, expires_at: after(created_at, days(7)) })
  expect(await core.events()).toMatchObject([{ type: "session.created", timestamp: created_at }])
})

test("what is announced in an advanced sandbox is handed out at once", async () => {
  const who = anOrganization()
  await clockOf(who, 10 * day)
  await core.events()
  await core.ask(sessions.create, {}, who)
  const due = await core.run(
    Effect.gen(function* () {
      return yield* (yield* JobQueue).claim({ limits: { "webhooks.dispatch": 10 }, lease_seconds: 1, now: start })
    })
  )
  expect(due.length).toBe(1)
})

test("a link is expired once the clock has passed its end", async () => {
  const who = anOrganization()
  const { output: session } = await core.ask(sessions.create, {}, who)
  const statusOf = async () => (await core.ask(links.list, { session_id: session.id, limit: 10, offset: 0 }, who)).output.data[0]?.status
  await clockOf(who, day - 1)
  expect(await statusOf()).toBe("active")
  await clockOf(who, 1)
  expect(await statusOf()).toBe("expired")
})

test("a case counts as overdue once the clock has passed its time", async () => {
  const who = anOrganization()
  await core.ask(cases.createDemo, {}, who)
  expect((await core.ask(cases.counts, {}, who)).output.overdue).toBe(0)
  await clockOf(who, day)
  expect((await core.ask(cases.counts, {}, who)).output.overdue).toBe(1)
})

test("keys end by real time, however far the sandbox is ahead", async () => {
  const who = anOrganization()
  await clockOf(who, 30 * day)
  const expires_at = after(start, days(1))
  expect((await core.ask(apiKeys.create, { name: "short", expires_at }, who)).output.expires_at).toBe(expires_at)
})

test("the audit log dates a move by real time and says how far it went", async () => {
  const who = anOrganization()
  await clockOf(who, 60)
  await clockOf(who, 40)
  const { data } = (await core.ask(auditLog.list, { action: "sandbox.advance_clock", limit: 10, offset: 0 }, who)).output
  expect(data).toMatchObject([
    { at: start, target: { type: "sandbox_clock", id: who.organization }, changes: [{ path: "advanced_seconds", from: 60, to: 100 }] },
    { at: start, changes: [{ path: "advanced_seconds", from: 0, to: 60 }] }
  ])
})
