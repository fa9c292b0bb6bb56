import { describe, expect, test } from "bun:test"
import { readBrahmic } from "../../../../packages/core/src/verification/names/scripts/brahmic.ts"
import { japaneseReadings, normalizedHan, splitHan } from "../../../../packages/core/src/verification/names/scripts/han.ts"
import { inJapanese } from "../../../../packages/core/src/verification/names/scripts/japanese.ts"
import { thresholds } from "../../../../packages/core/src/verification/screening/engine/query.ts"
import { ReverseSearch } from "../../../../packages/core/src/verification/screening/engine/reverse-search.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { aRecord } from "../../../support/watchlist.ts"

const scoreOf = (name: string, listed: string): number =>
  index([aRecord(listed), aRecord("Somebody Else")])
    .search({ name, type: "person" }, { threshold: 0.2 })
    .hits.find(({ uid }) => uid === listed)?.score ?? 0

const found = (name: string, listed: string) =>
  expect([name, listed, scoreOf(name, listed) >= thresholds.review]).toEqual([name, listed, true])
const apart = (name: string, listed: string) =>
  expect([name, listed, scoreOf(name, listed) < thresholds.review]).toEqual([name, listed, true])

describe("scripts of India", () => {
  test.each([
    ["नरेन्द्र", "narendra"],
    ["खंडेलवाल", "khandelval"],
    ["सिंह", "singh"],
    ["आनंद", "anand"],
    ["अंबिका", "ambika"],
    ["ज्ञानेश", "gyanesh"],
    ["ਗੁਰਮੀਤ", "gurmit"],
    ["বিশ্বাস", "bishbas"],
    ["મહેન્દ્ર", "mahendra"],
    ["నరసింహ", "narasimha"],
    ["ಸಿದ್ದರಾಮಯ್ಯ", "siddaramayya"],
    ["വിജയൻ", "vijayan"],
    ["முருகன்", "murugan"],
    ["ନବୀନ", "nabin"]
  ])("are read by one table: %s as %s first", (word, latin) => {
    expect(readBrahmic(word)[0]).toBe(latin)
  })

  test("leave out the a that falls silent, and keep it where it does not", () => {
    expect(readBrahmic("सिद्धार्थ")).toEqual(["siddhartha", "siddharth"])
    expect(readBrahmic("यशवंत")).toEqual(["yashvant", "yashavant"])
    // In the south no a falls silent.
    expect(readBrahmic("అనసూయ")).toEqual(["anasuya"])
  })

  test("say in Tamil what its letters cannot write", () => {
    for (const [own, latin] of [
      ["இரவி", "ravi"],
      ["இலட்சுமி", "latchumi"],
      ["சந்திரன்", "sandran"],
      ["பாலு", "balu"],
      ["தேவி", "devi"],
      ["கோபால்", "gobal"],
      ["செல்வி", "selvi"],
      ["பாஞ்சாலி", "panjali"]
    ] as const)
      expect([own, readBrahmic(own).includes(latin)]).toEqual([own, true])
  })

  test("read marks that stand alone, letters without a vowel and signs of other scripts without failing", () => {
    for (const odd of ["\u093f", "\u0901", "\u094d\u094d", "क\u094d", "कabc", "\u0d7a", "ম\u09ce", "\u0a71ਕ"])
      expect(readBrahmic(odd)).toBeArray()
  })

  test("find a name and are found by it, in each direction", () => {
    for (const [own, latin] of [
      ["राकेश अग्रवाल", "Rakesh Agarwal"],
      ["जसपाल सिंह", "Jaspal Singh"],
      ["জাহাঙ্গীর তালুকদার", "Jahangir Talukder"],
      ["ਹਰਜੀਤ ਢਿੱਲੋਂ", "Harjeet Dhillon"],
      ["జయరామ్ రెడ్డి", "Jayaram Reddy"]
    ] as const) {
      found(own, latin)
      found(latin, own)
    }
    apart("राकेश अग्रवाल", "Mukesh Agarwal")
    apart("जसपाल सिंह", "Harpal Singh")
  })
})

describe("names of two parts that very many names share", () => {
  test("are one in their spellings, in each script", () => {
    for (const [one, other] of [
      ["Gurpreet Singh Bhullar", "Gurprit Singh Bhullar"],
      ["ਗੁਰਪ੍ਰੀਤ ਭੁੱਲਰ", "Gurpreet Bhullar"],
      ["ਹਰਪ੍ਰੀਤ ਕੌਰ", "Harprit Kaur"],
      ["Surinder Pal Toor", "सुरेन्द्र पाल तूर"],
      ["Balwinder Atwal", "Balvindar Atwal"]
    ] as const) {
      found(one, other)
      found(other, one)
    }
  })

  test("are two where one part differs, however near the letters are", () => {
    for (const [one, other] of [
      ["Jagdeep Singh Bhullar", "Jasdeep Singh Bhullar"],
      ["Sandeep Kaur Atwal", "Mandeep Kaur Atwal"],
      ["Harmeet Toor", "Harjeet Toor"],
      ["Surinder Kaur", "Satinder Kaur"],
      ["ਹਰਪ੍ਰੀਤ ਸਿੰਘ", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"],
      ["ਮਨਮੀਤ ਸੋਢੀ", "Manjit Sodhi"],
      ["Rajesh Kulkarni", "Rakesh Kulkarni"]
    ] as const) {
      apart(one, other)
      apart(other, one)
    }
  })

  test("that are near may be a slip where the birth date agrees", () => {
    const listed = aRecord("Jagdeep Singh Bhullar", { births: [{ from: "1980-03-04", to: "1980-03-04", precision: "day", circa: false }] })
    const ask = (date_of_birth: string) =>
      index([listed, aRecord("Somebody Else")]).search({ name: "Jasdeep Singh Bhullar", type: "person", date_of_birth }).hits.length
    expect([ask("1980-03-04"), ask("1984-07-19")]).toEqual([1, 0])
  })

  test("a slip that makes no other such name is found", () => found("Gurprert Singh Bhullar", "Gurpreet Singh Bhullar"))
})

describe("another vowel and consonant side by side in a short word", () => {
  test("are another syllable and another name", () => {
    apart("Amarinder Sandhu", "Amarinder Siddhu")
    apart("ਅਮਰਿੰਦਰ ਸੰਧੂ", "ਅਮਰਿੰਦਰ ਸਿੱਧੂ")
    apart("Matthias Hansen", "Matthias Hirsen")
  })

  test("are a spelling where they sound the same, and two slips apart from each other are", () => {
    found("Faysal Bernhard", "Feisal Bernhard")
    found("Mansour Naggar", "Mansour Najjar")
    found("Matthias Hansen", "Matthias Hamsan")
  })
})

describe("Japanese names", () => {
  test("in signs are read sign by sign, by their place in the name", () => {
    const readings = (word: string) => japaneseReadings(normalizedHan(word))
    expect(readings("黒沢")).toContain("kurosawa")
    expect(readings("松下")).toContain("matsushita")
    expect(readings("久美子")).toContain("kumiko")
    expect(readings("哲也")).toContain("tetsuya")
    expect(readings("誠")).toContain("makoto")
    // A sign without a reading leaves the word without one.
    expect(readings("哲饕")).toEqual([])
    expect(splitHan(normalizedHan("黒沢哲也"))).toEqual([normalizedHan("黒沢"), "哲也"])
    expect(splitHan(normalizedHan("小笠原誠"))).toEqual(["小笠原", normalizedHan("誠")])
  })

  test("are one in whichever romanization", () => {
    expect(inJapanese("tsuchida")).toBe("tutida")
    expect(inJapanese("shunichi")).toBe(inJapanese("syuniti"))
    expect(inJapanese("fujii")).toBe(inJapanese("huzii"))
    expect(inJapanese("ohno")).toBe(inJapanese("ono"))
    expect(inJapanese("shimpei")).toBe(inJapanese("sinpei"))
    for (const other of ["smith", "khalid", "a", "", "lavrov", "x".repeat(60)]) expect(inJapanese(other)).toBeNull()
  })

  test("find a name and are found by it", () => {
    for (const [one, other] of [
      ["黒沢哲也", "Kurosawa Tetsuya"],
      ["松下久美子", "Kumiko Matsushita"],
      ["タナカ マコト", "田中誠"],
      ["Tutida Tatuo", "Tsuchida Tatsuo"],
      ["Syuniti Huzii", "Shunichi Fujii"]
    ] as const) {
      found(one, other)
      found(other, one)
    }
  })

  test("are others where one reading differs: a reading is exact, and a short Latin word has no other romanization", () => {
    apart("黒沢哲也", "Kurosawa Tetsuo")
    apart("松下明美", "Matsushita Kiyoshi")
    apart("Tina Mori", "China Mori")
    apart("王明美", "Tanaka Akemi")
  })
})

test("the search the other way round finds what only syllables or readings have in common", () => {
  for (const [name, listed] of [
    ["黒沢哲也", "Kurosawa Tetsuya"],
    ["Kurosawa Tetsuya", "黒沢哲也"],
    ["Syuniti Huzii", "Shunichi Fujii"],
    ["Hsiao Ch'ing-chang", "Xiao Qingzhang"]
  ] as const) {
    const kept = new ReverseSearch([{ id: "one", query: { name, type: "person" } }])
    expect([name, [...kept.find([aRecord(listed)], 0.715).keys()]]).toEqual([name, scoreOf(name, listed) >= 0.715 ? ["one"] : []])
  }
})
