import { afterAll, describe, expect, test } from "bun:test"
import { screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import { index } from "@vouchkit/core/verification/screening/engine/screening-index"
import { queryOf } from "@vouchkit/core/resources/screening/subjects/query"
import { anEntry } from "../../../support/screening-lists.ts"
import { aCore } from "../../../support/operations.ts"
import { aWatchlist, listedName, sanctioned } from "../../../support/screening.ts"
import { aRecord } from "../../../support/watchlist.ts"
import { aStage } from "./monitoring-stage.ts"

const lists = aWatchlist()
const core = await aCore(lists.layer)
afterAll(() => core.dispose())

const parts = { given_name: "Zoltan", family_name: "Brankovic-Harrow" }
const screened = async (subject: object) => (await core.ask(screenings.run, { subject } as never)).output
const again = async (subject_id: string) => (await core.ask(screenings.rescreen, { subject_id })).output
const update = async (subject_id: string, given: object) =>
  (await core.ask(screeningSubjects.update, { subject_id, ...given } as never)).output

describe("given and family name of a subject", () => {
  test("are kept and shown as they were written, and null where nobody said them", async () => {
    const { id } = (await core.ask(screeningSubjects.create, { name: listedName, ...parts })).output
    expect((await core.ask(screeningSubjects.get, { subject_id: id })).output).toMatchObject({ name: listedName, ...parts })
    const plain = (await core.ask(screeningSubjects.create, { name: listedName })).output
    expect(plain).toMatchObject({ given_name: null, family_name: null })
  })

  test("make a family name weigh more than a given one, and the explanation shows it", async () => {
    lists.set(aRecord("Runa Tolvessen"))
    const weights = async (more: object) => {
      const [hit] = (await screened({ name: "Runa Tolvessen", ...more })).hits
      return Object.fromEntries(hit?.explanation.words.map(({ query, weight }) => [query, weight]) ?? [])
    }
    const plain = await weights({})
    const apart = await weights({ given_name: "Runa", family_name: "Tolvessen" })
    expect(apart.tolvessen).toBeCloseTo((plain.tolvessen ?? 0) * 1.1, 6)
    expect(apart.runa).toBe(plain.runa ?? 0)
  })

  test("are looked for besides the name where they are written otherwise, whichever finds the entry", async () => {
    lists.set(sanctioned())
    const found = await screened({ name: "Another Trading Name", ...parts })
    expect(found.hits[0]?.explanation.query_name).toBe("Zoltan Brankovic-Harrow")
    const byName = await screened({ name: listedName, given_name: "Somebody", family_name: "Elsewhere" })
    expect(byName.hits[0]?.explanation.query_name).toBe(listedName)
  })

  test("leave every word of the whole name where it stands", () => {
    const asked = (more: object) =>
      queryOf({ entity_type: "person", name: "Kim Jong Suk", aliases: [], date_of_birth: null, countries: [], identifiers: [], ...more })
    const listed = index([aRecord("Kim Jong Suk")])
    const [plain, apart] = [{}, { given_name: "Jong Suk", family_name: "Kim" }].map((more) => listed.search(asked(more)).hits[0])
    expect(apart?.explanation.words.map(({ query }) => query)).toEqual(["kim", "jong", "suk"])
    expect(apart?.score).toBeCloseTo(plain?.score ?? 0, 2)
    // A word that neither part has is still looked for.
    const [middle] = index([aRecord("Runa Maria Tolvessen")]).search({
      ...asked({}),
      name: "Runa Maria Tolvessen",
      parts: { given: "Runa", family: "Tolvessen" }
    }).hits
    expect(middle?.explanation.unmatched).toEqual({ query: [], listed: [] })
  })

  test("reopen no decision where they only say which word is which, and do where they say more", async () => {
    lists.set(sanctioned())
    const first = await screened({ name: listedName, date_of_birth: "1961-05-04" })
    await core.ask(screeningHits.resolve, { hit_id: first.hits[0]?.id, review_status: "false_positive" } as never)
    await update(first.subject_id, parts)
    expect((await again(first.subject_id)).hits[0]).toMatchObject({ review_status: "false_positive", reopened_by: [] })
    await update(first.subject_id, { ...parts, given_name: "Zoltán Imre" })
    const reopened = (await again(first.subject_id)).hits[0]
    expect(reopened).toMatchObject({ review_status: "unreviewed", reopened_by: ["subject.given_name", "subject.family_name"] })
  })

  test("screen the subject again in the background when they change", async () => {
    const stage = await aStage()
    await stage.list([anEntry("z-1", listedName)])
    const subject_id = await stage.monitored({ name: listedName })
    await stage.settle()
    await stage.ask(screeningSubjects.update, { subject_id, ...parts })
    expect(await stage.work()).toEqual({ "screening.rescreen": 1 })
    await stage.ask(screeningSubjects.update, { subject_id, ...parts })
    expect(await stage.work()).toEqual({})
    await stage.dispose()
  })

  test("go with the name that they belonged to, and may be cleared", async () => {
    const { id } = (await core.ask(screeningSubjects.create, { name: listedName, ...parts })).output
    expect(await update(id, { aliases: ["Zed"] })).toMatchObject(parts)
    expect(await update(id, { name: "Runa Tolvessen" })).toMatchObject({ given_name: null, family_name: null })
    expect(await update(id, { given_name: "Runa" })).toMatchObject({ given_name: "Runa", family_name: null })
    expect(await update(id, { given_name: null })).toMatchObject({ given_name: null })
  })

  test("are refused for whoever is no person", async () => {
    const fieldsOf = async (refused: Promise<{ failure: { problems?: ReadonlyArray<any> } }>) =>
      (await refused).failure.problems?.map(({ loc }) => loc.join("."))
    const organization = { entity_type: "organization", name: "Harrow Shipping", family_name: "Harrow" } as const
    expect(await fieldsOf(core.refusal(screeningSubjects.create, organization))).toEqual(["body.family_name"])
    expect(await fieldsOf(core.refusal(screenings.run, { subject: organization }))).toEqual(["body.subject.family_name"])
    const { id } = (await core.ask(screeningSubjects.create, { name: "Harrow Shipping", entity_type: "organization" })).output
    expect(await fieldsOf(core.refusal(screeningSubjects.update, { subject_id: id, family_name: "Harrow" }))).toEqual(["body.family_name"])
    const person = (await core.ask(screeningSubjects.create, { name: listedName, ...parts })).output.id
    expect(await fieldsOf(core.refusal(screeningSubjects.update, { subject_id: person, entity_type: "vessel" }))).toEqual([
      "body.given_name"
    ])
  })

  test("are erased with the subject", async () => {
    const { id } = (await core.ask(screeningSubjects.create, { name: listedName, ...parts })).output
    await core.ask(screeningSubjects.erase, { subject_id: id, reason: "The person asked for it." } as never)
    expect((await core.ask(screeningSubjects.get, { subject_id: id })).output).toMatchObject({ given_name: null, family_name: null })
  })
})

test("a monitored subject is alerted of an entry that only its given and family name find", async () => {
  const stage = await aStage()
  await stage.list([anEntry("a-1", "Somebody Else")])
  const id = await stage.monitored({ name: "Another Trading Name", ...parts })
  await stage.settle()
  await stage.told()
  await stage.list([anEntry("a-1", "Somebody Else"), anEntry("z-1", listedName)])
  await stage.settle()
  expect((await stage.told()).map(({ subject_id, type }) => [type, subject_id])).toEqual([
    ["screening.hit-found", id],
    ["case.created", id]
  ])
  await stage.dispose()
})
