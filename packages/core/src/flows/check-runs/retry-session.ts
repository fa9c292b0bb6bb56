import { Effect } from "effect"
import { refreshCase } from "../../resources/cases/refresh.ts"
import { findOpenCase, supersede } from "../../resources/cases/open.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import { leastScoreOf, RulesOfNode, rulesOf } from "../../verification/workflows/node-rules.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { stateOf } from "../../resources/workflows/runs/state.ts"
import { isRunning } from "../../resources/workflows/runs/begin.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionTrigger } from "../../resources/sessions/transitions.ts"
import { apart, heldToScore, unavailableCheck } from "../../resources/checks/conclusion.ts"
import { conclude, type Conclusion, type WeighedConclusion } from "../../verification/conclusion.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { type CheckFinding, finishCheck, recordCheck } from "../../resources/checks/record.ts"
import { CheckRegistry } from "../check-kinds/registry.ts"
import { withFollowUp } from "../sessions/follow-up.ts"
import type { MadeChecks } from "./evidence.ts"
import { type LookedUp, lookUpRecords } from "./records.ts"
import { keepTraces, makeChecks } from "./session-checks.ts"
import { riskOf } from "./session-risk.ts"
import { checksOfRun, partOf } from "../../resources/checks/session-runs.ts"
import { concludedForIdentity } from "../identities/marks.ts"
import { decideSession } from "../identities/decide-session.ts"

const triggers = {
  approved: "retried_check_approves",
  declined: "retried_check_declines",
  resubmission_required: "retried_check_requests_resubmission"
} as const satisfies Record<Exclude<Conclusion["status"], "in_review">, SessionTrigger>

const noTraces = { document: null, face: null } as const

/** What a check of a session was made of again, outside of any transaction. */
interface MadeAgain extends MadeChecks {
  readonly looked: ReadonlyArray<LookedUp>
}

/** Whether a node makes checks of a type. */
const makes = ({ node }: LinkedGraph[number], type: StoredCheck["type"]): boolean =>
  node.type === "check"
    ? node.config.type === type
    : (node.type === "screening" && type === "aml_screening") || (node.type === "list_lookup" && type === "list_lookup")

/** What the node said that made a check. Of several that did by different rules, the checks of all but the first name their nodes. */
const rulesOfCheck = Effect.fnUntraced(function* ({ workflow_run_id, workflow_version_id }: StoredSession, check: StoredCheck) {
  const run = workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(workflow_run_id)
  const made = new Set(run?.nodes.filter(({ state }) => state === "succeeded" || state === "failed").map(({ id }) => id))
  const graph = yield* graphOf(workflow_version_id)
  const nodes = graph.filter((linked) => made.has(linked.id) && makes(linked, check.type))
  const own = nodes.find(({ id }) => partOf(check).endsWith(`/${id}`))
  const linked = own ?? nodes[0]
  if (linked === undefined || run === undefined) return { least: undefined, rules: {}, suffix: "" }
  return { least: leastScoreOf(linked.node), rules: rulesOf(linked, stateOf(run)) ?? {}, suffix: own === undefined ? "" : `/${own.id}` }
})

/** Makes the checks of a session again, of which one is wanted, and looks at the records of the organization where that was not done. */
export const makeAgain = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck) {
  const ofRecords = (yield* CheckRegistry)[check.type].records !== null
  const { least, rules, suffix } = yield* rulesOfCheck(session, check)
  const made: MadeChecks = ofRecords
    ? { checks: [], traces: noTraces }
    : yield* Effect.provideService(makeChecks(session), RulesOfNode, rules)
  const now = made.checks.map(({ finding }) => finding)
  const before = (yield* checksOfRun(session)).filter(({ type }) => !now.some((finding) => finding.type === type))
  const looked = yield* lookUpRecords(session, [...before, ...now], check.type)
  const byRules = looked.map(
    (one): LookedUp => (one.type === check.type ? { ...one, end: (end) => Effect.provideService(one.end(end), RulesOfNode, rules) } : one)
  )
  const checks = made.checks.map((one) => (one.finding.type === check.type ? apart(heldToScore(one, least), suffix) : one))
  const again: MadeAgain = { ...made, checks, looked: byRules }
  return again
})

const fine = ({ outcome }: StoredCheck): boolean => outcome === "passed" || outcome === "not_applicable"

interface Written {
  readonly checks: ReadonlyArray<StoredCheck>
  /** Of the check itself and of those that were made beside it. */
  readonly findings: ReadonlyArray<CheckFinding>
  readonly conclusion: Conclusion
}

const isUnavailable = (part: string): boolean => part.split("/")[0] === "unavailable"

/** Those of what was made that belong to the check, and those that no one has made yet in this run, such as the others of a run that failed whole. */
const wanted = (check: StoredCheck, before: ReadonlyArray<StoredCheck>, { checks }: MadeChecks) => {
  const part = partOf(check)
  const own = checks.filter(
    ({ finding }) => finding.type === check.type && (isUnavailable(part) || finding.part === part || isUnavailable(finding.part))
  )
  const made = new Set(before.map(({ type }) => type))
  return { own: own[0], others: [...own.slice(1), ...checks.filter(({ finding }) => !made.has(finding.type))] }
}

const write = Effect.fnUntraced(function* (
  session: StoredSession,
  check: StoredCheck,
  before: ReadonlyArray<StoredCheck>,
  made: MadeAgain
) {
  const { others, own } = wanted(check, before, made)
  const message = "The evidence for this check is missing. A person has to review it."
  const end = { session, findings: before, face: made.traces.face, attempt: check.attempt }
  const ofRecords = made.looked.find(({ type }) => type === check.type)
  const judged = (ofRecords === undefined ? own : yield* ofRecords.end(end)) ?? unavailableCheck(check.type, session, { message })
  const finished = yield* finishCheck(check, judged.finding)
  const conclusions: Array<WeighedConclusion> = [judged.conclusion]
  const checks = [...before.filter(({ id }) => id !== check.id), finished]
  for (const { conclusion, finding } of others) {
    checks.push(yield* recordCheck(session, finding))
    conclusions.push(conclusion)
  }
  for (const looked of made.looked) {
    if (looked.deciding || checks.some(({ type }) => type === looked.type)) continue
    const verdict = yield* looked.end({ ...end, findings: checks })
    if (verdict === undefined) continue
    checks.push(yield* recordCheck(session, verdict.finding))
    conclusions.push(verdict.conclusion)
  }
  const findings = [judged.finding, ...others.map(({ finding }) => finding)]
  const written: Written = { checks, findings, conclusion: conclude(conclusions) }
  return written
})

/** Records that are asked only where a session is decided were never asked about one whose run failed whole. */
const withDeciding = Effect.fnUntraced(function* (
  session: StoredSession,
  { checks, conclusion, findings }: Written,
  { looked, traces }: MadeAgain,
  attempt: number
) {
  const all = [...checks]
  const verdicts: Array<WeighedConclusion> = [conclusion]
  for (const { deciding, end, type } of looked) {
    if (!deciding || all.some((one) => one.type === type)) continue
    const verdict = yield* end({ session, findings: all, face: traces.face, attempt })
    if (verdict === undefined) continue
    all.push(yield* recordCheck(session, verdict.finding))
    verdicts.push({ ...verdict.conclusion, weight: "record" })
  }
  const written: Written = { checks: all, findings, conclusion: conclude(verdicts) }
  return written
})

const unavailable: ReasonCode = "check_unavailable"

/** Whether anything but checks that could not be made keeps the session for a person, or a person has begun with it. */
const isHeld = Effect.fnUntraced(function* (session: StoredSession, check_id: string, before: ReadonlyArray<StoredCheck>) {
  const open = yield* findOpenCase(session.id)
  const reasons = [...session.status_reason_codes, ...(open?.reason_codes ?? [])]
  const begun = open !== undefined && (open.status !== "open" || open.pending_decision !== null || open.decided_at !== null)
  return begun || reasons.some((code) => code !== unavailable) || before.some((one) => one.id !== check_id && !fine(one))
})

/** The reasons without those that no longer hold, and with those that were found. */
const reasonsAfter =
  ({ checks, conclusion }: Written) =>
  (before: ReadonlyArray<ReasonCode>): ReadonlyArray<ReasonCode> => {
    const errored = checks.some(({ status }) => status === "errored")
    return [...new Set([...before.filter((code) => errored || code !== unavailable), ...conclusion.reason_codes])].slice(0, 50)
  }

/**
 * Records what a check of a locked session was found to be after all. A session that waited for a person only because the check could not be made
 * goes where the check leads; in any other case its case tells the person what is known now. What a person decided stays.
 */
export const recordAgain = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck, made: MadeAgain) {
  const before = yield* checksOfRun(session)
  const held = session.status !== "in_review" || (yield* isRunning(session)) || (yield* isHeld(session, check.id, before))
  yield* keepTraces(session, made.traces)
  const made_now = yield* write(session, check, before, made)
  const written = held ? made_now : yield* withDeciding(session, made_now, made, check.attempt)
  const { checks, findings } = written
  const conclusion = held ? written.conclusion : yield* concludedForIdentity(session, written.conclusion)
  const owing = findings.some(({ duties = [] }) => duties.length > 0) ? withFollowUp(session, findings, yield* tenantNow) : session
  const reasons = reasonsAfter({ ...written, conclusion })
  const status_reason_codes = session.status === "in_review" ? reasons(session.status_reason_codes) : session.status_reason_codes
  const risk = yield* riskOf(session, checks, status_reason_codes)
  if (!held && conclusion.status !== "in_review") {
    yield* supersede({ session_id: session.id })
    const { reason_codes } = conclusion
    const moved = yield* decideSession({ ...owing, risk: yield* riskOf(session, checks, reason_codes) }, triggers[conclusion.status], {
      reason_codes
    })
    return yield* (yield* SessionStore).save(moved)
  }
  yield* refreshCase(session.id, checks, session.status === "in_review" ? reasons : undefined)
  const differing = (["status_reason_codes", "risk"] as const).filter((member) => {
    const now = member === "risk" ? risk : status_reason_codes
    return JSON.stringify(session[member]) !== JSON.stringify(now)
  })
  const changed = [...differing, ...(owing === session ? [] : (["follow_up"] as const))]
  if (changed.length === 0) return session
  const next: StoredSession = { ...owing, risk, status_reason_codes, updated_at: yield* tenantNow }
  return yield* (yield* SessionStore).save(yield* announceSession(next, "session.updated", { changed }))
})
