import { describe, expect, test } from "bun:test"
import { pinyin } from "../../../../packages/core/src/verification/names/syllables/chinese.ts"
import { syllableKeys } from "../../../../packages/core/src/verification/names/syllables/keys.ts"
import { korean } from "../../../../packages/core/src/verification/names/syllables/korean.ts"
import { southern } from "../../../../packages/core/src/verification/names/syllables/southern.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (name: string, listed: string): number =>
  index([aRecord(listed), aRecord("Somebody Else")])
    .search({ name, type: "person" }, { threshold: 0.2 })
    .hits.find(({ uid }) => uid === listed)?.score ?? 0

/** Every two spellings of one name find each other. */
const oneName = (...spellings: ReadonlyArray<string>) => {
  for (const name of spellings)
    for (const listed of spellings) expect([name, listed, scoreOf(name, listed) >= thresholds.review]).toEqual([name, listed, true])
}
const twoNames = (one: string, other: string) => {
  for (const [name, listed] of [
    [one, other],
    [other, one]
  ] as const)
    expect([name, listed, scoreOf(name, listed) < thresholds.review]).toEqual([name, listed, true])
}

describe("Chinese names", () => {
  test("are one in pinyin, Wade-Giles, the spelling of Hong Kong and signs", () => {
    oneName("Zhang Zhiqiang", "Chang Chih-ch'iang", "Cheung Chi Keung", "张志强", "張志強")
    oneName("Chen Xiaoming", "Ch'en Hsiao-ming", "Chan Hiu-ming", "陈晓明")
    oneName("Wu Dehai", "Ng Tak Hoi", "吴德海")
    oneName("Ma Junlan", "Ma Chün-lan", "马军兰")
    oneName("Lu Jianping", "Lü Chien-p'ing")
  })

  test("are one in the spelling of Singapore and Malaysia", () => {
    oneName("Chen Mingfu", "Tan Beng Hock", "陈明福")
    oneName("Cai Wensheng", "Chua Boon Seng")
  })

  test("are two where a syllable is another, in each pair of systems", () => {
    twoNames("Cheung Chi Keung", "Zhang Zhiwei")
    twoNames("Cheung Chi Keung", "张志伟")
    twoNames("Chan Ka Wai", "Chan Ka Fai")
    twoNames("Chan Ka Wing", "Chen Jiahua")
    twoNames("Ma Chün-lan", "Ma Zhonglan")
    twoNames("Tan Beng Hock", "Chen Mingxing")
  })

  test("in pinyin on both sides are not read by other systems, and one with a syllable of Wade-Giles is", () => {
    twoNames("Wang Qingfang", "Wang Jingfang")
    oneName("Jia Desheng", "Chia Te-sheng")
    oneName("Li Guoping", "Li Kuo-p'ing")
  })
})

describe("a short word that only a romanization makes another", () => {
  test("is chance in a name that is not made of syllables", () => {
    twoNames("Lu Lei", "Lui Mpamo Jang")
    twoNames("Xia Xin", "Hasan")
    twoNames("Wan Xin", "Mansan")
  })

  test("is evidence beside a longer word of syllables", () => {
    oneName("Kim Yong-chol Alexander", "Kim Yeongcheol Alexander")
    oneName("Zhang Zhiqiang Alexander", "Cheung Chi Keung Alexander")
  })
})

describe("Korean names", () => {
  test("are one in the Revised Romanization, McCune-Reischauer, the system of the North, by custom and in Hangul", () => {
    oneName("Jeong Gyeongtaek", "Chŏng Kyŏng-t'aek", "Jong Kyong Thaek", "Jung Kyung Taek", "정경택")
    oneName("Yun Byeonggwon", "Yun Pyŏng-kwŏn", "Yoon Byung Kwon", "윤병권")
    oneName("I Myeongsu", "Yi Myŏng-su", "Lee Myung Soo", "이명수")
    oneName("Sim Pilhae", "Shim Pil Hae", "Sim Phil Hae", "심필해")
  })

  test("are two where a syllable is another", () => {
    twoNames("Chŏng Kyŏng-t'aek", "Jeong Gyeonghwan")
    twoNames("Yoon Byung Kwon", "Yoon Byung Chul")
    twoNames("Jong Kyong Thaek", "정경태")
  })

  test("lose an r of the North before i and y alone, and have n for it before other vowels", () => {
    oneName("Ryu Ryongchol", "Yu Yongchol")
    oneName("Ri Namjong", "I Namjong")
    oneName("Ro Tokjong", "No Tokjong", "Roh Deokjong")
    twoNames("Ro Tokjong", "O Tokjong")
    twoNames("Roh Kikwang", "Oh Gigwang")
    twoNames("노기광", "오기광")
  })
})

describe("syllables", () => {
  test("of the south stand for syllables of pinyin", () => {
    const unknown = southern.spellings.flatMap((spelling) => southern.get(spelling)).filter((read) => !pinyin.has(read))
    expect(new Set(unknown)).toEqual(new Set(["ouyang", "situ"]))
    expect(southern.get("keung")).toEqual(["qiang", "jiang"])
  })

  test("of Korean names are known in the habits of papers", () => {
    for (const [spelling, sign] of [
      ["byung", "병"],
      ["kyoung", "경"],
      ["thaek", "택"],
      ["shik", "식"],
      ["wook", "욱"],
      ["phyong", "평"]
    ] as const)
      expect([spelling, korean.get(spelling).includes(sign)]).toEqual([spelling, true])
  })

  test("of other words have no keys, and no word has many", () => {
    for (const word of ["alexander", "khalid", "fischer", "", "n", "'", "x".repeat(60)]) expect(syllableKeys(word, "latin")).toEqual([])
    expect(syllableKeys("ng", "latin")).toContain("wu")
    for (const word of ["chunchun", "chingchi", "kimhung", "chanchan"]) expect(syllableKeys(word, "latin").length).toBeLessThanOrEqual(40)
    expect(syllableKeys("志强", "han")).toEqual(["zhiqiang"])
    expect(syllableKeys("志强明国", "han")).toEqual([])
  })
})
