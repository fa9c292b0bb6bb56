import { Effect } from "effect"
import { withoutPortrait } from "../checks/faces.ts"
import type { Conclusion } from "../../resources/checks/conclusion.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { type ReasonCode, reasonFacts } from "../../kernel/foundation/reason-codes.ts"
import { type PoaReasonCode, poaReasons } from "../../verification/proof-of-address/reasons.ts"
import { anotherSubmission, submissionsSpent } from "../../verification/resubmission.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import { engineFinding } from "./engine-findings.ts"
import { engineCheckOf, scenarioOf } from "./failure-scenarios.ts"
import { checksOfSession, type ScriptedFailure, scriptedStep, scriptedFailures, namesPerson } from "./step-checks.ts"
import { type SimulatedSubject, subjectOfSession } from "./subject.ts"

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
  const told = details.reasons.map((reason) => ({
    ...reason,
    message: reasons.find(({ code }) => code === reason.code)?.message ?? reason.message
  }))
  return { ...details, reasons: told, issuing_country: expected.country ?? null, holder_names: named ? details.holder_names : null }
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
  const engines = engineCheckOf(type, subject.declared_document)
  if (engines === null) return down ? simulatedOutage(wanted) : wanted
  const found = yield* engineFinding(engines, subject, down ? "engine_down" : scenarioOf(engines, outcome, [...codes, ...reasons]))
  if (found === null) return simulatedOutage(wanted)
  if (!agrees(found, wanted)) return wanted
  const finding: CheckFinding = { ...wanted, details: inWordsOf(wanted, found.details, subject.context) }
  return finding
})

interface Script {
  readonly findings: ReadonlyArray<CheckFinding>
  readonly conclusion: Conclusion
}

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

/** All checks that the session calls for: they pass, except for the one that a failure is about, which is added where the session has none like it. */
const findingsOf = Effect.fnUntraced(function* (session: StoredSession, failure: ScriptedFailure | null, outcome: Outcome) {
  const subject = yield* subjectOfSession(session)
  const called = checksOfSession(session)
  const types = failure === null || called.includes(failure.type) ? called : [...called, failure.type]
  return yield* Effect.forEach(types, (type) => {
    if (type === failure?.type) {
      return Effect.map(simulatedFinding(subject, type, outcome, failure), (finding) => explained(finding, outcome, failure.reasons))
    }
    if (type === "face_match" && !namesPerson(session)) {
      return Effect.succeed({ ...withoutPortrait(subject.context, []).finding, part: "simulated" })
    }
    return simulatedFinding(subject, type, "passed", { down: session.scenario === "error" })
  })
})

/** What the script of a sandbox session makes of its checks. Without a script they pass. */
export const simulatedFindings = Effect.fnUntraced(function* (session: StoredSession) {
  const ofStep = scriptedFailures[scriptedStep(session)]
  const limit = submissionsSpent(session)
  const found = Effect.fnUntraced(function* (failure: ScriptedFailure, outcome: Outcome, status: Conclusion["status"]) {
    const script: Script = {
      findings: yield* findingsOf(session, failure, outcome),
      conclusion: { status, reason_codes: failure.reasons }
    }
    return script
  })
  switch (session.scenario) {
    case null:
    case "approved":
    case "slow": {
      const script: Script = {
        findings: yield* findingsOf(session, null, "passed"),
        conclusion: { status: "approved", reason_codes: [] }
      }
      return script
    }
    case "declined":
      return yield* found(ofStep.declined, "failed", "declined")
    case "review":
      return yield* found(ofStep.review, "review", "in_review")
    case "resubmission":
      return yield* limit ? spent(session) : found(ofStep.resubmission, "failed", "resubmission_required")
    case "sanctions":
      return yield* found({ type: "aml_screening", reasons: ["sanctions_hit"] }, "review", "in_review")
    case "duplicate":
      return yield* found({ type: "duplicate", reasons: ["duplicate_identity"] }, "review", "in_review")
    case "error": {
      const script: Script = {
        findings: yield* findingsOf(session, null, "passed"),
        conclusion: { status: "in_review", reason_codes: ["check_unavailable"] }
      }
      return script
    }
  }
})

/** Another submission would be asked for, and none is left. */
const spent = Effect.fnUntraced(function* (session: StoredSession) {
  const { resubmission } = scriptedFailures[scriptedStep(session)]
  const script: Script = {
    findings: yield* findingsOf(session, resubmission, "failed"),
    conclusion: anotherSubmission([resubmission.reasons[0]], session)
  }
  return script
})
