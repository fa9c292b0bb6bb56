import { describe, expect, test } from "bun:test"
import type { ExplanationCode, PersonFacts } from "@vouchkit/core/verification/cross-reference/facts"
import { compareNames } from "@vouchkit/core/verification/cross-reference/names"
import { factsOf } from "./name-pair.ts"

const compared = (one: string, other: string, more: Partial<PersonFacts> = {}) =>
  compareNames({ ...factsOf(one, "identity_document"), ...more }, factsOf(other, "expected"))
const codes = (one: string, other: string): ReadonlyArray<ExplanationCode> => {
  const { given_names, surname } = compared(one, other)
  return [...new Set([...surname.explanations, ...given_names.explanations])].toSorted()
}

describe("what is explained", () => {
  const explained: ReadonlyArray<readonly [string, string, ReadonlyArray<ExplanationCode>]> = [
    ["Müller / Jürgen", "MUELLER / JUERGEN", ["transliteration_icao"]],
    ["MUELLER / JUERGEN", "MULLER / JURGEN", ["transliteration_icao"]],
    ["@Щербаков Дмитрий", "SHCHERBAKOV / DMITRII", ["transliteration_icao"]],
    ["@Παππάς Νίκος", "Pappas / Nikos", ["transliteration_general"]],
    ["@محمد العلي", "Al Ali / Mohammed", ["particle", "transliteration_general", "vowels_not_written"]],
    ["Carter / W", "CARTER / WILLIAM", ["initial"]],
    ["Carter / Bill", "CARTER / WILLIAM", ["nickname"]],
    ["Carter / William Henry", "CARTER / WILLIAM", ["middle_name_missing"]],
    ["Carter / William Henry", "CARTER / HENRY", ["first_name_missing"]],
    ["Carter / William Henry", "CARTER / WILLIAM BRUCE", ["another_given_name"]],
    ["Ivanov / Ivan Petrovich", "IVANOV / IVAN", ["patronymic"]],
    ["Ivanov / Olga", "IVANOVA / OLGA", ["gendered_form"]],
    ["van den Berg / Pieter", "BERG / PIETER", ["particle"]],
    ["Carter / William", "WILLIAMCARTER", ["joined_words"]],
    ["al-Rahman / Omar Abd", "ALRAHMAN / OMAR ABD", ["joined_words"]],
    ["Abd al-Rahman / Omar", "ABDURRAHMAN / OMAR", ["joined_words", "spelling_variant"]],
    ["Nazarbayev / Nursultan", "NAZARBAEV / NURSULTAN", ["spelling_variant"]],
    ["Wang / Fang", "WANG / FENG", ["different_name"]],
    ["Hansen / Lars", "HANSSON / LARS", ["different_name"]],
    ["Hassan / Omar", "HUSSAIN / OMAR", ["different_name"]],
    ["Dubois / Jean-Pierre", "DUBOIS / JEANPIERRE", ["joined_words"]],
    ["García Fernández / Lucía", "GARCIA / LUCIA", ["compound_surname_part"]],
    ["García Fernández / Lucía", "GARCIA ROMERO / LUCIA", ["another_surname_word", "compound_surname_part"]],
    ["Smith-Jones / Rebecca", "SMITH / REBECCA", ["compound_surname_part", "married_name_possible"]],
    ["Schmidt geb. Müller / Anna", "MUELLER / ANNA", ["married_name_possible", "transliteration_icao"]],
    ["Zhang / San", "San / Zhang", ["order_swapped"]],
    ["Garcia / Lopez Ana", "Garcia Lopez / Ana", ["divided_otherwise"]],
    ["Papandropoulous / Jonathon Warren", "PAPANDROPOULOUS / JONATHON WARR…", ["truncated_by_mrz"]],
    ["Whitcombe / Rachel", "WHITCOMB / RACHEL", ["one_letter_differs"]],
    ["King / Martin Jr", "KING / MARTIN", ["generation_missing"]],
    ["King / Martin Jr", "KING / MARTIN Sr", ["generation_differs"]],
    ["Suharto /", "SUHARTO / BUDI", ["mononym"]],
    ["Adeyemi / Folake", "BALOGUN / TUNDE", ["different_name"]]
  ]
  for (const [one, other, wanted] of explained) {
    test(`${one} and ${other}: ${wanted.join(", ")}`, () => {
      expect(codes(one, other)).toEqual([...wanted])
      expect(codes(other, one)).toEqual([...wanted])
    })
  }
})

test("surname and given names are judged apart: a brother matches in one and mismatches in the other", () => {
  const { given_names, score, surname } = compared("Kennedy / Robert", "KENNEDY / EDWARD")
  expect([surname.verdict, given_names.verdict]).toEqual(["match", "mismatch"])
  expect(score).toBeLessThanOrEqual(0.7)
})

test("brothers and sisters who share a syllable of their given names stay different, in signs and in letters", () => {
  for (const [one, other] of [
    ["Kim / Min Soo", "KIM / MIN JI"],
    ["@王小明", "@王小红"],
    ["@王小明", "WANG / XIAO HONG"],
    ["Nguyen / Thi Lan", "NGUYEN / THI HOA"],
    ["@محمد علي", "@أحمد علي"],
    ["@محمد علي", "ALI / AHMED"]
  ] as const) {
    expect(compared(one, other).score).toBeLessThan(0.75)
  }
})

test("two first names that change places with a surname that may be one are asked of a person", () => {
  const { score } = compared("Thomas / Martin", "Martin / Thomas")
  expect(score).toBe(0.85)
})

test("Arabic without vowels reaches neither a pass nor a failure against a Latin spelling, and a pass against its ICAO spelling", () => {
  expect(compared("@محمد العلي", "Al Ali / Mohammed").score).toBe(0.8)
  expect(compared("@محمد عبدالرحيم", "EBDALRXHYM / MXHMD").score).toBe(1)
})

test("consonants that agree but for one are asked of a person, not refused", () => {
  const { score } = compared("@נתניהו בנימין", "NETANYAHU / BINYAMIN")
  expect(score).toBeGreaterThanOrEqual(0.75)
  expect(score).toBeLessThan(0.9)
})

test("a zone that was not cut off does not excuse half a name", () => {
  const cut = compared("Papandropoulous / Jonathon", "PAPANDROPOULOUS / JONA…")
  const whole = compared("Papandropoulous / Jonathon", "PAPANDROPOULOUS / JONA")
  expect(cut.given_names.verdict).toBe("match")
  expect(whole.given_names.verdict).not.toBe("match")
})

test("a name that fills the 39 characters of a zone is taken for cut off, one that is shorter is not", () => {
  const zone = (given: string) => ({ source: "chip", full_name: `FEATHERSTONEHAUGH<<ALEXANDRA<${given}` }) as const
  const person = { source: "identity_document", surname: "Featherstonehaugh", given_names: "Alexandra Wilhelmina" } as const
  expect(zone("WILHELMINA").full_name).toHaveLength(39)
  const long = { ...person, given_names: "Alexandra Wilhelminakaroline" }
  expect(compareNames(zone("WILHELMINA"), long).given_names.explanations).toContain("truncated_by_mrz")
  expect(compareNames(zone("WILHELMI"), person).given_names.explanations).not.toContain("truncated_by_mrz")
})

test("fillers, commas and titles say nothing of a person", () => {
  const person = { source: "expected", surname: "van der Meer", given_names: "Joost" } as const
  for (const full_name of ["VAN<DER<MEER<<JOOST<<<<<<<<", "Van der Meer, Joost", "Dhr. Joost van der Meer", "Mr Joost VAN DER MEER"]) {
    expect(compareNames({ source: "identity_document", full_name }, person).score).toBe(1)
  }
})

test("any one of the people a bill is addressed to may be the person, a company never", () => {
  const person = { source: "expected", surname: "Hall", given_names: "Nancy" } as const
  const bill = (full_name: string) => compareNames({ source: "proof_of_address", full_name }, person).score
  expect(bill("Mr Brian & Mrs Nancy Hall")).toBe(1)
  expect(bill("Brian Hall\nNancy Hall")).toBe(1)
  expect(bill("Brian Hall")).toBeLessThan(0.75)
  expect(bill("Nancy Hall Plumbing Ltd")).toBeLessThanOrEqual(0.6)
})

test("signs that no table can say are compared with signs and never held against a spelling", () => {
  expect(compared("@สมชาย ใจดี", "JAIDEE / SOMCHAI").score).toBeNull()
  expect(compared("@สมชาย ใจดี", "@สมชาย ใจดี").score).toBe(1)
  expect(compared("@佐藤太郎", "SATO / TARO", { nationality: "JPN" }).score).toBeNull()
  expect(compared("@佐藤太郎", "@佐藤太郎", { nationality: "JPN" }).score).toBe(1)
  expect(compared("@张伟", "LI / WEI", { nationality: "CHN" }).score).toBeLessThan(0.75)
})

test("words that look like a title or a placeholder are names where they are all there is", () => {
  expect(compared("Li / Na", "LI / NA").given_names.score).toBe(1)
  expect(compared("Li Na", "LI / NA").score).toBe(1)
  expect(compared("@عمر فاروق", "FAROUK / OMAR").score).toBe(0.8)
  expect(compared("Tan Mei Ling", "TAN / MEI LING").score).toBe(1)
})

test("a source without a name is not compared", () => {
  const { given_names, score, surname } = compareNames({ source: "chip" }, { source: "expected", surname: "Hall" })
  expect([score, surname.verdict, given_names.verdict]).toEqual([null, "not_comparable", "not_comparable"])
})
