import { expect, test } from "bun:test"
import { after, days, now } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { SessionStore, sessions, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { moreIf, runOnce, runTimers, sweeping } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { sweepShortLived } from "@vouchkit/core/flows/housekeeping"
import { type EndedRows, Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import { aSession } from "../support/sessions.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"
import { onTestClock } from "./queue.ts"

const insert = (tenant: TenantName, session: StoredSession) =>
  as(tenant)(Effect.flatMap(SessionStore, (store) => store.insert({ ...session, environment: tenant.environment })))
const find = (tenant: TenantName, id: string) => as(tenant)(Effect.flatMap(SessionStore, (store) => store.find(id)))
const running = runTimers(timers)

/** The events that wait to be issued, by type. */
const announced = Effect.gen(function* () {
  const queue = yield* JobQueue
  const jobs = yield* queue.claim({ limits: { "webhooks.dispatch": 1_000 }, lease_seconds: 1, now: after(yield* now, 3_600_000) })
  return jobs.map(({ environment, organization, payload }) => ({
    organization,
    environment,
    ...(payload as { readonly type: string; readonly actor: unknown; readonly data: unknown })
  }))
})

test("a session that nobody started in time expires, in its own tenant, as the service's doing", () =>
  onTestClock(
    Effect.gen(function* () {
      const soon = after(yield* now, 60_000)
      const session = aSession({ expires_at: soon })
      yield* insert(acmeLive, session)
      yield* running
      yield* TestClock.adjust("45 seconds")
      expect((yield* find(acmeLive, session.id))?.status).toBe("created")
      yield* TestClock.adjust("31 seconds")
      expect(yield* find(acmeLive, session.id)).toMatchObject({ status: "expired", expired_reason: "never_started" })
      expect(yield* announced).toMatchObject([
        { organization: "org_acme", environment: "live", type: "session.expired", actor: { type: "system", id: "worker" } }
      ])
    })
  ))

test("what waits for nobody outside does not expire, nor what has time left or none", () =>
  onTestClock(
    Effect.gen(function* () {
      const past = after(yield* now, -1)
      const kept = [
        aSession({ status: "processing", expires_at: past }),
        aSession({ status: "in_review", expires_at: past }),
        aSession({ status: "approved", expires_at: past }),
        aSession({ expires_at: after(yield* now, days(7)) }),
        aSession({ expires_at: null })
      ]
      for (const session of kept) yield* insert(acmeSandbox, session)
      yield* running
      yield* TestClock.adjust("5 minutes")
      for (const session of kept) expect((yield* find(acmeSandbox, session.id))?.status).toBe(session.status)
      expect(yield* announced).toEqual([])
    })
  ))

test("timers of several workers expire a session once", () =>
  onTestClock(
    Effect.gen(function* () {
      const session = aSession({ status: "in_progress", started_at: yield* now, expires_at: after(yield* now, 1_000) })
      yield* insert(acmeSandbox, session)
      for (let worker = 0; worker < 3; worker += 1) yield* running
      yield* TestClock.adjust("1 minute")
      expect(yield* find(acmeSandbox, session.id)).toMatchObject({ status: "expired", expired_reason: "abandoned" })
      expect((yield* announced).length).toBe(1)
    })
  ))

test("one record that cannot be handled leaves the others alone", async () => {
  const lines: Array<string> = []
  await onTestClock(
    Effect.gen(function* () {
      const handled: Array<string> = []
      const broken = aSession()
      const rows = [broken, aSession(), aSession()]
      for (const session of rows) yield* insert(acmeSandbox, session)
      yield* insert(otherSandbox, aSession())
      const rule = sweeping({
        name: "test.sweep",
        every_seconds: 15,
        shape: sessions,
        clock: "tenant",
        due: () => [{ field: "status", op: "eq", value: "created" }],
        handle: ({ id }) =>
          id === broken.id
            ? Effect.die(new Error("cannot be handled"))
            : Effect.map(Tenant, ({ organization }) => void handled.push(organization))
      })
      yield* runTimers([rule])
      yield* TestClock.adjust("1 second")
      expect(handled.toSorted()).toEqual(["org_acme", "org_acme", "org_other"])
      yield* TestClock.adjust("15 seconds")
      expect(handled.length).toBe(6)
    }),
    lines
  )
  expect(lines.some((line) => line.includes("a timer failed on a record"))).toBe(true)
})

test("timers of several processes begin at different records, and each handles all of them", () =>
  onTestClock(
    Effect.gen(function* () {
      const rows = Array.from({ length: 40 }, () => aSession())
      for (const session of rows) yield* insert(acmeSandbox, session)
      const ids = rows.map(({ id }) => id).toSorted()
      const handledBy = Effect.fnUntraced(function* (seed: string) {
        const handled: Array<string> = []
        const rule = sweeping({
          name: "test.sweep",
          every_seconds: 15,
          shape: sessions,
          clock: "real",
          due: () => [{ field: "status", op: "eq", value: "created" }],
          handle: ({ id }) => Effect.sync(() => void handled.push(id))
        })
        yield* Random.withSeed(runOnce([rule]), seed)
        return handled
      })
      const [one, same, other] = [yield* handledBy("one"), yield* handledBy("one"), yield* handledBy("other")]
      for (const handled of [one, other]) expect(handled.toSorted()).toEqual(ids)
      expect(same).toEqual(one)
      expect(other[0]).not.toBe(one[0])
    })
  ))

test("a timer that fails runs again at its next time", () =>
  onTestClock(
    Effect.gen(function* () {
      let runs = 0
      const run = Effect.suspend(() => {
        runs += 1
        return runs === 1 ? Effect.die(new Error("storage is away")) : Effect.void
      })
      yield* runTimers([{ name: "test.timer", every_seconds: 15, run }])
      yield* TestClock.adjust("1 second")
      expect(runs).toBe(1)
      yield* TestClock.adjust("30 seconds")
      expect(runs).toBe(3)
    })
  ))

test("a timer that left work behind goes on at once, and waits once nothing is due", () =>
  onTestClock(
    Effect.gen(function* () {
      let [due, turns] = [7, 0]
      const run = moreIf(
        Effect.sync(() => {
          turns += 1
          due = Math.max(0, due - 2)
          return due > 0
        })
      )
      yield* runTimers([{ name: "test.behind", every_seconds: 15, run }])
      yield* TestClock.adjust("1 second")
      expect([due, turns]).toEqual([0, 4])
      yield* TestClock.adjust("14 seconds")
      expect(turns).toBe(4)
      yield* TestClock.adjust("1 second")
      expect(turns).toBe(5)
    })
  ))

test("one turn of a sweep that never comes to an end takes its share of every kind, and says that more is due", () =>
  onTestClock(
    Effect.gen(function* () {
      const swept = new Map<EndedRows, Array<string | null>>()
      const removeSome = (kind: EndedRows, until: string, from: string | null) =>
        Effect.sync(() => {
          expect(until <= start).toBe(true)
          const portions = swept.get(kind) ?? []
          swept.set(kind, [...portions, from])
          return { removed: 10, next: kind.startsWith("quota_") ? null : String(portions.length) }
        })
      const start = yield* now
      expect(yield* Effect.provideService(sweepShortLived, Housekeeping, { removeSome, reclaimJobs: Effect.succeed(false) })).toBe(true)
      expect([...swept].map(([kind, portions]) => [kind, portions.length])).toEqual([
        ["idempotency_answers", 50],
        ["idempotency_reservations", 50],
        ["quota_windows", 1],
        ["quota_moments", 1]
      ])
      expect(swept.get("idempotency_answers")?.slice(0, 3)).toEqual([null, "0", "1"])
    })
  ))
