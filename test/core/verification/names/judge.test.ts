import { describe, expect, test } from "bun:test"
import { judgeNames } from "@vouchkit/core/verification/names/judge/judge"
import type { NameStatement } from "@vouchkit/core/verification/names/judge/reading"
import fc from "fast-check"

/** `Surname / Given names` is a name in fields, and any other text is a name as a bill prints it. */
const stated = (written: string): NameStatement => {
  const [surname = "", given_names] = written.split(" / ")
  return given_names === undefined ? { full_name: written, holders: true } : { surname, given_names }
}
const outcome = (one: string, other: string) => judgeNames(stated(one), stated(other)).outcome

describe("what is at best for a person to decide", () => {
  const pairs: ReadonlyArray<readonly [string, string]> = [
    ["Rahim Chowdhury", "Chowdhury / Rahima"],
    ["Christian Weber", "Weber / Christiane"],
    ["Stanisław Nowak", "Nowak / Stanisława"],
    ["René Dubois", "Dubois / Renée"],
    ["Gurpreet Kaur", "Singh / Gurpreet"],
    ["Gurpreet Singh Dhillon", "Dhillon / Gurpreet Kaur"],
    ["Anna Thompson", "Thomson / Anna"],
    ["Anna Jansen", "Janssen / Anna"],
    ["Anna Bauer", "Baur / Anna"],
    ["Anna Miller", "Müller / Anna"],
    ["Anna Miller", "Mueller / Anna"],
    ["Ivan Sergeevich Petrov", "Petrov / Ivan Andreevich"],
    ["Anna Louise Berg", "Berg / Anna Sofia"],
    ["Anna Berg Lind", "Anna Berg Holm"],
    ["Budi Santoso", "Budi Susanto"],
    ["Anna Schmidt née Müller", "Müller / Anna"],
    ["Anna Schmidt-Müller", "Schmidt / Anna"],
    ["c/o Anna Müller", "Müller / Anna"],
    ["Nguyen Thi An", "Nguyen Van / An"],
    ["Tran Van Mai", "Tran / Thi Mai"],
    ["Nur binti Ahmad", "bin Ahmad / Nur"],
    ["Alexa Brown", "Brown / Alex"],
    ["Wang Jing", "Wang / Ying"],
    ["Wang Jun", "Wang / Yun"],
    ["Jiang Wei", "Yang / Wei"],
    ["Zhou Wei", "Zhu / Wei"],
    ["Hou Wei", "Hu / Wei"],
    ["Wang Jian", "Wang / Yan"],
    ["Nguyen Hanh", "Nguyen / Khanh"],
    ["Alex Brown & Co", "Brown / Alex"],
    ["Alex Brown + Sons", "Brown / Alex"]
  ]
  for (const [one, other] of pairs) {
    test(`${one} and ${other} do not agree, whichever is asked first`, () => {
      expect(outcome(one, other)).not.toBe("agrees")
      expect(outcome(other, one)).toBe(outcome(one, other))
    })
  }
})

describe("one person is never refused", () => {
  const agree: ReadonlyArray<readonly [string, string]> = [
    ["JUERGEN MUELLER", "Müller / Jürgen"],
    ["Anna Muller", "Müller / Anna"],
    ["MUELLER<<ANNA", "Müller / Anna"],
    ["Juan García", "García López / Juan"],
    ["김민수", "Kim / Minsu"],
    ["최나리", "Choi / Nari"],
    ["王伟", "Wang / Wei"],
    ["Kim Jun", "Kim / Joon"],
    ["Иванов Иван Петрович", "Ivanov / Ivan"],
    ["Selvi Ramasamy", "Ramasamy / Selvi"],
    ["M. van den Heuvel", "van den Heuvel / Marieke"]
  ]
  for (const [one, other] of agree) test(`${one} and ${other} agree`, () => expect(outcome(one, other)).toBe("agrees"))

  const doubtful: ReadonlyArray<readonly [string, string]> = [
    ["محمد حسن", "Hassan / Mohamed"],
    ["田中太郎", "Tanaka / Taro"],
    ["יעקב רוזנברג", "Rosenberg / Yaakov"],
    ["สมชาย ใจดี", "Jaidee / Somchai"],
    ["João Santos", "Silva Santos / João"],
    ["c/o John Smith", "Smith / John"],
    ["Anna Schmidt geb. Müller", "Müller / Anna"]
  ]
  for (const [one, other] of doubtful) test(`${one} and ${other} go to a person`, () => expect(outcome(one, other)).toBe("doubtful"))
})

describe("plainly other people are refused", () => {
  const pairs: ReadonlyArray<readonly [string, string]> = [
    ["John Smith", "Smith / Mary"],
    ["Jean Luc Moreau", "Moreau / Jean Paul"],
    ["김민수", "Kim / Minji"],
    ["王小明", "Wang / Xiaohong"],
    ["王伟", "Smith / John"],
    ["c/o Peter Brown", "Smith / John"],
    ["Estate of John Smith", "Smith / John"]
  ]
  for (const [one, other] of pairs) test(`${one} and ${other} differ`, () => expect(outcome(one, other)).toBe("differs"))
})

describe("a name in the letters of its country is asked of a person where papers may spell it so", () => {
  const pairs: ReadonlyArray<readonly [string, string]> = [
    ["김정은", "Kim / Jong Un"],
    ["유재석", "Yoo / Jae-suk"],
    ["신동엽", "Shin / Dong-yup"],
    ["이재명", "Lee / Jae-myung"],
    ["김연아", "Kim / Yuna"],
    ["이병헌", "Lee / Byung-hun"],
    ["전지현", "Jun / Ji-hyun"],
    ["송중기", "Song / Joong-ki"],
    ["陳大文", "Chan / Tai Man"],
    ["عبد الرحمن الشريف", "Al Sharif / Abdurrahman"]
  ]
  for (const [one, other] of pairs) test(`${one} and ${other} do not differ`, () => expect(outcome(one, other)).not.toBe("differs"))

  const others: ReadonlyArray<readonly [string, string]> = [
    ["김정은", "Kim / Min-ho"],
    ["박지성", "Park / Ji-woo"],
    ["이민호", "Lee / Min-ji"],
    ["王大文", "Wang / Xiaohong"],
    ["عبد الرحمن الشريف", "Al Sharif / Abdullah"]
  ]
  for (const [one, other] of others) test(`${one} and ${other} differ`, () => expect(outcome(one, other)).toBe("differs"))
})

test("a side without a name has no outcome", () => {
  expect(judgeNames({}, stated("Smith / John")).outcome).toBeNull()
  expect(judgeNames({ full_name: "---" }, stated("Smith / John")).outcome).toBeNull()
})

test("the order of two names never changes the judgement", () => {
  const word = fc.constantFrom(
    ..."Anna Müller Mueller Miller Rahim Rahima Singh Kaur van der García López Ivan Sergeevich Иван محمد 김민수 田中 J. née c/o & Jean-Paul O'Brien Jr".split(
      " "
    )
  )
  const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(" "))
  const statement = fc.oneof(
    fc.record({ surname: name, given_names: name }),
    fc.record({ full_name: name, holders: fc.boolean() }),
    fc.record({ full_name: fc.string({ unit: "binary", maxLength: 60 }) })
  )
  fc.assert(
    fc.property(statement, statement, (one, other) => {
      expect(judgeNames(other, one)).toEqual(judgeNames(one, other))
    }),
    { numRuns: 400 }
  )
})
