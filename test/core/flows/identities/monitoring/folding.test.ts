import { afterAll, describe, expect, test } from "bun:test"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { IdentityStore } from "@vouchkit/core/resources/identities/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect } from "effect"
import { announcedEvents } from "../../../../support/announced-events.ts"
import { runJobs } from "../../../../support/service-jobs.ts"
import { startService } from "../../../../support/service.ts"
import { as } from "../../../../support/tenants.ts"
import { anEntry, publish } from "../../../../support/screening-lists.ts"

for (const storage of ["memory", "postgres"] as const) {
  const service = await startService(storage)
  afterAll(() => service.stop())
  await service.runtime.runPromise(publish("test_list", [anEntry("1", "Viktor Baranov", { topics: ["sanction"] })]))
  let organizations = 0
  const aCustomer = async () => {
    organizations += 1
    const key = await service.key("all", { organization: `org_folded_${organizations}` })
    return async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    }
  }
  type Call = Awaited<ReturnType<typeof aCustomer>>
  /** A session whose person was screened, and that waits for someone who decides. */
  const screened = async (call: Call, body: object) => {
    const { id } = await call("POST", "/sessions", { screening: true, ...body })
    await call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "upload_document" }, { type: "submit" }] })
    await runJobs(service, runChecksJob)
    const [screening] = (await call("GET", `/screenings?session_id=${id}`)).data
    return { id: id as string, subject_id: screening.subject_id as string, screening_id: screening.id as string }
  }
  const person = { expected: { first_name: "Viktor", last_name: "Baranov" } }

  describe(`the screening subject of a session in ${storage}`, () => {
    test("folds into the one of the identity that the session joins: what was found stays readable, and names the identity", async () => {
      const call = await aCustomer()
      const first = await screened(call, { ...person, external_reference: "viktor" })
      const [open] = (await call("POST", "/cases/search", {})).data
      await call("POST", `/cases/${open.id}/approve`, {})
      const { identity_id } = await call("GET", `/sessions/${first.id}`)
      const identity = await call("GET", `/identities/${identity_id}`)
      const own = identity.screening_subject_id
      expect(own).not.toBe(first.subject_id)
      expect(await call("GET", `/screening-subjects/${first.subject_id}`)).toMatchObject({
        identity_id,
        session_id: first.id,
        folded_into_id: own,
        monitoring: { status: "off" }
      })
      expect(await call("GET", `/screening-subjects/${own}`)).toMatchObject({
        identity_id,
        session_id: null,
        folded_into_id: null,
        name: "Viktor Baranov",
        last_screening_id: first.screening_id
      })
      const screening = await call("GET", `/screenings/${first.screening_id}`)
      expect([screening.identity_id, ...screening.hits.map((hit: { identity_id: string }) => hit.identity_id)]).toEqual([
        identity_id,
        identity_id
      ])
      expect((await call("GET", `/cases/${open.id}`)).identity_id).toBe(identity_id)

      // Another session of the same person folds into the same subject.
      const second = await screened(call, { ...person, external_reference: "viktor" })
      const [again] = (await call("POST", "/cases/search", { filters: { status: ["open"] } })).data
      if (again !== undefined) await call("POST", `/cases/${again.id}/approve`, {})
      expect((await call("GET", `/sessions/${second.id}`)).identity_id).toBe(identity_id)
      expect((await call("GET", `/screening-subjects/${second.subject_id}`)).folded_into_id).toBe(own)
      expect((await call("GET", `/identities/${identity_id}`)).screening_subject_id).toBe(own)
      expect((await call("GET", "/screening-subjects")).data.filter((one: any) => one.folded_into_id === null)).toHaveLength(1)
    })

    test("hands on what was decided, before it joined and after: monitoring of the identity does not ask again", async () => {
      for (const moment of ["before", "after"] as const) {
        const call = await aCustomer()
        const { id, screening_id } = await screened(call, person)
        const [hit] = (await call("GET", `/screenings/${screening_id}`)).hits
        const resolve = () => call("POST", `/screening-hits/${hit.id}/resolve`, { review_status: "false_positive" })
        const [open] = (await call("POST", "/cases/search", {})).data
        if (moment === "before") await resolve()
        await call("POST", `/cases/${open.id}/approve`, {})
        if (moment === "after") await resolve()
        const { identity_id } = await call("GET", `/sessions/${id}`)
        const { screening_subject_id } = await call("GET", `/identities/${identity_id}`)
        await announcedEvents(service)
        const next = await call("POST", `/screening-subjects/${screening_subject_id}/rescreen`, {})
        expect([moment, next]).toMatchObject([
          moment,
          { identity_id, diff: { new: [], removed: [] }, hit_counts: { unreviewed: 0, suppressed: 1 } }
        ])
        const types = (await announcedEvents(service)).map(({ type }) => type)
        expect(types).toContain("screening.rescreened")
        expect(types).not.toContain("screening.hit-found")
        expect(types).not.toContain("case.created")
      }
    })

    test("hands on the monitoring that was asked for it, once the session has joined", async () => {
      const call = await aCustomer()
      const { id, subject_id } = await screened(call, person)
      await call("PATCH", `/screening-subjects/${subject_id}`, { monitoring: { status: "active", cadence: "quarterly" } })
      await call("PUT", `/screening-subjects/${subject_id}/monitored-lists`, { lists: ["test_list"] })
      const [open] = (await call("POST", "/cases/search", {})).data
      await call("POST", `/cases/${open.id}/approve`, {})
      const { identity_id } = await call("GET", `/sessions/${id}`)
      const identity = await call("GET", `/identities/${identity_id}`)
      expect(identity).toMatchObject({ monitoring: { status: "active", cadence: "quarterly" }, monitored_lists: ["test_list"] })
      expect(await call("GET", `/screening-subjects/${identity.screening_subject_id}`)).toMatchObject({
        monitoring: { status: "active", cadence: "quarterly" },
        monitored_lists: ["test_list"]
      })
      expect((await call("GET", `/screening-subjects/${subject_id}`)).monitoring.status).toBe("off")
    })

    test("of an earlier release folds when the identity gets its own", async () => {
      const call = await aCustomer()
      const { id, subject_id } = await screened(call, person)
      const [open] = (await call("POST", "/cases/search", {})).data
      await call("POST", `/cases/${open.id}/approve`, {})
      const { identity_id } = await call("GET", `/sessions/${id}`)
      const { screening_subject_id: former } = await call("GET", `/identities/${identity_id}`)
      // As both stood before: the identity without a subject, and that of the session monitored by itself.
      const tenant = { organization: `org_folded_${organizations}`, environment: "sandbox" } as const
      const within = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
        service.runtime.runPromise(as(tenant)(effect) as Effect.Effect<A, never, never>)
      await within(
        Effect.gen(function* () {
          const [identities, subjects] = [yield* IdentityStore, yield* SubjectStore]
          yield* subjects.remove(former)
          const [identity, subject] = [yield* identities.find(identity_id), yield* subjects.find(subject_id)]
          if (identity === undefined || subject === undefined) return
          const { screening_subject_id: _own, ...bare } = identity
          yield* identities.save(bare)
          const { folded_into_id: _folded, ...alone } = subject
          yield* subjects.save({ ...alone, monitoring: { ...alone.monitoring, status: "active", cadence: "weekly" } })
        })
      )
      const ours = timers.filter(({ name }) => name === "identities.make_subjects")
      await service.runtime.runPromise(runOnce(ours) as Effect.Effect<void>)
      const { monitoring, screening_subject_id } = await call("GET", `/identities/${identity_id}`)
      expect(screening_subject_id).not.toBe(former)
      expect(monitoring).toMatchObject({ status: "active", cadence: "weekly" })
      expect(await call("GET", `/screening-subjects/${subject_id}`)).toMatchObject({
        folded_into_id: screening_subject_id,
        monitoring: { status: "off" }
      })
    })
  })
}
