import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { formsOf } from "../../../../packages/core/src/verification/screening/engine/normalize/forms.ts"
import { compareWords } from "../../../../packages/core/src/verification/screening/engine/normalize/word-similarity.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { ReverseSearch } from "../../../../packages/core/src/verification/screening/engine/reverse-search.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { Vocabulary } from "../../../../packages/core/src/verification/screening/engine/vocabulary.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (listed: string, name: string): number =>
  index([aRecord(listed)]).search({ name, type: "person" }, { threshold: 0 }).hits[0]?.score ?? 0

describe("a word respelt beyond the edits", () => {
  const respelt: ReadonlyArray<readonly [string, string, string]> = [
    ["Spanish", "Wilmer Antonio ECHEVERRIA Goicoechea", "wilmer antonyo echevereea goycoechia"],
    ["Spanish, by kh", "Rosa Elvira JARAMILLO Cevallos", "Rosa Elvira Kharameelo Cevallos"],
    ["Slavic", "Arkadiy Platon SHCHERBAKOV", "Arkadij Platon Sczerbakow"],
    ["Slavic, by ch", "Bogdan KHODORKOVSKIY", "Bogdan Chodorkowskij"],
    ["Indian", "Dhananjay KRISHNAMURTHY", "Dhananjay Kreesnamoortee"],
    ["Arabic", "Ubaida MUKHAYBIR Tikriti", "Ubaida Muhaybeer Tekreetee"],
    ["Persian", "Rashid HIDAYATULLAH", "Rashid Khidayatoolah"]
  ]
  for (const [how, listed, asked] of respelt) {
    test(`is found: ${how}`, () => {
      expect(scoreOf(listed, asked)).toBeGreaterThanOrEqual(thresholds.review)
      expect(scoreOf(asked, listed)).toBeGreaterThanOrEqual(thresholds.review)
    })
  }

  const others: ReadonlyArray<readonly [string, string]> = [
    ["Mohammad Bahrum SUKARNO Anggih", "Mohammad Bahrum SAKARIA Anggih"],
    ["Bambang SUTRISNO", "Bambang SUKIRNO"],
    ["Mette HENRIKSEN", "Mette FREDERIKSEN"],
    ["Nazirullah HAMIDULLAH", "Nazirullah WALIULLAH"],
    ["Fadi NAJJAR", "Fadi NASSER"],
    ["Vira LYSENKO", "Vira TARASENKO"],
    ["Ostap HORDIIENKO", "Ostap HOROBENKO"],
    ["Levon POGHARYAN", "Levon BAZARYAN"],
    ["Nino KAKABADZE", "Nino KOBAKADZE"]
  ]
  for (const [listed, asked] of others) {
    test(`is not another name: ${asked} is not ${listed}`, () => {
      expect(scoreOf(listed, asked)).toBeLessThan(thresholds.review)
    })
  }
})

describe("words of one ending", () => {
  test("are compared by what is before it", () => {
    expect(scoreOf("Oksana KHOMENKO", "Oksana KUZMENKO")).toBeLessThan(thresholds.review)
    expect(scoreOf("Tigran KOCHARYAN", "Tigran GHAZARYAN")).toBeLessThan(thresholds.review)
  })
  test("are still one name by a slip, and in another romanization", () => {
    for (const [listed, asked] of [
      ["Oksana KHOMENKO", "Oksana KHONENKO"],
      ["Taras HRYTSENKO", "Taras GRITSENKO"],
      ["Tigran HAKOBYAN", "Dikran HAGOPIAN"],
      ["Tikhon ZHUKOVSKII", "Tichon SCHUKOWSKI"],
      ["Parviz SADEGHIAN", "Parwiz SADEQIAN"]
    ] as const) {
      expect([listed, scoreOf(listed, asked) >= thresholds.review]).toEqual([listed, true])
      expect([asked, scoreOf(asked, listed) >= thresholds.review]).toEqual([asked, true])
    }
  })
})

describe("letters that a language writes by pairs", () => {
  test("are those that it speaks, at the start of a word", () => {
    for (const [listed, asked] of [
      ["Sotirios MPALTAS", "Sotirios BALTAS"],
      ["Sotirios NTOUSKAS", "Sotirios DOUSKAS"],
      ["Eleni GIANNAKOPOULOU", "Eleni YANNAKOPOULOU"],
      ["Mohsen GHASEMI", "Mohsen QASEMI"]
    ] as const)
      expect([listed, scoreOf(listed, asked) >= thresholds.review]).toEqual([listed, true])
  })
})

// Long words that share frames with one another in many ways.
const parts = "kha ha ga sha cha ja za sa ra ree moo mu tha dha da ta ya ie kra kri bo vo wo fo pho lla la nna na".split(" ")
const longWord = fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 6 }).map((made) => made.join(""))
const longName = fc.array(longWord, { minLength: 1, maxLength: 4 }).map((made) => made.join(" "))

describe("the index over respelt words", () => {
  test("finds what comparing everything finds", () => {
    fc.assert(
      fc.property(
        fc.array(longName, { minLength: 1, maxLength: 25 }),
        longName,
        fc.constantFrom(0.3, 0.6, 0.72),
        (names, name, threshold) => {
          const screening = index(names.map((listed, place) => aRecord(listed, { uid: String(place) })))
          const query = { name, type: "person" as const }
          expect(screening.search(query, { threshold, limit: 500 })).toEqual(screening.scan(query, { threshold, limit: 500 }))
        }
      ),
      { numRuns: 300 }
    )
  })

  test("has every like word as a neighbour, and no other", () => {
    fc.assert(
      fc.property(fc.uniqueArray(longWord, { minLength: 1, maxLength: 60 }), longWord, (listed, asked) => {
        const forms = listed.map(formsOf)
        const near = new Vocabulary(forms, new Map(listed.map((each, number) => [each, number]))).neighbours(formsOf(asked))
        const expected = forms.flatMap((each, number) => (compareWords(formsOf(asked), each).similarity > 0 ? [number] : []))
        expect([...near.words].toSorted((one, other) => one - other)).toEqual(expected)
      }),
      { numRuns: 400 }
    )
  })

  test("turned round leaves out no kept query that a search answers", () => {
    const signs = fc.constantFrom(
      "习近平",
      "习 近平",
      "Xijinping",
      "Xi Jinping",
      "김정은",
      "金正恩",
      "Kim Jong Un",
      "山田太郎",
      "Yamada Taro"
    )
    const name = fc.oneof({ weight: 3, arbitrary: longName }, { weight: 1, arbitrary: signs })
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 12 }),
        fc.array(name, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.constantFrom(thresholds.review, thresholds.strong, 0.92),
        (kept, listed, typed, threshold) => {
          const queries = kept.map((each, place) => ({
            id: String(place),
            query: { name: each, ...(typed ? { type: "person" as const } : {}) }
          }))
          const records = listed.map((each, place) => aRecord(each, { uid: String(place) }))
          const found = new ReverseSearch(queries).find(records, threshold)
          const screening = index(records)
          for (const { id, query } of queries) {
            const held = (found.get(id) ?? []).map(({ uid }) => uid)
            for (const { uid } of screening.search(query, { threshold, limit: 500 }).hits) expect(held).toContain(uid)
          }
        }
      ),
      { numRuns: 300 }
    )
  })
})
