import { afterAll, describe, expect, test } from "bun:test"
import { screeningSubjects } from "@vouchkit/core"
import { after, days } from "@vouchkit/core/kernel/foundation/time"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { BlockingIndex } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { candidatesOf } from "@vouchkit/core/resources/screening/blocking/candidates"
import { keyEverybody } from "@vouchkit/core/resources/screening/blocking/keep"
import { MonitorStore, monitorId } from "@vouchkit/core/resources/screening/monitoring/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { asSystem } from "@vouchkit/worker/jobs/system-caller"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect } from "effect"
import { anEntry } from "../../../../support/screening-lists.ts"
import { acmeSandbox } from "../../../../support/tenants.ts"
import { aRecord } from "../../../../support/watchlist.ts"
import { aStage, storages } from "../monitoring-stage.ts"

const record = (name: string) => aRecord(name)

for (const [storage, make] of Object.entries(storages)) {
  describe(`keys of monitored subjects in ${storage}`, async () => {
    const ready = [await make(), await make(), await make(), await make(), await make()]
    const stages: Array<{ dispose: () => Promise<void> }> = []
    afterAll(() => Promise.all(stages.map((stage) => stage.dispose())))
    const begin = async () => {
      const stage = await aStage(ready.pop())
      stages.push(stage)
      const here = <A, E, R>(effect: Effect.Effect<A, E, R>) => stage.run(effect.pipe(asSystem(acmeSandbox, "req_test")))
      const found = async (...names: ReadonlyArray<string>) => [...(await here(candidatesOf(names.map(record))))].sort()
      const change = (subject_id: string, body: object) => stage.ask(screeningSubjects.update, { subject_id, ...body } as never)
      return { stage, here, found, change }
    }

    test("a subject is found by who is like it, whoever else is monitored, and by nobody else", async () => {
      const { found, stage } = await begin()
      const one = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      const two = await stage.monitored({ name: "Сергей Лавров", identifiers: [{ type: "passport", value: "P 1234567" }] })
      for (const name of ["Ada Example", "Zoltan Example", "Ottokar Harrow"]) await stage.monitored({ name })
      expect(await found("BRANKOVICH HARROW, Zoltán")).toEqual([one])
      expect(await found("Sergey Lavrov", "Zoltan Harrow Brankovic")).toEqual([one, two].sort())
      expect(await found("Melisande Oduya")).toEqual([])
      const numbered = aRecord("Melisande Oduya", { identifiers: [{ type: "national_id", value: "P1234567", country: null, note: null }] })
      expect([...(await stage.run(candidatesOf([numbered]).pipe(asSystem(acmeSandbox, "req_test"))))]).toEqual([two])
    })

    test("who changes the name is found by the new one and not by the old, and who is no longer monitored by none", async () => {
      const { change, found, stage } = await begin()
      const id = await stage.monitored({ name: "Zoltan Brankovic" })
      await change(id, { name: "Melisande Oduya" })
      expect([await found("Zoltan Brankovic"), await found("Melisande Oduya")]).toEqual([[], [id]])
      await stage.ask(screeningSubjects.pauseMonitoring, { subject_id: id, reason: "On leave" })
      expect(await found("Melisande Oduya")).toEqual([])
      await stage.ask(screeningSubjects.resumeMonitoring, { subject_id: id })
      expect(await found("Melisande Oduya")).toEqual([id])
      await stage.ask(screeningSubjects.erase, { subject_id: id })
      expect(await found("Melisande Oduya")).toEqual([])
    })

    test("whoever was monitored before there were keys gets them by the run that follows the lists, before it looks for anybody", async () => {
      const { here, stage } = await begin()
      await stage.list([anEntry("o-1", "Ottokar Venn")])
      const id = await stage.monitored({ name: "Zoltan Brankovic-Harrow" })
      await stage.monitored({ name: "Ada Example" })
      await stage.settle()
      await stage.told()
      await here(
        Effect.gen(function* () {
          const { transaction } = yield* UnitOfWork
          yield* transaction(
            Effect.gen(function* () {
              const monitors = yield* MonitorStore
              const monitor = yield* monitors.lock(monitorId)
              if (monitor !== undefined) yield* monitors.save({ ...monitor, keyed: null })
              const index = yield* BlockingIndex
              for (const subject of yield* (yield* SubjectStore).list({ limit: 10 })) yield* index.remove(subject.id, stage.now())
            })
          )
        })
      )
      await stage.list([anEntry("o-1", "Ottokar Venn"), anEntry("z-1", "Zoltan Brankovic-Harrow", { topics: ["sanction"] })])
      await stage.settle()
      const hits = (await stage.told()).filter(({ type }) => type === "screening.hit-found")
      expect(hits.map(({ subject_id }) => subject_id)).toContain(id)
      // Made twice they are the same.
      await here(keyEverybody)
      expect([...(await here(candidatesOf([record("Zoltan Brankovic-Harrow")])))]).toEqual([id])
    })

    test("words that nobody has any more are forgotten after a day, and those that somebody has are not", async () => {
      const { found, here, stage } = await begin()
      const gone = await stage.monitored({ name: "Zoltan Brankovic" })
      const stays = await stage.monitored({ name: "Zoltan Oduya" })
      await stage.ask(screeningSubjects.erase, { subject_id: gone })
      await stage.pass(days(1) + 1_000)
      await stage.run(runOnce(timers.filter(({ name }) => name === "screening.forget_words")))
      expect(await found("Zoltan Oduya")).toEqual([stays])
      const left = await here(Effect.flatMap(BlockingIndex, (index) => index.forgetIdle(after(stage.now(), days(9)))))
      expect(left).toBe(0)
    })

    test("a subject with more names than keys are made for is found whatever changes", async () => {
      const { found, stage } = await begin()
      const long = Array.from({ length: 12 }, (_, place) => `Nam${"abcdefghijkl".charAt(place)}qvest`)
      const aliases = Array.from({ length: 20 }, (_, turn) =>
        long.map((word) => `${word}${"bcdfghjklmnpqrstvwxz".charAt(turn)}o`).join(" ")
      )
      const id = await stage.monitored({ name: "Ada Example", aliases })
      expect(await found("Melisande Oduya")).toEqual([id])
    })
  })
}
