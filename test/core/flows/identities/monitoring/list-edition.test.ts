import { afterAll, describe, expect, test } from "bun:test"
import { resources } from "@vouchkit/core/registry"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { Effect } from "effect"
import { anEntry, bring } from "../../../../support/screening-lists.ts"
import { acmeSandbox, as } from "../../../../support/tenants.ts"
import { aStage, storages } from "../../../resources/screening/monitoring-stage.ts"

const { cases, identities, screenings } = resources

for (const [storage, made] of Object.entries(storages)) {
  describe(`a monitored identity in ${storage}`, async () => {
    const stage = await aStage(await made())
    afterAll(() => stage.dispose())
    const created = async (body: object) => (await stage.ask(identities.create, body)).output
    const monitored = async (body: object) => {
      const { id } = await created(body)
      return (await stage.ask(identities.setMonitoring, { identity_id: id, status: "active", cadence: "monthly" })).output
    }
    const subjectsOf = (identity_id: string) =>
      stage.run(
        as(acmeSandbox)(
          Effect.flatMap(SubjectStore, (store) =>
            store.list({ where: [{ field: "identity_id", op: "eq", value: identity_id }], limit: 10 })
          )
        )
      )

    /** What was told since the last look of these identities, and of none that another test made. */
    const toldOf = async (...ids: ReadonlyArray<string>) => (await stage.told()).filter(({ data }) => ids.includes(data.identity_id))

    test("has one subject, which follows it in every change, and of which no number stands in clear", async () => {
      const { id, monitoring, screening_subject_id } = await created({
        first_name: "Ivan",
        last_name: "Petrov",
        native_name: "Иван Петров",
        aliases: ["Vanya"],
        date_of_birth: "1961-05-04",
        nationality: "RU",
        country_of_residence: "IQ",
        identification_numbers: [{ type: "passport", country: "RU", value: "4509 123456" }]
      })
      expect(monitoring).toEqual({
        status: "off",
        cadence: "daily",
        next_run_at: null,
        resume_at: null,
        has_reason: false,
        reason: null
      })
      const shown = async () => (await stage.ask(resources.screeningSubjects.get, { subject_id: screening_subject_id ?? "" })).output
      expect(await shown()).toMatchObject({
        identity_id: id,
        session_id: null,
        entity_type: "person",
        name: "Ivan Petrov",
        aliases: ["Иван Петров", "Vanya"],
        date_of_birth: "1961-05-04",
        countries: ["RU", "IQ"],
        identifiers: [{ type: "passport", value: "4509 123456", country: "RU" }],
        monitoring: { status: "off" }
      })
      const stored = JSON.stringify(await subjectsOf(id))
      expect(stored).toContain("Petrov")
      expect(stored).not.toContain("123456")
      await stage.ask(identities.update, {
        identity_id: id,
        last_name: "Petroff",
        nationality: null,
        identity_type: "organization",
        identification_numbers: [{ type: "tax_id", value: "99" }]
      })
      expect(await shown()).toMatchObject({
        entity_type: "organization",
        name: "Ivan Petroff",
        countries: ["IQ"],
        identifiers: [{ type: "tax_id", value: "99", country: null }]
      })
      expect(await subjectsOf(id)).toHaveLength(1)
    })

    test("gets hit, event and case when a new edition of a public list, or of one of its own, names it", async () => {
      await stage.list([anEntry("1", "Somebody Else")])
      const { id, screening_subject_id } = await monitored({ first_name: "Boris", last_name: "Kamarov", date_of_birth: "1958-02-03" })
      const other = await created({ first_name: "Boris", last_name: "Kamarov", date_of_birth: "1958-02-03" })
      await stage.settle()
      await stage.told()
      const born = [{ from: "1958-02-03", to: "1958-02-03", precision: "day", circa: false }] as const
      await stage.list([anEntry("1", "Somebody Else"), anEntry("2", "Boris Kamarov", { births: [...born], topics: ["sanction"] })])
      await stage.settle()
      const told = await toldOf(id, other.id)
      expect(told.map(({ data, type }) => [type, data.identity_id])).toEqual([
        ["screening.hit-found", id],
        ["case.created", id]
      ])
      const { data } = (await stage.ask(resources.screeningHits.list, { review_status: "unreviewed" })).output
      expect(data.filter(({ identity_id }) => identity_id === id).map(({ matched_name }) => matched_name)).toEqual(["Boris Kamarov"])
      expect((await stage.ask(cases.get, { case_id: told[1]?.id })).output).toMatchObject({
        identity_id: id,
        subject_id: screening_subject_id,
        status: "open"
      })
      const found = (await stage.ask(screenings.list, { subject_id: screening_subject_id ?? "" })).output.data
      expect(found.map(({ identity_id, trigger }) => [identity_id, trigger])).toContainEqual([id, "list_update"])
      const search = await stage.ask(identities.search, { filters: { has_open_case: true } })
      expect(search.output.data.map((row) => row.id).filter((one) => [id, other.id].includes(one))).toEqual([id])
      expect(other.id).not.toBe(id)

      await stage.run(bring(acmeSandbox, "house_list", [anEntry("h1", "Boris Kamarov", { births: [...born] })]))
      await stage.pass(15 * 60_000)
      await stage.settle()
      expect((await toldOf(id, other.id)).map(({ data, type }) => [type, data.identity_id])).toEqual([
        ["screening.hit-found", id],
        ["case.updated", id]
      ])
    })

    test("is found by a sealed number that a list names", async () => {
      const { id } = await monitored({
        display_name: "Quentin Oddfellow",
        identification_numbers: [{ type: "passport", country: "GB", value: "X 77-1234" }]
      })
      await stage.settle()
      await stage.told()
      const identifiers = [{ type: "passport", value: "X771234", country: "GB" }] as never
      await stage.list([anEntry("3", "Quentin Oddfellowe", { identifiers, topics: ["sanction"] })], "numbers")
      await stage.settle()
      expect((await stage.told()).map(({ data, type }) => [type, data.identity_id])).toContainEqual(["screening.hit-found", id])
    })

    test("is not screened while it is paused, off or archived, and is once it is restored", async () => {
      const { id } = await monitored({ first_name: "Olena", last_name: "Kravchuk" })
      await stage.settle()
      const edition = async (uid: string) => {
        await stage.list([anEntry(uid, "Olena Kravchuk", { topics: ["sanction"] })], `list_${uid}`)
        await stage.settle()
        return (await stage.told()).filter(({ type }) => type === "screening.hit-found").length
      }
      await stage.told()
      await stage.ask(identities.archive, { identity_id: id })
      expect((await stage.ask(identities.get, { identity_id: id })).output.monitoring).toMatchObject({
        status: "paused",
        next_run_at: null
      })
      expect(await edition("a")).toBe(0)
      const kept = (await stage.ask(identities.restore, { identity_id: id })).output
      expect(kept.monitoring).toMatchObject({ status: "paused", cadence: "monthly", resume_at: null })
      expect(await edition("b")).toBe(0)
      await stage.ask(identities.resumeMonitoring, { identity_id: id })
      await stage.ask(identities.archive, { identity_id: id })
      const restored = (await stage.ask(identities.restore, { identity_id: id, resume_monitoring: true })).output
      expect(restored.monitoring).toMatchObject({ status: "active", cadence: "monthly" })
      await stage.settle()
      expect((await stage.told()).filter(({ type }) => type === "screening.hit-found")).toHaveLength(2)
      await stage.ask(identities.pauseMonitoring, { identity_id: id })
      expect(await edition("c")).toBe(0)
      await stage.ask(identities.resumeMonitoring, { identity_id: id })
      await stage.settle()
      await stage.ask(identities.setMonitoring, { identity_id: id, status: "off" })
      await stage.told()
      expect(await edition("d")).toBe(0)
    })

    test("is screened against its own choice of lists alone", async () => {
      await stage.list([anEntry("1", "Somebody Else")])
      const { id } = await monitored({ first_name: "Pavel", last_name: "Dragunov" })
      await stage.ask(identities.replaceMonitoredLists, { identity_id: id, lists: ["test_list"] })
      await stage.settle()
      await stage.told()
      await stage.list([anEntry("9", "Pavel Dragunov")], "another_list")
      await stage.settle()
      expect(await toldOf(id)).toEqual([])
      await stage.list([anEntry("9", "Pavel Dragunov")])
      await stage.settle()
      expect((await stage.told()).map(({ data }) => data.identity_id)).toContain(id)
    })
  })
}
