import { describe, expect, test } from "bun:test"
import { CheckType } from "@vouchkit/core/resources/checks/model"
import { assessRisk } from "@vouchkit/core/flows/risk/assess"
import { checkEntries } from "@vouchkit/core/flows/check-kinds/registry"
import { isMade } from "@vouchkit/core/flows/risk/model"
import { type RiskEvidence, riskSignals } from "@vouchkit/core/flows/risk/signals"
import fc from "fast-check"

type Checked = RiskEvidence["checks"][number]

const session: RiskEvidence["session"] = { status_reason_codes: [], resubmission_count: 0 }
const check = (overrides: Partial<Checked> = {}): Checked => ({
  type: "face_match",
  status: "completed",
  outcome: "passed",
  score: null,
  reasons: [],
  details: null,
  created_at: "2026-03-01T12:00:00.000Z",
  ...overrides
})
const nothing: RiskEvidence = { session, checks: [], attempt: null, countries: [], document_days_left: null }
const assess = (overrides: Partial<RiskEvidence> = {}) => assessRisk(riskSignals({ ...nothing, ...overrides }))
const added = (overrides: Partial<RiskEvidence>) => assess(overrides).contributions.map(({ signal }) => signal)

test("a session of which nothing is known, and one whose checks all passed, are low", () => {
  expect(assess().score).toBe(0)
  expect(assess({ checks: CheckType.literals.map((type) => check({ type })) }).score).toBe(0)
})

test("a person who was not there is high by that alone, a proof of address that failed is not", () => {
  const failed = (type: Checked["type"]) => assess({ checks: [check({ type, outcome: "failed", score: 0 })] }).level
  expect(failed("liveness")).toBe("high")
  expect(failed("proof_of_address")).toBe("medium")
})

test("whatever the scores, failed weighs more than review, and review more than passed", () => {
  const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
  fc.assert(
    fc.property(fc.constantFrom(...CheckType.literals.filter(isMade)), score, score, score, (type, one, other, third) => {
      const of = (outcome: Checked["outcome"], value: number | null) => {
        const found = riskSignals({ ...nothing, checks: [check({ type, outcome, score: value })] })
        return found.find(({ signal }) => signal === `check_${type}`)?.value ?? 0
      }
      expect(of("failed", one)).toBeGreaterThan(of("review", other))
      expect(of("review", other)).toBeGreaterThan(of("passed", third))
    })
  )
})

test("a lower score of one outcome never lowers the risk", () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const outcome = fc.constantFrom("passed" as const, "review" as const, "failed" as const)
  fc.assert(
    fc.property(outcome, unit, unit, (given, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const score = (value: number) => assess({ checks: [check({ outcome: given, score: value })] }).score
      expect(score(low)).toBeGreaterThanOrEqual(score(high))
    })
  )
})

test("of each type the latest check counts, whatever the order", () => {
  const earlier = check({ outcome: "failed", created_at: "2026-03-01T11:00:00.000Z" })
  const later = check({ outcome: "passed" })
  expect(assess({ checks: [earlier, later] })).toEqual(assess({ checks: [later, earlier] }))
  expect(assess({ checks: [earlier, later] }).score).toBe(0)
})

test("a check that failed for what the person can put right weighs less than one that failed for more, and more than a doubt", () => {
  const of = (outcome: "failed" | "review", ...codes: ReadonlyArray<string>) => {
    const reasons = codes.map((code) => ({ code, severity: outcome === "failed" ? ("fail" as const) : ("review" as const), message: "" }))
    const found = riskSignals({ ...nothing, checks: [check({ type: "document_authenticity", outcome, reasons })] })
    return found.find(({ signal }) => signal === "check_document_authenticity")?.value ?? 0
  }
  expect(of("failed", "document_expired")).toBeLessThan(of("failed", "document_expired", "document_forged"))
  expect(of("failed", "document_expired")).toBeGreaterThan(of("review", "document_data_inconsistent"))
})

test("what nothing assures weighs less than a doubt, and more than what passed", () => {
  const of = (outcome: "passed" | "review", ...codes: ReadonlyArray<string>) =>
    assess({
      checks: [check({ type: "document_authenticity", outcome, reasons: codes.map((code) => ({ code, severity: "review", message: "" })) })]
    }).score
  expect([of("passed"), of("review", "authenticity_not_assured")]).toEqual([0, 11])
  expect(of("review", "authenticity_not_assured", "document_data_inconsistent")).toBeGreaterThan(30)
})

test("a check that could not run is no comfort", () => {
  expect(assess({ checks: [check({ status: "errored", outcome: null })] }).score).toBeGreaterThan(0)
})

test("a screening weighs by why somebody is listed, and not by how well they match", () => {
  const details = (risk_score: number, match_score: number) => ({ risk_score, match_score }) as unknown as Checked["details"]
  const screened = (risk: number, match: number) =>
    assess({ checks: [check({ type: "aml_screening", outcome: "review", score: match / 100, details: details(risk, match) })] })
  expect(screened(100, 75)).toEqual(screened(100, 99))
  expect(screened(100, 90).score).toBeGreaterThan(screened(60, 90).score)
})

test("the weightiest reason counts, whether the session or a check gave it, and one that only informs does not", () => {
  const told = (severity: "fail" | "info") => check({ reasons: [{ code: "document_forged", severity, message: "" }] })
  const critical = { signal: "session_reasons", weight: 20, value: 1, effect: 20 } as const
  expect(assess({ checks: [told("fail")] }).contributions).toEqual([critical])
  expect(assess({ session: { ...session, status_reason_codes: ["document_glare", "document_forged"] } }).contributions).toEqual([critical])
  expect(assess({ checks: [told("info")] }).contributions).toEqual([])
  expect(assess({ checks: [check({ reasons: [{ code: "not_a_code", severity: "fail", message: "" }] })] }).score).toBe(0)
})

describe("beside the checks", () => {
  test("an expired document counts, by its day or by its reason, and one that expires within 30 days a little", () => {
    expect(added({ document_days_left: -1 })).toEqual(["document_expired"])
    const told = check({ reasons: [{ code: "document_expired", severity: "fail", message: "" }] })
    expect(added({ checks: [told] })).toContain("document_expired")
    expect(added({ document_days_left: 30 })).toEqual(["document_expires_soon"])
    expect(added({ document_days_left: 31 })).toEqual([])
  })

  test("the riskiest country counts", () => {
    expect(added({ countries: ["FR", "KP"] })).toEqual(["country_risk"])
    expect(added({ countries: ["FR", "DE", "__proto__", "constructor"] })).toEqual([])
  })

  test("an attempt counts by those before it, and by other sessions of its device and network", () => {
    const after = (number: number, sessions_of_device: number, sessions_of_network: number) =>
      assess({ attempt: { number, sessions_of_device, sessions_of_network } }).score
    expect([after(1, 0, 0), after(2, 0, 0), after(5, 0, 0), after(50, 0, 0)]).toEqual([0, 2, 8, 8])
    expect([after(1, 1, 1), after(1, 4, 4), after(1, 90, 90)]).toEqual([7, 26, 27])
    expect([after(1, 0, 1), after(1, 0, 10), after(1, 0, 90)]).toEqual([1, 10, 10])
  })

  test("the checks with a signal are those that a session gets", () => {
    const made: ReadonlyArray<string> = CheckType.literals.filter(
      (type) => checkEntries[type].session !== null || checkEntries[type].records !== null
    )
    expect<ReadonlyArray<string>>(CheckType.literals.filter(isMade)).toEqual(made)
  })

  test("a check of a type that no session gets adds nothing of its own", () => {
    for (const type of CheckType.literals.filter((one) => !isMade(one))) {
      expect(added({ checks: [check({ type, outcome: "failed", score: 0 })] })).toEqual([])
    }
  })

  test("resubmissions count up to the third", () => {
    const after = (resubmission_count: number) => assess({ session: { ...session, resubmission_count } }).score
    expect([0, 1, 2, 3, 9].map(after)).toEqual([0, 4, 8, 12, 12])
  })
})
