import { describe, expect, test } from "bun:test"
import type { ScreeningQuery } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { engineVersions } from "../../../../packages/core/src/verification/screening/engine/versions.ts"
import { aDate, aRecord } from "../../../support/watchlist.ts"

const person = (name: string, known: Partial<ScreeningQuery> = {}): ScreeningQuery => ({ name, type: "person", ...known })
const company = (name: string): ScreeningQuery => ({ name, type: "organization" })

const scoreOf = (listed: string, query: ScreeningQuery): number =>
  index([aRecord(listed, { type: query.type ?? "unknown" })]).search(query, { threshold: 0 }).hits[0]?.score ?? 0

const review = 0.72

describe("a listed person is found", () => {
  const spellings: ReadonlyArray<readonly [string, string, string]> = [
    ["in Cyrillic", "Sergei Viktorovich LAVROV", "Сергей Викторович Лавров"],
    ["in Ukrainian letters", "Volodymyr Bidiovka", "Володимир Бідьовка"],
    ["in Arabic letters", "UMAR MAHMUD IRHAYYIM AL-KUBAYSI", "عمر محمود إرحيم الكبيسي"],
    ["in Persian letters", "Naser Maleki", "ناصر ملکی"],
    ["in Hebrew letters", "Yosef Cohen", "יוסף כהן"],
    ["in Greek letters", "Nikolaos Papadopoulos", "Νικόλαος Παπαδόπουλος"],
    ["in Hangul without spaces", "KIM Jong Un", "김정은"],
    ["in Han signs without spaces", "XI Jinping", "习近平"],
    ["in Armenian letters", "Hayk Martirosyan", "Հայկ Մարտիրոսյան"],
    ["in Armenian letters with the vowel that two of them write", "Luis REYES ENRIQUEZ", "Լուիս Րեյես Ենրիքուեզ"],
    ["in Armenian letters read as in the west", "Kevork Ajemian", "Գէորգ Աճէմեան"],
    ["in Greek letters for a sound that Greek lacks", "Joseph Kony", "Τζόζεφ Κόνι"],
    ["in Georgian letters", "Mikheil Saakashvili", "მიხეილ სააკაშვილი"],
    ["by another romanization", "Qasim Mohamed Mahdi al-Rimi", "Qassim Mohammad Mahdi Al Raymi"],
    ["with the article joined", "Khamis Sirhan al-Zahrani", "Khamis Sirhan Alzahrani"],
    ["with the family name first", "Pavel Anatolievich POPOV", "POPOV, Pavel Anatolievich"],
    ["with two words joined", "Faisal NADEEM", "FaisalNADEEM"],
    ["with a word split", "Pavel Anatolievich POPOV", "Pavel Anato lievich POPOV"],
    ["by initials", "Gustavo Benito BALDERAS", "G. B. BALDERAS"],
    ["by capitals written together", "Jean-Claude Juncker", "JC Juncker"],
    ["with a title", "Rami Makhlouf", "Mr. Rami Makhlouf"],
    ["without a middle name", "Wilmer Antonio MURILLO", "Wilmer MURILLO"],
    ["by another spelling of a family name made of a given one", "Ali Ahmadi", "Ali Ahmedi"],
    ["in the letters of a scientific romanization", "Yuriy Shcherbakov", "Ûrij Ŝerbakov"],
    ["in letters with carons", "Sergei Zhukovskiy", "Sergej Žukovskij"],
    ["in Turkish letters", "Ayshe Chelik", "Ayşe Çelik"],
    ["by a German clerk", "Mahmoud Ahmadinejad", "Mahmud Ahmadinedschad"],
    ["by a French clerk", "Walid Jumblat", "Oualid Joumblat"],
    ["with a last letter that German and Ukrainian write twice", "Микола Грушевський", "Mykola Hruschewskyj"],
    ["by a short form", "Alexander Litvinov", "Sasha Litvinov"],
    ["with a slip", "Andrey DUBINYAK", "Alndrey DUBINYAK"]
  ]
  for (const [how, listed, asked] of spellings) {
    test(how, () => {
      expect(scoreOf(listed, person(asked))).toBeGreaterThanOrEqual(review)
      expect(scoreOf(asked, person(listed))).toBeGreaterThanOrEqual(review)
    })
  }
})

describe("a listed organization is found", () => {
  const spellings: ReadonlyArray<readonly [string, string, string]> = [
    ["by another legal form", "Tavrida Electric OOO", "Tavrida Electric LLC"],
    ["without its legal form", "CAMBIOS PALMILLA S.A. DE C.V.", "Cambios Palmilla"],
    ["with its form spelled out", "Stripe LLC", "Stripe Limited Liability Company"],
    ["by letters with points", "A.B.C. Company", "ABC Co."],
    ["by a number in words", "Brigade 44", "Brigade Forty-Four"],
    ["with letters misread as digits", "HILAL TRAVEL AGENCY", "H1LAL TRAVEL AGENCY"],
    ["with and in place of the sign", "TAWU MECHANICAL AND ENGINEERING", "Tawu Mechanical & Engineering"]
  ]
  for (const [how, listed, asked] of spellings) {
    test(how, () => {
      expect(scoreOf(listed, company(asked))).toBeGreaterThanOrEqual(review)
    })
  }
})

describe("another is not taken for a listed one", () => {
  const pairs: ReadonlyArray<readonly [string, ScreeningQuery]> = [
    ["George HABBASH", person("George Bush")],
    ["EMMA LLC", company("Emma Daniels")],
    ["IZZAT IBRAHIM AL-DURI", person("IZZAT IBRAHIM AL-MOSULI")],
    ["Hugo Banzer", person("Hugo Beltrán")],
    ["Muammar QADHAFI", person("Muhammad GADDAFI")],
    ["Tolvane Petroleum Refining FZE", company("Tolvane Petroleum Trading FZE")],
    ["MV Kilindini Sun", { name: "MV Kilindini Star", type: "vessel" }],
    ["СБ Банк (ООО)", company("СБ Дако ООО")],
    ["Brigade 45", company("Brigade 44")],
    ["Global Trading Corp", company("Corp")],
    ["Muhammad", person("Muhammad al-Sheikh")],
    ["Mohammad Reza ALE ALI", person("Reza Mohammadi")],
    ["Ahmad 'Ali AL-HAMZI", person("Ali Ahmadi")],
    ["Hossein Reza POUR NAGHSHBAND", person("Reza Hosseini")]
  ]
  for (const [listed, query] of pairs) {
    test(`${query.name} is not ${listed}`, () => {
      expect(scoreOf(listed, query)).toBeLessThan(review)
    })
  }
})

describe("the order of the queue", () => {
  const listed = aRecord("Aleksei Nikolaevich OKOROKOV", { births: [aDate("1969-06-24")], countries: ["RU"], gender: "male" })
  const score = (query: ScreeningQuery): number => index([listed]).search(query, { threshold: 0 }).hits[0]?.score ?? 0
  const same = person("Aleksei Nikolaevich Okorokov")
  const falls: ReadonlyArray<readonly [string, ScreeningQuery, ScreeningQuery]> = [
    ["confirmed above equal", { ...same, date_of_birth: "1969-06-24" }, same],
    ["the day above the year", { ...same, date_of_birth: "1969-06-24" }, { ...same, date_of_birth: "1969" }],
    ["the year above another day", { ...same, date_of_birth: "1969" }, { ...same, date_of_birth: "1969-03-02" }],
    ["day and month swapped above another day", { ...same, date_of_birth: "1969-06-24" }, { ...same, date_of_birth: "1969-03-02" }],
    ["unknown above contradicted", same, { ...same, date_of_birth: "1967-06-24" }],
    ["a few years off above many", { ...same, date_of_birth: "1967-06-24" }, { ...same, date_of_birth: "1950-06-24" }],
    ["a shared country above an unknown one", { ...same, countries: ["RU"] }, same],
    ["an unknown country above another", same, { ...same, countries: ["FR"] }],
    ["equal above misspelt", same, person("Aleksei Nikolaevich Okorokof")],
    ["the patronymic left out above contradicted", person("Aleksei Okorokov"), person("Aleksei Viktorovich Okorokov")],
    ["an initial above a contradicted name", person("A. Okorokov"), person("Boris Okorokov")],
    ["a like given name above another", person("Alexey Okorokov"), person("Boris Okorokov")]
  ]
  for (const [what, higher, lower] of falls) {
    test(`puts ${what}`, () => {
      expect(score(higher)).toBeGreaterThan(score(lower))
    })
  }
})

describe("facts beside the name", () => {
  test("a document number finds the record whatever the name, and says so", () => {
    const screening = index([
      aRecord("Somebody Listed", { identifiers: [{ type: "passport", value: "AB 123-4567", country: "IR", note: null }] })
    ])
    const [hit] = screening.search(person("Quite Another", { identifiers: [{ type: "passport", value: "ab1234567" }] })).hits
    expect(hit?.score).toBeCloseTo(0.98)
    expect(hit?.explanation.match_type).toBe("identifier")
    expect(
      screening.search(person("Quite Another", { identifiers: [{ type: "passport", value: "ab1234567", country: "FR" }] })).hits
    ).toEqual([])
  })

  test("circa and ranges widen a date of birth", () => {
    const listed = aRecord("Rustam Asildarov", { births: [aDate("1960", "1965"), aDate("1970", "1970", true)] })
    const effect = (date_of_birth: string): number =>
      index([listed])
        .search(person("Rustam Asildarov", { date_of_birth }), { threshold: 0 })
        .hits[0]?.explanation.qualifiers.find(({ field }) => field === "date_of_birth")?.effect ?? 0
    expect(effect("1963-02-02")).toBeGreaterThan(0)
    expect(effect("1972")).toBe(0)
    expect(effect("1980")).toBeLessThan(-0.3)
    expect(effect("not a date")).toBe(0)
  })

  test("a birth years apart keeps an equal name from review, though it shares country and weak alias", () => {
    const screening = index([
      aRecord("Karim Haddadin", { aliases: [["Abu Karim", "weak"]], births: [aDate("1970-05-17")], countries: ["JO"] })
    ])
    const asked = (date_of_birth: string): ScreeningQuery =>
      person("Karim Haddadin", { aliases: ["Abu Karim"], date_of_birth, countries: ["JO"] })
    for (const date of ["1968", "1972-11-02", "1974-02", "1966-05-18", "1980-05-18", "1989-05-17"]) {
      expect([date, screening.search(asked(date)).hits.length]).toEqual([date, 0])
      // No one drops out of sight: it is kept as what was not asked about.
      expect([date, screening.search(asked(date), { threshold: 0.5 }).hits.length]).toEqual([date, 1])
    }
  })

  test("a birth date of which a clerk got one thing wrong keeps the match", () => {
    const screening = index([aRecord("Karim Haddadin", { births: [aDate("1968-05-17")], countries: ["JO"] })])
    const slips = ["1967-05-17", "1969-05-17", "1968-05-27", "1968-06-17", "1958-05-17", "1988-05-17", "1963-05-17", "1986-05-17"]
    for (const date of slips) {
      const [hit] = screening.search(person("Karim Haddadin", { date_of_birth: date, countries: ["SE"] })).hits
      expect([date, hit !== undefined]).toEqual([date, true])
      expect([date, hit?.score]).not.toEqual([date, 1])
    }
    const swapped = index([aRecord("Karim Haddadin", { births: [aDate("1968-05-11")] })])
    expect(swapped.search(person("Karim Haddadin", { date_of_birth: "1968-11-05" })).hits).toHaveLength(1)
  })

  test("the first of January, which stands for a day that nobody knows, is no day that two dates share", () => {
    const screening = index([aRecord("Karim Haddadin", { births: [aDate("1968-01-01")] })])
    expect(screening.search(person("Karim Haddadin", { date_of_birth: "1958-01-01" })).hits).toEqual([])
  })

  test("a person is never a vessel", () => {
    expect(index([aRecord("Neka", { type: "vessel" })]).search(person("Neka"), { threshold: 0 }).hits).toEqual([])
  })

  test("a weak alias finds nobody unless it is asked to", () => {
    const screening = index([aRecord("Jorge Enrique Rodriguez Mendieta", { aliases: [["Ivan Vargas", "weak"]] })])
    expect(screening.search(person("Ivan Vargas")).hits).toEqual([])
    expect(screening.search(person("Ivan Vargas"), { weak_aliases: "search" }).hits[0]?.explanation.name_kind).toBe("weak")
  })
})

describe("the index", () => {
  const records = [aRecord("Sergei Lavrov", { uid: "1" }), aRecord("Ratko Mladic", { uid: "2" })]

  test("takes in added, replaced and removed records without another build", () => {
    const first = index(records)
    const next = first.with({
      changed: [aRecord("Goran Hadzic", { uid: "2" }), aRecord("Radovan Karadzic", { uid: "3" })],
      removed: [{ list: "test", uid: "1" }]
    })
    const uids = (name: string, of = next): ReadonlyArray<string> => of.search(person(name)).hits.map(({ uid }) => uid)
    expect([uids("Sergei Lavrov"), uids("Ratko Mladic"), uids("Goran Hadzic"), uids("Radovan Karadzic")]).toEqual([[], [], ["2"], ["3"]])
    expect(next.size).toBe(2)
    expect(next.worn).toBe(true)
    expect(uids("Ratko Mladic", first)).toEqual(["2"])
    expect(uids("Goran Hadzic", next.with({ changed: [], removed: [{ list: "test", uid: "2" }] }))).toEqual([])
  })

  test("keeps the last of two records with one identifier", () => {
    expect(index([...records, aRecord("Goran Hadzic", { uid: "1" })]).size).toBe(2)
  })

  test("says what it was made of, on the result and on each hit, and when hits were left out", () => {
    const many = Array.from({ length: 5 }, (_, uid) => aRecord("Ratko Mladic", { uid: String(uid), edition: "2026-02-03" }))
    const result = index(many).search(person("Ratko Mladic"), { limit: 3 })
    expect(result.complete).toBe(false)
    expect(result.hits.map(({ uid }) => uid)).toEqual(["0", "1", "2"])
    expect(result.versions).toEqual({ ...engineVersions, lists: { test: "2026-02-03" } })
    for (const hit of result.hits) expect(hit.versions).toEqual(result.versions)
  })

  test("explains a hit word by word", () => {
    const [hit] = index(records).search(person("Сергей Лавров", { date_of_birth: "1950" }), { threshold: 0 }).hits
    expect(hit?.explanation).toMatchObject({
      matched_name: "Sergei Lavrov",
      name_kind: "primary",
      match_type: "transliterated",
      // The record has no birth date, and the query has one.
      qualifiers: [{ field: "date_of_birth", query: "1950", listed: null, effect: -0.02 }]
    })
    expect(hit?.explanation.words.map(({ listed, query }) => [query, listed])).toEqual([
      ["сергей", "sergei"],
      ["лавров", "lavrov"]
    ])
  })
})
