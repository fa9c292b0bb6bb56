import type { CheckOutcome, CheckType, StoredCheck } from "../../resources/checks/model.ts"
import type { FindingKind, StoredFinding } from "../../resources/audit-findings/model.ts"
import type { DecisionFacts } from "./facts.ts"

/** What a rule found about a decision. */
export interface Found extends Pick<StoredFinding, "severity" | "expected" | "actual" | "explanation"> {
  readonly check_types?: ReadonlyArray<CheckType>
  /** Whose decision is in question, where that is not the one that the rule looked at. */
  readonly decided_by?: StoredFinding["decided_by"]
  /** The decision in question, where a second look at it came to something else. */
  readonly about?: Pick<StoredFinding, "session_id" | "decided_by" | "decided_at" | "workflow_version_id">
}
type Rule = (facts: DecisionFacts) => Found | undefined

/** The outcome of a check as it was when the decision was made: who overrode it later changed nothing of what was decided by it. */
const outcomeAt = ({ outcome, overridden }: StoredCheck, decided_at: string): typeof CheckOutcome.Type | null =>
  overridden !== null && overridden.at > decided_at ? overridden.from : outcome

const wasOverridden = ({ overridden }: StoredCheck, decided_at: string): boolean => overridden !== null && overridden.at <= decided_at

/** Checks that did look at something, or should have. */
const examined = ({ status }: StoredCheck): boolean => status === "completed" || status === "errored"

const typesOf = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<CheckType> => [...new Set(checks.map(({ type }) => type))]

const isApproval = ({ decision: { about, decision } }: DecisionFacts): boolean => about === "session" && decision === "approved"

/** The case of a screening subject decides no session: what it was decided as before stands in its own records. */
const replacedBy = ({ before, decision }: DecisionFacts): string | null =>
  decision.about === "case" && decision.session_id === null ? (before?.decision ?? null) : decision.replaces

const overturned: Rule = (facts) => {
  const { before, checks, decision } = facts
  const { about } = decision
  const replaces = replacedBy(facts)
  if (replaces === null || replaces === decision.decision) return undefined
  return {
    severity: about === "check" ? "medium" : "high",
    expected: decision.decision,
    actual: replaces,
    explanation:
      about === "check"
        ? `A person overrode the outcome of a check: ${replaces} became ${decision.decision}.`
        : `The decision was changed later: ${replaces} became ${decision.decision}.`,
    check_types: about === "check" ? typesOf(checks) : [],
    decided_by: before?.decided_by ?? null
  }
}

const late: Rule = ({ cases, decision }) => {
  const [decided] = cases
  if (decision.about !== "case" || decided?.due_at == null || decided.due_at >= decision.decided_at) return undefined
  return {
    severity: "low",
    expected: `decided by ${decided.due_at}`,
    actual: `decided at ${decision.decided_at}`,
    explanation: "The case was decided after it was due."
  }
}

const stale: Rule = (facts) => {
  const { decision, screenings } = facts
  if (!isApproval(facts)) return undefined
  const newest = screenings.find(({ completed_at }) => completed_at !== null && completed_at <= decision.decided_at)
  const lists = newest?.lists.filter((list) => list.stale) ?? []
  if (lists.length === 0) return undefined
  return {
    severity: "high",
    expected: "every watchlist in its newest edition",
    actual: lists.length === 1 ? "1 watchlist was stale" : `${lists.length} watchlists were stale`,
    explanation: "The session was approved on a screening that searched a watchlist which was not in its newest edition.",
    check_types: ["aml_screening"]
  }
}

/** A passed score that is this close to its threshold could as well have failed. */
const narrow = 0.03
/** Scores have a few decimals; sums of them have more. */
const tolerance = 1e-9

/** How far the score is from the threshold, on whichever side of it a check of its type passes. */
const marginOf = ({ score, threshold }: StoredCheck): number | null =>
  score === null || threshold === null ? null : Math.abs(score - threshold)

const lowConfidence: Rule = (facts) => {
  const { checks, decision } = facts
  if (!isApproval(facts) || !decision.automatic) return undefined
  const close = checks.filter((check) => {
    const margin = marginOf(check)
    return outcomeAt(check, decision.decided_at) === "passed" && margin !== null && margin <= narrow + tolerance
  })
  if (close.length === 0) return undefined
  const least = Math.min(...close.map((check) => marginOf(check) ?? narrow))
  return {
    severity: "medium",
    expected: `more than ${narrow} from the threshold`,
    actual: `${least.toFixed(3)} from the threshold`,
    explanation: "The session was approved without a person, and the score of a check was hardly on the side of its threshold that passes.",
    check_types: typesOf(close)
  }
}

const missingEvidence: Rule = (facts) => {
  const { cases, checks, decision } = facts
  if (!isApproval(facts) || decision.reasoned || cases.some(({ has_notes }) => has_notes)) return undefined
  const open = checks.filter((check) => {
    const outcome = outcomeAt(check, decision.decided_at)
    return examined(check) && outcome !== "passed" && outcome !== "not_applicable"
  })
  if (open.length === 0) return undefined
  return {
    severity: "medium",
    expected: "a note that says why",
    actual: open.length === 1 ? "1 check not passed, no note" : `${open.length} checks not passed, no note`,
    explanation: "The session was approved with a check that did not pass, and no one wrote down why.",
    check_types: typesOf(open)
  }
}

const policyDeviation: Rule = (facts) => {
  const { checks, decision } = facts
  if (!isApproval(facts)) return undefined
  const failed = checks.filter((check) => outcomeAt(check, decision.decided_at) === "failed" && !wasOverridden(check, decision.decided_at))
  if (failed.length === 0) return undefined
  return {
    severity: "high",
    expected: "declined, or the check overridden",
    actual: "approved",
    explanation: "The session was approved although a check failed, and no one overrode the check.",
    check_types: typesOf(failed)
  }
}

/** What a blind case was decided as is compared with the decision that it looked at again. */
export const blindOutcome = ({ cases, decision }: DecisionFacts) => {
  const sample = cases[0]?.sample
  if (decision.about !== "case" || sample === undefined) return undefined
  return { sample, second: decision.decision === "approved" ? ("approved" as const) : ("declined" as const) }
}

const disagreement: Rule = (facts) => {
  const looked = blindOutcome(facts)
  if (looked === undefined || looked.second === looked.sample.decision) return undefined
  const { sample, second } = looked
  return {
    severity: "high",
    expected: second,
    actual: sample.decision,
    explanation: "A second person, who did not know the decision, came to another one.",
    check_types: sample.check_types,
    about: sample
  }
}

/** Every rule by what it finds. A rule is a pure function of the facts. */
export const rules: Readonly<Record<FindingKind, Rule>> = {
  overturned_decision: overturned,
  sla_breach: late,
  stale_list_used: stale,
  low_confidence_auto_approval: lowConfidence,
  missing_evidence: missingEvidence,
  policy_deviation: policyDeviation,
  reviewer_disagreement: disagreement
}
