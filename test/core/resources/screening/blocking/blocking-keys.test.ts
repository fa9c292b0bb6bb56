import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { FoundWord } from "../../../../../packages/core/src/resources/screening/blocking/blocking-index.ts"
import { changedNames, KeptWords, keysOfRecord } from "../../../../../packages/core/src/resources/screening/blocking/changed-names.ts"
import { always, identifierKey, subjectKeys } from "../../../../../packages/core/src/resources/screening/blocking/subject-keys.ts"
import { keptKeys, soughtKeys } from "../../../../../packages/core/src/resources/screening/blocking/word-keys.ts"
import { hashOf } from "../../../../../packages/core/src/verification/screening/engine/hash-pairs.ts"
import { formsOf } from "../../../../../packages/core/src/verification/screening/engine/normalize/forms.ts"
import {
  anyEdits,
  compareWords,
  joinedEdits
} from "../../../../../packages/core/src/verification/screening/engine/normalize/word-similarity.ts"
import type { ScreeningQuery } from "../../../../../packages/core/src/verification/screening/engine/query.ts"
import { ReverseSearch } from "../../../../../packages/core/src/verification/screening/engine/reverse-search.ts"
import { index } from "../../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import type { ListRecord } from "../../../../../packages/core/src/verification/screening/record.ts"
import { aRecord, organizationNames, personNames, someQuery, someRecords } from "../../../../support/watchlist.ts"

const threshold = 0.715

/** Which of the queries share a key with the record. */
const keyed = (queries: ReadonlyArray<ScreeningQuery>, record: ListRecord, least = threshold, weakFinds = false): ReadonlyArray<number> => {
  const kept = queries.map((query) => subjectKeys(query, least))
  const words = new Map(kept.flatMap(({ words: own }) => [...own]))
  const stored = [...words.values()].map(
    ({ forms, id, parts }): FoundWord => ({
      id,
      word: id,
      parts,
      by: keptKeys(forms, parts.length > 1 ? joinedEdits : anyEdits).map(hashOf)
    })
  )
  const book = new KeptWords(stored, hashOf)
  const sought = keysOfRecord(changedNames(record, weakFinds), (word) => book.like(word))
  const numbers = record.identifiers.map(({ type, value }) => identifierKey(type, value))
  return kept.flatMap(({ keys, parts }, place) =>
    keys.has(always) ||
    numbers.some((key) => key !== undefined && keys.has(key)) ||
    ("keys" in sought ? [...sought.keys].some((key) => keys.has(key)) : [...sought.parts].some((part) => parts.has(part)))
      ? [place]
      : []
  )
}

const identifiers = fc.constantFrom("P1234567", "P-123 4567", "7654321", "X")
/** Given and family name: those of the name, or others. */
const partsOf = (words: ReadonlyArray<string>, own: boolean) => ({
  given: own ? (words[0] ?? "") : "Karim",
  family: own ? (words.at(-1) ?? "") : "Kubaysi"
})
const others = fc.array(fc.oneof(personNames, organizationNames), { maxLength: 3 })
const aQuery = fc.tuple(someQuery, fc.option(identifiers), others, fc.option(fc.boolean())).map(
  ([query, value, aliases, own]): ScreeningQuery => ({
    ...query,
    aliases,
    ...(own === null ? {} : { parts: partsOf(query.name.split(" "), own) }),
    ...(value === null ? {} : { identifiers: [{ type: "passport", value }] })
  })
)

describe("blocking keys", () => {
  test("are shared by every query and record of which the search the other way round says that it may be a hit", () => {
    fc.assert(
      fc.property(
        fc.array(aQuery, { minLength: 1, maxLength: 6 }),
        someRecords,
        fc.option(identifiers),
        fc.tuple(fc.constantFrom(0.5, threshold, 0.9), fc.boolean()),
        (queries, records, number, [least, weakFinds]) => {
          const reverse = new ReverseSearch(queries.map((query, place) => ({ id: String(place), query })))
          for (const plain of records) {
            const numbers = number === null ? [] : [{ type: "national_id" as const, value: number, country: null, note: null }]
            const record = { ...plain, identifiers: numbers }
            const shared = keyed(queries, record, least, weakFinds).map(String)
            const found = reverse.find([record], least, weakFinds ? "search" : "evidence")
            expect([...found.keys()].filter((id) => !shared.includes(id))).toEqual([])
          }
        }
      ),
      { numRuns: 60 }
    )
  }, 300_000)

  test("are shared by words of syllables in two romanizations, and by the readings of Japanese signs", () => {
    for (const [name, listed] of [
      ["Chou Ch'ing-chang", "Zhou Qingzhang"],
      ["黒沢哲也", "Kurosawa Tetsuya"],
      ["Kurosawa Tetsuya", "黒沢哲也"],
      ["Syuniti Huzii", "Shunichi Fujii"],
      ["राकेश अग्रवाल", "Rakesh Agarwal"]
    ] as const) {
      expect([name, keyed([{ name, type: "person" }], aRecord(listed))]).toEqual([name, [0]])
    }
  })

  test("are shared by every query and record that an exhaustive search of any lists finds to be a hit", () => {
    fc.assert(
      fc.property(aQuery, someRecords, fc.constantFrom(0.5, threshold, 0.9), fc.boolean(), (query, records, least, weakFinds) => {
        const weak_aliases = weakFinds ? "search" : "evidence"
        const { hits } = index(records).scan(query, { threshold: least, limit: 500, weak_aliases })
        const missed = hits.filter(({ uid }) => {
          const record = records.find((one) => one.uid === uid)
          return record !== undefined && keyed([query], record, least, weakFinds).length === 0
        })
        expect(missed.map(({ uid }) => uid)).toEqual([])
      }),
      { numRuns: 60 }
    )
  }, 300_000)

  test("of two words that are alike have one in common, be the likeness of spelling, of sound, of script or of custom", () => {
    const fixed =
      "sergei sergey serhii сергей lavrov lawrow лавров muhammad mohamed محمد kashlaf كشلاف jaramillo kharamillo hammoud khamoud krishna krisna viktorovich victorovitch 习近平 김정은 정은 44 okorokov okorokow ii brankovic brankovich".split(
        " "
      )
    const share = (one: string, other: string, edits: number): void => {
      const [kept, listed] = [formsOf(one), formsOf(other)]
      const { how, similarity } = compareWords(kept, listed, edits)
      // Whom a letter stands for is found by the letter.
      if (similarity === 0 || how === "initial") return
      const sought = new Set(soughtKeys(listed, edits))
      expect([one, other, keptKeys(kept, edits).some((key) => sought.has(key))]).toEqual([one, other, true])
    }
    for (const one of fixed) for (const other of fixed) for (const edits of [anyEdits, joinedEdits]) share(one, other, edits)
    const slip = (text: string, [place, letter]: readonly [number, number]): string =>
      text.slice(0, place) + (letter > 25 ? "" : String.fromCharCode(97 + letter)) + text.slice(place + (letter % 2))
    const slipped = fc
      .record({
        word: fc.constantFrom("okorokov", "brankovic", "melisande", "ottokar", "harrow", "trent"),
        slips: fc.array(fc.tuple(fc.nat(12), fc.nat(27)), { maxLength: 3 })
      })
      .map(({ slips, word }): string => slips.reduce(slip, word as string))
    fc.assert(fc.property(slipped, slipped, fc.constantFrom(anyEdits, joinedEdits), share), { numRuns: 3_000 })
  })
})
