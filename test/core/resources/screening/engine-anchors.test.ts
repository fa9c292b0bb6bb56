import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { calibrate, calibrationKnots } from "../../../../packages/core/src/verification/screening/engine/calibration.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { aDate, aRecord, someQuery, someRecords } from "../../../support/watchlist.ts"

const nameOnly = 0.93
const tiny = 1e-9

describe("the map from evidence to score", () => {
  test("rises throughout, between nothing and where equal names alone end", () => {
    expect(calibrationKnots.at(0)).toEqual([0, 0])
    expect(calibrationKnots.at(-1)).toEqual([1, nameOnly])
    for (const [place, [raw, score]] of calibrationKnots.entries()) {
      const [before, reached] = calibrationKnots[place - 1] ?? [-1, -1]
      expect(raw).toBeGreaterThan(before)
      expect(score).toBeGreaterThan(reached)
    }
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, other) => {
        if (one - other > 1e-6) expect(calibrate(one)).toBeGreaterThan(calibrate(other))
        expect(calibrate(one)).toBeWithin(0, nameOnly + tiny)
      })
    )
  })

  test("asks for a review from the same evidence as ever, so that decisions about thresholds hold", () => {
    expect(calibrate(0.75)).toBeCloseTo(thresholds.review, 9)
  })
})

describe("the ends of the scale", () => {
  const hitsOf = (records: Parameters<typeof index>[0], query: Parameters<ReturnType<typeof index>["search"]>[0]) =>
    index(records).search(query, { threshold: 0, limit: 500, weak_aliases: "search" }).hits

  test("names alone, with aliases and weak aliases that agree, never pass 0.93", () => {
    fc.assert(
      fc.property(someRecords, someQuery, fc.boolean(), (records, query, own) => {
        const name = own ? (records[0]?.names[0]?.full ?? query.name) : query.name
        const alone = {
          name,
          aliases: records.flatMap(({ names }) => names.map(({ full }) => full)).slice(0, 10),
          ...(query.type === undefined ? {} : { type: query.type })
        }
        for (const { score } of hitsOf(records, alone)) expect(score).toBeLessThanOrEqual(nameOnly + tiny)
      }),
      { numRuns: 300 }
    )
  })

  test("more than 0.96 is reached by an equal year of birth or an equal number, and 1 by nothing else", () => {
    fc.assert(
      fc.property(someRecords, someQuery, fc.boolean(), (records, query, own) => {
        const [first] = records
        const asked =
          own && first !== undefined ? { ...query, name: first.names[0]?.full ?? query.name, countries: first.countries } : query
        for (const { explanation, score } of hitsOf(records, asked)) {
          const confirmed = explanation.qualifiers.some(
            ({ effect, field }) => field === "identifier" || (field === "date_of_birth" && effect >= 0.04)
          )
          if (!confirmed) expect(score).toBeLessThanOrEqual(0.96 + tiny)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 300 }
    )
  })

  test("1 is within reach: an equal name, birth day and country", () => {
    const known = { births: [aDate("1961-05-04")], countries: ["RU"] }
    const query = { date_of_birth: "1961-05-04", countries: ["RU"], type: "person" as const }
    expect(hitsOf([aRecord("Zoltan Abramczyk", known)], { name: "Zoltan Abramczyk", ...query })[0]?.score).toBeCloseTo(1, 9)
    expect(hitsOf([aRecord("Zoltan Abramczyk", known)], { name: "Wilmer Castellano", ...query })[0]?.score ?? 0).toBeLessThan(
      thresholds.review
    )
  })
})

test("a record without a birth date asks more of the name when the subject has one", () => {
  const list = index([aRecord("Karim Belhadj")])
  const asked = (name: string, date_of_birth?: string) =>
    list.search({ name, type: "person", ...(date_of_birth === undefined ? {} : { date_of_birth }) }, { threshold: 0.5 }).hits[0]
  const [alone, dated] = [asked("Karim Belhadj"), asked("Karim Belhadj", "1970-02-03")]
  expect((alone?.score ?? 0) - (dated?.score ?? 0)).toBeCloseTo(0.02, 5)
  expect(dated?.explanation.qualifiers).toEqual([{ field: "date_of_birth", query: "1970-02-03", listed: null, effect: -0.02 }])
  const company = index([aRecord("Borvex Mining", { type: "organization" })])
  const query = { name: "Borvex Mining", type: "organization" as const }
  expect(company.search({ ...query, date_of_birth: "1970" }).hits[0]?.score).toBe(company.search(query).hits[0]?.score)
})
