import type { StoredCheck } from "../../resources/checks/model.ts"
import { ReasonCode, type ReasonSeverity, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { RiskSignal } from "./assess.ts"
import { isMade } from "./model.ts"

type Judged = Pick<StoredCheck, "type" | "status" | "outcome" | "score" | "reasons" | "details" | "created_at">

/** The latest try at a session, and what else was tried from the same place. */
export interface RiskAttempt {
  /** The first is 1. */
  readonly number: number
  /** Other sessions with an attempt of the same device within a day of this one. */
  readonly sessions_of_device: number
  /** The same from its network. */
  readonly sessions_of_network: number
}

/** What the risk of a session rests on. */
export interface RiskEvidence {
  readonly session: Pick<StoredSession, "status_reason_codes" | "resubmission_count">
  /** In any order; of each type the latest counts. */
  readonly checks: ReadonlyArray<Judged>
  /** Null where none was recorded. */
  readonly attempt: RiskAttempt | null
  /** Of the person and the documents: where they come from, live and were issued. ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyArray<string>
  /** Days until the first identity document expires; negative once it has, null where that is unknown. */
  readonly document_days_left: number | null
}

/** Countries under a call for action of the FATF (as published since October 2022). The list changes three times a year. */
const countryRisk: Readonly<Record<string, number>> = { IR: 1, KP: 1, MM: 1 }

const soonDays = 30
const mostResubmissions = 3
/** Attempts after the first, and other sessions of one device or network, from which on the signal is at its worst. */
const mostRepeats = { attempts: 4, device: 4, network: 10 } as const
const unit = (value: number): number => Math.min(1, Math.max(0, value))

/** Reasons of checks that found nothing wrong and cannot be sure of it, as the policy may ask for: they say little about the person. */
const unassured: ReadonlySet<string> = new Set(["authenticity_not_assured", "liveness_not_assessed"])

const findingsOf = ({ reasons }: Judged): ReadonlyArray<string> =>
  reasons.filter(({ severity }) => severity !== "info").map(({ code }) => code)

const isUnassured = (check: Judged): boolean => {
  const found = findingsOf(check)
  return found.length > 0 && found.every((code) => unassured.has(code))
}

const known: ReadonlySet<string> = new Set(ReasonCode.literals)
const isReasonCode = (code: string): code is ReasonCode => known.has(code)

/** Whether a check failed for nothing but what the person can put right, such as a document that expired. */
const isRightable = ({ reasons }: Judged): boolean => {
  const failing = reasons.filter(({ severity }) => severity === "fail").map(({ code }) => code)
  return failing.length > 0 && failing.every((code) => isReasonCode(code) && reasonFacts[code].retryable)
}

/**
 * How bad a check is: what failed is worse than what failed and can be put right, that worse than what waits for a person because of a doubt, that worse than what waits because nothing assures it,
 * and that worse than what passed, whatever the scores; within each a lower score is worse. The score of a screening is a likeness and not a
 * quality, so that it stays out here.
 */
const checkValue = (check: Judged): number => {
  const { outcome, score, status, type } = check
  const lack = type === "aml_screening" || score === null ? null : 1 - unit(score)
  if (outcome === "failed") return isRightable(check) ? 0.56 + 0.1 * (lack ?? 1) : 0.8 + 0.2 * (lack ?? 1)
  if (outcome === "review") return isUnassured(check) ? 0.12 + 0.08 * (lack ?? 0.5) : 0.25 + 0.3 * (lack ?? 0.5)
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

const reasonsValue = (codes: ReadonlyArray<string>): number =>
  Math.max(0, ...codes.filter(isReasonCode).map((code) => severityValue[reasonFacts[code].severity]))

/** What the screening found weighs by why it is listed, not by how well it matches; null where no one was screened. */
const screeningRisk = ({ details }: Judged): number | null =>
  details !== null && "risk_score" in details && details.risk_score !== null ? details.risk_score / 100 : null

const attemptSignals = (attempt: RiskAttempt | null): ReadonlyArray<RiskSignal> =>
  attempt === null
    ? []
    : [
        { signal: "attempts", value: unit((attempt.number - 1) / mostRepeats.attempts) },
        { signal: "device_reused", value: unit(attempt.sessions_of_device / mostRepeats.device) },
        { signal: "network_reused", value: unit(attempt.sessions_of_network / mostRepeats.network) }
      ]

const expirySignals = (checks: ReadonlyArray<Judged>, daysLeft: number | null): ReadonlyArray<RiskSignal> => {
  const reported = checks.some(({ reasons }) => reasons.some(({ code, severity }) => code === "document_expired" && severity !== "info"))
  if (reported || (daysLeft !== null && daysLeft < 0)) return [{ signal: "document_expired", value: 1 }]
  return daysLeft !== null && daysLeft <= soonDays ? [{ signal: "document_expires_soon", value: 1 }] : []
}

/** The signals of a session, from what its checks, its attempts and its course say. */
export const riskSignals = (evidence: RiskEvidence): ReadonlyArray<RiskSignal> => {
  const checks = latestOfEach(evidence.checks)
  const { resubmission_count, status_reason_codes } = evidence.session
  const worst = Math.max(0, ...evidence.countries.map((code) => (Object.hasOwn(countryRisk, code) ? (countryRisk[code] ?? 0) : 0)))
  const reasons = [...status_reason_codes, ...checks.flatMap(findingsOf)].filter((code) => !unassured.has(code))
  return [
    ...checks.flatMap(
      (check): ReadonlyArray<RiskSignal> => (isMade(check.type) ? [{ signal: `check_${check.type}`, value: checkValue(check) }] : [])
    ),
    ...checks.flatMap((check): ReadonlyArray<RiskSignal> => {
      const value = screeningRisk(check)
      return value === null ? [] : [{ signal: "screening_risk", value }]
    }),
    { signal: "session_reasons", value: reasonsValue(reasons) },
    ...expirySignals(checks, evidence.document_days_left),
    { signal: "country_risk", value: worst },
    ...attemptSignals(evidence.attempt),
    { signal: "resubmissions", value: unit(resubmission_count / mostResubmissions) }
  ]
}
