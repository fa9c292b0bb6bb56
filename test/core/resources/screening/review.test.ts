import { afterAll, describe, expect, test } from "bun:test"
import { screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import type { ListRecord } from "@vouchkit/core/verification/screening/record"
import { aCore } from "../../../support/operations.ts"
import { aWatchlist, sanctioned } from "../../../support/screening.ts"
import { aDate } from "../../../support/watchlist.ts"

const lists = aWatchlist()
const core = await aCore(lists.layer)
afterAll(() => core.dispose())

const someone = { name: "Zoltan Brankovic-Harrow", date_of_birth: "1961-05-04", countries: ["RS"] }
const screened = async (subject: object | string = someone, more: object = {}) =>
  (await core.ask(screenings.run, { subject, ...more })).output
const again = async (subject_id: string) => (await core.ask(screenings.rescreen, { subject_id })).output
const resolve = async (hit_id: string | undefined, review_status: string, more: object = {}) =>
  (await core.ask(screeningHits.resolve, { hit_id, review_status, ...more })).output
/** A subject whose only hit was judged, screened again over what the lists then hold. */
const judged = async (verdict: string, record: ListRecord = sanctioned(), more: object = {}) => {
  lists.set(record)
  const first = await screened()
  await resolve(first.hits[0]?.id, verdict, more)
  return first
}

describe("a hit that is not a match", () => {
  test("stays quiet when the subject is screened again, and is still kept and counted", async () => {
    const first = await judged("false_positive", sanctioned(), { note: "Another year of birth in the passport." })
    expect((await core.ask(screenings.get, { screening_id: first.id })).output).toMatchObject({
      status: "cleared",
      hit_counts: { unreviewed: 0, false_positive: 1 },
      risk_score: null
    })
    await core.events()
    const second = await again(first.subject_id)
    expect(second).toMatchObject({
      status: "cleared",
      hit_counts: { total: 1, false_positive: 1, suppressed: 1 },
      previous_screening_id: first.id,
      diff: { new: [], changed: [], removed: [] }
    })
    expect(second.hits[0]).toMatchObject({ review_status: "false_positive", suppression_id: expect.any(String), reopened_by: [] })
    expect((await core.events()).map(({ type }) => type)).toEqual(["screening.completed", "screening.rescreened"])
  })

  const changes: ReadonlyArray<readonly [string, Partial<ListRecord>, string]> = [
    [
      "a new alias",
      { names: [...sanctioned().names, { full: "Z. Harrow", kind: "alias", parts: null, script: null, language: null }] },
      "entry.names"
    ],
    ["another date of birth", { births: [aDate("1961-05-04"), aDate("1962")] }, "entry.births"],
    ["a nationality", { nationalities: ["RS", "ME"] }, "entry.nationalities"],
    ["an identifier", { identifiers: [{ type: "passport", value: "P1", country: "RS", note: null }] }, "entry.identifiers"]
  ]
  test.each(changes)("comes back when the entry gets %s, and says so", async (_, change, field) => {
    const { subject_id } = await judged("false_positive")
    lists.set(sanctioned(change))
    await core.events()
    const second = await again(subject_id)
    expect(second.status).toBe("in_review")
    expect(second.hits[0]).toMatchObject({ review_status: "unreviewed", reopened_by: [field] })
    expect((await core.events()).map(({ type }) => type)).toContain("screening.hit-found")
  })

  test("stays quiet when only what the list says beside identity changes, or the order in which it says it", async () => {
    const names = [...sanctioned().names, { full: "Zoltan Harrow", kind: "alias", parts: null, script: null, language: null } as const]
    const { subject_id } = await judged("false_positive", sanctioned({ names }))
    lists.set(sanctioned({ names: names.toReversed(), programs: ["OTHER"], remarks: "New remarks.", edition: "2026-02-01" }))
    expect((await again(subject_id)).hits[0]?.review_status).toBe("false_positive")
  })

  test("comes back when the subject's identifying data change, and not when anything else about it does", async () => {
    const { subject_id } = await judged("false_positive")
    await core.ask(screeningSubjects.update, { subject_id, external_reference: "customer 7" })
    expect((await again(subject_id)).hits[0]?.review_status).toBe("false_positive")
    await core.ask(screeningSubjects.update, { subject_id, aliases: ["Z. B. Harrow"] })
    const reopened = await again(subject_id)
    expect(reopened.hits[0]).toMatchObject({ review_status: "unreviewed", reopened_by: ["subject.aliases"] })
    // The entry is the same, and what a reviewer has to do is not: it counts as changed, once.
    expect(reopened.diff).toEqual({ new: [], changed: [reopened.hits[0]?.id ?? ""], removed: [] })
    expect((await again(subject_id)).diff).toEqual({ new: [], changed: [], removed: [] })
  })

  test("comes back when its time is over, and never without one", async () => {
    const [short, long] = [
      await judged("false_positive", sanctioned(), { quiet_days: 10 }),
      await judged("false_positive", sanctioned(), { quiet_days: null })
    ]
    await core.setTime("2026-03-12T12:00:00.000Z")
    expect((await again(short.subject_id)).hits[0]).toMatchObject({ review_status: "unreviewed", reopened_by: ["expired"] })
    await core.setTime("2046-03-12T12:00:00.000Z")
    expect((await again(long.subject_id)).hits[0]?.review_status).toBe("false_positive")
    await core.setTime("2026-03-01T12:00:00.000Z")
  })

  test("is known under the entry's later identifier", async () => {
    const { subject_id } = await judged("false_positive")
    lists.set(sanctioned({ uid: "s-1-new", former_uids: ["s-1"] }))
    expect((await again(subject_id)).hits[0]).toMatchObject({ list_entry_id: "s-1-new", review_status: "false_positive" })
  })

  test("is asked about again where an identifier of the subject is the entry's", async () => {
    const identifiers = [{ type: "passport" as const, value: "RS0012345", country: "RS", note: null }]
    lists.set(sanctioned({ identifiers }))
    const first = await screened({ ...someone, identifiers: [{ type: "passport", value: "RS0012345", country: "RS" }] })
    await resolve(first.hits[0]?.id, "false_positive")
    expect((await again(first.subject_id)).hits[0]).toMatchObject({ review_status: "unreviewed", reopened_by: ["identifier"] })
  })

  test("is so for this subject alone", async () => {
    await judged("false_positive")
    expect((await screened()).hits[0]?.review_status).toBe("unreviewed")
  })

  test("covers the same person on another list, and says nothing of others", async () => {
    const number = [{ type: "passport" as const, value: "RS0012345", country: "RS", note: null }]
    lists.set(
      sanctioned({ identifiers: number }),
      sanctioned({ list: "test_other", uid: "o-9", identifiers: number }),
      sanctioned({ list: "test_third", uid: "t-3" })
    )
    const first = await screened()
    const grouped = first.hits.filter(({ group }) => group !== null)
    expect(grouped.map(({ list_key }) => list_key).sort()).toEqual(["test_other", "test_sanctions"])
    await resolve(grouped[0]?.id, "false_positive")
    const hits = (await core.ask(screenings.get, { screening_id: first.id })).output.hits
    expect(hits.map(({ list_key, review_status }) => [list_key, review_status]).sort()).toEqual([
      ["test_other", "false_positive"],
      ["test_sanctions", "false_positive"],
      ["test_third", "unreviewed"]
    ])
  })

  test("may be decided alone, leaving its group to be judged", async () => {
    lists.set(sanctioned({ references: ["T-3"] }), sanctioned({ list: "test_third", uid: "t-3" }))
    const first = await screened()
    await resolve(first.hits[0]?.id, "false_positive", { cover_group: false })
    const hits = (await core.ask(screenings.get, { screening_id: first.id })).output.hits
    expect(hits.map(({ review_status }) => review_status).sort()).toEqual(["false_positive", "unreviewed"])
  })
})

describe("a hit resolved twice", () => {
  test("in the same way is told once, and stays as it was", async () => {
    const { hits } = await judged("false_positive", sanctioned(), { note: "Somebody else." })
    const [before] = (await core.ask(screeningHits.list, { screening_id: hits[0]?.screening_id })).output.data
    await core.events()
    expect(await resolve(hits[0]?.id, "false_positive", { note: "Somebody else." })).toEqual(before as any)
    expect(await core.events()).toEqual([])
    await resolve(hits[0]?.id, "false_positive", { quiet_days: 30 })
    expect((await core.events()).map(({ data, type }) => [type, data.review_status])).toEqual([
      ["screening.hit-resolved", "false_positive"]
    ])
  })
})

describe("a confirmed hit", () => {
  test("is never quiet, whatever changes, and asks nobody twice", async () => {
    const first = await judged("confirmed")
    expect((await core.ask(screenings.get, { screening_id: first.id })).output.status).toBe("confirmed_hit")
    lists.set(sanctioned({ births: [aDate("1962")], nationalities: ["ME"] }))
    await core.setTime("2036-03-01T12:00:00.000Z")
    const second = await again(first.subject_id)
    await core.setTime("2026-03-01T12:00:00.000Z")
    expect(second).toMatchObject({ status: "confirmed_hit", risk_score: 100, hits: [{ review_status: "confirmed" }] })
  })

  test("takes back that it was none, and may be taken back itself: the latest decision holds", async () => {
    const first = await judged("false_positive")
    await resolve(first.hits[0]?.id, "confirmed")
    expect((await again(first.subject_id)).status).toBe("confirmed_hit")
    await resolve(first.hits[0]?.id, "false_positive")
    expect((await again(first.subject_id)).status).toBe("cleared")
    await resolve(first.hits[0]?.id, "inconclusive")
    expect((await again(first.subject_id)).hits[0]?.review_status).toBe("unreviewed")
  })
})

describe("a subject screened again", () => {
  test("shows exactly what is new, changed and gone", async () => {
    const alias = (list: string, uid: string, known: Partial<ListRecord> = {}) => sanctioned({ list, uid, ...known })
    lists.set(alias("a", "same"), alias("b", "changes"), alias("c", "goes"))
    const first = await screened()
    lists.set(alias("a", "same", { edition: "2026-02-01" }), alias("b", "changes", { programs: ["MORE"] }), alias("d", "comes"))
    const second = await again(first.subject_id)
    const of = (result: typeof first | typeof second, list: string) =>
      result.hits.filter((hit) => hit.list_key === list).map(({ id }) => id)
    expect(second.diff).toEqual({ new: of(second, "d"), changed: of(second, "b"), removed: of(first, "c") })
    expect((await again(first.subject_id)).diff).toEqual({ new: [], changed: [], removed: [] })
  })

  test("ends what waited of an earlier screening: one hit waits, that of the newest, and the earlier one says so", async () => {
    lists.set(sanctioned(), sanctioned({ list: "goes", uid: "g-1" }))
    const first = await screened()
    lists.set(sanctioned())
    const second = await again(first.subject_id)
    const earlier = (await core.ask(screenings.get, { screening_id: first.id })).output
    expect(earlier).toMatchObject({ status: "superseded", risk_score: null, hit_counts: { total: 2, unreviewed: 0 } })
    expect(earlier.hits.map(({ review_status }) => review_status)).toEqual(["superseded", "superseded"])
    const waiting = (await core.ask(screeningHits.list, { subject_id: first.subject_id, review_status: "unreviewed" })).output.data
    expect(waiting.map(({ id }) => id)).toEqual(second.hits.map(({ id }) => id))
    const refused = await core.refusal(screeningHits.resolve, { hit_id: first.hits[0]?.id, review_status: "confirmed" })
    expect(refused).toMatchObject({ code: "stale_object", failure: { context: { screening_id: second.id } } })
    expect((await core.ask(screenings.list, { subject_id: first.subject_id, status: "superseded" })).output.data).toHaveLength(1)
  })

  test("keeps what was judged of an earlier screening as it was judged", async () => {
    const first = await judged("confirmed")
    await again(first.subject_id)
    expect((await core.ask(screenings.get, { screening_id: first.id })).output).toMatchObject({
      status: "confirmed_hit",
      hits: [{ review_status: "confirmed" }]
    })
  })

  const partial: ReadonlyArray<readonly [string, object, () => void]> = [
    ["other categories", { categories: ["pep"] }, () => undefined],
    ["better matches alone", { threshold: 100 }, () => undefined],
    ["no lists", {}, () => lists.set()],
    ["lists of which one could not be loaded", {}, () => lists.lack(true)]
  ]
  test.each(partial)("leaves waiting what a screening of %s could not find again", async (_, options, prepare) => {
    lists.set(sanctioned())
    const first = await screened()
    prepare()
    await core.ask(screenings.rescreen, { subject_id: first.subject_id, ...options })
    lists.lack(false)
    expect((await core.ask(screenings.get, { screening_id: first.id })).output.hits).toMatchObject([{ review_status: "unreviewed" }])
    expect(await resolve(first.hits[0]?.id, "false_positive")).toMatchObject({ review_status: "false_positive" })
  })

  test("announces only hits that are new or changed", async () => {
    lists.set(sanctioned())
    const first = await screened()
    await core.events()
    lists.set(sanctioned(), sanctioned({ list: "another", uid: "x" }))
    const second = await again(first.subject_id)
    const found = (await core.events()).filter(({ type }) => type === "screening.hit-found")
    expect(found.map(({ resource }) => resource.id)).toEqual([...(second.diff?.new ?? [])])
  })
})
