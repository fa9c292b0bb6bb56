import { afterAll, describe, expect, test } from "bun:test"
import { screenings, screeningSubjects } from "@vouchkit/core"
import { anEntry } from "../../../support/screening-lists.ts"
import { aStage, storages } from "./monitoring-stage.ts"

const day = 86_400_000
const days = { daily: 1, weekly: 7, monthly: 30, quarterly: 91, annual: 365, list_update: null } as const
const others = ["Ottokar Venn", "Ilse Qvarn", "Bartolo Wimsel"].map((name, place) => anEntry(`o-${place}`, name))

for (const [storage, make] of Object.entries(storages)) {
  describe(`the cadence of a monitored subject in ${storage}`, async () => {
    const stage = await aStage(await make())
    afterAll(() => stage.dispose())
    await stage.list(others)
    const subjectOf = async (subject_id: string) => (await stage.ask(screeningSubjects.get, { subject_id })).output
    const monitored = (cadence: string) => stage.monitored({ name: "Ada Example", monitoring: { status: "active", cadence } })
    /** Its time of day follows from its identifier. One that comes right behind the first screening brings no other, so that such a subject is not taken. */
    const screenedLater = async (cadence: string) => {
      for (;;) {
        const id = await monitored(cadence)
        await stage.settle()
        const { next_run_at } = (await subjectOf(id)).monitoring
        if (next_run_at === null || Date.parse(next_run_at) - Date.parse(stage.now()) > 3_600_000) return { id, next_run_at }
      }
    }
    const triggersOf = async (subject_id: string) =>
      (await stage.ask(screenings.list, { subject_id })).output.data.map(({ trigger }) => trigger).toReversed()

    for (const [cadence, interval] of Object.entries(days)) {
      test(`${cadence} means ${interval === null ? "no full screening after the first" : `one in ${interval} days`}`, async () => {
        const { id, next_run_at } = await screenedLater(cadence)
        if (interval === null) {
          expect(next_run_at).toBeNull()
          for (let year = 0; year < 3; year += 1) {
            await stage.pass(365 * day)
            await stage.tick()
            await stage.work()
          }
          expect([await triggersOf(id), (await subjectOf(id)).monitoring.next_run_at]).toEqual([["monitoring"], null])
          return
        }
        const wait = Date.parse(next_run_at ?? "") - Date.parse(stage.now())
        expect(wait).toBeLessThanOrEqual(interval * day)
        await stage.pass(wait - 1_000)
        await stage.tick()
        await stage.work()
        expect((await triggersOf(id)).length).toBe(1)
        await stage.pass(2_000)
        await stage.tick()
        await stage.work()
        expect(await triggersOf(id)).toEqual(["monitoring", "monitoring"])
        const again = Date.parse((await subjectOf(id)).monitoring.next_run_at ?? "") - Date.parse(next_run_at ?? "")
        expect(again).toBe(interval * day)
      })

      test(`${cadence} or not, what changes in a list or of the subject is screened at once`, async () => {
        const name = `Zoltan ${cadence.replace("_", "")} Brankovic`
        const id = await stage.monitored({ name, monitoring: { status: "active", cadence } })
        await stage.settle()
        await stage.list([...others, anEntry(`z-${cadence}`, name)])
        await stage.tick()
        await stage.work()
        expect(await triggersOf(id)).toEqual(["monitoring", "list_update"])
        await stage.ask(screeningSubjects.update, { subject_id: id, date_of_birth: "1970-01-01" })
        await stage.work()
        expect(await triggersOf(id)).toEqual(["monitoring", "list_update", "subject_update"])
      })
    }

    test("a choice of another cadence takes its interval, and the first screening still comes", async () => {
      const id = await monitored("daily")
      await stage.ask(screeningSubjects.update, { subject_id: id, monitoring: { status: "active", cadence: "list_update" } })
      await stage.settle()
      expect([await triggersOf(id), (await subjectOf(id)).monitoring]).toMatchObject([["monitoring"], { next_run_at: null }])
      await stage.ask(screeningSubjects.update, { subject_id: id, monitoring: { status: "active", cadence: "weekly" } })
      const { monitoring } = await subjectOf(id)
      expect(Date.parse(monitoring.next_run_at ?? "") - Date.parse(stage.now())).toBeLessThanOrEqual(7 * day)
      await stage.ask(screeningSubjects.update, { subject_id: id, monitoring: { status: "active", cadence: "list_update" } })
      expect((await subjectOf(id)).monitoring.next_run_at).toBeNull()
    })
  })
}
