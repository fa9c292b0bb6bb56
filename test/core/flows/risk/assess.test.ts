import { describe, expect, test } from "bun:test"
import { assessRisk, type RiskSignal, riskLevelOf } from "@vouchkit/core/flows/risk/assess"
import { RiskAssessment, RiskSignalCode, riskWeights } from "@vouchkit/core/flows/risk/model"
import { Schema } from "effect"
import fc from "fast-check"

const value = fc.double({ min: 0, max: 1, noNaN: true })
const signals = fc.array(fc.record({ signal: fc.constantFrom(...RiskSignalCode.literals), value }), { maxLength: 40 })
const scoreOf = (given: ReadonlyArray<RiskSignal>) => assessRisk(given).score

test("nothing found is no risk", () => {
  expect(assessRisk([])).toEqual({ score: 0, level: "low", version: "1", contributions: [] })
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

test("a contribution tells weight, value and what it added, the heaviest first", () => {
  expect(
    assessRisk([
      { signal: "network_vpn", value: 1 },
      { signal: "check_face_match", value: 0.5 },
      { signal: "resubmissions", value: 0 }
    ])
  ).toEqual({
    score: 39,
    level: "medium",
    version: "1",
    contributions: [
      { signal: "check_face_match", weight: 65, value: 0.5, effect: 32.5 },
      { signal: "network_vpn", weight: 6, value: 1, effect: 6 }
    ]
  })
})

describe("for any signals", () => {
  test("the assessment keeps to its schema, and the contributions are the whole score", () => {
    fc.assert(
      fc.property(signals, (given) => {
        const assessed = assessRisk(given)
        expect(() => Schema.decodeUnknownSync(RiskAssessment)(assessed)).not.toThrow()
        const sum = assessed.contributions.reduce((total, { effect }) => total + effect, 0)
        expect(Math.abs(assessed.score - Math.min(100, sum))).toBeLessThanOrEqual(0.5 + 1e-6)
      })
    )
  })

  test("a signal that gets worse, or is added, never lowers the score", () => {
    fc.assert(
      fc.property(signals, fc.nat(39), value, (given, at, worse) => {
        const raised = given.map((signal, index) => (index === at ? { ...signal, value: Math.max(signal.value, worse) } : signal))
        expect(scoreOf(raised)).toBeGreaterThanOrEqual(scoreOf(given))
        expect(scoreOf([...given, { signal: "check_liveness", value: worse }])).toBeGreaterThanOrEqual(scoreOf(given))
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
  expect(scoreOf([{ signal: "check_email", value: 7 }])).toBe(riskWeights.check_email)
  expect(scoreOf([{ signal: "check_email", value: -7 }])).toBe(0)
  expect(scoreOf([{ signal: "check_email", value: Number.NaN }])).toBe(riskWeights.check_email)
})
