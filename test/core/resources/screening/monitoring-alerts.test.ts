import { afterAll, expect, test } from "bun:test"
import { screenings, screeningSubjects } from "@vouchkit/core"
import { type MonitoringCadence, nextRun } from "@vouchkit/core/verification/screening/cadence"
import { HitStore } from "@vouchkit/core/resources/screening/hits/model"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { Effect } from "effect"
import fc from "fast-check"
import { acmeSandbox, as, otherSandbox, type TenantName } from "../../../support/tenants.ts"
import { personNames, someRecords } from "../../../support/watchlist.ts"
import { aStage } from "./monitoring-stage.ts"

const stages: Array<{ dispose: () => Promise<void> }> = []
afterAll(() => Promise.all(stages.map((stage) => stage.dispose())))

const entries = someRecords.map((records) => records.map(({ edition: _edition, list: _list, ...entry }): ListEntry => entry))
const someone = fc.record({
  name: personNames,
  aliases: fc.array(personNames, { maxLength: 2 }),
  date_of_birth: fc.constantFrom(null, "1960", "1961-05-04"),
  countries: fc.subarray(["RU", "IQ"], { maxLength: 1 })
})

test("the alerts about a new edition are those that come of screening everybody anew, about every entry that it changed", async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      entries,
      fc.array(someone, { minLength: 1, maxLength: 12 }),
      fc.nat(20),
      fc.nat(20),
      async (before, others, people, changed, kept) => {
        const stage = await aStage()
        stages.push(stage)
        // Some entries go, some stay as they are, some get the content of another, and some are new.
        const after = [
          ...before.slice(0, kept + 1).map((entry, place) => {
            const other = others[place]
            return place < changed && other !== undefined ? { ...other, uid: entry.uid } : entry
          }),
          ...others.slice(changed).map((entry) => ({ ...entry, uid: `new-${entry.uid}` }))
        ]
        const stable = new Set(
          before.slice(0, kept + 1).flatMap(({ uid }, place) => (place < changed && others[place] !== undefined ? [] : [uid]))
        )
        await stage.list(before)
        const subjects: Array<readonly [string, string]> = []
        for (const person of people) {
          const [watched, witness] = [await stage.monitored(person), await stage.monitored(person, { organization: "org_other" })]
          subjects.push([watched, witness])
        }
        await stage.settle()
        // The witness is screened by hand, all of it, and follows no list.
        for (const [, subject_id] of subjects) {
          await stage.ask(screeningSubjects.pauseMonitoring, { subject_id, reason: "Screened by hand" }, { organization: "org_other" })
        }
        await stage.told()
        await stage.list(after)
        await stage.settle()
        for (const [, subject_id] of subjects) await stage.ask(screenings.rescreen, { subject_id }, { organization: "org_other" })
        const told = (await stage.told()).filter(({ type }) => type === "screening.hit-found")
        const alertsOf = async (tenant: TenantName, side: 0 | 1) => {
          const hits = await stage.run(as(tenant)(Effect.flatMap(HitStore, (store) => store.list({ limit: 10_000 }))))
          const byId = new Map(hits.map((hit) => [hit.id, hit]))
          return told
            .filter(({ organization }) => organization === tenant.organization)
            .map(({ id, subject_id }) => {
              const place = subjects.findIndex((pair) => pair[side] === subject_id)
              return `${place} ${byId.get(id)?.list_entry_id}`
            })
            .sort()
        }
        const [found, expected] = [await alertsOf(acmeSandbox, 0), await alertsOf(otherSandbox, 1)]
        const aboutChanges = expected.filter((alert) => !stable.has(alert.split(" ")[1] ?? ""))
        // How common words are may move the score of an entry that no one touched; that is left to the screening of everybody in its turn.
        expect(found.filter((alert) => !stable.has(alert.split(" ")[1] ?? ""))).toEqual(aboutChanges)
        expect(found.filter((alert) => !expected.includes(alert))).toEqual([])
      }
    ),
    { numRuns: 8 }
  )
}, 300_000)

test("a list with more changes than there are subjects screens each of them once, and a first edition as well", async () => {
  const stage = await aStage()
  stages.push(stage)
  const many = Array.from({ length: 1_200 }, (_, place): ListEntry => {
    const [entry] = fc.sample(entries, { numRuns: 1, seed: place })[0] ?? []
    if (entry === undefined) throw new Error("no entry")
    return { ...entry, uid: `many-${place}` }
  })
  const ids = [await stage.monitored({ name: "Ada Example" }), await stage.monitored({ name: "Osama Kubaysi" })]
  await stage.settle()
  await stage.list(many)
  await stage.tick()
  expect(await stage.work()).toEqual({ "screening.follow_lists": 1, "screening.rescreen": ids.length })
  await stage.tick()
  expect(await stage.work()).toEqual({})
})

test("a subject's next time lies within its interval, never later than that, and all of them are spread over it", () => {
  const cadences: ReadonlyArray<readonly [MonitoringCadence, number]> = [
    ["daily", 1],
    ["weekly", 7],
    ["monthly", 30],
    ["quarterly", 91],
    ["annual", 365]
  ]
  for (const [cadence, days] of cadences) {
    const at = Date.parse("2026-03-01T12:00:00.000Z")
    const places = Array.from({ length: 2_000 }, (_, number) => {
      const next = nextRun(`scs_${number}`, cadence, new Date(at).toISOString()) ?? ""
      // Screened a little late, it keeps its place.
      expect(nextRun(`scs_${number}`, cadence, new Date(Date.parse(next) + 60_000).toISOString())).toBe(
        new Date(Date.parse(next) + days * 86_400_000).toISOString()
      )
      return (Date.parse(next) - at) / (days * 86_400_000)
    })
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(Math.max(...places)).toBeLessThanOrEqual(1)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const there = places.filter((place) => place > tenth / 10 && place <= (tenth + 1) / 10).length
      expect(there).toBeGreaterThan(120)
      expect(there).toBeLessThan(280)
    }
  }
})

test("what cannot be paused or chosen is refused and said why", async () => {
  const stage = await aStage()
  stages.push(stage)
  const off = await stage.monitored({ name: "Ada Example", monitoring: { status: "off", cadence: "daily" } })
  const on = await stage.monitored({ name: "Ada Example" })
  const reason = "On leave"
  expect((await stage.refusal(screeningSubjects.pauseMonitoring, { subject_id: off, reason })).code).toBe("invalid_state_transition")
  expect((await stage.refusal(screeningSubjects.resumeMonitoring, { subject_id: off })).code).toBe("invalid_state_transition")
  const past = { subject_id: on, reason, resume_at: "2026-03-01T11:00:00.000Z" }
  expect((await stage.refusal(screeningSubjects.pauseMonitoring, past)).code).toBe("validation_error")
  const lists = Array.from({ length: 100 }, (_, place) => `list_${place}`)
  expect((await stage.ask(screeningSubjects.replaceMonitoredLists, { subject_id: on, lists: ["b", "a", "b"] })).output.lists).toEqual([
    "a",
    "b"
  ])
  expect((await stage.refusal(screeningSubjects.addMonitoredLists, { subject_id: on, lists })).code).toBe("validation_error")
  expect((await stage.ask(screeningSubjects.getMonitoredLists, { subject_id: on })).output.lists).toEqual(["a", "b"])
  await stage.ask(screeningSubjects.erase, { subject_id: on })
  for (const [operation, input] of [
    [screeningSubjects.pauseMonitoring, { reason }],
    [screeningSubjects.resumeMonitoring, {}],
    [screeningSubjects.addMonitoredLists, { lists: ["a"] }],
    [screeningSubjects.replaceMonitoredLists, { lists: [] }]
  ] as const) {
    expect((await stage.refusal(operation, { subject_id: on, ...input })).code).toBe("subject_erased")
  }
})
