import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import type { Effect } from "effect"
import { announcedEvents } from "../../../support/announced-events.ts"
import { freshDatabase } from "../../../support/postgres.ts"
import { runJobs } from "../../../support/service-jobs.ts"
import { aForm, type Service, startService } from "../../../support/service.ts"

const ours = timers.filter(({ name }) => name === "identities.reverification")
const look = ({ runtime }: Service) => runtime.runPromise(runOnce(ours) as Effect.Effect<void>)
const day = 86_400

for (const storage of ["memory", "postgres"] as const) {
  const connect = storage === "postgres" ? await freshDatabase() : null
  const started = () => startService(storage, connect === null ? {} : { through: async () => connect })
  const service = await started()
  // Two workers over one database; of the memory adapter there is one.
  const workers = connect === null ? [service, service] : [service, await started()]
  afterAll(async () => {
    for (const worker of new Set(workers)) await worker.stop()
  })
  let organizations = 0

  /** Someone with a passport who was verified now, for 365 days. */
  const aPerson = async () => {
    organizations += 1
    const key = await service.key("all", { organization: `org_reverified_${organizations}` })
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
    const verified = async () => {
      const { id } = await call("POST", "/sessions", { required_steps: ["document"] })
      const form = aForm({ kind: "identity", document_type: "passport" }, new TextEncoder().encode("%PDF-1.4 passport\n%%EOF\n"))
      await service.call("POST", `/sessions/${id}/documents`, { key, raw: form })
      await call("POST", `/sessions/${id}/submit`)
      await runJobs(service, runChecksJob)
      return (await call("GET", `/sessions/${id}`)).identity_id as string
    }
    const id = await verified()
    const noticed = async () =>
      (await announcedEvents(service))
        .filter(({ type }) => type === "identity.reverification-due")
        .map(({ data, resource }) => [resource.id, data.threshold_days, data.valid_until])
    await noticed()
    const pass = async (days: number) => {
      await call("POST", "/sandbox/clock", { advance_seconds: days * day })
      await Promise.all(workers.map(look))
      await look(service)
      return noticed()
    }
    const identity = () => call("GET", `/identities/${id}`)
    return { call, id, identity, pass, valid_until: (await identity()).assurance.valid_until as string, verified }
  }

  describe(`the person of an identity in ${storage}`, () => {
    test("is due to be verified again once 30 days and once 7 days before the end, with two workers that look at once", async () => {
      const { id, identity, pass, valid_until } = await aPerson()
      expect((await identity()).assurance.ends_by).toBe("assurance_days")
      expect(await pass(334)).toEqual([])
      expect(await pass(1)).toEqual([[id, 30, valid_until]])
      expect(await pass(22)).toEqual([])
      const { updated_at } = await identity()
      expect(await pass(1)).toEqual([[id, 7, valid_until]])
      expect(await pass(20)).toEqual([])
      expect((await identity()).updated_at).toBe(updated_at)
    })

    test("hears each notice once however late the timer is, and of a new end again", async () => {
      const { id, pass, identity, valid_until, verified } = await aPerson()
      expect(await pass(363)).toEqual([
        [id, 30, valid_until],
        [id, 7, valid_until]
      ])
      expect(await pass(5)).toEqual([])
      expect(await verified()).toBe(id)
      const next = (await identity()).assurance.valid_until
      expect(next > valid_until).toBe(true)
      expect(await pass(340)).toEqual([[id, 30, next]])
    })

    test("is not asked for while the identity is archived or blocked, and is afterwards", async () => {
      const { call, id, pass, valid_until } = await aPerson()
      await call("POST", `/identities/${id}/block`)
      expect(await pass(340)).toEqual([])
      await call("POST", `/identities/${id}/archive`)
      await call("POST", `/identities/${id}/restore`)
      expect(await pass(1)).toEqual([])
      await call("POST", `/identities/${id}/unblock`)
      await call("POST", `/identities/${id}/archive`)
      expect(await pass(1)).toEqual([])
      await call("POST", `/identities/${id}/restore`)
      expect(await pass(1)).toEqual([[id, 30, valid_until]])
    })
  })
}
