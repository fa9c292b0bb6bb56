import { afterAll, describe, expect, test } from "bun:test"
import { dispatchJob } from "@vouchkit/core/kernel/events/announce"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { qualityWork } from "../../flows/quality/quality-work.ts"

const words = "Ada Example explained it by telephone"

for (const storage of ["memory", "postgres"] as const) {
  describe(`audit findings, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())
    const withFindings = async (count = 1) => {
      const tenant = await aTenant()
      for (let made = 0; made < count; made += 1) {
        const { case_id } = await tenant.inReview()
        await tenant.ask("POST", `/cases/${case_id}/approve`, {})
      }
      await tenant.audit()
      return { tenant, found: await tenant.findings() }
    }
    const act = (id: string, what: string) => `/audit-findings/${id}/${what}`
    const dismissal = { reason: "the note is in another system" }
    const resolution = { outcome: "error_confirmed", note: words }

    test("are acknowledged, then resolved, with what was written of each", async () => {
      const { found, tenant } = await withFindings()
      const { id } = found[0]
      expect(await tenant.ask("POST", act(id, "acknowledge"), { note: words })).toMatchObject({
        status: "acknowledged",
        note: words,
        acknowledged_by: expect.stringMatching(/^key_/),
        acknowledged_at: "2026-03-02T09:00:00.000Z",
        version: 2
      })
      expect(await tenant.ask("POST", act(id, "resolve"), { outcome: "error_corrected", note: "decided again" })).toMatchObject({
        status: "resolved",
        note: words,
        resolution: "error_corrected",
        resolution_note: "decided again",
        dismissed_reason: null
      })
    })

    test("are dismissed for a reason of ten characters or more", async () => {
      const { found, tenant } = await withFindings()
      const { id } = found[0]
      expect(await tenant.refused("POST", act(id, "dismiss"), { reason: "too short" })).toMatchObject({
        error: "validation_error",
        errors: [{ loc: ["body", "reason"] }]
      })
      expect(await tenant.refused("POST", act(id, "dismiss"), {})).toMatchObject({ error: "validation_error" })
      expect(await tenant.ask("POST", act(id, "dismiss"), dismissal)).toMatchObject({
        status: "dismissed",
        dismissed_reason: dismissal.reason
      })
    })

    test("change nothing when they are acknowledged again, and refuse what comes after their end", async () => {
      const { found, tenant } = await withFindings()
      const { id } = found[0]
      const first = await tenant.ask("POST", act(id, "acknowledge"), {})
      expect(await tenant.ask("POST", act(id, "acknowledge"), { note: words })).toEqual(first)
      await tenant.ask("POST", act(id, "dismiss"), dismissal)
      for (const [what, body] of [
        ["acknowledge", {}],
        ["dismiss", dismissal],
        ["resolve", resolution]
      ] as const) {
        expect(await tenant.refused("POST", act(id, what), body)).toMatchObject({
          error: "invalid_state_transition",
          current_status: "dismissed",
          allowed: []
        })
      }
    })

    test("keep what was written out of events and of the audit log", async () => {
      const { found, tenant } = await withFindings(3)
      await tenant.ask("POST", act(found[0].id, "acknowledge"), { note: words })
      await tenant.ask("POST", act(found[1].id, "dismiss"), { reason: words })
      await tenant.ask("POST", act(found[2].id, "resolve"), resolution)
      const jobs = await service.runtime.runPromise(
        JobQueue.use((queue) => queue.claim({ limits: { [dispatchJob]: 10_000 }, lease_seconds: 1, now: "2099-01-01T00:00:00.000Z" }))
      )
      const ids = found.map(({ id }) => id)
      const events = jobs
        .map(({ payload }) => payload as any)
        .filter(({ resource, type }) => type !== "audit-finding.created" && ids.includes(resource.id))
        .toSorted((one, other) => (one.type < other.type ? -1 : 1))
      expect(events.map(({ type }) => type)).toEqual(["audit-finding.acknowledged", "audit-finding.dismissed", "audit-finding.resolved"])
      expect(events.map(({ data }) => [data.previous_status, data.has_note])).toEqual([
        ["open", true],
        ["open", true],
        ["open", true]
      ])
      expect(events[2].data).toMatchObject({ resolution: "error_confirmed", kind: "missing_evidence" })
      expect(JSON.stringify(events)).not.toContain("Ada")
      const log = await tenant.ask("GET", "/events?action_prefix=audit_findings")
      expect(log.data).toHaveLength(3)
      expect(JSON.stringify(log)).not.toContain("Ada")
    })

    test("are listed newest first by every filter, page by page", async () => {
      const { found, tenant } = await withFindings(3)
      const ids = found.map(({ id }) => id)
      await tenant.ask("POST", act(ids[0], "dismiss"), dismissal)
      const listed = async (query: string) => (await tenant.findings(query)).map(({ id }) => id)
      expect(await listed("&status=open&status=acknowledged")).toEqual(ids.slice(1))
      expect(await listed("&status=dismissed&kind=missing_evidence&severity=medium")).toEqual([ids[0]])
      expect(await listed("&kind=sla_breach")).toEqual([])
      expect(await listed(`&session_id=${found[1].session_id}`)).toEqual([ids[1]])
      expect(await listed(`&case_id=${found[2].case_id}`)).toEqual([ids[2]])
      expect(await listed(`&decided_by=${found[0].decided_by.id}`)).toEqual(ids)
      expect(await listed("&decided_by=usr_nobody")).toEqual([])
      expect(await listed("&from=2026-03-02T09:00:00Z&to=2026-03-02T09:00:00Z")).toEqual(ids)
      expect(await listed("&from=2026-03-02T09:00:01Z")).toEqual([])
      const first = await tenant.ask("GET", "/audit-findings?limit=2")
      expect(first.pagination).toMatchObject({ total: 3, limit: 2 })
      const second = await tenant.ask("GET", `/audit-findings?limit=2&after=${first.pagination.next_cursor}`)
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
      expect(second.pagination.next_cursor).toBeUndefined()
      expect(await tenant.refused("GET", "/audit-findings?kind=no_such_kind")).toMatchObject({ error: "validation_error" })
    })

    test("are read with audit:read and changed with audit:write alone", async () => {
      const { found } = await withFindings()
      const { id } = found[0]
      const organization = `org_quality_scopes_${storage}`
      const reader = await service.key(["audit:read"], { organization })
      const writer = await service.key(["audit:write"], { organization })
      expect((await service.call("GET", "/audit-findings", { key: reader })).status).toBe(200)
      expect((await service.call("GET", "/audit-findings", { key: writer })).status).toBe(403)
      expect((await service.call("POST", act(id, "acknowledge"), { key: reader, body: {} })).status).toBe(403)
      expect((await service.call("POST", act(id, "acknowledge"), { key: writer, body: {} })).status).toBe(404)
      expect((await service.call("GET", "/audit-findings/aud_nothing", { key: reader })).status).toBe(404)
    })
  })
}
