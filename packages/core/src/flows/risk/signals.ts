import type { StoredCheck } from "../../resources/checks/model.ts"
import { ReasonCode, type ReasonSeverity, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import type { Attempt } from "../../resources/sessions/attempts.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { RiskSignal } from "./assess.ts"

type Judged = Pick<StoredCheck, "type" | "status" | "outcome" | "score" | "reasons" | "details" | "created_at">

/** What the risk of a session rests on. */
export interface RiskEvidence {
  readonly session: Pick<StoredSession, "status_reason_codes" | "resubmission_count" | "expected">
  /** In any order; of each type the latest counts. */
  readonly checks: ReadonlyArray<Judged>
  /** The latest try of the person; null where none was recorded. */
  readonly attempt: Pick<Attempt, "network" | "country"> | null
  /** Where the identity document was issued, and the person lives: ISO 3166-1 alpha-2. */
  readonly countries?: ReadonlyArray<string>
  /** How risky a country is, 0 to 1, instead of the table below. */
  readonly country_risk?: Readonly<Record<string, number>>
  /** Days until the identity document expires; negative once it has, null where that is unknown. */
  readonly document_days_left?: number | null
}

/**
 * Countries under a call for action of the FATF (as published since October 2022). The list changes three times a year: operators pass their own.
 */
const defaultCountryRisk: Readonly<Record<string, number>> = { IR: 1, KP: 1, MM: 1 }

const soonDays = 30
const mostResubmissions = 3
const unit = (value: number): number => Math.min(1, Math.max(0, value))

/**
 * How bad a check is: what failed is worse than what waits for a person, and that worse than what passed, whatever the scores; within an outcome
 * a lower score is worse. The score of a screening is a likeness and not a quality, so that it stays out here.
 */
const checkValue = ({ outcome, score, status, type }: Judged): number => {
  const lack = type === "aml_screening" || score === null ? null : 1 - unit(score)
  if (outcome === "failed") return 0.8 + 0.2 * (lack ?? 1)
  if (outcome === "review") return 0.35 + 0.3 * (lack ?? 0.5)
  if (outcome === "passed") return 0.1 * (lack ?? 0)
  return status === "errored" ? 0.35 : 0
}

const latestOfEach = (checks: ReadonlyArray<Judged>): ReadonlyArray<Judged> => {
  const latest = new Map<Judged["type"], Judged>()
  for (const check of checks) {
    const known = latest.get(check.type)
    if (known === undefined || known.created_at < check.created_at) latest.set(check.type, check)
  }
  return [...latest.values()]
}

const severityValue = { low: 0.1, medium: 0.35, high: 0.7, critical: 1 } as const satisfies Record<ReasonSeverity, number>

const known: ReadonlySet<string> = new Set(ReasonCode.literals)
const isReasonCode = (code: string): code is ReasonCode => known.has(code)

const reasonsValue = (codes: ReadonlyArray<string>): number =>
  Math.max(0, ...codes.filter(isReasonCode).map((code) => severityValue[reasonFacts[code].severity]))

/** What the screening found weighs by why it is listed, not by how well it matches; null where no one was screened. */
const screeningRisk = ({ details }: Judged): number | null =>
  details !== null && "risk_score" in details && details.risk_score !== null ? details.risk_score / 100 : null

const networkSignals = (attempt: RiskEvidence["attempt"], home: string | null): ReadonlyArray<RiskSignal> => {
  if (attempt === null) return []
  const { country, network } = attempt
  const flagged = (signal: RiskSignal["signal"], seen: boolean | null | undefined): ReadonlyArray<RiskSignal> =>
    seen === true ? [{ signal, value: 1 }] : []
  return [
    ...flagged("network_tor", network?.tor),
    ...flagged("network_proxy", network?.proxy),
    ...flagged("network_vpn", network?.vpn),
    ...flagged("network_datacenter", network?.datacenter),
    ...flagged("location_mismatch", country !== null && home !== null && country.toUpperCase() !== home)
  ]
}

const expirySignals = (checks: ReadonlyArray<Judged>, daysLeft: number | null): ReadonlyArray<RiskSignal> => {
  const told = checks.some(({ reasons }) => reasons.some(({ code, severity }) => code === "document_expired" && severity !== "info"))
  if (told || (daysLeft !== null && daysLeft < 0)) return [{ signal: "document_expired", value: 1 }]
  return daysLeft !== null && daysLeft <= soonDays ? [{ signal: "document_expires_soon", value: 1 }] : []
}

/** The signals of a session, from what its checks, its last attempt and its course say. */
export const riskSignals = (evidence: RiskEvidence): ReadonlyArray<RiskSignal> => {
  const checks = latestOfEach(evidence.checks)
  const { expected, resubmission_count, status_reason_codes } = evidence.session
  const risks = evidence.country_risk ?? defaultCountryRisk
  const countries = [...(evidence.countries ?? []), ...(typeof expected.country === "string" ? [expected.country] : [])]
  const countryRisk = Math.max(0, ...countries.map((code) => (Object.hasOwn(risks, code) ? (risks[code] ?? 0) : 0)))
  const reasons = checks.flatMap((check) => check.reasons.filter(({ severity }) => severity !== "info").map(({ code }) => code))
  return [
    ...checks.map((check): RiskSignal => ({ signal: `check_${check.type}`, value: checkValue(check) })),
    ...checks.flatMap((check): ReadonlyArray<RiskSignal> => {
      const value = screeningRisk(check)
      return value === null ? [] : [{ signal: "screening_risk", value }]
    }),
    { signal: "session_reasons", value: reasonsValue([...status_reason_codes, ...reasons]) },
    ...expirySignals(checks, evidence.document_days_left ?? null),
    { signal: "country_risk", value: countryRisk },
    ...networkSignals(evidence.attempt, expected.country ?? null),
    { signal: "resubmissions", value: unit(resubmission_count / mostResubmissions) }
  ]
}
