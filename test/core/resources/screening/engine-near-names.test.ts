import { describe, expect, test } from "bun:test"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { aRecord } from "../../../support/watchlist.ts"

/** Score of a name against a listed one, with others on the list; 0 where it is not found at all. */
const scoreOf = (name: string, listed: string, others: ReadonlyArray<string> = ["Somebody Else"]): number =>
  index([listed, ...others].map((each) => aRecord(each)))
    .search({ name, type: "person" }, { threshold: 0.2 })
    .hits.find(({ uid }) => uid === listed)?.score ?? 0

const found = (name: string, listed: string, others?: ReadonlyArray<string>): void =>
  expect([name, listed, scoreOf(name, listed, others) >= thresholds.review]).toEqual([name, listed, true])
const apart = (name: string, listed: string, others?: ReadonlyArray<string>): void =>
  expect([name, listed, scoreOf(name, listed, others) < thresholds.review]).toEqual([name, listed, true])

const born = { from: "1980-03-04", to: "1980-03-04", precision: "day", circa: false } as const
const hitsOf = (name: string, date_of_birth: string, listed: string, others: ReadonlyArray<string> = []): number =>
  index([aRecord(listed, { births: [born] }), ...others.map((each) => aRecord(each))]).search({ name, type: "person", date_of_birth }).hits
    .length

describe("a slip in a name of syllables", () => {
  test("that makes no syllable, or a given name of three, is a slip", () => {
    for (const [slip, listed] of [
      ["Lo Hsiaafu", "Lo Hsiafu"],
      ["Ma Poosui", "Ma Posui"],
      ["Cai Jugan Yang", "Cai Juan Yang"],
      ["Feng Quhanfu", "Feng Quanfu"],
      ["Feng Xiu Weia", "Feng Xiu Wei"],
      ["Tang Yan Fanng", "Tang Yan Fang"],
      ["Gwon Sangaje", "Gwon Sangjae"],
      ["Sim Hwaan Kyu", "Sim Hwan Kyu"],
      ["Ha Chaee Pyŏng", "Ha Chae Pyŏng"]
    ] as const)
      found(slip, listed)
  })

  test("that makes another syllable is another name, which a birth date may make a slip", () => {
    for (const [one, other] of [
      ["Kim Myunsun", "Kim Myungsun"],
      ["Ka Ying Hsiu", "Kao Ying Hsiu"],
      ["Kang Dong Huk", "Kang Dong Hyuk"]
    ] as const) {
      apart(one, other)
      expect([hitsOf(one, "1980-03-04", other), hitsOf(one, "1985-11-30", other)]).toEqual([1, 0])
    }
  })

  test("leaves names of four syllables what they are, in four words or with a family name of two or of two families", () => {
    apart("Lam Cheng Yuetmei", "Lam Cheng Yuetmui")
    apart("Ouyang Xiu Ming", "Ouyang Xiu Ping")
    apart("Namgung Min Su", "Namgung Min Ho")
    found("Ouyang Xiu Ming", "Ou-yang Hsiu-ming")
  })
})

describe("words that several Arabic names of the lists have", () => {
  const sawis = ["Samir Al-Sawi", "Nabil Al-Sawi"]
  const zawis = ["Karim Al-Zawi", "Tariq Al-Zawi"]

  test("are names in use, of which none is a slip for another", () => {
    found("Omar Al-Sawi", "Omar Al-Zawi")
    apart("Omar Al-Sawi", "Omar Al-Zawi", [...sawis, ...zawis])
    apart("عمر الصاوي", "Omar Al-Zawi", [...sawis, ...zawis])
    apart("Ashar Al-Haddad", "Sahar Al-Haddad", ["Ashar Al-Nimr", "Ashar Al-Masri", "Sahar Al-Nimr"])
  })

  test("are none of those that are formed of them with an i, and a slip that loses the i is one", () => {
    const others = ["Mizhar Haddad", "Mizhar Nimr", "Ali Al-Masri", "Sami Al-Masri"]
    found("Khaldun Al-Mizhar", "Khaldun Al-Mizhari")
    apart("Khaldun Al-Mizhari", "Khaldun Mizhar", others)
    apart("خلدون المزهري", "Khaldun Mizhar", others)
    apart("Khaldun Mizhar", "خلدون المزهري", others)
    found("Khaldun Al-Masr", "Khaldun Al-Masri", others)
  })

  test("may be slips where the birth date agrees, and a word that one name has at most is one without", () => {
    const others = [...sawis, ...zawis]
    expect([
      hitsOf("Omar Al-Sawi", "1980-03-04", "Omar Al-Zawi", others),
      hitsOf("Omar Al-Sawi", "1991-07-19", "Omar Al-Zawi", others)
    ]).toEqual([1, 0])
    found("Omar Al-Bawi", "Omar Al-Zawi", others)
  })

  test("are one where romanizations exchange what they differ in, and where vowels alone differ", () => {
    found("Omar Al-Haldun", "Omar Al-Khaldun", ["Ali Al-Haldun", "Sami Al-Haldun", "Ali Al-Khaldun"])
    found("Omar Al-Ghanoushi", "Omar Al-Ghanushy", ["Ali Al-Ghanoushi", "Sami Al-Ghanoushi", "Ali Al-Ghanushy"])
    found("Omar El Ghasemi", "Omar El Qasemi", ["Ali El Ghasemi", "Sami El Ghasemi", "Ali El Qasemi"])
  })

  test("may be spellings of one in other languages, where a letter more is a spelling", () => {
    found("Lucas Iramalingam", "Lucas Ramalingam", ["Ravi Iramalingam", "Mani Iramalingam", "Ravi Ramalingam"])
    found("Nikos Mpaltas", "Nikos Baltas", ["Eleni Mpaltas", "Petros Mpaltas", "Eleni Baltas"])
  })
})

describe("a Japanese name in signs", () => {
  test("is read in Japanese in all of its words", () => {
    found("Sekiguti Tetsuya", "関口哲也")
    apart("Sekiguti Chie", "関口哲也")
  })
})

describe("ranks that are names in Arabic letters", () => {
  test("are names behind another name, and Raed is one everywhere", () => {
    found("معاذ رائد المصري", "Moaz Raed Al-Masri")
    found("Moaz Raed Al-Masri", "معاذ رائد المصري")
    found("رائد صالح", "Raed Saleh")
    found("رضا مقدم", "Reza Moghaddam")
    found("خالد النقيب", "Khalid Al-Naqib")
  })

  test("say nothing in front of a name", () => {
    expect(scoreOf("العقيد محمد صالح الزين", "محمد صالح الزين")).toBe(scoreOf("محمد صالح الزين", "محمد صالح الزين"))
  })
})

test("Abu is one with the word behind it, with and without the article, in either script", () => {
  for (const [own, latin] of [
    ["كنعان أبوغزالة", "Kanaan Abughazaleh"],
    ["كنعان أبوغزالة", "Kanaan Abu Ghazaleh"],
    ["هيثم أبوالخير", "Haytham Aboulkheir"],
    ["هيثم ابو الخير", "Haytham Abu Al-Khair"]
  ] as const) {
    found(own, latin)
    found(latin, own)
  }
})
