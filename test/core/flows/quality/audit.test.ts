import { afterAll, describe, expect, test } from "bun:test"
import { auditDecisions } from "@vouchkit/core/flows/quality/audit"
import { type EventEnvelope, dispatchJob } from "@vouchkit/core/kernel/events/announce"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { endedDecisions, endedFindings } from "@vouchkit/core/resources/audit-findings/end"
import { DecisionRecordStore } from "@vouchkit/core/resources/audit-findings/decisions"
import { FindingStore } from "@vouchkit/core/resources/audit-findings/model"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Fiber } from "effect"
import { qualityWork } from "./quality-work.ts"

const words = "Ada Example rang twice"

for (const storage of ["memory", "postgres"] as const) {
  describe(`the quality audit, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())
    /** Two decisions that each leave out a note. */
    const unexplained = async (tenant: Awaited<ReturnType<typeof aTenant>>) => {
      for (let count = 0; count < 2; count += 1) {
        const { case_id } = await tenant.inReview()
        await tenant.ask("POST", `/cases/${case_id}/approve`, {})
      }
    }
    /** The events about findings that wait to be sent. */
    const announced = async (): Promise<ReadonlyArray<EventEnvelope>> => {
      const claimed = await service.runtime.runPromise(
        JobQueue.use((queue) => queue.claim({ limits: { [dispatchJob]: 10_000 }, lease_seconds: 1, now: "2099-01-01T00:00:00.000Z" }))
      )
      return claimed.map(({ payload }) => payload as EventEnvelope).filter(({ type }) => type.startsWith("audit-finding."))
    }

    test("announces each finding once, however often it runs, and however many run at once", async () => {
      const tenant = await aTenant()
      await announced()
      await unexplained(tenant)
      await Promise.all([tenant.audit(), tenant.audit(), tenant.audit()])
      await tenant.audit()
      expect(await tenant.findings()).toHaveLength(2)
      const events = await announced()
      expect(events.map(({ type }) => type)).toEqual(["audit-finding.created", "audit-finding.created"])
      expect(events[0]).toMatchObject({
        resource: { type: "audit_finding" },
        actor: { type: "system" },
        data: { kind: "missing_evidence", status: "open" }
      })
    })

    test("goes on after being killed, and finds nothing a second time", async () => {
      const tenant = await aTenant()
      await unexplained(tenant)
      let written = 0
      const reached = Promise.withResolvers<void>()
      const running = service.runtime.runFork(
        FindingStore.use((store) =>
          Effect.provideService(auditDecisions, FindingStore, {
            ...store,
            insertIfAbsent: (row) => {
              written += 1
              if (written < 2) return store.insertIfAbsent(row)
              reached.resolve()
              return Effect.never
            }
          })
        )
      )
      await reached.promise
      await Effect.runPromise(Fiber.interrupt(running))
      expect(await tenant.findings()).toHaveLength(1)
      await tenant.audit()
      await tenant.audit()
      expect(await tenant.findings()).toHaveLength(2)
    })

    test("is not held up by a decision that cannot be read", async () => {
      const tenant = await aTenant()
      await unexplained(tenant)
      let locked = 0
      await service.runtime.runPromise(
        DecisionRecordStore.use((store) =>
          Effect.provideService(auditDecisions, DecisionRecordStore, {
            ...store,
            lock: (id) => {
              locked += 1
              return locked === 1 ? Effect.die(new Error("broken")) : store.lock(id)
            }
          })
        )
      )
      expect((await tenant.findings()).length).toBeGreaterThan(0)
      await tenant.audit()
      expect(await tenant.findings()).toHaveLength(2)
    })

    test("keeps tenants and environments apart", async () => {
      const [one, other] = [await aTenant(), await aTenant()]
      await unexplained(one)
      await other.audit()
      expect(await other.findings()).toEqual([])
      const [found] = await one.findings()
      for (const [method, path] of [
        ["GET", ""],
        ["POST", "/acknowledge"]
      ] as const) {
        expect(await other.refused(method, `/audit-findings/${found.id}${path}`, method === "POST" ? {} : undefined)).toMatchObject({
          error: "not_found"
        })
      }
    })

    test("forgets what it was told after its time", async () => {
      const tenant = await aTenant()
      await unexplained(tenant)
      await tenant.audit()
      const [found] = await tenant.findings()
      await tenant.ask("POST", `/audit-findings/${found.id}/resolve`, { outcome: "no_error", note: words })
      const forgotten = (at: string) =>
        tenant.within(
          Effect.all([
            DecisionRecordStore.use((store) => store.count(endedDecisions(at))),
            FindingStore.use((store) => store.count(endedFindings(at)))
          ])
        )
      expect(await forgotten("2027-04-05T00:00:00.000Z")).toEqual([0, 0])
      expect(await forgotten("2027-04-07T00:00:00.000Z")).toEqual([4, 0])
      expect(await forgotten("2033-03-01T00:00:00.000Z")).toEqual([4, 1])
    })

    test("what people wrote is sealed, and goes with the session", async () => {
      const tenant = await aTenant()
      const { case_id, session_id } = await tenant.inReview()
      await tenant.ask("POST", `/cases/${case_id}/approve`, {})
      await tenant.audit()
      const [found] = await tenant.findings(`&session_id=${session_id}`)
      await tenant.ask("POST", `/audit-findings/${found.id}/acknowledge`, { note: words })
      const stored = () => tenant.within(FindingStore.use((store) => store.list({ limit: 10 })))
      expect((await tenant.ask("GET", `/audit-findings/${found.id}`)).note).toBe(words)
      expect(JSON.stringify(await stored())).not.toContain("Ada Example")
      await tenant.ask("DELETE", `/sessions/${session_id}/data`)
      expect(await tenant.ask("GET", `/audit-findings/${found.id}`)).toMatchObject({ status: "acknowledged", note: null })
      expect((await stored()).map(({ sealed_words }) => sealed_words)).toEqual([null])
    })
  })
}

test("runs every hour", () =>
  expect(timers.filter(({ name }) => name === "audit_findings.find").map(({ every_seconds }) => every_seconds)).toEqual([3600]))
