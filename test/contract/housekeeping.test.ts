import { afterAll, describe, expect, test } from "bun:test"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { FailedJobs } from "@vouchkit/core/flows/failed-jobs"
import { AuditLog, type AuditEntry } from "@vouchkit/core/kernel/audit/log"
import { after, days, now } from "@vouchkit/core/kernel/foundation/time"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { IdempotencyStore } from "@vouchkit/core/kernel/operation/idempotency"
import { type EndedRows, Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { ChallengeStore } from "@vouchkit/core/resources/nfc/challenge"
import { OrganizationSettingsStore } from "@vouchkit/core/resources/settings/organization"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { DeliveryStore, EventStore } from "@vouchkit/core/resources/webhooks/model"
import { Effect, ManagedRuntime } from "effect"
import { storeDelivery, storeEndpoint } from "../support/deliveries.ts"
import { freshDatabase } from "../support/postgres.ts"
import { aSession } from "../support/sessions.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"

const adapters = {
  memory: async () => ManagedRuntime.make(Memory.layer),
  postgres: async () => ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }))
}
const noon = "2026-01-01T12:00:00.000Z"
const before = "2026-01-01T11:59:59.999Z"
/** Longer ago than any audit entry is kept, and a moment before and after. */
const [early, longAgo, late] = ["2016-01-01T11:59:59.999Z", "2016-01-01T12:00:00.000Z", "2016-01-01T12:00:00.001Z"] as const
const afterNoon = "2026-01-01T12:00:00.001Z"

for (const [name, make] of Object.entries(adapters)) {
  describe(`housekeeping in ${name}`, async () => {
    const runtime = await make()
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
    const inTransaction = <A, E, R>(tenant: TenantName, effect: Effect.Effect<A, E, R>) =>
      run(Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect)).pipe(as(tenant)))
    const remove = (kind: EndedRows, until: string) =>
      run(Effect.flatMap(Housekeeping, ({ removeSome }) => Effect.map(removeSome(kind, until, null), ({ removed }) => removed)))

    const keep = (tenant: TenantName, scope: string, expires_at: string) =>
      inTransaction(
        tenant,
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          yield* store.claim(scope, noon)
          yield* store.keep({ scope, fingerprint: "f", sealed: "s", resource_id: null, expires_at })
        })
      )
    const stateOf = async (tenant: TenantName, scope: string) =>
      (
        await inTransaction(
          tenant,
          Effect.flatMap(IdempotencyStore, (store) => store.claim(scope, "2026-01-01T00:00:00.000Z"))
        )
      ).state

    test("stored answers that are over are removed for every tenant, others stay, and a second sweep finds nothing", async () => {
      await keep(acmeSandbox, "over", before)
      await keep(otherSandbox, "over", noon)
      await keep(acmeSandbox, "stays", afterNoon)
      expect([await remove("idempotency_answers", noon), await remove("idempotency_answers", noon)]).toEqual([2, 0])
      expect([await stateOf(acmeSandbox, "over"), await stateOf(otherSandbox, "over"), await stateOf(acmeSandbox, "stays")]).toEqual([
        "new",
        "new",
        "finished"
      ])
    })

    test("a challenge of a chip goes once it is over", async () => {
      const [over, open] = [aSession(), aSession()]
      for (const [session, expires_at] of [
        [over, noon],
        [open, afterNoon]
      ] as const) {
        const challenge = {
          id: session.id,
          version: 1,
          environment: "sandbox",
          nonce: "0".repeat(16),
          expires_at,
          used_at: null,
          terminal: null,
          created_at: before,
          updated_at: before
        } as const
        await inTransaction(
          acmeSandbox,
          Effect.flatMap(SessionStore, (store) => store.insert(session))
        )
        await inTransaction(
          acmeSandbox,
          Effect.flatMap(ChallengeStore, (store) => store.insert(challenge))
        )
      }
      expect(await remove("nfc_challenges", noon)).toBe(1)
      const left = await run(Effect.flatMap(ChallengeStore, (store) => store.list({ limit: 10 })).pipe(as(acmeSandbox)))
      expect(left.map(({ id }) => id)).toEqual([open.id])
    })

    test("a job that was set aside goes, one that waits stays however old it is", async () => {
      const queued = await run(now)
      const enqueue = (id: string, kind: string) =>
        run(as(acmeSandbox)(Effect.flatMap(JobQueue, (queue) => queue.enqueue({ id, name: kind, payload: {}, due_at: queued }))))
      await enqueue("failed", "test.failing")
      await enqueue("waiting", "test.waiting")
      const queue = await run(JobQueue)
      const soon = after(queued, 1_000)
      for (const job of await run(queue.claim({ limits: { "test.failing": 1 }, lease_seconds: 10, now: soon }))) {
        await run(queue.deadLetter(job, "no reason", soon))
      }
      expect(await remove("failed_jobs", after(queued, -days(1)))).toBe(0)
      expect(await remove("failed_jobs", after(queued, days(1)))).toBe(1)
      const listed = await run(Effect.flatMap(FailedJobs, (jobs) => jobs.list({ limit: 10, now: soon })))
      expect(listed.map(({ id }) => id)).toEqual(["waiting"])
    })

    test("an event whose content was erased goes with its deliveries, and their counts with them", async () => {
      const stored = (number: number) =>
        Effect.gen(function* () {
          yield* storeDelivery(number, { endpoint_id: "whe_1" })
          const events = yield* EventStore
          const event = yield* events.find(`evt_${number}`)
          if (event !== undefined) yield* events.save({ ...event, erased_at: number === 1 ? noon : number === 2 ? afterNoon : null })
        })
      await inTransaction(acmeSandbox, Effect.andThen(storeEndpoint("whe_1"), Effect.forEach([1, 2, 3], stored)))
      expect(await remove("webhook_history", noon)).toBe(2)
      const page = await run(Effect.flatMap(DeliveryStore, (store) => store.page({ limit: 10 })).pipe(as(acmeSandbox)))
      expect([page.rows.map(({ event_id }) => event_id).sort(), page.total]).toEqual([["evt_2", "evt_3"], 2])
      expect(await run(Effect.flatMap(EventStore, (store) => store.count([])).pipe(as(acmeSandbox)))).toBe(2)
    })

    describe("of the audit log", () => {
      const entry = (chain_index: number, created_at: string): AuditEntry => ({
        id: `log_${chain_index}`,
        version: 1,
        action: "cases.approve",
        actor: { type: "system", id: "worker", label: null, ip: null, user_agent: null },
        target: null,
        changes: [],
        outcome: "succeeded",
        request_id: "req_1",
        chain_index,
        prev_hash: chain_index === 0 ? null : `hash_${chain_index - 1}`,
        hash: `hash_${chain_index}`,
        created_at,
        updated_at: created_at
      })
      const chain = (tenant: TenantName, ...times: ReadonlyArray<string>) =>
        inTransaction(
          tenant,
          Effect.flatMap(AuditLog, (log) =>
            Effect.forEach(
              times.map((at, index) => entry(index, at)),
              log.insert
            )
          )
        )
      const left = async (tenant: TenantName) => {
        const rows = await run(
          Effect.flatMap(AuditLog, (log) => log.list({ limit: 10, order: [{ field: "chain_index", direction: "asc" }] })).pipe(as(tenant))
        )
        return rows.map(({ chain_index }) => chain_index)
      }

      test("the beginning of each chain goes as far as it is over: nothing behind an entry that stays, and never its end", async () => {
        await chain(acmeSandbox, early, longAgo, late, early, late)
        await chain(acmeLive, early, early, early)
        await chain(otherSandbox, late, late)
        expect(await remove("audit_entries", longAgo)).toBe(4)
        expect([await left(acmeSandbox), await left(acmeLive), await left(otherSandbox)]).toEqual([[2, 3, 4], [2], [0, 1]])
        expect(await remove("audit_entries", longAgo)).toBe(0)
      })

      test("an organization that keeps its entries for longer loses none before, and the others do as usual", async () => {
        const keeping: TenantName = { organization: "org_keeping", environment: "live" }
        const usual: TenantName = { organization: "org_usual", environment: "live" }
        const settings = (audit: number) =>
          Effect.flatMap(OrganizationSettingsStore, (store) =>
            store.insert({
              id: "organization",
              version: 1,
              policy: { retention: { audit } },
              created_at: early,
              updated_at: early
            } as never)
          )
        await inTransaction(keeping, settings(2_557 + 10))
        const daysBefore = (count: number) => after(longAgo, -days(count))
        for (const tenant of [keeping, usual]) await chain(tenant, daysBefore(11), daysBefore(10), daysBefore(9), longAgo, longAgo)
        expect(await remove("audit_entries", longAgo)).toBe(2 + 4)
        expect([await left(keeping), await left(usual)]).toEqual([[2, 3, 4], [4]])
      })

      if (name === "postgres") {
        test("no entry goes before seven years are over, whatever is asked for", async () => {
          const yesterday = await run(Effect.map(now, (at) => after(at, -days(1))))
          const young: TenantName = { organization: "org_young", environment: "live" }
          await chain(young, yesterday, yesterday, yesterday)
          await remove("audit_entries", await run(now))
          expect(await left(young)).toEqual([0, 1, 2])
        })
      }
    })
  })
}

describe("housekeeping in postgres", async () => {
  const { Database } = await import("@vouchkit/adapters/postgres/database")
  const runtime = ManagedRuntime.make(Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 }))
  afterAll(() => runtime.dispose())
  const sql = await runtime.runPromise(Effect.map(Database, (database) => database.sql))
  const removed = (kind: EndedRows, from: string | null = null) =>
    runtime.runPromise(Effect.flatMap(Housekeeping, ({ removeSome }) => removeSome(kind, noon, from)))
  const answers = (count: number) =>
    sql.unsafe(
      `insert into idempotency_keys (organization, environment, scope, fingerprint, sealed, expires_at) select 'org_acme', 'sandbox', 'swept' || n, 'f', 's', '2026-01-01T1' || n % 2 || ':00:00.000Z' from generate_series(1, ${count}) as n`
    )

  test("a quota window goes by the time at which it began", async () => {
    const seconds = Date.parse(noon) / 1000
    for (const age of [-1, 0, 1]) {
      await sql`insert into quota_windows (policy, subject, window_start, used) values ('p', ${`s${age}`}, ${seconds - age}, 1)`
    }
    expect(await removed("quota_windows")).toEqual({ removed: 2, next: null })
    expect((await sql`select subject from quota_windows`).map(({ subject }) => subject)).toEqual(["s-1"])
  })

  test("what was spent of a budget goes by the last time at which it was", async () => {
    const seconds = Date.parse(noon) / 1000
    for (const age of [-1, 0, 1]) {
      await sql`insert into quota_moments (policy, subject, moments, latest) values ('p', ${`s${age}`}, ${[]}::bigint[], ${seconds - age})`
    }
    expect(await removed("quota_moments")).toEqual({ removed: 2, next: null })
    expect((await sql`select subject from quota_moments`).map(({ subject }) => subject)).toEqual(["s-1"])
  })

  test("many rows go in portions, of which the next begins where the last one came, until none is due", async () => {
    await answers(5_000)
    const portions: Array<number> = []
    for (let next: string | null = null, first = true; first || next !== null; first = false) {
      const portion = await removed("idempotency_answers", next)
      portions.push(portion.removed)
      next = portion.next
    }
    expect(portions).toEqual([2_000, 2_000, 1_000])
    expect((await sql`select count(*)::int as left from idempotency_keys`)[0]?.left).toBe(0)
  })

  test("many may sweep at once: rows that another holds are left to it, and none is waited for", async () => {
    await answers(100)
    await sql.begin(async (other) => {
      await other`select 1 from idempotency_keys where scope = 'swept1' for update`
      const together = await Promise.all([removed("idempotency_answers"), removed("idempotency_answers")])
      expect(together.map((portion) => portion.removed).reduce((one, two) => one + two)).toBe(99)
    })
    expect((await removed("idempotency_answers")).removed).toBe(1)
  })
})
