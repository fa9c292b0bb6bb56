import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { assign } from "../../../../packages/core/src/verification/screening/engine/alignment.ts"
import { calibrate, leastRaw } from "../../../../packages/core/src/verification/screening/engine/calibration.ts"
import { formsOf, joinedKeys } from "../../../../packages/core/src/verification/screening/engine/normalize/forms.ts"
import { joinHashOf, joinsOf } from "../../../../packages/core/src/verification/screening/engine/normalize/joins.ts"
import { normalizeName } from "../../../../packages/core/src/verification/screening/engine/normalize/name.ts"
import { nameLimits, WordBook } from "../../../../packages/core/src/verification/screening/engine/normalize/written.ts"
import { compareWords } from "../../../../packages/core/src/verification/screening/engine/normalize/word-similarity.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { aDate, aRecord, organizationNames, personNames, someQuery, someRecords } from "../../../support/watchlist.ts"

describe("normalization", () => {
  test("reduces a name alike whichever side it stands on: every listed name finds itself by a whole word", () => {
    fc.assert(
      fc.property(personNames, (name) => {
        const words = normalizeName(name, null, "person").words.filter(({ role }) => role !== "initial" && role !== "particle")
        fc.pre(words.length > 1)
        const [hit] = index([aRecord(name)]).search({ name, type: "person" }, { threshold: 0 }).hits
        expect(hit?.explanation.unmatched).toEqual({ query: [], listed: [] })
      })
    )
  })

  test("compares two words alike in either order", () => {
    const word = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      personNames.map((name) => name.toLowerCase().split(" ")[0] ?? "")
    )
    fc.assert(
      fc.property(word, word, (one, other) => {
        const [left, right] = [formsOf(one), formsOf(other)]
        expect(compareWords(left, right).similarity).toBeCloseTo(compareWords(right, left).similarity, 5)
      }),
      { numRuns: 1_000 }
    )
  })

  test("reads a name alike whatever was read before it", () => {
    const book = new WordBook()
    const small = new WordBook(3)
    const names = fc.oneof(personNames, organizationNames, fc.constantFrom("Aa BB", "BB Aa", "O'Brien & Sons", "AliREZA RAHMANIali", "x&y"))
    fc.assert(
      fc.property(names, fc.constantFrom("person" as const, "organization" as const), (name, type) => {
        const alone = normalizeName(name, null, type, new WordBook())
        const plain = ({ legal, words }: typeof alone) => [legal, words.map(({ key, role }) => [key, role])]
        expect(plain(normalizeName(name, null, type, book))).toEqual(plain(alone))
        expect(plain(normalizeName(name, null, type, small))).toEqual(plain(alone))
      })
    )
  })

  test("remembers words of one hash, and reads those beyond as well", () => {
    const book = new WordBook()
    const same = Array.from({ length: 128 }, (_, number) =>
      [...number.toString(2).padStart(7, "0")].map((bit) => (bit === "0" ? "Aa" : "BB")).join("")
    )
    for (const _ of [1, 2])
      for (const word of same)
        expect(book.split(word, "name").map(({ key }) => key)).toEqual(normalizeName(word, null, "person").words.map(({ key }) => key))
  })

  test("finds neighbours written as one by the hashes of their keys, however these are made", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "li",
        "wei",
        "o",
        "ou",
        "dhahab",
        "thamer",
        "sayed",
        "ahmad",
        "zhu",
        "x",
        "max",
        "ts",
        "t",
        "s",
        "abd",
        "محمد",
        "حسن",
        "игорь",
        "44",
        "müller"
      ),
      personNames.map((name) => name.toLowerCase().split(" ")[0] ?? ""),
      fc.string({ unit: fc.constantFrom(..."abcdehijkoqstuxyz"), minLength: 1, maxLength: 22 })
    )
    fc.assert(
      fc.property(word, word, (one, other) => {
        const [left, right] = [formsOf(one), formsOf(other)]
        const { hashes } = joinsOf([left, right], { starts: [0, 2], words: [0, 1] })
        expect(hashes).toEqual(joinedKeys(left, right).map(joinHashOf))
      }),
      { numRuns: 2_000 }
    )
  })

  test("does not depend on case, marks of direction, kinds of apostrophe or the order of unstructured words", () => {
    const plain = index([aRecord("Ch'un-so'ng Ri al-Rahman")])
    for (const name of [
      "CH'UN-SO'NG RI AL-RAHMAN",
      "Ch’un‑so’ng Ri al-Rahman",
      "\u202bChʻun-soʻng Ri al-Rahman\u202c",
      "Ri al-Rahman Ch'un so'ng",
      "RI AL-RAHMAN, Ch'un-so'ng"
    ]) {
      const [hit] = plain.search({ name, type: "person" }).hits
      expect(hit?.score).toBeGreaterThan(0.9)
    }
  })

  test("bounds what it keeps of hostile text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 3_000 }),
        fc.constantFrom("person" as const, "organization" as const, "vessel" as const),
        (text, type) => {
          const { words } = normalizeName(text, null, type)
          expect(words.length).toBeLessThanOrEqual(nameLimits.words)
          for (const { key } of words) expect(key.length).toBeLessThanOrEqual(nameLimits.word)
        }
      ),
      { numRuns: 500 }
    )
  })

  test("survives long, repeated and empty names on both sides", () => {
    const hostile = [
      "",
      " ",
      "'".repeat(600),
      "a ".repeat(5_000),
      "ab".repeat(5_000),
      "abdul".repeat(400),
      "ا".repeat(2_000),
      "王".repeat(900),
      "김".repeat(900),
      "&&&&",
      "1".repeat(600),
      "\u0000\uffff",
      "A. ".repeat(300)
    ]
    const screening = index([...hostile, "Sergei Lavrov"].map((name, place) => aRecord(name, { uid: String(place) })))
    for (const name of hostile) {
      const { hits } = screening.search(
        { name, aliases: hostile, countries: hostile, date_of_birth: name, identifiers: [{ type: "passport", value: name }] },
        { threshold: 0 }
      )
      for (const { score } of hits) expect(score).toBeWithin(0, 1.000001)
    }
  })
})

describe("scores", () => {
  test("are the name's score and the effects of the facts, added up", () => {
    fc.assert(
      fc.property(someRecords, someQuery, (records, query) => {
        for (const { explanation, score } of index(records).search(query, { threshold: 0.2, limit: 500 }).hits) {
          const sum = explanation.qualifiers.reduce((total, { effect }) => total + effect, explanation.name_score)
          expect(sum).toBeCloseTo(score, 9)
          expect(score).toBeGreaterThanOrEqual(0.2)
          expect(score).toBeLessThanOrEqual(1)
        }
      })
    )
  })

  test("come in order, and a stricter threshold keeps the beginning of the same list", () => {
    fc.assert(
      fc.property(someRecords, someQuery, (records, query) => {
        const screening = index(records)
        const loose = screening.search(query, { threshold: 0.4, limit: 500 }).hits
        const strict = screening.search(query, { threshold: 0.75, limit: 500 }).hits
        expect(strict).toEqual(loose.filter(({ score }) => score >= 0.75))
        expect(loose.map(({ score }) => score)).toEqual(loose.map(({ score }) => score).sort((one, other) => other - one))
      })
    )
  })

  test("are the same on every run and for any order of the records", () => {
    fc.assert(
      fc.property(someRecords, someQuery, (records, query) => {
        const first = index(records).search(query, { threshold: 0.4 })
        expect(index(records).search(query, { threshold: 0.4 })).toEqual(first)
        expect(index([...records].reverse()).search(query, { threshold: 0.4 })).toEqual(first)
      })
    )
  })

  test("never rise by a date of birth two years off or more, by another country or by another gender", () => {
    fc.assert(
      fc.property(personNames, fc.integer({ min: 2, max: 40 }), fc.boolean(), (name, years, earlier) => {
        const screening = index([aRecord(name, { births: [aDate("1960-05-04")], countries: ["RU"], gender: "male" })])
        const score = (query: object): number => screening.search({ name, type: "person", ...query }, { threshold: 0 }).hits[0]?.score ?? 0
        const plain = score({})
        expect(score({ date_of_birth: `${earlier ? 1960 - years : 1960 + years}-05-04` })).toBeLessThanOrEqual(plain)
        expect(score({ countries: ["FR"] })).toBeLessThanOrEqual(plain)
        expect(score({ gender: "female" })).toBeLessThanOrEqual(plain)
      })
    )
  })

  test("of names alone end below what a confirmed match has", () => {
    fc.assert(
      fc.property(fc.oneof(personNames, organizationNames), (name) => {
        const [hit] = index([aRecord(name, { type: "unknown" })]).search({ name }, { threshold: 0 }).hits
        expect(hit?.score ?? 0).toBeLessThanOrEqual(0.9301)
      })
    )
  })
})

describe("calibration", () => {
  test("never falls, and knows the least evidence of a score", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, other) => {
        if (one <= other) expect(calibrate(one)).toBeLessThanOrEqual(calibrate(other))
        expect(calibrate(leastRaw(calibrate(one)))).toBeCloseTo(calibrate(one), 9)
      })
    )
  })
})

describe("assignment", () => {
  const best = (gains: ReadonlyArray<ReadonlyArray<number>>, row = 0, used: ReadonlyArray<number> = []): number => {
    const line = gains[row]
    if (line === undefined) return 0
    const without = best(gains, row + 1, used)
    return Math.max(without, ...line.map((gain, column) => (used.includes(column) ? 0 : gain + best(gains, row + 1, [...used, column]))))
  }

  test("reaches the greatest total that any pairing has", () => {
    const gains = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
      )
    fc.assert(
      fc.property(gains, (table) => {
        const columns = table[0]?.length ?? 0
        const columnOf = [...assign(Float64Array.from(table.flat()), table.length, columns)]
        const total = columnOf.reduce((sum, column, row) => sum + (column < 0 ? 0 : (table[row]?.[column] ?? 0)), 0)
        expect(total).toBe(best(table))
        const taken = columnOf.filter((column) => column >= 0)
        expect(new Set(taken).size).toBe(taken.length)
      })
    )
  })
})
