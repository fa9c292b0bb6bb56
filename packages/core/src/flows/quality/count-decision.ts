import { Effect } from "effect"
import { dayOf, monthOf } from "../../resources/audit-findings/periods.ts"
import { count, type Counted } from "../../resources/audit-findings/counts.ts"
import type { StoredFinding } from "../../resources/audit-findings/model.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import type { DecisionFacts } from "./facts.ts"
import { personGroups } from "./person-groups.ts"
import { blindOutcome } from "./rules.ts"

/** The group of decisions that no person made, and of those whose workflow or maker is not known. */
const automatic = "automatic"
const unknown = "unknown"

interface Decided {
  readonly at: string
  readonly reviewer: string | null
  readonly workflow_version_id: string | null
  readonly check_types: ReadonlyArray<string>
}

/** The same numbers in every grouping of the statistics. */
const inEveryGrouping = (
  { at, check_types, reviewer, workflow_version_id }: Decided,
  names: ReadonlyArray<string>
): ReadonlyArray<Counted> =>
  names.flatMap((name) => [
    { series: "reviewer", period: dayOf(at), group: reviewer ?? unknown, name },
    { series: "workflow_version", period: dayOf(at), group: workflow_version_id ?? unknown, name },
    ...check_types.map((group) => ({ series: "check_type", period: dayOf(at), group, name }))
  ])

const typesOf = (checks: ReadonlyArray<StoredCheck>) => [...new Set(checks.map(({ type }) => type))]

const ofDecision = ({ checks, decision }: DecisionFacts): ReadonlyArray<Counted> =>
  decision.about !== "session"
    ? []
    : inEveryGrouping(
        {
          at: decision.decided_at,
          reviewer: decision.automatic ? automatic : decision.decided_by.id,
          workflow_version_id: decision.workflow_version_id,
          check_types: typesOf(checks)
        },
        ["decisions", decision.decision]
      )

/** A second look counts for the decision that was looked at. */
const ofSecondLook = (facts: DecisionFacts): ReadonlyArray<Counted> => {
  const looked = blindOutcome(facts)
  if (looked === undefined) return []
  const { sample, second } = looked
  const about: Decided = {
    at: sample.decided_at,
    reviewer: sample.automatic ? automatic : sample.decided_by.id,
    workflow_version_id: sample.workflow_version_id,
    check_types: sample.check_types
  }
  return inEveryGrouping(about, second === sample.decision ? ["sampled", "agreed"] : ["sampled"])
}

const ofFinding = ({ check_types, decided_at, decided_by, kind, workflow_version_id }: StoredFinding): ReadonlyArray<Counted> =>
  inEveryGrouping(
    {
      at: decided_at,
      reviewer: decided_by === null ? unknown : decided_by.type === "system" ? automatic : decided_by.id,
      workflow_version_id,
      check_types
    },
    [`finding.${kind}`]
  )

export const reportSeries = (type: string): string => `engine.${type}`

/** What the check itself found; null where it said nothing about the evidence. */
const foundBy = ({ outcome, overridden, status }: StoredCheck): string | null => {
  if (status === "errored") return "errored"
  const found = overridden === null ? outcome : overridden.from
  return found === null ? "errored" : found === "not_applicable" || status !== "completed" ? null : found
}

const ofChecks = (
  checks: ReadonlyArray<StoredCheck>,
  groups: ReadonlyArray<string>,
  nameOf: (check: StoredCheck) => string | null
): ReadonlyArray<Counted> =>
  checks.flatMap((check) => {
    const name = nameOf(check)
    const period = monthOf(check.completed_at ?? check.created_at)
    return name === null ? [] : groups.map((group) => ({ series: reportSeries(check.type), period, group, name }))
  })

/** What the report counts: the checks of a session once, when it is decided for the first time in a run, and a check that a person overrode. */
const forReport = Effect.fnUntraced(function* ({ before, checks, decision, session }: DecisionFacts) {
  if (decision.about === "session" && decision.replaces === null && session !== undefined) {
    return ofChecks(checks, yield* personGroups(session, decision.decided_at), foundBy)
  }
  const overturned = decision.about === "check" && before === undefined && decision.replaces !== decision.decision
  const of = overturned && decision.session_id !== null ? yield* (yield* SessionStore).find(decision.session_id) : undefined
  if (of === undefined || of.redacted_at !== null) return []
  return ofChecks(checks, yield* personGroups(of, decision.decided_at), () => "overturned")
})

/** Adds a decision and what was found about it to the statistics and the report. Part of the transaction that audits the decision. */
export const countDecision = Effect.fnUntraced(function* (facts: DecisionFacts, findings: ReadonlyArray<StoredFinding>) {
  yield* count([...ofDecision(facts), ...ofSecondLook(facts), ...findings.flatMap(ofFinding), ...(yield* forReport(facts))])
})
