import { afterAll, describe, expect, test } from "bun:test"
import { begin, qualityWork } from "./quality-work.ts"

const reason = "looked at the original in person"

for (const storage of ["memory", "postgres"] as const) {
  describe(`the statistics of the quality audit, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())

    test("count decisions, findings and agreement by reviewer, workflow version and check", async () => {
      const tenant = await aTenant()
      const reviewer = await tenant.another()
      await tenant.approved()
      for (let count = 0; count < 2; count += 1) {
        const { case_id } = await tenant.inReview()
        await tenant.ask("POST", `/cases/${case_id}/approve`, count === 0 ? {} : { note: "in order" })
      }
      await tenant.auditAndDraw()
      const blind = (await reviewer.ask("GET", "/cases?queue=quality")).data as ReadonlyArray<{ readonly id: string }>
      expect(blind).toHaveLength(3)
      const [one, ...others] = blind
      await reviewer.ask("POST", `/cases/${one?.id}/reject`, { reason_codes: ["document_forged"] })
      for (const { id } of others) await reviewer.ask("POST", `/cases/${id}/approve`, {})
      await tenant.audit()
      const of = async (group_by: string) => (await tenant.ask("GET", `/audit-findings/statistics?group_by=${group_by}`)).groups
      const by = await of("reviewer")
      expect(by.map(({ key }: any) => key)).toContain("automatic")
      const people = by.find(({ key }: any) => key.startsWith("key_"))
      const agreements = by.map(({ agreement }: any) => agreement)
      expect(people).toMatchObject({ decisions: 2, approved: 2, declined: 0, overturn_rate: 0, findings: { missing_evidence: 1 } })
      expect(agreements.reduce((sum: number, { n }: any) => sum + n, 0)).toBe(3)
      expect(by.reduce((sum: number, { findings }: any) => sum + findings.reviewer_disagreement, 0)).toBe(1)
      expect(await of("workflow_version")).toMatchObject([
        {
          key: "wfv_default",
          decisions: 3,
          approved: 3,
          agreement: { n: 3, rate: 0.6667, lower: 0.2077, upper: 0.9385 },
          findings: { missing_evidence: 1, reviewer_disagreement: 1, sla_breach: 0 }
        }
      ])
      expect(await of("check_type")).toMatchObject([{ key: "proof_of_address", decisions: 3, agreement: { n: 3 } }])
    })

    test("count each decision once, however often the audit runs", async () => {
      const tenant = await aTenant()
      const { id } = await tenant.approved()
      await Promise.all([tenant.audit(), tenant.audit()])
      await tenant.audit()
      expect((await tenant.ask("GET", "/audit-findings/statistics")).groups).toMatchObject([
        { key: "automatic", decisions: 1, approved: 1 }
      ])
      await tenant.ask("PATCH", `/sessions/${id}`, { decision: { outcome: "declined", reason } })
      await tenant.audit()
      const { groups } = await tenant.ask("GET", "/audit-findings/statistics")
      expect(groups.map(({ decisions }: any) => decisions)).toContain(1)
      expect(groups.reduce((sum: number, { findings }: any) => sum + findings.overturned_decision, 0)).toBe(1)
    })

    test("are of the days that are asked for", async () => {
      const tenant = await aTenant()
      await tenant.approved()
      await tenant.audit()
      const decisions = async (query: string) =>
        (await tenant.ask("GET", `/audit-findings/statistics?${query}`)).groups.map((one: any) => one.decisions)
      expect(await tenant.ask("GET", "/audit-findings/statistics")).toMatchObject({
        object: "audit_statistics",
        from: "2026-02-01",
        to: "2026-03-02",
        group_by: "reviewer"
      })
      expect(await decisions("from=2026-03-02&to=2026-03-02")).toEqual([1])
      expect(await decisions("from=2026-03-03&to=2026-03-04")).toEqual([])
      expect(await decisions("to=2026-03-01")).toEqual([])
      for (const query of ["from=2026-03-03", "from=2025-03-01&to=2026-03-02", "from=today", "group_by=weather"]) {
        expect(await tenant.refused("GET", `/audit-findings/statistics?${query}`)).toMatchObject({ error: "validation_error" })
      }
      const other = await aTenant()
      expect((await other.ask("GET", "/audit-findings/statistics")).groups).toEqual([])
    })
  })

  describe(`the quality report, over ${storage}`, async () => {
    const { aTenant, service } = await qualityWork(storage)
    afterAll(() => service.stop())
    const ada = { last_name: "Okafor", country: "GB", date_of_birth: "1990-06-01" }
    const ivan = { last_name: "Петров", country: "BG", date_of_birth: "1950-06-01" }

    test("shows rates by group with their number and drift, and no group under twenty", async () => {
      const tenant = await aTenant()
      const decided = async (expected: object, action: string, times: number) => {
        for (let count = 0; count < times; count += 1) await tenant.simulated({ expected }, action)
      }
      await service.setTime("2026-02-10T09:00:00.000Z")
      await decided(ada, "poa_passed", 20)
      await service.setTime(begin)
      await decided(ada, "poa_passed", 20)
      await decided(ivan, "poa_passed", 3)
      for (let count = 0; count < 5; count += 1) {
        const { id } = await tenant.simulated({ expected: ada }, "poa_review")
        const [check] = await tenant.checksOf(id)
        if (count === 0) await tenant.ask("POST", `/checks/${check.id}/override`, { outcome: "passed", reason })
        await tenant.ask("POST", `/sessions/${id}/simulate`, { actions: [{ type: "approve" }] })
      }
      await tenant.audit()
      await tenant.audit()
      const report = await tenant.ask("GET", "/reports/quality")
      expect(report).toMatchObject({ object: "quality_report", month: "2026-03", month_before: "2026-02" })
      const [{ check_type, groups }] = report.engines
      expect(check_type).toBe("proof_of_address")
      const everyone = groups.find(({ dimension }: any) => dimension === "all")
      expect(everyone).toMatchObject({
        value: "all",
        n: 28,
        pass_rate: 0.8214,
        review_rate: 0.1786,
        decline_rate: 0,
        error_rate: 0,
        overturn_rate: 0.0357,
        drift: { n_before: 20, pass_rate: -0.1786, review_rate: 0.1786, error_rate: 0, overturn_rate: 0.0357 }
      })
      const shown = groups.map(({ dimension, n, value }: any) => [dimension, value, n])
      expect(shown).toEqual([
        ["all", "all", 28],
        ["country", "GB", 25],
        ["document_type", "unknown", 28],
        ["name_script", "latin", 25],
        ["age_band", "35_44", 25]
      ])
      const february = await tenant.ask("GET", "/reports/quality?month=2026-02")
      expect(february.engines[0].groups[0]).toMatchObject({ n: 20, pass_rate: 1, drift: null })
      expect((await tenant.ask("GET", "/reports/quality?month=2026-01")).engines).toEqual([])
      expect(await tenant.refused("GET", "/reports/quality?month=2026-13")).toMatchObject({ error: "validation_error" })
      expect((await (await aTenant()).ask("GET", "/reports/quality")).engines).toEqual([])
    }, 120_000)

    test("is read with audit:read alone", async () => {
      const organization = `org_quality_report_${storage}`
      const key = await service.key(["audit_logs:read"], { organization })
      for (const path of ["/reports/quality", "/audit-findings/statistics"]) {
        expect((await service.call("GET", path, { key })).status).toBe(403)
      }
    })
  })
}
