import { expect, test } from "bun:test"
import { ApiKeyStore } from "@vouchkit/core/kernel/authentication/api-keys"
import { provisionKey } from "@vouchkit/core/resources/access/provision"
import { openDemoCase } from "@vouchkit/core/resources/cases/demo"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { after, days, now } from "@vouchkit/core/kernel/foundation/time"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { SandboxClocks } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { EventStore } from "@vouchkit/core/resources/webhooks/model"
import { runTimers } from "@vouchkit/worker/jobs/schedule"
import { asSystem } from "@vouchkit/worker/jobs/system-caller"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { aSession } from "../support/sessions.ts"
import { acmeLive, acmeSandbox, as, otherSandbox, type TenantName } from "../support/tenants.ts"
import { onTestClock } from "./queue.ts"

const tenants = [acmeSandbox, acmeLive, otherSandbox]
const running = runTimers(timers)
const day = 86_400

/** Moves the clock of one sandbox, as its operation does. */
const advance = (seconds: number, tenant: TenantName = acmeSandbox) =>
  as(tenant)(Effect.flatMap(Effect.all([SandboxClocks, now]), ([clocks, at]) => clocks.advance(seconds, at)))

test("a session expires when its sandbox's clock passes its end, and those of live and of other sandboxes do not", () =>
  onTestClock(
    Effect.gen(function* () {
      const expires_at = after(yield* now, days(7))
      const session = aSession({ expires_at })
      for (const tenant of tenants) {
        yield* as(tenant)(Effect.flatMap(SessionStore, (store) => store.insert({ ...session, environment: tenant.environment })))
      }
      const statuses = Effect.forEach(tenants, (tenant) =>
        as(tenant)(
          Effect.map(
            Effect.flatMap(SessionStore, (store) => store.find(session.id)),
            (found) => found?.status
          )
        )
      )
      yield* running
      yield* advance(7 * day - 60)
      yield* TestClock.adjust("45 seconds")
      expect(yield* statuses).toEqual(["created", "created", "created"])
      yield* TestClock.adjust("30 seconds")
      expect(yield* statuses).toEqual(["expired", "created", "created"])
      const found = yield* as(acmeSandbox)(Effect.flatMap(SessionStore, (store) => store.find(session.id)))
      expect((found?.updated_at ?? "") >= expires_at).toBe(true)
    })
  ))

test("every sandbox is swept by its own clock", () =>
  onTestClock(
    Effect.gen(function* () {
      const session = aSession({ expires_at: after(yield* now, days(7)) })
      const sandboxes = ["org_a", "org_b", "org_c"].map((organization): TenantName => ({ organization, environment: "sandbox" }))
      for (const [index, tenant] of sandboxes.entries()) {
        yield* as(tenant)(Effect.flatMap(SessionStore, (store) => store.insert(session)))
        yield* advance((index + 6) * day, tenant)
      }
      yield* running
      yield* TestClock.adjust("16 seconds")
      const found = yield* Effect.forEach(sandboxes, (tenant) =>
        as(tenant)(Effect.flatMap(SessionStore, (store) => store.find(session.id)))
      )
      expect(found.map((one) => one?.status)).toEqual(["created", "expired", "expired"])
    })
  ))

test("a case is overdue when its sandbox's clock passes its time", () =>
  onTestClock(
    Effect.gen(function* () {
      const { transaction } = yield* UnitOfWork
      const { id } = yield* asSystem(acmeSandbox, "req_test")(transaction(openDemoCase))
      const breached = as(acmeSandbox)(
        Effect.map(
          Effect.flatMap(CaseStore, (store) => store.find(id)),
          (found) => found?.sla_breached
        )
      )
      yield* running
      yield* TestClock.adjust("16 seconds")
      expect(yield* breached).toBe(false)
      yield* advance(day)
      yield* TestClock.adjust("16 seconds")
      expect(yield* breached).toBe(true)
    })
  ))

test("the content of an event is erased when its sandbox's clock passes its retention", () =>
  onTestClock(
    Effect.gen(function* () {
      const at = yield* now
      const event = { id: "evt_old", version: 1, envelope: null, erased_at: null, created_at: at, updated_at: at }
      for (const tenant of tenants) yield* as(tenant)(Effect.flatMap(EventStore, (store) => store.insert(event)))
      const erased = Effect.forEach(tenants, (tenant) =>
        as(tenant)(
          Effect.map(
            Effect.flatMap(EventStore, (store) => store.find("evt_old")),
            (found) => found?.erased_at !== null
          )
        )
      )
      yield* advance(31 * day)
      yield* running
      yield* TestClock.adjust("1 second")
      expect(yield* erased).toEqual([true, false, false])
    })
  ))

test("the coming end of a key is announced by real time", () =>
  onTestClock(
    Effect.gen(function* () {
      const { issued } = yield* provisionKey({ ...acmeSandbox, scopes: "all" })
      const announced = Effect.gen(function* () {
        const store = yield* ApiKeyStore
        return (yield* store.find(issued.id))?.expiry_announced_at
      })
      const expiring = Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const key = yield* store.find(issued.id)
        if (key !== undefined) yield* store.save({ ...key, expires_at: after(yield* now, days(14) + 60_000) })
      })
      yield* as(acmeSandbox)(expiring)
      yield* advance(10 * day)
      yield* running
      yield* TestClock.adjust("16 seconds")
      expect(yield* as(acmeSandbox)(announced)).toBeNull()
      yield* TestClock.adjust("1 minute")
      expect(yield* as(acmeSandbox)(announced)).not.toBeNull()
    })
  ))
