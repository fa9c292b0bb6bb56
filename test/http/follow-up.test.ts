import { afterAll, describe, expect, test } from "bun:test"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import type { Effect } from "effect"
import { aPerson } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const day = 86_400
const timer = timers.filter(({ name }) => name === "sessions.follow_up")

for (const storage of ["memory", "postgres"] as const) {
  describe(`a proof of address that has to be followed up, over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key("all")
    const tick = () => service.runtime.runPromise(runOnce(timer) as Effect.Effect<any, never, never>)
    const pass = (seconds: number) => service.call("POST", "/sandbox/clock", { key, body: { advance_seconds: seconds } })

    const approved = async (policy: object) => {
      const person = await aPerson(service, key, {
        proof_of_address_policy: policy,
        expected: { first_name: "Ada", last_name: "Example", country: "IN" }
      })
      await person.post("/start")
      await person.post("/documents", aForm({ kind: "proof_of_address", poa_document_type: "utility_bill", poa_issuing_country: "IN" }))
      await person.post("/submit")
      await runJobs(service, "documents.read", "sessions.run_checks")
      const session = await person.session()
      expect(session.status).toBe("approved")
      const cases = async () => (await service.call("GET", `/cases?session_id=${person.session_id}`, { key })).body.data
      return { person, session, cases }
    }

    test("is due 90 days after, and then brings the approved session before a person, once", async () => {
      const { cases, person, session } = await approved({ preset: "in" })
      expect(session.follow_up).toMatchObject({ kind: "ovd_followup_90d", case_id: null })
      await pass(89 * day)
      await tick()
      expect(await cases()).toEqual([])
      await pass(day)
      await Promise.all([tick(), tick()])
      await tick()
      const [row, ...others] = await cases()
      expect([row.status, row.queue, others]).toEqual(["open", "follow_up", []])
      expect(await person.session()).toMatchObject({ status: "approved", follow_up: { case_id: row.id } })
      expect((await service.call("POST", `/cases/${row.id}/reject`, { key, body: { reason_codes: ["poa_failed"] } })).status).toBe(200)
      expect((await person.session()).status).toBe("declined")
    })

    test("is none under a policy that does not ask for it", async () => {
      expect((await approved({ preset: "global" })).session.follow_up).toBeNull()
    })
  })
}
