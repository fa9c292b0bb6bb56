import { describe, expect, test } from "bun:test"
import { CheckType } from "@vouchkit/core/resources/checks/model"
import { assessRisk } from "@vouchkit/core/flows/risk/assess"
import { type RiskEvidence, riskSignals } from "@vouchkit/core/flows/risk/signals"
import fc from "fast-check"

type Checked = RiskEvidence["checks"][number]

const session: RiskEvidence["session"] = { status_reason_codes: [], resubmission_count: 0, expected: {} }
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
const assess = (overrides: Partial<RiskEvidence> = {}) => assessRisk(riskSignals({ session, checks: [], attempt: null, ...overrides }))
const added = (overrides: Partial<RiskEvidence>) => assess(overrides).contributions.map(({ signal }) => signal)
const network = { vpn: null, proxy: null, tor: null, datacenter: null, asn: null }

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
    fc.property(fc.constantFrom(...CheckType.literals), score, score, score, (type, one, other, third) => {
      const of = (outcome: Checked["outcome"], value: number | null) => {
        const found = riskSignals({ session, attempt: null, checks: [check({ type, outcome, score: value })] })
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

  test("a country counts as the table says, the operator's before ours", () => {
    expect(added({ countries: ["KP"] })).toEqual(["country_risk"])
    expect(added({ session: { ...session, expected: { country: "IR" } } })).toEqual(["country_risk"])
    expect(added({ countries: ["KP"], country_risk: { FR: 0.5 } })).toEqual([])
    expect(assess({ countries: ["FR", "DE"], country_risk: { FR: 0.5 } }).score).toBe(15)
    expect(added({ countries: ["__proto__", "constructor"] })).toEqual([])
  })

  test("what is known of the network counts, and what is not known does not", () => {
    expect(added({ attempt: { country: null, network } })).toEqual([])
    expect(added({ attempt: { country: null, network: null } })).toEqual([])
    expect(added({ attempt: { country: null, network: { ...network, tor: true, vpn: true, proxy: false } } })).toEqual([
      "network_tor",
      "network_vpn"
    ])
  })

  test("a country of the device other than that of the person counts", () => {
    const at = (country: string) => added({ session: { ...session, expected: { country: "GB" } }, attempt: { country, network: null } })
    expect(at("gb")).toEqual([])
    expect(at("FR")).toEqual(["location_mismatch"])
  })

  test("resubmissions count up to the third", () => {
    const after = (resubmission_count: number) => assess({ session: { ...session, resubmission_count } }).score
    expect([0, 1, 2, 3, 9].map(after)).toEqual([0, 4, 8, 12, 12])
  })
})
