import { describe, expect, test } from "bun:test"
import { assessRisk, type RiskSignal, riskLevelOf } from "@vouchkit/core/flows/risk/assess"
import { RiskAssessment, RiskSignalCode, riskSignalFacts } from "@vouchkit/core/flows/risk/model"
import { Schema } from "effect"
import fc from "fast-check"

const value = fc.double({ min: 0, max: 1, noNaN: true })
const signals = fc.array(fc.record({ signal: fc.constantFrom(...RiskSignalCode.literals), value }), { maxLength: 40 })
const scoreOf = (given: ReadonlyArray<RiskSignal>) => assessRisk(given).score

test("nothing found is no risk", () => {
  expect(assessRisk([])).toEqual({ score: 0, level: "low", version: "2", contributions: [] })
})

test("levels begin at 30, 60 and 85", () => {
  expect([0, 29, 30, 59, 60, 84, 85, 100].map(riskLevelOf)).toEqual([
    "low",
    "low",
    "medium",
    "medium",
    "high",
    "high",
    "critical",
    "critical"
  ])
})

test("a contribution shows weight, value and what it added to the heavier ones, the heaviest first", () => {
  expect(
    assessRisk([
      { signal: "country_risk", value: 0.5 },
      { signal: "check_face_match", value: 0.5 },
      { signal: "resubmissions", value: 0 }
    ])
  ).toEqual({
    score: 43,
    level: "medium",
    version: "2",
    contributions: [
      { signal: "check_face_match", weight: 65, value: 0.5, effect: 32.5 },
      { signal: "country_risk", weight: 30, value: 0.5, effect: 10.1 }
    ]
  })
})

test("beside a heavier signal of its subject a signal adds a quarter of what it adds beside one of another", () => {
  const beside = (signal: RiskSignalCode) =>
    assessRisk([
      { signal: "check_liveness", value: 1 },
      { signal, value: 0.4 }
    ]).contributions[1]?.effect
  expect([beside("check_face_match"), beside("check_nfc_chip")]).toEqual([2, 7.8])
})

test("one severe fault is high and not critical, faults of several subjects are critical", () => {
  const forged = ["check_document_authenticity", "check_document_extraction", "check_identity_cross_reference", "session_reasons"] as const
  const absent = ["check_liveness", "check_face_match"] as const
  const worst = (...codes: ReadonlyArray<RiskSignalCode>) => assessRisk(codes.map((signal) => ({ signal, value: 1 })))
  expect([worst(...forged).score, worst(...forged).level]).toEqual([80, "high"])
  expect([worst(...absent).score, worst(...absent).level]).toEqual([75, "high"])
  expect(worst(...forged, ...absent).level).toBe("critical")
  expect(worst(...RiskSignalCode.literals).score).toBeLessThanOrEqual(100)
})

describe("for any signals", () => {
  test("the assessment keeps to its schema, and the contributions are the whole score", () => {
    fc.assert(
      fc.property(signals, (given) => {
        const assessed = assessRisk(given)
        expect(() => Schema.decodeUnknownSync(RiskAssessment)(assessed)).not.toThrow()
        const sum = assessed.contributions.reduce((total, { effect }) => total + effect, 0)
        expect(Math.abs(assessed.score - sum)).toBeLessThanOrEqual(0.5 + 1e-6)
      })
    )
  })

  test("a signal that gets worse, or is added, never lowers the score", () => {
    fc.assert(
      fc.property(signals, fc.nat(39), value, (given, at, worse) => {
        const raised = given.map((signal, index) => (index === at ? { ...signal, value: Math.max(signal.value, worse) } : signal))
        expect(scoreOf(raised)).toBeGreaterThanOrEqual(scoreOf(given))
        for (const signal of RiskSignalCode.literals) {
          expect(scoreOf([...given, { signal, value: worse }])).toBeGreaterThanOrEqual(scoreOf(given))
        }
      })
    )
  })

  test("their order does not matter, and what is said twice counts once", () => {
    fc.assert(
      fc.property(signals, (given) => {
        expect(assessRisk(given.toReversed())).toEqual(assessRisk(given))
        expect(assessRisk([...given, ...given])).toEqual(assessRisk(given))
      })
    )
  })
})

test("values out of bounds are taken to the nearest bound, and what is no number counts as the worst", () => {
  expect(scoreOf([{ signal: "check_proof_of_address", value: 7 }])).toBe(riskSignalFacts.check_proof_of_address.weight)
  expect(scoreOf([{ signal: "check_proof_of_address", value: -7 }])).toBe(0)
  expect(scoreOf([{ signal: "check_proof_of_address", value: Number.NaN }])).toBe(riskSignalFacts.check_proof_of_address.weight)
})
