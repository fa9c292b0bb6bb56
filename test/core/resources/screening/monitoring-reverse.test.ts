import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { ScreeningQuery, SearchOptions } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { ReverseSearch } from "../../../../packages/core/src/verification/screening/engine/reverse-search.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import type { ListRecord } from "../../../../packages/core/src/verification/screening/record.ts"
import { aDate, aRecord, organizationNames, personNames, someQuery, someRecords } from "../../../support/watchlist.ts"

type Weak = SearchOptions["weak_aliases"]

const reversed = (
  query: ScreeningQuery,
  records: ReadonlyArray<ListRecord>,
  threshold: number,
  weak_aliases: Weak = "evidence"
): ReadonlyArray<string> =>
  (new ReverseSearch([{ id: "one", query }]).find(records, threshold, weak_aliases).get("one") ?? []).map(({ uid }) => uid).sort()

const forward = (
  query: ScreeningQuery,
  records: ReadonlyArray<ListRecord>,
  among: ReadonlyArray<ListRecord>,
  threshold: number,
  weak_aliases: Weak = "evidence"
) =>
  index(records)
    .search(query, { threshold, limit: 500, weak_aliases })
    .hits.map(({ uid }) => uid)
    .filter((uid) => among.some((record) => record.uid === uid))
    .sort()

const identifiers = fc.constantFrom("P1234567", "P-123 4567", "7654321", "X")
const withIdentifiers = fc.tuple(someQuery, fc.option(identifiers), fc.option(fc.constantFrom("RU", "IQ"))).map(
  ([query, value, country]): ScreeningQuery => ({
    ...query,
    ...(value === null ? {} : { identifiers: [{ type: "passport", value, ...(country === null ? {} : { country }) }] })
  })
)
const aliases = fc.array(fc.oneof(personNames, organizationNames), { maxLength: 3 })

describe("the search the other way round", () => {
  test("names every query that a search of any lists with the record in them answers with a hit", () => {
    fc.assert(
      fc.property(
        someRecords,
        fc.nat(40),
        withIdentifiers,
        aliases,
        fc.option(identifiers),
        fc.tuple(fc.constantFrom(0.5, 0.715, 0.9), fc.constantFrom<Weak>("evidence", "search", "ignore")),
        (records, count, query, others, number, [threshold, weak]) => {
          const numbered = records.map((record, place) =>
            number === null || place % 2 === 0
              ? record
              : { ...record, identifiers: [{ type: "national_id" as const, value: number, country: "RU", note: null }] }
          )
          // Those before `count` are changed; the others only tell how common words are.
          const changed = numbered.slice(0, count + 1)
          const asked = { ...query, aliases: others }
          const missed = forward(asked, numbered, changed, threshold, weak).filter(
            (uid) => !reversed(asked, changed, threshold, weak).includes(uid)
          )
          expect(missed).toEqual([])
        }
      ),
      { numRuns: 200 }
    )
  }, 300_000)

  test("finds by initials, by names that are written apart or as one on either side, and across scripts", () => {
    const pairs: ReadonlyArray<readonly [string, string]> = [
      ["Abdulrahman Kashlaf", "Abdul Rahman Kashlaf"],
      ["Abdul Rahman Kashlaf", "Abdulrahman Kashlaf"],
      ["Jose Karim Okorokov", "J. K. Okorokov"],
      ["Sergei Lavrov", "Сергей Лавров"],
      ["Сергей Лавров", "Sergey Lawrow"],
      ["Osama Kubaysi", "أسامة الكبيسي"]
    ]
    for (const [name, listed] of pairs) {
      const record = aRecord(listed, { uid: "u" })
      expect([name, listed, forward({ name }, [record], [record], 0.715)]).toEqual([name, listed, ["u"]])
      expect([name, listed, reversed({ name }, [record], 0.715)]).toEqual([name, listed, ["u"]])
    }
  })

  test("leaves out those who share one word of two, who were born in another age, or are of another kind", () => {
    const record = aRecord("Zoltan Brankovic", { births: [aDate("1961-05-04")] })
    const threshold = 0.715
    expect(reversed({ name: "Zoltan Brankovic" }, [record], threshold)).toEqual([record.uid])
    expect(reversed({ name: "Zoltan Harrow" }, [record], threshold)).toEqual([])
    expect(reversed({ name: "Melisande Brankovic" }, [record], threshold)).toEqual([])
    expect(reversed({ name: "Zoltan Brankovic", date_of_birth: "1999" }, [record], threshold)).toEqual([])
    expect(reversed({ name: "Zoltan Brankovic", type: "organization" }, [record], threshold)).toEqual([])
  })

  test("is found by an identifier whatever the name, and by a weak alias only where these are searched", () => {
    const identifiers = [{ type: "passport" as const, value: "AB 12345", country: "RS", note: null }]
    const record = aRecord("Zoltan Brankovic", { identifiers, aliases: [["Melisande Oduya", "weak"]] })
    expect(reversed({ name: "Ada", identifiers: [{ type: "national_id", value: "ab12345" }] }, [record], 0.715)).toEqual([record.uid])
    expect(reversed({ name: "Ada", identifiers: [{ type: "passport", value: "AB12345", country: "FR" }] }, [record], 0.715)).toEqual([])
    expect(reversed({ name: "Melisande Oduya" }, [record], 0.715)).toEqual([])
    expect(reversed({ name: "Melisande Oduya" }, [record], 0.715, "search")).toEqual([record.uid])
  })
})
