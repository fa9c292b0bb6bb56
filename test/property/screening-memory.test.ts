import { describe, expect, test } from "bun:test"
import { after, days } from "@vouchkit/core/kernel/foundation/time"
import { type Compared, diffOf } from "@vouchkit/core/resources/screening/hits/diff"
import { type EntryPrint, type SubjectPrint, entryPrint, subjectPrint } from "@vouchkit/core/resources/screening/fingerprint"
import { identifyingFields } from "@vouchkit/core/resources/watchlists/editions/edition"
import { type HitDecision, recollect } from "@vouchkit/core/resources/screening/hits/decisions"
import { countHits, isLive, outcomeOf, statusOf } from "@vouchkit/core/resources/screening/outcome"
import { bareRecord } from "@vouchkit/core/verification/screening/record"
import fc from "fast-check"

const at = "2026-03-01T12:00:00.000Z"
const digest = fc.constantFrom("a", "b")
const entries = fc.record(Object.fromEntries(identifyingFields.map((field) => [field, digest]))) as unknown as fc.Arbitrary<EntryPrint>
const subjects = fc.record({
  entity_type: digest,
  name: digest,
  aliases: digest,
  date_of_birth: digest,
  countries: digest,
  identifiers: digest
}) satisfies fc.Arbitrary<SubjectPrint>
const ids = fc.uniqueArray(fc.constantFrom("1", "2", "3"), { minLength: 1, maxLength: 3 })

const decisions = fc.record({
  id: fc.nat(20).map((number) => `decision_${String(number).padStart(2, "0")}`),
  version: fc.constant(1),
  environment: fc.constant("live" as const),
  subject_id: fc.constant("scs_1"),
  list_key: fc.constantFrom("a", "b"),
  entry_ids: ids,
  decision: fc.constantFrom("false_positive" as const, "confirmed" as const, "inconclusive" as const),
  entry_print: entries,
  subject_print: subjects,
  decided_by: fc.constant({ type: "user", id: "usr_1" }),
  decided_at: fc.integer({ min: 0, max: 3 }).map((day) => after(at, -days(day))),
  hit_id: fc.constant("hit_1"),
  expires_at: fc.option(fc.integer({ min: -3, max: 3 }).map((day) => after(at, days(day)))),
  created_at: fc.constant(at),
  updated_at: fc.constant(at)
}) satisfies fc.Arbitrary<HitDecision>
/** No two of a store have one id: of decisions of one moment the id says which is the later. */
const history = fc.uniqueArray(decisions, { selector: ({ id }) => id, maxLength: 5 })
const latestFirst = (one: HitDecision, other: HitDecision) =>
  Date.parse(other.decided_at) - Date.parse(one.decided_at) || Number(other.id.slice(9)) - Number(one.id.slice(9))
const found = fc.record({ list_key: fc.constantFrom("a", "b"), entry_ids: ids, entry_print: entries, by_identifier: fc.boolean() })

describe("what is remembered of a hit", () => {
  test("keeps it quiet exactly when the latest decision about the entry is a false positive, of the same data, not expired, without a shared identifier", () => {
    fc.assert(
      fc.property(history, found, subjects, (made, hit, subject) => {
        const about = made.filter((one) => one.list_key === hit.list_key && one.entry_ids.some((id) => hit.entry_ids.includes(id)))
        const latest = about.toSorted(latestFirst)[0]
        const same =
          latest !== undefined &&
          JSON.stringify(Object.entries(latest.entry_print).sort()) === JSON.stringify(Object.entries(hit.entry_print).sort()) &&
          JSON.stringify(latest.subject_print) === JSON.stringify(subject)
        const quiet =
          same && latest.decision === "false_positive" && !hit.by_identifier && (latest.expires_at === null || latest.expires_at > at)
        const { verdict } = recollect(made, hit, subject, at)
        expect(verdict === "quiet").toBe(quiet)
        expect(verdict === "confirmed").toBe(latest?.decision === "confirmed")
      }),
      { numRuns: 2_000 }
    )
  })

  test("says why it does not hold any more, whenever it does not", () => {
    fc.assert(
      fc.property(decisions, found, subjects, (decision, hit, subject) => {
        const recalled = recollect([decision], hit, subject, at)
        if (recalled.verdict === "reopened") expect(recalled.because.length).toBeGreaterThan(0)
      })
    )
  })

  test("does not depend on the order in which a list or a caller writes things", () => {
    const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.nat()), (names, chance) => {
        const shuffled = names
          .map((name) => [chance.next().value ?? 0, name] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, name]) => name)
        const record = (all: ReadonlyArray<string>) =>
          bareRecord({
            list: "a",
            edition: "1",
            uid: "1",
            type: "person",
            names: all.map((full) => ({ full, kind: "alias" as const, parts: null, script: null, language: null }))
          })
        expect(entryPrint(record(shuffled))).toEqual(entryPrint(record(names)))
        const facts = { entity_type: "person" as const, name: "A", date_of_birth: null, countries: [], identifiers: [] }
        expect(subjectPrint({ ...facts, aliases: shuffled })).toEqual(subjectPrint({ ...facts, aliases: names }))
      })
    )
  })
})

const hits = fc
  .uniqueArray(
    fc.record({
      list_key: fc.constantFrom("a", "b"),
      entry: fc.constantFrom("1", "2", "3", "4"),
      match_score: fc.integer({ min: 72, max: 75 }),
      risk_score: fc.constantFrom(60, 100),
      review_status: fc.constantFrom("unreviewed", "false_positive", "auto_dismissed", "confirmed", "inconclusive")
    }),
    { selector: ({ entry, list_key }) => `${list_key}/${entry}`, maxLength: 8 }
  )
  .map(
    (made) =>
      (side: string): ReadonlyArray<Compared> =>
        made.map(({ entry, ...rest }) => ({
          ...rest,
          id: `${side}/${rest.list_key}/${entry}`,
          entry_ids: [entry],
          entry_print: entryPrint(bareRecord({ list: "a", edition: "1", uid: entry, type: "person", names: [] })),
          category: "sanctions" as const,
          sanction_programs: [],
          pep_level: null
        }))
  )

describe("the difference of two screenings", () => {
  test("places every hit that alerts exactly once: new, changed, the same, or gone", () => {
    fc.assert(
      fc.property(hits, hits, (before, after) => {
        const alerting = (all: ReadonlyArray<Compared>) => all.filter(({ review_status }) => review_status !== "auto_dismissed")
        const [old, current] = [alerting(before("old")), alerting(after("new"))]
        const place = ({ id }: Compared) => id.replace(/^(?:old|new)/u, "")
        const was = new Map(old.map((hit) => [place(hit), hit]))
        const is = new Set(current.map(place))
        const same = (hit: Compared) => {
          const known = was.get(place(hit))
          return known !== undefined && Math.abs(known.match_score - hit.match_score) < 3 && known.risk_score === hit.risk_score
        }
        expect(diffOf(before("old"), after("new"))).toEqual({
          new: current.filter((hit) => !was.has(place(hit))).map(({ id }) => id),
          changed: current.filter((hit) => was.has(place(hit)) && !same(hit)).map(({ id }) => id),
          removed: old.filter((hit) => !is.has(place(hit))).map(({ id }) => id)
        })
      }),
      { numRuns: 1_000 }
    )
  })

  test("is empty between a screening and itself", () => {
    fc.assert(fc.property(hits, (made) => expect(diffOf(made("one"), made("other"))).toEqual({ new: [], changed: [], removed: [] })))
  })
})

describe("the outcome of a screening", () => {
  const judged = fc.array(
    fc.record({
      review_status: fc.constantFrom("unreviewed", "false_positive", "auto_dismissed", "confirmed", "inconclusive"),
      suppression_id: fc.option(fc.constant("decision_1")),
      risk_score: fc.integer({ min: 0, max: 100 }),
      match_score: fc.integer({ min: 50, max: 100 })
    })
  )

  test("is never a no_hit without a list, nor while anything may still be a match", () => {
    fc.assert(
      fc.property(judged, fc.boolean(), (made, unlisted) => {
        const status = statusOf(made, unlisted ? ["no_list_loaded"] : [])
        if (unlisted || made.some(isLive)) expect(status).not.toBe("no_hit")
        const counts = countHits(made)
        expect(counts.unreviewed + counts.confirmed + counts.false_positive + counts.inconclusive + counts.auto_dismissed).toBe(
          counts.total
        )
      })
    )
  })

  test("follows the highest risk of the live hits, and no match score", () => {
    fc.assert(
      fc.property(judged, fc.integer({ min: 50, max: 100 }), (made, match_score) => {
        const risk = Math.max(0, ...made.filter(isLive).map(({ risk_score }) => risk_score))
        const outcome = outcomeOf(made)
        expect(outcome).toBe(risk > 80 ? "failed" : risk >= 50 ? "review" : "passed")
        expect(outcomeOf(made.map((hit) => ({ ...hit, match_score })))).toBe(outcome)
      })
    )
  })
})
