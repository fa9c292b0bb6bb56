import { expect, test } from "bun:test"
import { compareFacts } from "@vouchkit/core/verification/cross-reference/compare"
import { factSources, type PersonFacts } from "@vouchkit/core/verification/cross-reference/facts"
import { judgeCrossReference } from "@vouchkit/core/verification/cross-reference/judge"
import { compareNames } from "@vouchkit/core/verification/cross-reference/names"
import fc from "fast-check"
import { factsOf } from "./name-pair.ts"
import { measuredPairs } from "./name-pairs-measured.ts"
import { tuningPairs } from "./name-pairs-tuning.ts"

const pairs = [...tuningPairs, ...measuredPairs]
const surnames = [
  "Lindqvist",
  "Müller",
  "Okafor",
  "Kowalczyk",
  "Ó Briain",
  "Şahin",
  "Dvořák",
  "Fernández Ruiz",
  "van der Meer",
  "Al-Mansouri",
  "Nguyễn",
  "Smith-Jones",
  "O'Neill",
  "Þórsson"
]
const givenNames = [
  "Maria",
  "John",
  "Günther Karl",
  "Zoë",
  "Przemysław",
  "Aoife",
  "Ngozi",
  "Håkon",
  "José Luis",
  "Ayşe",
  "Tomáš",
  "Mei-Ling",
  "Văn Hùng",
  "Jean-Pierre"
]
const person = fc.record({
  source: fc.constantFrom(...factSources),
  surname: fc.constantFrom(...surnames),
  given_names: fc.constantFrom(...givenNames)
})

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 700 }),
  fc.string({ maxLength: 60 }),
  fc.stringMatching(/^[A-Z<]{0,44}$/),
  fc.constantFrom(...surnames, "محمد", "张伟", "김민수", "Щука", "สมชาย", "Mr", "née", "<<", ",")
)
const anything: fc.Arbitrary<PersonFacts> = fc.record(
  {
    source: fc.constantFrom(...factSources),
    surname: text,
    given_names: text,
    full_name: text,
    native_name: text,
    date_of_birth: fc.oneof(text, fc.constantFrom("1985-03-07", "1985-07-03", "1985", "1985-03-XX")),
    document_number: text,
    address: text,
    nationality: fc.oneof(text, fc.constantFrom("DE", "DEU", "D<<", "XXX")),
    country: fc.constantFrom("DE", "JP", "zz", ""),
    truncated: fc.boolean(),
    transliterated: fc.boolean(),
    confidence: fc.double()
  },
  { requiredKeys: ["source"] }
)
const policy = { pass: 0.85, review: 0.65 }

test("no text makes the comparison throw, and every score stays between 0 and 1", () => {
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      for (const { components, name_score } of compareFacts([one, other], policy)) {
        for (const { explanations, score, verdict } of [...components, { score: name_score, verdict: "match", explanations: [] }]) {
          expect(score === null || (score >= 0 && score <= 1)).toBe(true)
          if (verdict === "not_comparable") expect(score).toBeNull()
          expect(new Set(explanations).size).toBe(explanations.length)
        }
      }
      judgeCrossReference([one, other])
    }),
    { numRuns: 150 }
  )
})

test("the order of two sources changes no score, no verdict and no explanation", () => {
  const strip = (compared: ReturnType<typeof compareFacts>) => compared.map(({ components, name_score }) => ({ components, name_score }))
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      expect(strip(compareFacts([one, other], policy))).toEqual(strip(compareFacts([other, one], policy)))
    }),
    {
      numRuns: 2_000,
      // Two initials that one particle could stand for.
      examples: [
        [
          { source: "expected", given_names: "van der Meer" },
          { source: "proof_of_address", surname: "Lindqvist", given_names: "D<D" }
        ]
      ]
    }
  )
  for (const [one, other] of pairs) {
    const [a, b] = [factsOf(one, "identity_document"), factsOf(other, "expected")]
    expect(compareNames(a, b)).toEqual(compareNames(b, a))
  }
})

test("a person compared with themselves scores 1 in everything, in capitals and without accents too", () => {
  fc.assert(
    fc.property(person, (one) => {
      const bare = (value: string) => value.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()
      for (const other of [one, { ...one, surname: bare(one.surname), given_names: bare(one.given_names) }]) {
        const { given_names, score, surname } = compareNames({ ...one, source: "identity_document" }, { ...other, source: "expected" })
        expect([score, surname.verdict, given_names.verdict]).toEqual([1, "match", "match"])
      }
    })
  )
})

test("an undivided name in either order is the divided one", () => {
  fc.assert(
    fc.property(person, fc.boolean(), (one, surnameFirst) => {
      const full_name = surnameFirst ? `${one.surname} ${one.given_names}` : `${one.given_names} ${one.surname}`
      expect(compareNames({ source: "identity_document", full_name }, one).score).toBeGreaterThanOrEqual(0.9)
    })
  )
})

test("people with neither a surname nor a given name in common never come near a match", () => {
  fc.assert(
    fc.property(person, person, fc.boolean(), (one, other, undivided) => {
      fc.pre(one.surname !== other.surname && one.given_names !== other.given_names)
      const left = undivided ? { source: one.source, full_name: `${one.given_names} ${one.surname}` } : one
      expect(compareNames(left, other).score).toBeLessThan(0.75)
    })
  )
})

test("another given name is never made up for by the same surname, nor the other way round", () => {
  fc.assert(
    fc.property(person, person, (one, other) => {
      fc.pre(one.surname !== other.surname && one.given_names !== other.given_names)
      expect(compareNames(one, { ...other, surname: one.surname }).score).toBeLessThan(0.75)
      expect(compareNames(one, { ...other, given_names: one.given_names }).score).toBeLessThan(0.75)
    })
  )
})

test("a further source never turns a failure into a pass", () => {
  const rank = { failed: 0, review: 1, passed: 2, not_applicable: 2 } as const
  fc.assert(
    fc.property(anything, anything, anything, (one, other, third) => {
      const before = judgeCrossReference([one, other]).outcome
      const after = judgeCrossReference([one, other, third]).outcome
      // Of several proofs of one address the best counts, as in their own check: another one may turn a failure into a doubt.
      const most = third.source === "proof_of_address" && before === "failed" ? rank.review : rank[before]
      expect(rank[after]).toBeLessThanOrEqual(most)
    }),
    { numRuns: 60 }
  )
})
