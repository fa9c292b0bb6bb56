import { afterAll, describe, expect, test } from "bun:test"
import { cases, screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { followLists } from "@vouchkit/core/flows/screening/list-changes"
import { rescreenIfDue } from "@vouchkit/core/flows/screening/monitoring"
import { CaseStore } from "@vouchkit/core/resources/cases/model"
import { MonitorStore } from "@vouchkit/core/resources/screening/monitoring/model"
import { asSystem } from "@vouchkit/worker/jobs/system-caller"
import { Effect, Exit } from "effect"
import { anEntry, bring } from "../../../support/screening-lists.ts"
import { acmeSandbox, as, otherSandbox } from "../../../support/tenants.ts"
import { aStage, storages } from "./monitoring-stage.ts"

const day = 86_400_000
const zoltan = anEntry("z-1", "Zoltan Brankovic-Harrow", { topics: ["sanction"], programs: ["ONE"] })
const melisande = anEntry("m-1", "Melisande Oduya-Trent", { topics: ["pep"] })
const others = ["Ottokar Venn", "Ilse Qvarn", "Bartolo Wimsel", "Dagny Ustrup"].map((name, place) => anEntry(`o-${place}`, name))

for (const [storage, make] of Object.entries(storages)) {
  describe(`monitoring in ${storage}`, async () => {
    const stages: Array<{ dispose: () => Promise<void> }> = []
    afterAll(() => Promise.all(stages.map((stage) => stage.dispose())))
    // One for each test, made before the first of them: to make one takes longer than a test may.
    const ready: Array<Awaited<ReturnType<typeof make>>> = []
    for (let made = 0; made < 11; made += 1) ready.push(await make())
    const begin = async () => {
      const stage = await aStage(ready.pop())
      stages.push(stage)
      return stage
    }
    const screeningsOf = async (stage: Awaited<ReturnType<typeof begin>>, subject_id: string) =>
      (await stage.ask(screenings.list, { subject_id })).output.data
    const hitsOf = async (stage: Awaited<ReturnType<typeof begin>>, screening_id: string) =>
      (await stage.ask(screeningHits.list, { screening_id })).output.data

    test("a subject is screened when its time comes, once, however many workers look", async () => {
      const stage = await begin()
      await stage.list([zoltan, ...others])
      const id = await stage.monitored({ name: "Ada Example", monitoring: { status: "active", cadence: "daily" } })
      await stage.monitored({ name: "Eve Example", monitoring: { status: "off", cadence: "daily" } })
      await stage.tick()
      expect(await stage.work(["screening.rescreen"])).toEqual({})
      await stage.pass(61_000)
      await Promise.all([stage.tick(), stage.tick(), stage.tick()])
      expect(await stage.work(["screening.rescreen"])).toEqual({ "screening.rescreen": 1 })
      // A worker that found it due before the others did, and comes to it after them.
      await stage.run(rescreenIfDue(id).pipe(asSystem(acmeSandbox, "req_test")))
      expect(await stage.work(["screening.rescreen"])).toEqual({})
      const { monitoring } = (await stage.ask(screeningSubjects.get, { subject_id: id })).output
      expect((monitoring.next_run_at ?? "") > stage.now()).toBe(true)
      expect(Date.parse(monitoring.next_run_at ?? "") - Date.parse(stage.now())).toBeLessThanOrEqual(day)
      await stage.pass(day)
      await stage.tick()
      expect(await stage.work(["screening.rescreen"])).toEqual({ "screening.rescreen": 1 })
      expect((await screeningsOf(stage, id)).map(({ trigger }) => trigger)).toEqual(["monitoring", "monitoring"])
    })

    test("a screening by a process that may hold an older edition does not stand for the one that comes a minute after a change", async () => {
      const stage = await begin()
      await stage.list([zoltan, ...others])
      const id = await stage.monitored({ name: "Ada Example" })
      const comes = async (): Promise<boolean> => {
        await stage.pass(30_000)
        await stage.ask(screenings.rescreen, { subject_id: id })
        await stage.tick()
        await stage.work()
        await stage.pass(31_000)
        await stage.tick()
        const again = (await stage.work(["screening.rescreen"]))["screening.rescreen"] === 1
        // Once it came, nothing comes until the next time of the cadence.
        await stage.pass(61_000)
        await stage.tick()
        expect(await stage.work(["screening.rescreen"])).toEqual({})
        return again
      }
      expect(await comes()).toBe(true)
      await stage.ask(screeningSubjects.update, { subject_id: id, name: "Ada Beispiel" })
      expect(await comes()).toBe(true)
      await stage.ask(screeningSubjects.replaceMonitoredLists, { subject_id: id, lists: ["test_list"] })
      expect(await comes()).toBe(true)
    })

    test("the first screening of a monitored subject is stored once when someone asked for it, unless it brings news a minute later", async () => {
      const stage = await begin()
      await stage.list(others)
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.ask(screenings.run, { subject: id })
      await stage.pass(61_000)
      await stage.tick()
      await stage.work(["screening.rescreen"])
      expect((await screeningsOf(stage, id)).map(({ trigger }) => trigger)).toEqual(["manual"])

      const other = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.ask(screenings.run, { subject: other })
      await stage.list([...others, zoltan])
      await stage.pass(61_000)
      await stage.tick()
      await stage.work(["screening.rescreen"])
      expect((await screeningsOf(stage, other))[0]).toMatchObject({ diff: { new: [expect.any(String)], changed: [], removed: [] } })
    })

    test("of a new edition those are alerted whom it concerns, and nobody else is even screened", async () => {
      const stage = await begin()
      await stage.list(others)
      const [hit, missed] = [await stage.monitored({ name: "Brankovic Harrow, Zoltan" }), await stage.monitored({ name: "Ada Example" })]
      const unwatched = await stage.monitored({ name: "Zoltan Brankovic-Harrow", monitoring: { status: "off", cadence: "daily" } })
      await stage.settle()
      await stage.told()
      await stage.list([...others, zoltan])
      await stage.tick()
      expect(await stage.work()).toEqual({ "screening.follow_lists": 1, "screening.rescreen": 1 })
      const told = await stage.told()
      expect(told.map(({ subject_id, type }) => [type, subject_id])).toEqual([
        ["screening.hit-found", hit],
        ["case.created", hit]
      ])
      expect(JSON.stringify(told)).not.toMatch(/Zoltan|Brankovic|z-1/u)
      const [latest] = await screeningsOf(stage, hit)
      expect(latest).toMatchObject({ trigger: "list_update", diff: { new: [told[0]?.id], changed: [], removed: [] } })
      expect((await screeningsOf(stage, missed)).length).toBe(1)
      expect(await screeningsOf(stage, unwatched)).toEqual([])
      await stage.settle()
      expect(await stage.told()).toEqual([])
    })

    test("two runs at once, and one after it was killed at any step, alert once", async () => {
      const stage = await begin()
      await stage.list(others)
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.settle()
      await stage.list([...others, zoltan, melisande])
      const follow = followLists.pipe(asSystem(acmeSandbox, "req_test")) as Effect.Effect<void, unknown, any>
      // Killed in the middle of its step.
      const killed = Effect.flatMap(MonitorStore, (store) =>
        Effect.provideService(follow, MonitorStore, { ...store, save: () => Effect.die(new Error("killed")) })
      )
      expect(Exit.isFailure(await stage.run(Effect.exit(killed)))).toBe(true)
      await Promise.all([stage.run(follow), stage.run(follow), stage.run(follow)])
      await stage.run(follow)
      expect(await stage.work()).toEqual({ "screening.rescreen": 1 })
      expect((await stage.told()).map(({ subject_id, type }) => [type, subject_id])).toEqual([
        ["screening.hit-found", id],
        ["case.created", id]
      ])
      const monitor = await stage.run(as(acmeSandbox)(Effect.flatMap(MonitorStore, (store) => store.find("monitor"))))
      expect(monitor).toMatchObject({ walk: null, marks: { "public/test_list": 2 } })
    })

    test("a changed entry alerts those who have it as a hit when it weighs otherwise, and one that is gone is dated", async () => {
      const stage = await begin()
      await stage.list([...others, zoltan])
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.settle()
      await stage.told()
      await stage.list([...others, { ...zoltan, remarks: "Another remark" }])
      await stage.settle()
      expect(await stage.told()).toEqual([])
      await stage.list([...others, { ...zoltan, programs: ["ONE", "TWO"] }])
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual(["screening.hit-found", "case.updated"])
      const [changed] = await screeningsOf(stage, id)
      expect(changed?.diff).toMatchObject({ new: [], removed: [] })
      expect(changed?.diff?.changed.length).toBe(1)
      await stage.list(others)
      await stage.settle()
      // Nothing is left of what the case was urgent for; a person closes it.
      expect(await stage.told()).toMatchObject([
        { type: "case.updated", data: { status: "open", priority: "normal", changed: ["checklist", "priority"] } }
      ])
      const [removed] = await screeningsOf(stage, id)
      expect(removed).toMatchObject({ status: "no_hit", diff: { new: [], changed: [], removed: changed?.diff?.changed ?? [] } })
      expect(await hitsOf(stage, changed?.id ?? "")).toMatchObject([{ delisted_at: stage.now().slice(0, 10) }])
    })

    test("what was judged to be no match stays quiet until what identifies the entry changes, and is then told once", async () => {
      const stage = await begin()
      await stage.list([...others, zoltan])
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.settle()
      const [found] = await stage.told()
      await stage.ask(screeningHits.resolve, { hit_id: found?.id, review_status: "false_positive" })
      await stage.told()
      await stage.list([...others, { ...zoltan, programs: ["THREE"] }])
      await stage.settle()
      expect(await stage.told()).toEqual([])
      await stage.list([
        ...others,
        anEntry("z-1", "Zoltan Brankovic-Harrow", { ...zoltan, birth_places: [{ text: "Zabok", country: "HR" }] })
      ])
      await stage.settle()
      const again = await stage.told()
      // The case of before ended with its hit.
      expect(again.map(({ type }) => type)).toEqual(["screening.hit-found", "case.created"])
      expect(again[0]?.data.reopened_by).toEqual(["entry.birth_places"])
      for (let month = 0; month < 2; month += 1) {
        await stage.pass(30 * day)
        await stage.settle()
      }
      expect(await stage.told()).toEqual([])
      expect((await screeningsOf(stage, id)).length).toBeGreaterThanOrEqual(4)
    })

    test("a pause keeps time and lists away, ends by itself, and says in the audit log who did what", async () => {
      const stage = await begin()
      await stage.list(others)
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.settle()
      const resume_at = new Date(Date.parse(stage.now()) + 40 * day).toISOString()
      const paused = (await stage.ask(screeningSubjects.pauseMonitoring, { subject_id: id, reason: "Asked not to", resume_at })).output
      expect(paused.monitoring).toEqual({
        status: "paused",
        cadence: "monthly",
        next_run_at: null,
        paused_reason: "Asked not to",
        resume_at
      })
      await stage.list([...others, zoltan])
      await stage.pass(35 * day)
      await stage.settle()
      expect((await screeningsOf(stage, id)).length).toBe(1)
      await stage.pass(6 * day)
      await stage.tick()
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual(["screening.hit-found", "case.created"])
      const { monitoring } = (await stage.ask(screeningSubjects.get, { subject_id: id })).output
      expect(monitoring).toMatchObject({ status: "active", paused_reason: null, resume_at: null })
      const logged = await stage.run(as(acmeSandbox)(Effect.flatMap(AuditLog, (log) => log.list({ limit: 500 }))))
      const actions = logged.filter(({ target }) => target?.id === id).map(({ action, actor }) => [action, actor.type])
      expect(actions).toContainEqual(["screening_subjects.pause_monitoring", "api_key"])
      expect(actions).toContainEqual(["screening_subjects.resume_monitoring", "system"])
      expect(JSON.stringify(logged)).not.toContain("Asked not to")
    })

    test("only the lists that were chosen are searched; one that is not there is told as a gap, and lists of others alert nobody", async () => {
      const stage = await begin()
      await stage.list([...others, zoltan], "list_a")
      await stage.list([...others, melisande], "list_b")
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow", aliases: ["Melisande Oduya-Trent"] })
      const elsewhere = await stage.monitored({ name: "Bartolo Quensel" }, { organization: "org_other" })
      await stage.ask(screeningSubjects.addMonitoredLists, { subject_id: id, lists: ["list_b"] })
      await stage.settle()
      expect((await stage.told()).map(({ data }) => data.list_key).filter(Boolean)).toEqual(["list_b"])
      await stage.run(bring(acmeSandbox, "mine", [anEntry("q-1", "Bartolo Quensel"), anEntry("q-2", "Zoltan Brankovic-Harrow")]))
      await stage.pass(16 * 60_000)
      await stage.settle()
      expect(await stage.told()).toEqual([])
      await stage.ask(screeningSubjects.replaceMonitoredLists, { subject_id: id, lists: ["list_b", "mine", "absent"] })
      await stage.settle()
      expect((await stage.told()).map(({ data }) => data.list_key).filter(Boolean)).toEqual(["mine"])
      const [latest] = await screeningsOf(stage, id)
      expect(latest).toMatchObject({ partial: true, error_codes: ["list_not_loaded"], lists: [{ key: "list_b" }, { key: "mine" }] })
      expect((await stage.ask(screenings.list, { subject_id: elsewhere }, { organization: "org_other" })).output.data).toHaveLength(1)
      await stage.run(bring(otherSandbox, "theirs", [anEntry("q-1", "Bartolo Quensel")]))
      await stage.pass(16 * 60_000)
      await stage.settle()
      expect((await stage.told()).map(({ organization, type }) => [organization, type])).toEqual([
        ["org_other", "screening.hit-found"],
        ["org_other", "case.created"]
      ])
    })

    test("the case of a subject takes further hits, and deciding it judges those that wait and no session", async () => {
      const stage = await begin()
      await stage.list([...others, melisande])
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow", aliases: ["Melisande Oduya-Trent"], countries: ["RS"] })
      await stage.settle()
      const [, created] = await stage.told()
      await stage.list([...others, melisande, zoltan])
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual(["screening.hit-found", "case.updated"])
      const about = { filters: { subject_id: id }, sort_by: "created_at", sort_order: "asc" }
      const found = (await stage.ask(cases.search, about as never)).output.data
      expect(found).toMatchObject([
        {
          id: created?.id,
          session_id: null,
          subject_id: id,
          workflow_id: null,
          status: "open",
          priority: "urgent",
          risk_score: 100,
          reason_codes: ["pep_hit", "sanctions_hit"],
          subject: { display_name: "Zoltan Brankovic-Harrow", country: "RS" }
        }
      ])
      const case_id = created?.id
      const asked = { case_id, reason_codes: ["sanctions_hit"], allow_resubmission: true }
      expect((await stage.refusal(cases.reject, asked)).code).toBe("conflict")
      expect((await stage.refusal(cases.correctResult, { case_id, check_id: "chk_01jgfjjz00e8r4v2m9k3txqwpn", issuer: "x" })).code).toBe(
        "not_found"
      )
      expect((await stage.ask(cases.approve, { case_id })).output).toMatchObject({ status: "closed", decision: "approved" })
      expect((await stage.told()).map(({ type }) => type)).toEqual(["case.approved"])
      const [latest] = await screeningsOf(stage, id)
      expect(latest).toMatchObject({ status: "cleared", hit_counts: { unreviewed: 0, false_positive: 2 } })
      expect((await stage.ask(cases.reopen, { case_id })).output.status).toBe("open")
      await stage.ask(cases.reject, { case_id, reason_codes: ["sanctions_hit"] })
      expect((await screeningsOf(stage, id))[0]?.status).toBe("cleared")
      // What comes after a closed case has a case of its own; erasing the subject closes that one and leaves no name behind.
      await stage.list([...others, melisande, zoltan, anEntry("z-2", "Zoltan Brankovic-Harrow")])
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual([
        "case.reopened",
        "case.rejected",
        "screening.hit-found",
        "case.created"
      ])
      expect((await stage.refusal(cases.reopen, { case_id })).code).toBe("conflict")
      await stage.ask(screeningSubjects.erase, { subject_id: id })
      const after = (await stage.ask(cases.search, about as never)).output.data
      expect(after.map(({ decision, subject }) => [decision, subject.display_name])).toEqual([
        ["rejected", null],
        ["superseded", null]
      ])
      await stage.pass(40 * day)
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual(["case.updated"])
    })

    test("erasing a subject leaves nothing of the person in its cases, notes and search, and nothing can be written back", async () => {
      const stage = await begin()
      await stage.list([...others, zoltan])
      const subject_id = await stage.monitored({
        name: "Zoltan Brankovic-Harrow",
        countries: ["RS"],
        external_reference: "zoltan@example.com"
      })
      await stage.settle()
      const case_id = (await stage.told()).find(({ type }) => type === "case.created")?.id
      await stage.ask(cases.update, { case_id, metadata: { name: "Harrow" } } as never)
      await stage.ask(cases.addNote, { case_id, body: "Spoke with Harrow" } as never)
      const stored = async () => {
        const row = await stage.run(CaseStore.use((store) => store.find(case_id ?? "")).pipe(as(acmeSandbox)))
        const notes = (await stage.ask(cases.listNotes, { case_id } as never)).output
        return { row, text: JSON.stringify([row, notes]).toLowerCase() }
      }
      expect((await stored()).text).toMatch(/harrow/)
      for (let times = 0; times < 2; times += 1) {
        await stage.ask(screeningSubjects.erase, { subject_id })
        const { row, text } = await stored()
        expect(text).not.toMatch(/harrow|zoltan/)
        expect(row).toMatchObject({ status: "closed", decision: "superseded", reason_codes: ["sanctions_hit"], notes_count: 1 })
      }
      const writes = [
        [cases.addNote, { body: "Harrow" }],
        [cases.update, { metadata: { name: "Harrow" } }],
        [cases.addTag, { tag: "harrow" }],
        [cases.reopen, { reason: "Harrow" }],
        [cases.approve, { note: "Harrow" }],
        [cases.escalate, { reason: "Harrow" }]
      ] as const
      for (const [operation, input] of writes) {
        expect((await stage.refusal(operation as never, { case_id, ...input } as never)).code).toBe("session_redacted")
      }
      expect((await stage.ask(cases.search, { query: "harrow" } as never)).output.data).toEqual([])
    })

    test("rejecting the case of a subject confirms the hits that wait", async () => {
      const stage = await begin()
      await stage.list([...others, zoltan])
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.settle()
      const [, created] = await stage.told()
      await stage.ask(cases.reject, { case_id: created?.id, reason_codes: ["sanctions_hit"] })
      expect((await screeningsOf(stage, id))[0]).toMatchObject({ status: "confirmed_hit", hit_counts: { confirmed: 1 } })
      await stage.pass(31 * day)
      await stage.settle()
      expect((await stage.told()).map(({ type }) => type)).toEqual(["case.rejected"])
    })
  })
}
