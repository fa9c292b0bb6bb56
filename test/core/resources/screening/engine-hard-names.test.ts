import { describe, expect, test } from "bun:test"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { normalizeName } from "../../../../packages/core/src/verification/screening/engine/normalize/name.ts"
import { nameLimits } from "../../../../packages/core/src/verification/screening/engine/normalize/written.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import type { RecordType } from "../../../../packages/core/src/verification/screening/record.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (listed: string, name: string, type: RecordType = "person"): number =>
  index([aRecord(listed, { type })]).search({ name, type }, { threshold: 0 }).hits[0]?.score ?? 0

describe("initials", () => {
  const listed = "Lafayette Ronald Hubbard"
  test("beside a family name are a match, also where they stand for names that the list spells out", () => {
    for (const asked of ["L. R. Hubbard", "LR Hubbard", "L R HUBBARD", "L. Ronald Hubbard", "L Ron Hubbard", "HUBBARD, L. Ron"])
      expect(scoreOf(listed, asked)).toBeGreaterThanOrEqual(thresholds.review)
  })
  test("stand between the whole name and a contradicted one", () => {
    const [whole, initial, other] = ["Gustavo Benito Balderas", "G. B. Balderas", "G. K. Balderas"].map((asked) =>
      scoreOf("Gustavo Benito Balderas", asked)
    )
    expect(whole).toBeGreaterThan(initial ?? 0)
    expect(initial).toBeGreaterThan(other ?? 0)
  })
  test("on a list stand for whole names beside one that is equal, and prove no more than a letter does", () => {
    expect(scoreOf("L. Ron Hubbard", "Lafayette Ronald Hubbard")).toBeGreaterThanOrEqual(thresholds.review)
    expect(scoreOf("Aleksei N. Okorokov", "Aleksei Nikolaevich Okorokov")).toBeGreaterThanOrEqual(thresholds.strong)
    for (const [listed, asked] of [
      ["A.R. Ahmad", "Amelia Robinson"],
      ["A.R. Ahmad", "Rachid Alaoui"],
      ["Jose JT", "Julien Thomas"],
      ["Ali A.", "Ali Amirkhanian"]
    ] as const)
      expect([listed, asked, scoreOf(listed, asked) < thresholds.review]).toEqual([listed, asked, true])
  })
  test("alone find nobody, of a person or of a company", () => {
    expect(scoreOf("Alice Brown Carter", "A B C")).toBe(0)
    expect(scoreOf("Alexander Borisov", "A. B.")).toBe(0)
    expect(scoreOf("Alpha Beta Holdings", "A. B. Holdings", "organization")).toBeLessThan(thresholds.review)
    expect(scoreOf("Acme Brothers Company Trading", "A B C Trading", "organization")).toBeLessThan(thresholds.review)
  })
})

describe("a patronymic", () => {
  const score = (asked: string): number => scoreOf("Aleksei Nikolaevich Okorokov", asked)
  test("left out is a strong match; its initial says more, another initial less, and another patronymic is another person", () => {
    expect(score("Aleksei N. Okorokov")).toBeGreaterThan(score("Aleksei Okorokov"))
    expect(score("Aleksei Okorokov")).toBeGreaterThanOrEqual(thresholds.strong)
    expect(score("Aleksei Okorokov")).toBeGreaterThan(score("Aleksei V. Okorokov"))
    expect(score("Aleksei V. Okorokov")).toBeGreaterThan(score("Aleksei Viktorovich Okorokov"))
    expect(score("Aleksei Viktorovich Okorokov")).toBeLessThan(thresholds.review)
  })
})

describe("the order of a name", () => {
  test("given as LAST, First is the same name, with titles and suffixes among it", () => {
    for (const asked of [
      "OKOROKOV, Aleksei Nikolaevich",
      "okorokov, aleksei nikolaevich",
      "Aleksei Nikolaevich OKOROKOV",
      "OKOROKOV, Mr. Aleksei Nikolaevich"
    ])
      expect(scoreOf("Aleksei Nikolaevich Okorokov", asked)).toBeCloseTo(
        scoreOf("Aleksei Nikolaevich Okorokov", "Aleksei Nikolaevich Okorokov"),
        1
      )
    expect(scoreOf("John Balderas", "Balderas, Jr., John")).toBeGreaterThanOrEqual(thresholds.strong)
  })
})

describe("particles on one side", () => {
  const pairs: ReadonlyArray<readonly [string, string]> = [
    ["Bashar al-Assad", "Bashar Assad"],
    ["Bashar al-Assad", "Bashar el Assad"],
    ["Bashar al-Assad", "Bashar xal-Assad"],
    ["Ludwig van Beethoven", "Ludwig Beethoven"],
    ["Oscar de la Hoya", "Oscar Hoya"],
    ["Salman bin Khalid al-Harthi", "Salman Khalid Harthi"]
  ]
  for (const [one, other] of pairs) {
    test(`do not hide ${one} from ${other}`, () => {
      expect(scoreOf(one, other)).toBeGreaterThanOrEqual(thresholds.review)
      expect(scoreOf(other, one)).toBeGreaterThanOrEqual(thresholds.review)
    })
  }
})

describe("a company", () => {
  test("of nothing but its form and common words does not find those that have them too", () => {
    const listed = ["Global Trading Corp", "Star Company Limited", "Sigma Group", "Corp Holdings International", "Tavrida Electric OOO"]
    const screening = index(listed.map((name, place) => aRecord(name, { uid: String(place), type: "organization" })))
    for (const name of ["Corp", "Corp.", "Ltd", "LLC", "Company Limited", "Trading Company", "The Group", "General Holdings"])
      expect(screening.search({ name, type: "organization" }).hits).toEqual([])
  })
  test("is the same with its form left out, abbreviated, spelled out or in another language, before or behind", () => {
    const forms = [
      "Tavrida Elektrik",
      "Tavrida Elektrik LLC",
      "Tavrida Elektrik L.L.C.",
      "Tavrida Elektrik Limited Liability Company",
      "OOO Tavrida Elektrik",
      "ООО Таврида Электрик",
      "Общество с ограниченной ответственностью «Таврида Электрик»",
      "Tavrida Elektrik GmbH",
      "Tavrida Elektrik S.A. de C.V."
    ]
    for (const one of forms) for (const other of forms) expect(scoreOf(one, other, "organization")).toBeGreaterThanOrEqual(0.88)
  })
})

describe("names of 500 characters", () => {
  const long: ReadonlyArray<string> = [
    "Abdulkhaliq Muhammadzakir ".repeat(20).slice(0, 500),
    "习近平".repeat(166),
    "김정은 ".repeat(125),
    "ヤマダタロウ".repeat(83),
    "krishnamoorthychandrashekhar".repeat(18).slice(0, 500),
    "jhqwxch".repeat(71),
    "有限公司".repeat(125),
    "A. ".repeat(166)
  ]
  test("are reduced to the words that names may have", () => {
    for (const name of long)
      for (const type of ["person", "organization", "unknown"] as const) {
        const { words } = normalizeName(name, null, type)
        expect(words.length).toBeWithin(1, nameLimits.words + 1)
        for (const { key } of words) expect(key.length).toBeLessThanOrEqual(nameLimits.word)
      }
  })
  test("are found by themselves, with scores within the scale, as comparing everything finds them", () => {
    const screening = index([...long, "Sergei Lavrov", "习近平"].map((name, place) => aRecord(name, { uid: String(place) })))
    for (const name of long) {
      const query = { name, type: "person" as const }
      const found = screening.search(query, { threshold: 0.3, limit: 100 })
      expect(found).toEqual(screening.scan(query, { threshold: 0.3, limit: 100 }))
      for (const { score } of found.hits) expect(score).toBeWithin(0.3, 0.9301)
    }
    expect(screening.search({ name: long[0] ?? "", type: "person" }).hits[0]?.uid).toBe("0")
  })
})
