import { Schema } from "effect"
import { CheckType } from "../../resources/checks/model.ts"
import { Risk, SessionId } from "../../resources/sessions/model.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

/** What raises the risk of a session beside its checks. */
const otherSignals = [
  "screening_risk",
  "session_reasons",
  "document_expired",
  "document_expires_soon",
  "country_risk",
  "location_mismatch",
  "network_tor",
  "network_proxy",
  "network_vpn",
  "network_datacenter",
  "resubmissions"
] as const

type CheckSignal = `check_${typeof CheckType.Type}`
const checkSignals = CheckType.literals.map((type): CheckSignal => `check_${type}`)

/** What a contribution is about. */
export const RiskSignalCode = Schema.Literals([...checkSignals, ...otherSignals]).annotate({ identifier: "RiskSignalCode" })
export type RiskSignalCode = typeof RiskSignalCode.Type

/**
 * Points from 0 to 100 that a signal adds at its worst. Own values, to be calibrated on decided cases: chosen so that one forged document or one
 * person who was not there is high by itself, and what an honest person may meet (a VPN, a second try) stays low.
 */
export const riskWeights = {
  check_document_authenticity: 70,
  check_document_extraction: 20,
  check_face_match: 65,
  check_liveness: 70,
  check_proof_of_address: 35,
  check_identity_cross_reference: 50,
  check_nfc_chip: 65,
  check_aml_screening: 30,
  check_database: 30,
  check_duplicate: 55,
  check_list_lookup: 60,
  check_device_risk: 35,
  check_age: 40,
  check_phone: 15,
  check_email: 15,
  check_questionnaire: 15,
  screening_risk: 65,
  session_reasons: 20,
  document_expired: 25,
  document_expires_soon: 5,
  country_risk: 30,
  location_mismatch: 10,
  network_tor: 20,
  network_proxy: 10,
  network_vpn: 6,
  network_datacenter: 8,
  resubmissions: 12
} as const satisfies Record<RiskSignalCode, number>

/** Raised when the table, the levels or the way a signal is measured changes. */
export const riskVersion = "1"

/** From which score on a level holds. */
export const riskLevels = { medium: 30, high: 60, critical: 85 } as const
export const RiskLevel = Risk.fields.level
export type RiskLevel = typeof RiskLevel.Type

const points = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** One signal's part in the score. */
export const RiskContribution = Schema.Struct({
  signal: RiskSignalCode,
  /** Points at its worst, 0 to 100. */
  weight: points,
  /** How bad it is, 0 to 1. */
  value: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  /** Points it added: weight times value, to one decimal. */
  effect: points
}).annotate({ identifier: "RiskContribution" })
export interface RiskContribution extends Schema.Schema.Type<typeof RiskContribution> {}

const assessed = {
  /** The contributions added up, at most 100. */
  score: Risk.fields.score,
  level: RiskLevel,
  version: Schema.String.check(Schema.isMaxCodePoints(16)),
  /** Those that added something, heaviest first. */
  contributions: Schema.Array(RiskContribution).check(Schema.isMaxLength(RiskSignalCode.literals.length))
}

/** How risky a session looks and why. */
export const RiskAssessment = Schema.Struct(assessed).annotate({ identifier: "RiskAssessment" })
export interface RiskAssessment extends Schema.Schema.Type<typeof RiskAssessment> {}

/** The assessment of a session as the API shows it. */
export const SessionRiskAssessment = Schema.Struct({
  session_id: SessionId,
  object: Schema.Literal("risk_assessment"),
  environment: EnvironmentName,
  ...assessed
}).annotate({ identifier: "SessionRiskAssessment" })
