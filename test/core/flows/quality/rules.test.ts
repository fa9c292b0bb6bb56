import { afterAll, describe, expect, test } from "bun:test"
import { ScreeningStore } from "@vouchkit/core/resources/screening/screening-model"
import { Effect } from "effect"
import { listedName, politician, sanctioned } from "../../../support/screening.ts"
import { begin, qualityWork } from "./quality-work.ts"

const reason = "looked at the original in person"

for (const storage of ["memory", "postgres"] as const) {
  describe(`the rules of the quality audit, over ${storage}`, async () => {
    const { aTenant, service, watchlist } = await qualityWork(storage)
    afterAll(() => service.stop())

    test("a decision that was changed later is an overturned decision of who made it, once for each change", async () => {
      const { ask, approved, audit, findings } = await aTenant()
      const { id } = await approved()
      await audit()
      expect(await findings()).toEqual([])
      await ask("PATCH", `/sessions/${id}`, { decision: { outcome: "declined", reason } })
      await audit()
      await ask("PATCH", `/sessions/${id}`, { decision: { outcome: "approved", reason } })
      await audit()
      await audit()
      const found = await findings("&kind=overturned_decision")
      expect(found).toHaveLength(2)
      expect(found[1]).toMatchObject({
        object: "audit_finding",
        severity: "high",
        status: "open",
        session_id: id,
        case_id: null,
        expected: "declined",
        actual: "approved",
        decided_by: { type: "api_key" },
        detected_by: "rule"
      })
      expect(found[0]).toMatchObject({ expected: "approved", actual: "declined", decided_by: { type: "api_key" } })
    })

    test("a reopened case that is decided otherwise overturns its decision; one that is confirmed does not", async () => {
      const { ask, audit, findings, inReview } = await aTenant()
      const [changed, confirmed] = [await inReview(), await inReview()]
      for (const { case_id } of [changed, confirmed]) {
        await ask("POST", `/cases/${case_id}/approve`, { note: "the bill is in order" })
        await ask("POST", `/cases/${case_id}/reopen`)
      }
      await ask("POST", `/cases/${changed.case_id}/reject`, { reason_codes: ["document_forged"] })
      await ask("POST", `/cases/${confirmed.case_id}/approve`, {})
      await audit()
      const found = await findings()
      expect(found).toHaveLength(1)
      expect(found[0]).toMatchObject({
        kind: "overturned_decision",
        session_id: changed.session_id,
        case_id: changed.case_id,
        expected: "declined",
        actual: "approved"
      })
    })

    test("the case of a screening subject that is reopened and decided otherwise is overturned too", async () => {
      const { ask, audit, findings } = await aTenant()
      watchlist.set(politician())
      const { subject_id } = await ask("POST", "/screenings", {
        subject: { name: listedName, monitoring: { status: "active", cadence: "daily" } }
      })
      watchlist.set(sanctioned())
      await ask("POST", `/screening-subjects/${subject_id}/rescreen`, {})
      const [opened] = (await ask("GET", `/cases?subject_id=${subject_id}`)).data
      await ask("POST", `/cases/${opened.id}/approve`, {})
      await audit()
      expect(await findings()).toEqual([])
      await ask("POST", `/cases/${opened.id}/reopen`)
      await ask("POST", `/cases/${opened.id}/reject`, { reason_codes: ["sanctions_hit"] })
      await audit()
      expect(await findings()).toMatchObject([
        {
          kind: "overturned_decision",
          session_id: null,
          case_id: opened.id,
          expected: "rejected",
          actual: "approved",
          decided_by: { type: "api_key" }
        }
      ])
    })

    test("an override of a check overturns the check; repeating it, or judging as it did, does not", async () => {
      const { ask, audit, checksOf, findings, inReview } = await aTenant()
      const { session_id } = await inReview()
      const [check] = await checksOf(session_id)
      await ask("POST", `/checks/${check.id}/override`, { outcome: "review", reason })
      await audit()
      expect(await findings()).toEqual([])
      for (let times = 0; times < 2; times += 1) await ask("POST", `/checks/${check.id}/override`, { outcome: "passed", reason })
      await audit()
      expect(await findings()).toMatchObject([
        {
          kind: "overturned_decision",
          severity: "medium",
          check_id: check.id,
          check_types: ["proof_of_address"],
          expected: "passed",
          actual: "review",
          decided_by: null
        }
      ])
    })

    test("a case that was decided after it was due breaches its deadline; one in time does not", async () => {
      const { ask, audit, findings, inReview } = await aTenant()
      const [early, tardy] = [await inReview(), await inReview()]
      await ask("POST", `/cases/${early.case_id}/approve`, { note: "in order" })
      await service.setTime("2026-03-03T09:00:00.001Z")
      await ask("POST", `/cases/${tardy.case_id}/approve`, { note: "in order" })
      await service.setTime(begin)
      await audit()
      expect(await findings()).toMatchObject([
        {
          kind: "sla_breach",
          severity: "low",
          case_id: tardy.case_id,
          session_id: tardy.session_id,
          expected: "decided by 2026-03-03T09:00:00.000Z",
          actual: "decided at 2026-03-03T09:00:00.001Z"
        }
      ])
    })

    test("an approval on a stale watchlist is found; one on the newest edition is not, nor a decline", async () => {
      const { ask, audit, findings, within } = await aTenant()
      const screened = async (stale: boolean) => {
        watchlist.turnStale(stale)
        const { id } = await ask("POST", "/sessions", {})
        const { id: screening } = await ask("POST", "/screenings", { subject: { name: "Nobody At All" } })
        // As the job of the session would have made it.
        await within(
          ScreeningStore.use((store) =>
            Effect.flatMap(store.find(screening), (found) =>
              found === undefined ? Effect.die("no screening") : store.save({ ...found, session_id: id })
            )
          )
        )
        return id
      }
      const [fresh, stale, declined] = [await screened(false), await screened(true), await screened(true)]
      for (const id of [fresh, stale]) await ask("POST", `/sessions/${id}/simulate`, { actions: [{ type: "poa_passed" }] })
      await ask("POST", `/sessions/${declined}/simulate`, { actions: [{ type: "decline" }] })
      watchlist.turnStale(false)
      await audit()
      expect(await findings()).toMatchObject([
        { kind: "stale_list_used", severity: "high", session_id: stale, check_types: ["aml_screening"], actual: "1 watchlist was stale" }
      ])
    })

    test.each([
      [0.81, true],
      [0.83, true],
      [0.78, true],
      [0.831, false],
      [0.95, false]
    ])("a check that passed alone with %d at a threshold of 0.8 is low confidence: %p", async (score, low) => {
      const { approved, audit, checksOf, findings, withCheck } = await aTenant()
      const { id } = await approved()
      const [check] = await checksOf(id)
      await withCheck(check.id, { score, threshold: 0.8 })
      await audit()
      const found = await findings()
      if (!low) expect(found).toEqual([])
      else
        expect(found).toMatchObject([
          { kind: "low_confidence_auto_approval", severity: "medium", session_id: id, check_types: ["proof_of_address"] }
        ])
    })

    test("a narrow score is no matter where a person decided", async () => {
      const { ask, audit, checksOf, findings, inReview, withCheck } = await aTenant()
      const { case_id, session_id } = await inReview()
      const [check] = await checksOf(session_id)
      await withCheck(check.id, { score: 0.81, threshold: 0.8, outcome: "passed" })
      await ask("POST", `/cases/${case_id}/approve`, {})
      await audit()
      expect(await findings()).toEqual([])
    })

    test("an approval with a check that did not pass needs a note", async () => {
      const { ask, audit, findings, inReview } = await aTenant()
      const [silent, noted, declined] = [await inReview(), await inReview(), await inReview()]
      await ask("POST", `/cases/${silent.case_id}/approve`, {})
      await ask("POST", `/cases/${noted.case_id}/approve`, { note: "the landlord confirmed the address" })
      await ask("POST", `/cases/${declined.case_id}/reject`, { reason_codes: ["document_forged"] })
      await audit()
      expect(await findings()).toMatchObject([
        {
          kind: "missing_evidence",
          severity: "medium",
          session_id: silent.session_id,
          case_id: silent.case_id,
          check_types: ["proof_of_address"],
          actual: "1 check not passed, no note"
        }
      ])
    })

    test("an approval against a failed check deviates from the policy unless the check was overridden before", async () => {
      const { ask, audit, checksOf, findings, inReview, withCheck } = await aTenant()
      const [against, before, after] = [await inReview(), await inReview(), await inReview()]
      for (const { session_id } of [against, before, after]) {
        const [check] = await checksOf(session_id)
        await withCheck(check.id, { outcome: "failed", passed: false })
      }
      const overridden = async (session_id: string) => {
        const [check] = await checksOf(session_id)
        await ask("POST", `/checks/${check.id}/override`, { outcome: "passed", reason })
      }
      await overridden(before.session_id)
      for (const { case_id } of [against, before, after]) await ask("POST", `/cases/${case_id}/approve`, { note: "in order" })
      await service.setTime("2026-03-02T09:30:00.000Z")
      await overridden(after.session_id)
      await service.setTime(begin)
      await audit()
      const found = await findings("&kind=policy_deviation")
      expect(found.map(({ session_id }) => session_id).toSorted()).toEqual([against.session_id, after.session_id].toSorted())
      expect(found[0]).toMatchObject({ severity: "high", check_types: ["proof_of_address"], actual: "approved" })
    })

    test("a session that was erased before the audit is passed over", async () => {
      const { ask, audit, findings, inReview } = await aTenant()
      const { case_id, session_id } = await inReview()
      await ask("POST", `/cases/${case_id}/approve`, {})
      await ask("DELETE", `/sessions/${session_id}/data`)
      await audit()
      expect(await findings()).toEqual([])
    })
  })
}
