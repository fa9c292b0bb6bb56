import { afterAll, describe, expect, test } from "bun:test"
import { IdentityStore } from "@vouchkit/core/resources/identities/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect } from "effect"
import { announcedEvents } from "../../../../support/announced-events.ts"
import { freshDatabase } from "../../../../support/postgres.ts"
import { type Service, startService } from "../../../../support/service.ts"
import { acmeSandbox, as } from "../../../../support/tenants.ts"

const run = <A, E>({ runtime }: Service, effect: Effect.Effect<A, E, any>): Promise<A> =>
  runtime.runPromise(effect as Effect.Effect<A, E, never>)
const look = (service: Service, name: string) => run(service, runOnce(timers.filter((timer) => timer.name === name)))

for (const storage of ["memory", "postgres"] as const) {
  const connect = storage === "postgres" ? await freshDatabase() : null
  const started = () => startService(storage, connect === null ? {} : { through: async () => connect })
  const service = await started()
  // Two workers over one database; of the memory adapter there is one.
  const workers = connect === null ? [service, service] : [service, await started()]
  afterAll(async () => {
    for (const worker of new Set(workers)) await worker.stop()
  })
  const key = await service.key()
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  const created = async (body: object = { first_name: "Ada", last_name: "Mensah" }) =>
    (await call("POST", "/identities", body)).body as { id: string; screening_subject_id: string }
  const events = async (id: string) => {
    const found = (await announcedEvents(service)).filter(({ resource }) => resource.id === id)
    return found.map(({ data, type }) => [type, data.has_reason ?? null, (data.monitoring as { status: string }).status])
  }
  const advance = (seconds: number) => call("POST", "/sandbox/clock", { advance_seconds: seconds })
  const inSeconds = async (seconds: number) => new Date(Date.parse((await advance(0)).body.now) + seconds * 1_000).toISOString()

  describe(`the monitoring of an identity in ${storage}`, () => {
    test("is set, paused, resumed and ended; events say that there is a reason, and only REST says which", async () => {
      const { id } = await created()
      const path = `/identities/${id}/monitoring`
      await events(id)
      const set = await call("PUT", path, { status: "active", cadence: "weekly" })
      expect([set.status, set.body.monitoring]).toMatchObject([
        200,
        { status: "active", cadence: "weekly", has_reason: false, reason: null }
      ])
      expect(set.body.monitoring.next_run_at > set.body.updated_at).toBe(true)
      const resume_at = await inSeconds(3_600)
      const paused = await call("POST", `${path}/pause`, { reason: "On parental leave", resume_at })
      expect(paused.body.monitoring).toEqual({
        status: "paused",
        cadence: "weekly",
        next_run_at: null,
        resume_at,
        has_reason: true,
        reason: "On parental leave"
      })
      expect((await call("POST", `${path}/resume`)).body.monitoring).toMatchObject({ status: "active", reason: null, resume_at: null })
      // Nothing changes, and nothing is announced.
      expect((await call("POST", `${path}/resume`)).status).toBe(200)
      expect((await call("PUT", path, { status: "off" })).body.monitoring).toMatchObject({
        status: "off",
        cadence: "weekly",
        next_run_at: null
      })
      const announced = await announcedEvents(service)
      expect(announced.filter(({ resource }) => resource.id === id).map(({ data, type }) => [type, data.has_reason])).toEqual([
        ["identity.updated", false],
        ["identity.monitoring-paused", true],
        ["identity.monitoring-resumed", false],
        ["identity.updated", false]
      ])
      expect(JSON.stringify(announced)).not.toContain("parental")
      const log = (await call("GET", `/identities/${id}/audit-log`)).text
      expect(log).toContain("monitoring.status")
      expect(log).not.toContain("parental")
      const stored = await run(service, as(acmeSandbox)(Effect.flatMap(IdentityStore, (store) => store.find(id))))
      expect(JSON.stringify(stored)).not.toContain("parental")
    })

    test("refuses what does not fit: an archived identity, a pause of what is off, and an end that is past or of no pause", async () => {
      const { id } = await created()
      const path = `/identities/${id}/monitoring`
      const code = async (method: string, to: string, body?: unknown) => {
        const answer = await call(method, to, body)
        return [answer.status, answer.body.error]
      }
      expect(await code("POST", `${path}/pause`, {})).toEqual([409, "invalid_state_transition"])
      expect(await code("POST", `${path}/resume`)).toEqual([409, "invalid_state_transition"])
      const locs = async (body: object) => {
        const answer = await call("PUT", path, body)
        return [answer.status, answer.body.errors?.map(({ loc }: { loc: unknown }) => loc)]
      }
      expect(await locs({ status: "sometimes", cadence: "hourly", reason: "" })).toEqual([
        422,
        expect.arrayContaining([
          ["body", "status"],
          ["body", "cadence"]
        ])
      ])
      expect(await locs({ status: "active", resume_at: "2999-01-01T00:00:00Z" })).toEqual([422, [["body", "resume_at"]]])
      expect(await locs({ status: "paused", resume_at: "2020-01-01T00:00:00Z" })).toEqual([422, [["body", "resume_at"]]])
      await call("POST", `/identities/${id}/archive`)
      for (const [method, to, body] of [
        ["PUT", path, { status: "active" }],
        ["POST", `${path}/pause`, {}],
        ["POST", `${path}/resume`, undefined],
        ["POST", `/identities/${id}/monitored-lists`, { lists: ["un_consolidated"] }],
        ["PUT", `/identities/${id}/monitored-lists`, { lists: [] }]
      ] as const) {
        expect([to, ...(await code(method, to, body))]).toEqual([to, 409, "identity_archived"])
      }
    })

    test("is a filter of the search, which sees an archived identity as paused and restored as before", async () => {
      const tag = `filtered-${storage}`
      const ids: Record<string, string> = {}
      for (const status of ["active", "paused", "off"]) {
        const { id } = await created({ first_name: status, tags: [tag] })
        ids[status] = id
        await call("PUT", `/identities/${id}/monitoring`, { status })
      }
      const found = async (...monitoring_status: ReadonlyArray<string>) => {
        const answer = await call("POST", "/identities/search", { filters: { tags: tag, monitoring_status } })
        return answer.body.data.map(({ first_name }: { first_name: string }) => first_name)
      }
      expect([await found("active"), await found("paused"), await found("off")]).toEqual([["active"], ["paused"], ["off"]])
      expect(await found("off", "active")).toEqual(["off", "active"])
      await call("POST", `/identities/${ids.active}/archive`)
      expect(await found("paused")).toEqual(["paused", "active"])
      await call("POST", `/identities/${ids.active}/restore`, { resume_monitoring: true })
      expect([await found("active"), await found("paused")]).toEqual([["active"], ["paused"]])
      expect((await call("POST", "/identities/search", { filters: { monitoring_status: "none" } })).status).toBe(422)
    })

    test("keeps a choice of known watchlists, and names every unknown one", async () => {
      const { id } = await created()
      const path = `/identities/${id}/monitored-lists`
      await call("POST", "/watchlists", { key: `house_${storage}`, name: "House" })
      await events(id)
      expect((await call("GET", path)).body).toEqual({ object: "monitored_lists", identity_id: id, lists: [] })
      const added = await call("POST", path, { lists: [`house_${storage}`, "un_consolidated"] })
      expect(added.body.lists).toEqual([`house_${storage}`, "un_consolidated"])
      const wrong = await call("POST", path, { lists: ["eu_fsf", "nothing_like_it", "nor_this"] })
      expect([wrong.status, wrong.body.errors.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
        422,
        [
          ["body", "lists", 1],
          ["body", "lists", 2]
        ]
      ])
      expect((await call("PUT", path, { lists: Array.from({ length: 101 }, (_, place) => `list_${place}`) })).status).toBe(422)
      expect((await call("POST", path, { lists: [] })).status).toBe(422)
      expect((await call("PUT", path, { lists: ["un_consolidated"] })).body.lists).toEqual(["un_consolidated"])
      expect((await call("PUT", path, { lists: ["un_consolidated"] })).status).toBe(200)
      expect((await call("GET", `/identities/${id}`)).body.monitored_lists).toEqual(["un_consolidated"])
      expect((await events(id)).map(([type]) => type)).toEqual(["identity.monitored-lists-updated", "identity.monitored-lists-updated"])
    })

    test("resumes by itself at the end of its pause, once, with two workers that look at once", async () => {
      const { id } = await created()
      await call("PUT", `/identities/${id}/monitoring`, {
        status: "paused",
        cadence: "monthly",
        reason: "For a day",
        resume_at: await inSeconds(86_400)
      })
      await events(id)
      await Promise.all(workers.map((worker) => look(worker, "screening.resume")))
      expect(await events(id)).toEqual([])
      await advance(86_400)
      await Promise.all(workers.map((worker) => look(worker, "screening.resume")))
      await look(service, "screening.resume")
      expect(await events(id)).toEqual([["identity.monitoring-resumed", false, "active"]])
      expect((await call("GET", `/identities/${id}`)).body.monitoring).toMatchObject({ status: "active", cadence: "monthly", reason: null })
    })

    test("does not resume while the identity is archived, and does after it was restored with it", async () => {
      const { id } = await created()
      await call("PUT", `/identities/${id}/monitoring`, { status: "paused", resume_at: await inSeconds(3_600) })
      await call("POST", `/identities/${id}/archive`)
      await advance(7_200)
      await look(service, "screening.resume")
      expect((await call("GET", `/identities/${id}`)).body.monitoring).toMatchObject({ status: "paused", resume_at: null })
      await call("POST", `/identities/${id}/restore`, { resume_monitoring: true })
      await look(service, "screening.resume")
      expect((await call("GET", `/identities/${id}`)).body.monitoring.status).toBe("active")
    })

    test("stays paused when an archived identity is restored without it, and as it is where it was off", async () => {
      const { id } = await created()
      const restored = async () => {
        await call("POST", `/identities/${id}/archive`)
        return (await call("POST", `/identities/${id}/restore`, {})).body.monitoring
      }
      expect(await restored()).toMatchObject({ status: "off" })
      await call("PUT", `/identities/${id}/monitoring`, { status: "active", cadence: "weekly" })
      expect(await restored()).toMatchObject({ status: "paused", cadence: "weekly", resume_at: null, next_run_at: null })
      await call("POST", `/identities/${id}/monitoring/pause`, { resume_at: await inSeconds(3_600) })
      expect(await restored()).toMatchObject({ status: "paused", resume_at: null })
      await advance(7_200)
      await look(service, "screening.resume")
      expect((await call("GET", `/identities/${id}`)).body.monitoring.status).toBe("paused")
      expect((await call("POST", `/identities/${id}/monitoring/resume`)).body.monitoring.status).toBe("active")
    })

    test("belongs to the identity: its subject takes no change of its own but metadata, and is not erased by itself", async () => {
      const { screening_subject_id } = await created()
      const path = `/screening-subjects/${screening_subject_id}`
      const codes = [
        await call("PATCH", path, { name: "Someone Else" }),
        await call("PATCH", path, { monitoring: { status: "active", cadence: "daily" } }),
        await call("POST", `${path}/pause-monitoring`, { reason: "no" }),
        await call("POST", `${path}/resume-monitoring`),
        await call("PUT", `${path}/monitored-lists`, { lists: [] }),
        await call("DELETE", `${path}/data?reason=${encodeURIComponent("asked by the person")}`)
      ].map(({ body, status }) => [status, body.error])
      expect(codes).toEqual(codes.map(() => [409, "conflict"]))
      expect((await call("PATCH", path, { metadata: { a: "b" } })).status).toBe(200)
    })
  })

  describe(`an identity of an earlier release in ${storage}`, () => {
    test("gets its one subject from a timer, or from the first change, whichever worker is first", async () => {
      const { id } = await created({ first_name: "Old", last_name: "Hand" })
      const store = <A>(use: (store: typeof IdentityStore.Service) => Effect.Effect<A, any, any>) =>
        run(service, as(acmeSandbox)(Effect.flatMap(IdentityStore, use)))
      const subjects = () =>
        run(
          service,
          as(acmeSandbox)(
            Effect.flatMap(SubjectStore, (all) => all.list({ where: [{ field: "subject_of", op: "eq", value: id }], limit: 10 }))
          )
        )
      // As it stood before: without a subject, and without any word of monitoring.
      const [made] = await subjects()
      await run(service, as(acmeSandbox)(Effect.flatMap(SubjectStore, (all) => all.remove(made?.id ?? ""))))
      await store((all) =>
        Effect.flatMap(all.find(id), (row) => {
          if (row === undefined) return Effect.void
          const { monitoring: _m, monitoring_choice: _c, monitoring_due_at: _d, screening_subject_id: _s, ...before } = row
          return all.save(before)
        })
      )
      const before = (await call("GET", `/identities/${id}`)).body
      expect(before).toMatchObject({ screening_subject_id: null, monitoring: { status: "off" }, monitored_lists: [] })
      await Promise.all([
        ...workers.map((worker) => look(worker, "identities.make_subjects")),
        call("PUT", `/identities/${id}/monitoring`, { status: "active" })
      ])
      const [subject, ...others] = await subjects()
      expect(others).toEqual([])
      expect(subject).toMatchObject({ name: "Old Hand", monitoring: { status: "active" } })
      expect((await call("GET", `/identities/${id}`)).body).toMatchObject({
        screening_subject_id: subject?.id,
        monitoring: { status: "active" }
      })
    })
  })
}
