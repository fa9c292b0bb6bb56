import { Effect } from "effect"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import { approved, conclude, type Conclusion, conclusionOf } from "../../verification/conclusion.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { type ReasonCode, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import { type PoaReasonCode, poaReasons } from "../../verification/proof-of-address/reasons.ts"
import { submissionsSpent } from "../../verification/resubmission.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import { calledBesideSteps, CheckRegistry } from "../check-kinds/registry.ts"
import { engineFinding, scenarioOf } from "./engine-findings.ts"
import { checksOfSteps, type ScriptedFailure, scriptedStep, scriptedFailures } from "../sandbox/step-checks.ts"
import { type SimulatedSubject, subjectOfSession } from "../sandbox/subject.ts"

type Outcome = "passed" | "review" | "failed"

/** What a script wants of a check beside its outcome. */
interface Wanted {
  /** Of a proof of address. */
  readonly codes?: ReadonlyArray<PoaReasonCode>
  /** What the session reports. */
  readonly reasons?: ReadonlyArray<ReasonCode>
  /** The provider fails. */
  readonly down?: boolean
}

/** The finding as far as the script alone tells it. */
const scripted = Effect.fnUntraced(function* (
  { context: { expected, policy: layer }, declared_proof }: SimulatedSubject,
  type: CheckType,
  outcome: Outcome,
  codes: ReadonlyArray<PoaReasonCode>
) {
  const policy = yield* effectivePolicy({ session: layer })
  const reasons = codes.map((code) => ({ code, severity: poaReasons[code].severity, message: poaReasons[code].message }))
  const action_override = outcome === "review" ? ("review" as const) : null
  const unknown = { postal_code: null, street: null, city: null, house_number: null, region: null, country: null, unit: null }
  const finding: CheckFinding = {
    type,
    status: "completed",
    outcome,
    score: outcome === "passed" ? 1 : outcome === "review" ? 0.5 : 0,
    threshold: null,
    reasons,
    details:
      type === "proof_of_address"
        ? {
            outcome,
            action_override,
            reasons,
            policy,
            document_type_detected: declared_proof,
            issuing_country: expected.country ?? null,
            issuer: null,
            address_type: "residential",
            period_start: null,
            period_end: null,
            holder_names: null,
            extracted_address: null,
            forensics: null,
            cross_reference: { name_score: null, address_score: null, component_scores: unknown, partial: false, partial_reasons: [] }
          }
        : null,
    policy: type === "proof_of_address" ? policy : null,
    input_document_ids: [],
    simulated: true,
    part: "simulated"
  }
  return finding
})

const codesOf = ({ reasons }: CheckFinding): string => reasons.map(({ code }) => code).join()

/** Whether the judge came to what the script asks for; on a proof of address it also has to be for the same reasons, which its details repeat. */
const agrees = (found: CheckFinding, wanted: CheckFinding): boolean =>
  found.outcome === wanted.outcome && (wanted.type !== "proof_of_address" || codesOf(found) === codesOf(wanted))

/**
 * What the judge says of a proof of address, in the words of the script. Lists of the organization are asked about who is named there, and from where:
 * someone made up is on none of them.
 */
const inWordsOf = (
  { reasons }: CheckFinding,
  details: CheckFinding["details"],
  { expected }: SimulatedSubject["context"]
): CheckFinding["details"] => {
  if (details === null || !("cross_reference" in details)) return details
  const named = (expected.first_name ?? "") !== "" || (expected.last_name ?? "") !== ""
  const reported = details.reasons.map((reason) => ({
    ...reason,
    message: reasons.find(({ code }) => code === reason.code)?.message ?? reason.message
  }))
  return { ...details, reasons: reported, issuing_country: expected.country ?? null, holder_names: named ? details.holder_names : null }
}

/**
 * A simulated result: it looks like a real one and says that it is none. Where an engine has something to say of the check, its details are what
 * the rules of the live environment make of what the engines of the sandbox see. Outcome, score and reasons are those that the script promises, and
 * the script has the last word: a policy under which no simulated document comes to its outcome leaves the outcome, without details.
 */
export const simulatedFinding = Effect.fnUntraced(function* (
  subject: SimulatedSubject,
  type: CheckType,
  outcome: Outcome,
  { codes = [], down = false, reasons = [] }: Wanted = {}
) {
  const wanted = yield* scripted(subject, type, outcome, codes)
  const { simulate } = (yield* CheckRegistry)[type]
  if (simulate === null || simulate.knows?.(subject) === false) return down ? simulatedOutage(wanted) : wanted
  const scenario = down ? "engine_down" : scenarioOf(simulate, outcome, [...codes, ...reasons])
  const found = yield* engineFinding(simulate, subject, scenario)
  if (found === null) return simulatedOutage(wanted)
  if (!agrees(found, wanted)) return wanted
  const { duties = [] } = found
  const finding: CheckFinding = { ...wanted, duties, details: inWordsOf(wanted, found.details, subject.context) }
  return finding
})

/** The same check as a provider that fails would leave it. */
const simulatedOutage = (finding: CheckFinding): CheckFinding => ({
  ...finding,
  status: "errored",
  outcome: null,
  score: null,
  details: null,
  policy: null,
  reasons: [{ code: "check_unavailable", severity: "review", message: "The sandbox scenario simulates a provider that fails." }]
})

/** A proof of address has codes of its own; any other check that does not pass gives the reason that the session is told. */
const explained = (finding: CheckFinding, outcome: Outcome, [code]: ScriptedFailure["reasons"]): CheckFinding =>
  finding.reasons.length > 0
    ? finding
    : { ...finding, reasons: [{ code, severity: outcome === "review" ? "review" : "fail", message: reasonFacts[code].message }] }

/** A check that a script lets not pass, and where that leads the session. */
interface Failing {
  readonly failure: ScriptedFailure
  readonly outcome: "review" | "failed"
  readonly conclusion: Conclusion
}

const unavailable: Conclusion = { status: "in_review", reason_codes: ["check_unavailable"] }

/** All checks that the session calls for: they pass, except for the one that a failure is about, which is added where the session has none like it. */
const checksFor = Effect.fnUntraced(function* (session: StoredSession, failing: Failing | null) {
  const subject = yield* subjectOfSession(session)
  const entries = yield* CheckRegistry
  const called = [...checksOfSteps(session), ...calledBesideSteps(entries, session)]
  const types = failing === null || called.includes(failing.failure.type) ? called : [...called, failing.failure.type]
  return yield* Effect.forEach(
    types,
    Effect.fnUntraced(function* (type) {
      if (failing !== null && type === failing.failure.type) {
        const { conclusion, failure, outcome } = failing
        const finding = explained(yield* simulatedFinding(subject, type, outcome, failure), outcome, failure.reasons)
        return { finding, conclusion } satisfies JudgedCheck
      }
      const absent = entries[type].scripted?.absent?.(session, subject.context) ?? null
      if (absent !== null) return { ...absent, finding: { ...absent.finding, part: "simulated" } } satisfies JudgedCheck
      const finding = yield* simulatedFinding(subject, type, "passed", { down: session.scenario === "error" })
      return { finding, conclusion: finding.status === "errored" ? unavailable : approved } satisfies JudgedCheck
    })
  )
})

const ofAnyStep = {
  sanctions: { type: "aml_screening", reasons: ["sanctions_hit"] },
  duplicate: { type: "duplicate", reasons: ["duplicate_identity"] }
} as const satisfies Record<string, ScriptedFailure>

/** What does not pass in a session by its scenario; null where everything passes, or every provider fails. */
const failingIn = (session: StoredSession): Failing | null => {
  const { declined, resubmission, review } = scriptedFailures[scriptedStep(session)]
  const failed = (failure: ScriptedFailure, codes: ReadonlyArray<ReasonCode>): Failing => {
    return { failure, outcome: "failed", conclusion: conclusionOf({ outcome: "failed", session_reasons: codes }, session) }
  }
  const doubted = (failure: ScriptedFailure): Failing => {
    return { failure, outcome: "review", conclusion: conclusionOf({ outcome: "review", session_reasons: failure.reasons }, session) }
  }
  switch (session.scenario) {
    case null:
    case "approved":
    case "slow":
    case "error":
      return null
    case "declined":
      return failed(declined, declined.reasons)
    case "review":
      return doubted(review)
    case "resubmission":
      return failed(resubmission, submissionsSpent(session) ? resubmission.reasons.slice(0, 1) : resubmission.reasons)
    case "sanctions":
    case "duplicate":
      return doubted(ofAnyStep[session.scenario])
  }
}

/** What the script of a sandbox session makes of its checks: each carries where all of them together lead. Without a script they pass. */
export const simulatedChecks = Effect.fnUntraced(function* (session: StoredSession) {
  const checks = yield* checksFor(session, failingIn(session))
  const conclusion = conclude(checks.map((one) => one.conclusion))
  return checks.map(({ finding }): JudgedCheck => ({ finding, conclusion }))
})
