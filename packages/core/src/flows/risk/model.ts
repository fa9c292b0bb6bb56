import { Schema } from "effect"
import { CheckType } from "../../resources/checks/model.ts"
import { Risk, SessionId } from "../../resources/sessions/model.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

/** Types of checks that no session gets: nothing could bring their signals about. */
const unmadeChecks = ["database", "device_risk", "phone", "email"] as const
type MadeCheck = Exclude<typeof CheckType.Type, (typeof unmadeChecks)[number]>

const unmade: ReadonlySet<string> = new Set(unmadeChecks)
export const isMade = (type: typeof CheckType.Type): type is MadeCheck => !unmade.has(type)

/** What raises the risk of a session beside its checks. */
const otherSignals = [
  "screening_risk",
  "session_reasons",
  "document_expired",
  "document_expires_soon",
  "country_risk",
  "device_reused",
  "network_reused",
  "attempts",
  "resubmissions"
] as const

type CheckSignal = `check_${MadeCheck}`
const checkSignals = CheckType.literals.filter(isMade).map((type): CheckSignal => `check_${type}`)

/** What a contribution is about. */
export const RiskSignalCode = Schema.Literals([...checkSignals, ...otherSignals]).annotate({ identifier: "RiskSignalCode" })
export type RiskSignalCode = typeof RiskSignalCode.Type

/** What a signal tells of. Signals of one subject mostly see the same fault. */
type RiskSubject = "document" | "face" | "address" | "person" | "screening" | "records" | "country" | "device" | "course" | "reasons"

interface SignalFacts {
  /** Points from 0 to 100 that the signal adds at its worst, alone. */
  readonly weight: number
  readonly subject: RiskSubject
}

const about = (subject: RiskSubject, weight: number): SignalFacts => ({ subject, weight })

/**
 * What each signal weighs. Own values, to be calibrated on decided cases: chosen so that one forged document or one person who was not there is high
 * by itself, and what an honest person may meet (a second try, a shared network) stays low.
 */
export const riskSignalFacts = {
  check_document_authenticity: about("document", 70),
  check_document_extraction: about("document", 20),
  check_nfc_chip: about("document", 65),
  check_identity_cross_reference: about("document", 50),
  document_expired: about("document", 25),
  document_expires_soon: about("document", 5),
  check_face_match: about("face", 65),
  check_liveness: about("face", 70),
  check_proof_of_address: about("address", 35),
  check_age: about("person", 40),
  check_questionnaire: about("person", 15),
  check_aml_screening: about("screening", 30),
  screening_risk: about("screening", 65),
  check_duplicate: about("records", 55),
  check_list_lookup: about("records", 60),
  country_risk: about("country", 30),
  device_reused: about("device", 25),
  network_reused: about("device", 10),
  attempts: about("course", 8),
  resubmissions: about("course", 12),
  session_reasons: about("reasons", 20)
} as const satisfies Record<RiskSignalCode, SignalFacts>

/** The part of its points that a signal adds beside a heavier one of the same subject: mostly it sees the same fault again. */
export const repeatedPart = 0.25

/** Raised when the table, the levels or the way a signal is measured changes. */
export const riskVersion = "2"

/** From which score on a level holds. */
export const riskLevels = { medium: 30, high: 60, critical: 85 } as const
export const RiskLevel = Risk.fields.level
export type RiskLevel = typeof RiskLevel.Type

const points = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** One signal's part in the score. */
export const RiskContribution = Schema.Struct({
  signal: RiskSignalCode,
  /** Points at its worst where nothing else is found, 0 to 100. */
  weight: points,
  /** How bad it is, 0 to 1. */
  value: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  /** Points it added to those of the heavier ones, to one decimal; alone that is weight times value. */
  effect: points
}).annotate({ identifier: "RiskContribution" })
export interface RiskContribution extends Schema.Schema.Type<typeof RiskContribution> {}

const assessed = {
  /** The effects of the contributions added up, at most 100. */
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
  ...assessed,
  set_by_workflow: Schema.NullOr(assessed.score).annotate({
    description: "The score that an action of the workflow set: the risk of the session has it in the place of `score`; null where none did"
  })
}).annotate({ identifier: "SessionRiskAssessment" })
