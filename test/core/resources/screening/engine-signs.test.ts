import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { formsOf } from "../../../../packages/core/src/verification/screening/engine/normalize/forms.ts"
import { compareWords } from "../../../../packages/core/src/verification/screening/engine/normalize/word-similarity.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { Vocabulary } from "../../../../packages/core/src/verification/screening/engine/vocabulary.ts"
import type { RecordType } from "../../../../packages/core/src/verification/screening/record.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (listed: string, name: string, asked?: RecordType, type: RecordType = "person"): number =>
  index([aRecord(listed, { type })]).search({ name, ...(asked === undefined ? {} : { type: asked }) }, { threshold: 0 }).hits[0]?.score ?? 0
const nameOnly = 0.93

const signs = [..."习近平王伟明李欧阳锋金正恩山田太郎松本杜德彬林国华建军丽芳静娜磊洋"]
const hangul = [..."김정은일박근혜이최룡해리설주영철수민"]
const kana = [..."ヤマダタロウキョッーショ"]
const nameIn = (units: ReadonlyArray<string>, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...units), { minLength, maxLength }).map((parts) => parts.join(""))
const anyName = fc.oneof(nameIn(signs, 1, 7), nameIn(hangul, 1, 6), nameIn(kana, 1, 8))

describe("a name in signs", () => {
  test("is a strong match of itself in whatever type it is listed and asked for, and stops where equal names stop", () => {
    const types: ReadonlyArray<RecordType> = ["person", "unknown", "organization"]
    fc.assert(
      fc.property(
        fc.oneof(nameIn(signs, 2, 7), nameIn(hangul, 3, 6)),
        fc.constantFrom(...types),
        fc.constantFrom(...types),
        (name, listed, asked) => {
          fc.pre(listed === asked || listed === "unknown" || asked === "unknown")
          const score = scoreOf(name, name, asked, listed)
          // Names of common parts alone, such as 김이, are worth a little less than rare ones.
          expect(score).toBeGreaterThan(0.85)
          expect(score).toBeLessThanOrEqual(nameOnly + 1e-9)
        }
      ),
      { numRuns: 300 }
    )
    for (const name of ["习近平", "山田太郎", "ヤマダタロウ", "杜月笙", "王彬", "김정은"]) {
      for (const asked of [undefined, "person"] as const) expect(scoreOf(name, name, asked)).toBeGreaterThanOrEqual(thresholds.strong)
    }
    // One word that cannot be taken apart is worth as much as two.
    for (const name of ["ヤマダタロウ", "华夏国际贸易中心"]) expect(scoreOf(name, name)).toBeCloseTo(nameOnly, 6)
  })

  const strong: ReadonlyArray<readonly [string, string, string]> = [
    ["in traditional signs", "习近平", "習近平"],
    ["in Japanese forms of the signs", "渡边沙希", "渡邊沙希"],
    ["with a space", "习近平", "习 近平"],
    ["in pinyin", "习近平", "Xi Jinping"],
    ["in pinyin, syllable by syllable", "习近平", "Xi Jin Ping"],
    ["in pinyin with a hyphen, family name last", "习近平", "JIN-PING XI"],
    ["in pinyin as one word", "习近平", "Xijinping"],
    ["in Wade-Giles", "毛泽东", "Mao Tse-tung"],
    ["by the Cantonese reading of the family name", "张学友", "Cheung Xueyou"],
    ["by the Korean reading", "金正恩", "Kim Jong Un"],
    ["by the Japanese reading of the family name", "山田太郎", "Yamada Taro"],
    ["in Hangul for Han signs", "金正恩", "김정은"],
    ["in the northern romanization of Hangul", "김정은", "Kim Jong-un"],
    ["in the southern romanization of Hangul", "박근혜", "Park Geun-hye"],
    ["in katakana for hiragana", "やまだたろう", "ヤマダタロウ"],
    ["in Latin letters for kana", "ヤマダ ショウコ", "Yamada Shoko"]
  ]
  for (const [how, listed, asked] of strong) {
    test(`is strongly matched ${how}, whichever side has it`, () => {
      expect(scoreOf(listed, asked, "person")).toBeGreaterThan(0.87)
      expect(scoreOf(asked, listed, "person")).toBeGreaterThan(0.87)
      expect(scoreOf(listed, asked)).toBeGreaterThan(0.87)
    })
  }

  const near: ReadonlyArray<readonly [string, string, string]> = [
    ["another sign of the same sound", "习近平", "习进平"],
    ["one sign other of many", "松本智津夫", "松本智津天"]
  ]
  for (const [how, listed, asked] of near) {
    test(`is reviewed with ${how}, and stands below the equal name`, () => {
      for (const score of [scoreOf(listed, asked, "person"), scoreOf(asked, listed, "person")]) {
        expect(score).toBeGreaterThanOrEqual(thresholds.review)
        expect(score).toBeLessThan(scoreOf(listed, listed, "person"))
      }
    })
  }

  // A sign is a word of the name: with another one it is nearly always another person, so that a birth date has to say that it is a slip.
  test("asks for a birth date that agrees when a sign is missing, added or changed by a letter", () => {
    const birth = { from: "1953-06-15", to: "1953-06-15", precision: "day", circa: false } as const
    for (const [listed, asked] of [
      ["习近平", "习平"],
      ["习近平", "习近平安"],
      ["김정은", "김정운"],
      ["Kim Jong Chol", "Kim Jong Chon"],
      ["Aung Kyaw Min", "Aung Kyaw Mon"]
    ] as const) {
      const screening = index([aRecord(listed, { births: [birth] })])
      const score = (date?: string): number =>
        screening.search({ name: asked, type: "person", ...(date === undefined ? {} : { date_of_birth: date }) }, { threshold: 0 }).hits[0]
          ?.score ?? 0
      expect([asked, score() < thresholds.review, score("1953-06-15") >= thresholds.review]).toEqual([asked, true, true])
    }
  })

  const systems: ReadonlyArray<readonly [string, string, string]> = [
    ["Wade-Giles for pinyin", "Zhang Zhiqiang", "Chang Chih-ch'iang"],
    ["Wade-Giles for pinyin in two words", "Deng Xiaoping", "Teng Hsiao P'ing"],
    ["another romanization of Korean", "Choe Ryonghae", "Ch'oe Yong Hae"],
    ["the usual spellings of Korean", "Baek Seongsuk", "Paek Sung Sook"],
    ["Burmese letters for Latin ones", "Htun Kyaw Oo", "ထွန်း ကျော် ဦး"],
    ["another spelling of Burmese", "Htun Moe Latt", "Tun Mo Lat"]
  ]
  for (const [how, listed, asked] of systems) {
    test(`is found by ${how}, whichever side has it`, () => {
      expect(scoreOf(listed, asked, "person")).toBeGreaterThanOrEqual(thresholds.review)
      expect(scoreOf(asked, listed, "person")).toBeGreaterThanOrEqual(thresholds.review)
    })
  }

  test("is no other name of syllables, however alike their letters are", () => {
    for (const [listed, asked] of [
      ["Kim Yong Su", "Kim Yong Ho"],
      ["Kim Min Jun", "Kim Min Jung"],
      ["Wang Xiaoli", "Wang Xiaojie"],
      ["Jia Wen Sheng", "Jia Wen Chang"],
      ["Win Maung Htet", "Min Maung Htet"],
      ["Nguyen Van Hung", "Nguyen Van Huong"],
      ["贾家生", "Chia Ch'ing Ch'ing"],
      ["徐春家", "חנוך כץ"]
    ] as const)
      expect([listed, asked, scoreOf(listed, asked, "person") < thresholds.review]).toEqual([listed, asked, true])
  })

  test("is not another name of the same family", () => {
    for (const [listed, asked] of [
      ["김정은", "김정일"],
      ["王建国", "王建华"],
      ["李娜", "李静"]
    ] as const)
      expect(scoreOf(listed, asked, "person")).toBeLessThan(thresholds.review)
  })

  test("of a company is found without its legal form, in either set of signs", () => {
    expect(scoreOf("华为技术有限公司", "華為技術", "organization", "organization")).toBeGreaterThanOrEqual(thresholds.strong)
    expect(scoreOf("株式会社山田商店", "山田商店", "organization", "organization")).toBeGreaterThanOrEqual(thresholds.strong)
  })
})

test("a name in the system of Wade and Giles may end in what is a family name in pinyin", () => {
  const [hit] = index([aRecord("Zhou Enlai")]).search({ name: "Chou En-lai", type: "person" }).hits
  expect(hit?.uid).toBe("Zhou Enlai")
  expect(index([aRecord("Zhang Lei")]).search({ name: "Chang Lei", type: "person" }).hits).toEqual([])
})

describe("words that read like something else", () => {
  test("Xi and Bin are names of whoever may be a person", () => {
    for (const name of ["Xi Jinping", "Wang Bin"]) {
      expect(scoreOf(name, name)).toBeGreaterThanOrEqual(thresholds.strong)
      expect(scoreOf(name, name, "person", "unknown")).toBeGreaterThanOrEqual(thresholds.strong)
    }
  })
  test("XI stays a number for whoever may be an organization", () => {
    expect(scoreOf("Brigade XI", "Brigade 11", undefined, "organization")).toBeGreaterThanOrEqual(thresholds.review)
    expect(scoreOf("Brigade XI", "Brigade 12", undefined, "organization")).toBeLessThan(thresholds.review)
  })
  test("particles of a person cost nobody anything who is asked for without a type", () => {
    expect(scoreOf("Omar bin Khalid al-Rahman", "Omar Khalid Rahman")).toBeGreaterThanOrEqual(thresholds.strong)
    expect(scoreOf("Omar Khalid Rahman", "Omar bin Khalid al-Rahman")).toBeGreaterThanOrEqual(thresholds.strong)
  })
})

describe("the index over signs", () => {
  test("finds what comparing everything finds", () => {
    const written = fc.oneof(
      anyName,
      fc.tuple(anyName, anyName).map((two) => two.join(" ")),
      fc.constantFrom("Xi Jinping", "Xijinping", "Kim Jong Un", "Mao Tse-tung", "Yamada Taro", "华为技术有限公司")
    )
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 25 }),
        written,
        fc.constantFrom(0.3, 0.72),
        fc.boolean(),
        (names, name, threshold, typed) => {
          const screening = index(
            names.map((listed, place) => aRecord(listed, { uid: String(place), type: place % 3 === 0 ? "unknown" : "person" }))
          )
          const query = { name, ...(typed ? { type: "person" as const } : {}) }
          expect(screening.search(query, { threshold, limit: 500 })).toEqual(screening.scan(query, { threshold, limit: 500 }))
        }
      ),
      { numRuns: 300 }
    )
  })

  test("knows every like word, and compares two words alike in either order", () => {
    const word = fc.oneof(anyName, fc.constantFrom("jinping", "jongun", "yamada", "xi", "11", "vi", "6"))
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 50 }), word, (listed, asked) => {
        const forms = listed.map(formsOf)
        const near = new Vocabulary(forms, new Map(listed.map((each, number) => [each, number]))).neighbours(formsOf(asked))
        const like = forms.map((each) => compareWords(formsOf(asked), each).similarity)
        expect([...near.words].toSorted((one, other) => one - other)).toEqual(
          like.flatMap((similarity, number) => (similarity > 0 ? [number] : []))
        )
        for (const [number, each] of forms.entries())
          expect(compareWords(each, formsOf(asked)).similarity).toBeCloseTo(like[number] ?? 0, 5)
      }),
      { numRuns: 400 }
    )
  })
})
