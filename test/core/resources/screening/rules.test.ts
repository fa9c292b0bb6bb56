import { afterAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { organizationSettings } from "@vouchkit/core/flows/organization-settings/operations"
import { screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import { organization } from "../../../support/operations.ts"
import { anEntry } from "../../../support/screening-lists.ts"
import { aStage, storages } from "./monitoring-stage.ts"

const manager = { permissions: ["manage_settings"] } as const
const { getOrganization, replaceOrganization } = organizationSettings
const key = "test_list"
const harrow = anEntry("z-1", "Zoltan Brankovic-Harrow", { nationalities: ["RS"], aliases: [["Nightjar Kestrel", "weak"]] })
const somebody = anEntry("o-1", "Somebody Else")
/** Scores 70 against the entry: enough to be kept, too little to ask for a review by default. */
const distant = { name: "Zoltan Brankovic", countries: ["FR"] }

for (const [storage, make] of Object.entries(storages)) {
  describe(`how an organization screens, in ${storage}`, async () => {
    const stages: Array<{ dispose: () => Promise<void> }> = []
    afterAll(() => Promise.all(stages.map((stage) => stage.dispose())))
    const ready: Array<Awaited<ReturnType<typeof make>>> = []
    for (let made = 0; made < 7; made += 1) ready.push(await make())
    const begin = async (entries = [harrow, somebody]) => {
      const stage = await aStage(ready.pop())
      stages.push(stage)
      await stage.list(entries)
      const set = async (screening: object) => (await stage.ask(replaceOrganization, { screening } as never, manager)).output
      const screened = async (subject: object, more: object = {}) => (await stage.ask(screenings.run, { subject, ...more } as never)).output
      return { ...stage, set, screened }
    }

    test("is shown with its defaults, and replaced as a whole", async () => {
      const stage = await begin()
      const shown = async () => (await stage.ask(getOrganization, {}, { scopes: ["settings:write"] })).output
      expect((await shown()).effective.screening).toEqual({ weak_aliases: "support", list_thresholds: [] })
      expect((await stage.set({ weak_aliases: "search" })).effective.screening).toEqual({ weak_aliases: "search", list_thresholds: [] })
      const thresholds = { list_thresholds: [{ list: key, threshold: 60 }] }
      expect((await stage.set(thresholds)).effective.screening).toEqual({ weak_aliases: "support", ...thresholds })
      expect((await shown()).policy.screening).toEqual(thresholds)
    })

    test("refuses scores that are never kept, a list that is named twice and one that there is none of", async () => {
      const stage = await begin()
      const place = "screening.list_thresholds"
      const unread = async (screening: object) => {
        const given = { organization, environments: ["sandbox" as const], policy: { screening } }
        const failure = await stage.run(Effect.flip(provisionOrganization(given) as Effect.Effect<unknown, any, any>))
        return [failure.code, failure.problems?.[0]?.loc.join(".")]
      }
      const of = (...list_thresholds: ReadonlyArray<object>) => unread({ list_thresholds })
      expect(await of({ list: key, threshold: 49 })).toEqual(["validation_error", `${place}.0.threshold`])
      expect(await of({ list: key, threshold: 101 })).toEqual(["validation_error", `${place}.0.threshold`])
      expect(await of({ list: key, threshold: 60 }, { list: key, threshold: 80 })).toEqual(["validation_error", place])
      expect((await of({ list: "Not A Key", threshold: 60 }))[1]).toBe(`${place}.0.list`)
      expect((await unread({ weak_aliases: "sometimes" }))[1]).toBe("screening.weak_aliases")
      const given = {
        screening: {
          list_thresholds: [
            { list: key, threshold: 60 },
            { list: "no_such_list", threshold: 60 }
          ]
        }
      }
      const { code, failure } = await stage.refusal(replaceOrganization, given as never, manager)
      expect([code, failure.problems]).toMatchObject([
        "validation_error",
        [{ loc: ["body", "screening", "list_thresholds", 1, "list"], code: "unknown_key" }]
      ])
    })

    test("finds by weak aliases, counts them as support, or leaves them out", async () => {
      const stage = await begin()
      const known = async (weak_aliases: string) => {
        await stage.set({ weak_aliases })
        const alone = await stage.screened({ name: "Nightjar Kestrel" })
        const beside = await stage.screened({ name: "Zoltan Brankovic-Harrow", aliases: ["Nightjar Kestrel"] })
        return {
          kept: alone.weak_aliases,
          found: alone.hits.map(({ explanation, review_status }) => [explanation.name_kind, review_status]),
          supports: beside.hits[0]?.explanation.qualifiers.some(({ field }) => field === "weak_alias")
        }
      }
      expect(await known("support")).toEqual({ kept: "support", found: [], supports: true })
      expect(await known("search")).toEqual({ kept: "search", found: [["weak", "unreviewed"]], supports: true })
      expect(await known("ignore")).toEqual({ kept: "ignore", found: [], supports: false })
    })

    test("asks for a review from the score of each list on, and keeps that score with the result", async () => {
      const stage = await begin()
      await stage.list([anEntry("y-1", "Zoltan Brankovic-Harrow", { nationalities: ["RS"] })], "other_list")
      const statuses = async (more: object = {}) => {
        const { hits, id } = await stage.screened(distant, more)
        const kept = (await stage.ask(screenings.get, { screening_id: id })).output
        const by = Object.fromEntries(hits.map(({ list_key, review_status }) => [list_key, review_status]))
        return { threshold: kept.threshold, list_thresholds: kept.list_thresholds, by }
      }
      expect(await statuses()).toEqual({
        threshold: 72,
        list_thresholds: [],
        by: { test_list: "auto_dismissed", other_list: "auto_dismissed" }
      })
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }] })
      expect(await statuses()).toEqual({
        threshold: 72,
        list_thresholds: [{ list: key, threshold: 60 }],
        by: { test_list: "unreviewed", other_list: "auto_dismissed" }
      })
      // What a request states counts for every list.
      expect(await statuses({ threshold: 70 })).toEqual({
        threshold: 70,
        list_thresholds: [],
        by: { test_list: "unreviewed", other_list: "unreviewed" }
      })
    })

    test("screens everybody who is monitored again once it changes, and tells what now needs a review", async () => {
      const stage = await begin()
      const id = await stage.monitored(distant)
      const hidden = await stage.monitored({ name: "Nightjar Kestrel" })
      await stage.settle()
      expect(await stage.told()).toEqual([])
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }] })
      await stage.settle()
      expect((await stage.told()).map(({ subject_id, type }) => [type, subject_id])).toEqual([
        ["screening.hit-found", id],
        ["case.created", id]
      ])
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }], weak_aliases: "search" })
      await stage.settle()
      expect((await stage.told()).map(({ subject_id, type }) => [type, subject_id])).toEqual([
        ["screening.hit-found", hidden],
        ["case.created", hidden]
      ])
      // The same settings again ask for nothing.
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }], weak_aliases: "search" })
      await stage.pass(61_000)
      await stage.tick()
      expect(await stage.work()).toEqual({})
      // A higher score ends what waits.
      await stage.set({ list_thresholds: [{ list: key, threshold: 90 }], weak_aliases: "search" })
      await stage.settle()
      const { data } = (await stage.ask(screeningHits.list, { subject_id: id, review_status: "unreviewed" })).output
      expect(data).toEqual([])
    })

    test("lets no monitored subject miss an entry that is listed later, by a low score or by a weak alias", async () => {
      const stage = await begin([somebody])
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }], weak_aliases: "search" })
      const id = await stage.monitored(distant)
      const hidden = await stage.monitored({ name: "Nightjar Kestrel" })
      await stage.settle()
      await stage.told()
      await stage.list([somebody, harrow])
      await stage.settle()
      const told = await stage.told()
      expect(
        told
          .filter(({ type }) => type === "screening.hit-found")
          .map(({ subject_id }) => subject_id)
          .sort()
      ).toEqual([id, hidden].sort())
    })

    test("makes the keys of those who were monitored before anew, so that a lower score holds for them", async () => {
      const stage = await begin([somebody])
      const id = await stage.monitored(distant)
      await stage.settle()
      await stage.set({ list_thresholds: [{ list: key, threshold: 60 }] })
      await stage.settle()
      await stage.told()
      await stage.list([somebody, harrow])
      await stage.settle()
      expect((await stage.told()).map(({ subject_id }) => subject_id)).toEqual([id, id])
      expect((await stage.ask(screeningSubjects.get, { subject_id: id })).output.last_screening_id).toBeString()
    })
  })
}
