import { afterAll, describe, expect, test } from "bun:test"
import { screeningHits, screenings, screeningSubjects } from "@vouchkit/core"
import { aCore } from "../../../support/operations.ts"
import { aWatchlist, politician, sanctioned } from "../../../support/screening.ts"

const lists = aWatchlist()
const core = await aCore(lists.layer)
afterAll(() => core.dispose())

const someone = { name: "Zoltan Brankovic-Harrow", date_of_birth: "1961-05-04", countries: ["RS"] }
const screened = async (subject: object | string = someone, more: object = {}) =>
  (await core.ask(screenings.run, { subject, ...more })).output
describe("a screening", () => {
  test("says what was searched, in which editions, and why each hit has its score", async () => {
    lists.set(sanctioned(), politician())
    const result = await screened()
    expect(result).toMatchObject({
      status: "in_review",
      partial: false,
      error_codes: [],
      simulated: true,
      trigger: "manual",
      threshold: 72,
      diff: null,
      hit_counts: { total: 1, unreviewed: 1 },
      risk_score: 100,
      lists: [
        { key: "test_officials", version: "2026-01-01", stale: false },
        { key: "test_sanctions", version: "2026-01-01", stale: false }
      ]
    })
    const [hit] = result.hits
    expect(hit).toMatchObject({
      list_key: "test_sanctions",
      list_entry_id: "s-1",
      category: "sanctions",
      matched_name: "Zoltan Brankovic-Harrow",
      component_scores: { date_of_birth: 100, country: 100, identifier: null },
      risk_score: 100,
      priority: "urgent",
      pep_level: null,
      sanction_programs: ["TEST-PROGRAM"],
      listed_at: "2024-02-03",
      review_status: "unreviewed",
      explanation: { match_type: "name_exact" }
    })
    expect(hit?.match_score).toBeGreaterThanOrEqual(90)
    expect(hit?.evidence).toContainEqual({ kind: "birth", value: "1961-05-04" })
    expect(hit?.evidence).toContainEqual({ kind: "source", value: "https://lists.example.com/s-1" })
  })

  test("weighs an entry apart from how well it matches: an equally good match of a politician is less of a risk", async () => {
    lists.set(sanctioned(), politician())
    const [one] = (await screened({ name: "Melisande Oduya-Trent", date_of_birth: "1970" })).hits
    const [other] = (await screened()).hits
    expect(one).toMatchObject({ category: "pep", pep_level: 1, risk_score: 75, priority: "high" })
    expect(Math.abs((one?.match_score ?? 0) - (other?.match_score ?? 0))).toBeLessThanOrEqual(5)
  })

  test("is never a no_hit while no list is loaded, and says why", async () => {
    lists.set()
    expect(await screened()).toMatchObject({ status: "errored", partial: true, error_codes: ["no_list_loaded"], hits: [] })
  })

  test("is never a no_hit for a name by which nobody can be found, and says why", async () => {
    lists.set(sanctioned())
    for (const name of ["...", "\u{1f916} \u{1f916}", "A. B.", "\u0301\u0302", "\u20e3"]) {
      expect(await screened({ name })).toMatchObject({ status: "errored", partial: true, error_codes: ["name_not_searchable"] })
    }
    expect(await screened({ name: "A. B.", aliases: [someone.name] })).toMatchObject({ status: "in_review", partial: false })
    const wallet = {
      name: "...",
      entity_type: "wallet",
      identifiers: [{ type: "crypto_address", value: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" }]
    }
    expect(await screened(wallet)).toMatchObject({ status: "no_hit", partial: false })
  })

  test("finds nobody in whole lists, and says so", async () => {
    lists.set(sanctioned())
    expect(await screened({ name: "Ada Example" })).toMatchObject({ status: "no_hit", partial: false, hits: [], risk_score: null })
  })

  test("says that a list is stale and searches its last good edition", async () => {
    lists.set(sanctioned())
    lists.turnStale(true)
    const result = await screened()
    lists.turnStale(false)
    expect(result).toMatchObject({ status: "in_review", error_codes: ["list_stale"], lists: [{ stale: true }] })
  })

  test("keeps a match below the threshold as dismissed, and alerts nobody about it", async () => {
    lists.set(sanctioned())
    await core.events()
    const result = await screened({ name: "Zoltan Brankovic-Harrow", date_of_birth: "1990-01-01" }, { threshold: 90 })
    expect(result).toMatchObject({ status: "no_hit", hit_counts: { total: 1, auto_dismissed: 1 }, risk_score: null })
    expect(result.hits[0]?.review_status).toBe("auto_dismissed")
    expect((await core.events()).map(({ type }) => type)).toEqual(["screening.completed"])
  })

  test("leaves out entries of kinds that were not asked for", async () => {
    lists.set(sanctioned(), politician())
    expect(await screened(someone, { categories: ["pep"] })).toMatchObject({ status: "no_hit", categories: ["pep"], hits: [] })
  })

  test("tells of itself, of each hit and of the case, and never of whom it is about", async () => {
    lists.set(sanctioned())
    await core.events()
    await screened()
    const events = await core.events()
    expect(events.map(({ resource, sequence, type }) => [type, resource.type, sequence])).toEqual([
      ["screening.completed", "screening_record", 1],
      ["screening.hit-found", "screening_hit", 1],
      ["case.created", "case", 1]
    ])
    expect(JSON.stringify(events)).not.toMatch(/Zoltan|Brankovic|\b1961\b|19610504|\bs-1\b/u)
  })

  test("of a subject that is not there fails as not found", async () => {
    const subject_id = "scs_01jgfjjz00e8r4v2m9k3txqwpn"
    expect((await core.refusal(screenings.rescreen, { subject_id })).code).toBe("not_found")
    expect((await core.refusal(screenings.run, { subject: subject_id })).code).toBe("not_found")
    expect((await core.refusal(screenings.get, { screening_id: "scr_01jgfjjz00e8r4v2m9k3txqwpn" })).code).toBe("not_found")
    expect((await core.refusal(screeningHits.get, { hit_id: "hit_01jgfjjz00e8r4v2m9k3txqwpn" })).code).toBe("not_found")
    expect((await core.refusal(screeningHits.resolve, { hit_id: "hit_01jgfjjz00e8r4v2m9k3txqwpn", review_status: "confirmed" })).code).toBe(
      "not_found"
    )
  })

  test("and its subject and hits exist for nobody else", async () => {
    lists.set(sanctioned())
    const { hits, id, subject_id } = await screened()
    for (const who of [{ environment: "live" as const }, { organization: "org_other" }]) {
      expect((await core.refusal(screenings.get, { screening_id: id }, who)).code).toBe("not_found")
      expect((await core.refusal(screeningSubjects.get, { subject_id }, who)).code).toBe("not_found")
      expect((await core.refusal(screeningSubjects.erase, { subject_id }, who)).code).toBe("not_found")
      expect((await core.refusal(screeningHits.get, { hit_id: hits[0]?.id }, who)).code).toBe("not_found")
      expect((await core.ask(screeningHits.list, { subject_id }, who)).output.data).toEqual([])
    }
  })
})
