import { describe, expect, test } from "bun:test"
import { judgeNames } from "@vouchkit/core/verification/names/judge/judge"
import fc from "fast-check"

const ofFamily = (surname: string) => ({ surname, given_names: "Rosa" })
const families = (one: string, other: string) => judgeNames(ofFamily(one), ofFamily(other)).outcome
const undivided = (one: string, other: string) => judgeNames({ full_name: `Rosa ${one}` }, { full_name: `Rosa ${other}` }).outcome

describe("families that one letter of a romanization tells apart go to a person", () => {
  const rows: Readonly<Record<string, string>> = {
    "y and j": "Yadav Jadhav|Yadav Jadav|Johal Yohal|Najjar Nayar|Jagtap Yagtap",
    aspirates: "Khanna Hanna|Dhillon Dillon|Thapa Tapa|Dhingra Dingra|Pathak Patak|Kot Koth",
    "c and k": "Franc Frank|Adamcová Adámková|Moravcová Morávková|Özcan Özkan|Akçay Akay|Koç Kok",
    "ou and u": "Koubková Kubková|Matoušek Matušek",
    "y between consonants": "Smith Smyth|Rybar Ribar",
    "short words": "Ray Rai",
    "spellings of one given name": "Stewart Stuart|Allan Allen|Graham Graeme",
    particles: "De_Luca Di_Luca|Van_der_Veen Van_de_Veen|Da_Silva De_Silva"
  }
  for (const [kind, pairs] of Object.entries(rows)) {
    for (const pair of pairs.split("|")) {
      const [one = "", other = ""] = pair.split(" ").map((name) => name.replaceAll("_", " "))
      test(`${kind}: ${one} and ${other}, in either order`, () => {
        expect(families(one, other)).not.toBe("agrees")
        expect(families(other, one)).toBe(families(one, other))
      })
    }
  }
  test("also where no one said which word is the surname", () => {
    for (const [one, other] of [
      ["Yadav", "Jadhav"],
      ["Khanna", "Hanna"],
      ["Smith", "Smyth"]
    ] as const)
      expect([one, undivided(one, other)]).toEqual([one, "doubtful"])
  })
})

describe("spellings of one family agree", () => {
  const rows =
    "Kapoor Kapur|Mansouri Mansoori|Yakovlev Jakovlev|Khodorkovsky Hodorkovsky|Vasilyev Vasiliev|Sokolov Sokoloff|Kaminski Kaminsky|Hussain Hossein|Ansari Ansary|Jethwa Jethva|Müller Mueller|De_Luca De_Luca"
  for (const pair of rows.split("|")) {
    const [one = "", other = ""] = pair.split(" ").map((name) => name.replaceAll("_", " "))
    test(`${one} and ${other}`, () => expect(families(one, other)).toBe("agrees"))
  }
  test("Яковлев and Jakovlev, since one of them is in other letters", () => expect(families("Яковлев", "Jakovlev")).toBe("agrees"))
  test("a word agrees with itself, whatever its letters are", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:y|j|kh|dh|th|c)[aeiou](?:ou|y|j|ck|kh)[aeiou][nrlt]{1,2}a?$/u), (name) => {
        expect(families(name, name)).toBe("agrees")
      }),
      { numRuns: 40, endOnFailure: true }
    )
  })
})

test("a j where the other family has a y is never passed over, wherever it stands", () => {
  const start = fc.stringMatching(/^(?:[bdklmrs][aeiou]){0,2}$/u)
  const end = fc.stringMatching(/^[aou][dlmnrt][aeiou][dlmnrt]$/u)
  fc.assert(
    fc.property(start, end, (before, after) => {
      expect(families(`${before}j${after}`, `${before}y${after}`)).not.toBe("agrees")
    }),
    { numRuns: 60, endOnFailure: true }
  )
})

describe("given names", () => {
  const given = (one: string, other: string) =>
    judgeNames({ surname: "Khan", given_names: one }, { surname: "Khan", given_names: other }).outcome
  test("Abdul may be the beginning of another name than Abdullah", () => {
    expect([given("Abdullah", "Abdul"), given("Abdul", "Abdullah")]).toEqual(["doubtful", "doubtful"])
    expect(judgeNames({ full_name: "Sheikh Abdullah Rahman", holders: true }, { surname: "Rahman", given_names: "Abdul" }).outcome).toBe(
      "doubtful"
    )
  })
  test("Jatin and Yatin are two names, Jelena and Yelena are one, and so are Yevgenia and Evgenia", () => {
    expect([given("Jatin", "Yatin"), given("Jelena", "Yelena"), given("Yevgenia", "Evgenia")]).toEqual(["doubtful", "agrees", "agrees"])
  })
})
