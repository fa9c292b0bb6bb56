import { Effect } from "effect"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { between, days } from "../../kernel/foundation/time.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, Forbidden } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSubject } from "../../resources/screening/subjects/model.ts"
import { judgeWaitingHits } from "../../resources/screening/hits/judge.ts"
import { decideLinked, linkedFor } from "../identities/decide-session.ts"
import { endForResubmission, goOnFromReview, runInReview } from "../workflows/review.ts"
import { takenUp } from "../workflows/stand-by.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionStatus } from "../../resources/sessions/status.ts"
import { followDecision } from "../../resources/layout-templates/queue.ts"
import { recordDecision } from "../../resources/audit-findings/decisions.ts"
import { lockWithSubject, moveCase } from "../../resources/cases/change.ts"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { addRemarks } from "../../resources/cases/notes.ts"
import { findOpenCase } from "../../resources/cases/open.ts"
import { decisionRefusal, fourEyesStep, overrideRefusal } from "../../resources/cases/permission.ts"
import { decisionOf, transitionOf } from "../../resources/cases/transitions.ts"
import { submissionsSpent } from "../../verification/resubmission.ts"

/** A closed case can be reopened for this long. */
const reopenWindow = days(30)
const maximumReasons = 50

interface Triggers {
  readonly approve: "approve"
  readonly reject: "reject" | "request_resubmission"
}
type DecidingTrigger = Triggers[keyof Triggers]

export interface Verdict<Kind extends keyof Triggers = keyof Triggers, E = never, R = never> {
  readonly case_id: string
  readonly verdict: Kind
  readonly reason_codes: ReadonlyArray<ReasonCode>
  /** Ask the person to submit again rather than decline for good. */
  readonly allow_resubmission?: boolean
  /** Two people have to agree. */
  readonly four_eyes: boolean
  /** Adds what is said beside the verdict to the case. */
  readonly remarked?: (row: StoredCase) => Effect.Effect<StoredCase, E, R>
}

interface Judgement<Trigger extends DecidingTrigger = DecidingTrigger> {
  readonly trigger: Trigger
  readonly reason_codes: ReadonlyArray<ReasonCode>
}

const distinct = (codes: ReadonlyArray<ReasonCode>) => [...new Set(codes)].slice(0, maximumReasons)

type Reasoned = Pick<Verdict, "allow_resubmission" | "reason_codes">
const spent: ReasonCode = "resubmission_limit_exceeded"

/** What a verdict comes to: a person without attempts left cannot be asked again, and is declined for that reason too. */
const judgements: {
  readonly [Kind in keyof Triggers]: (given: Reasoned, session: StoredSession | null) => Judgement<Triggers[Kind]>
} = {
  approve: ({ reason_codes }) => ({ trigger: "approve", reason_codes: distinct(reason_codes) }),
  reject: ({ allow_resubmission, reason_codes }, session) => {
    const codes = distinct(reason_codes)
    if (allow_resubmission !== true || session === null) return { trigger: "reject", reason_codes: codes }
    if (!submissionsSpent(session)) return { trigger: "request_resubmission", reason_codes: codes }
    return { trigger: "reject", reason_codes: [...codes.filter((code) => code !== spent).slice(0, maximumReasons - 1), spent] }
  }
}

const sessionTriggers = {
  approve: "reviewer_approves",
  reject: "reviewer_declines",
  request_resubmission: "reviewer_requests_resubmission"
} as const satisfies Record<DecidingTrigger, string>

/** The status a decided session has to have for the judgement; asking again cannot follow a decision. */
const decidedStatus: Partial<Record<DecidingTrigger, SessionStatus>> = { approve: "approved", reject: "declined" }
const overrides = { ...sessionTriggers, approve: "override_approve", reject: "override_decline" } as const

/**
 * How a judgement is carried to the session, with the identity that the session joins. One that waits in review is decided; one that was decided
 * before its case was reopened keeps its decision when the judgement confirms it, which is null here, and is overridden when it does not.
 */
const carrying = Effect.fnUntraced(function* <Trigger extends DecidingTrigger>(
  session: StoredSession | null,
  { trigger }: Judgement<Trigger>
) {
  if (session === null) return null
  const wanted = decidedStatus[trigger]
  const decided = session.status === "approved" || session.status === "declined"
  if (!decided || wanted === undefined) return { override: false as const, linked: yield* linkedFor(session, sessionTriggers[trigger]) }
  if (session.status === wanted) return null
  const refusal = overrideRefusal(yield* Caller)
  if (refusal !== undefined) return yield* refusal
  return { override: true as const, linked: yield* linkedFor(session, overrides[trigger]) }
})

/** The reasons of the decision, before those for which the case was opened. */
const weighed = (row: StoredCase, reason_codes: ReadonlyArray<ReasonCode>): StoredCase => ({
  ...row,
  reason_codes: [...new Set([...reason_codes, ...row.reason_codes])].slice(0, maximumReasons)
})

const noOneToAsk = new Conflict({
  code: "conflict",
  detail: "This case decides no session, so no one can submit again. Approve or reject it."
})

type JudgeHits<E, R> = (subject: StoredSubject, resolution: "false_positive" | "confirmed") => Effect.Effect<unknown, E, R>

/** Keeps for the quality audit that the case was decided. The decision of its session, if it has one, is kept with the session. */
const recorded = Effect.fnUntraced(function* (
  { id, sequence, session_id }: StoredCase,
  session: StoredSession | null,
  { at, decision }: NonNullable<StoredCase["pending_decision"]>
) {
  yield* recordDecision({
    about: "case",
    object_id: id,
    session_id,
    decision,
    replaces: null,
    automatic: false,
    reasoned: false,
    workflow_version_id: session?.workflow_version_id ?? null,
    run: null,
    decided_at: at,
    sequence
  })
})

/**
 * The reasons of a judgement that decides its session: with those of the end that it leads to, where a workflow waits for it. Null where the workflow
 * goes on with it and decides the session later.
 */
const reasonsBy = Effect.fnUntraced(function* (session: StoredSession | null, { reason_codes, trigger }: Judgement) {
  const open = session === null ? undefined : yield* runInReview(session)
  if (open === undefined) return reason_codes
  if (trigger === "request_resubmission") {
    yield* endForResubmission(open, reason_codes)
    return reason_codes
  }
  const more = yield* goOnFromReview(open, trigger === "approve" ? "approved" : "rejected")
  return more === null ? null : distinct([...reason_codes, ...more])
})

const deciding = <Kind extends keyof Triggers, E, R, E2, R2>(given: Verdict<Kind, E, R>, judgeHits: JudgeHits<E2, R2>) =>
  Effect.gen(function* () {
    const store = yield* CaseStore
    const { row, session, subject } = yield* lockWithSubject(given.case_id)
    if (session === null && given.allow_resubmission === true) return yield* noOneToAsk
    const judgement = judgements[given.verdict](given, session)
    const transition = transitionOf(row.status, judgement.trigger)
    if (transition instanceof Conflict) return yield* transition
    const caller = yield* Caller
    const refusal = decisionRefusal(caller, row)
    if (refusal !== undefined) return yield* refusal

    const pending = { decision: decisionOf[judgement.trigger], by: caller.actor.id, at: yield* tenantNow }
    const step = given.four_eyes ? fourEyesStep(row.pending_decision, pending) : "confirm"
    if (step instanceof Forbidden) return yield* step
    const argued = weighed(given.remarked === undefined ? row : yield* given.remarked(row), judgement.reason_codes)
    if (step === "stage") {
      return yield* store.save(yield* moveCase(argued, "stage", { pending, added: { changed: ["pending_decision"] } }))
    }
    // What was found first, then the case, then the session: the order in which a decision is announced.
    if (subject !== null) yield* judgeHits(subject, judgement.trigger === "approve" ? "false_positive" : "confirmed")
    const reason_codes = yield* reasonsBy(session, judgement)
    const carried = reason_codes === null ? null : yield* carrying(session, judgement)
    const linked = { ...argued, identity_id: carried?.linked.session.identity_id ?? argued.identity_id }
    const decided = yield* moveCase(linked, judgement.trigger, { added: { decision_reason_codes: judgement.reason_codes } })
    // Saved before what belongs to the session follows it to its identity: the case names that already.
    const saved = yield* store.save(decided)
    yield* recorded(saved, session, pending)
    if (reason_codes === null && session?.status === "in_review") yield* (yield* SessionStore).save(yield* takenUp(session))
    if (carried !== null && reason_codes !== null) {
      const moved = carried.override
        ? yield* decideLinked(carried.linked, { override: true, reason_codes })
        : yield* decideLinked(carried.linked, { reason_codes })
      yield* (yield* SessionStore).save(moved)
      yield* followDecision(moved.id)
    }
    return saved
  })

/**
 * Decides a case and its session in one transaction, or the hits that wait where it is about a screening subject. Keeps the decision for a
 * second person where two have to agree.
 */
export const decideCase = <Kind extends keyof Triggers, E = never, R = never>(given: Verdict<Kind, E, R>) =>
  deciding(given, judgeWaitingHits)

const notOfSession = () => Effect.die(new Error("a case that was found by its session is about a screening subject"))

/** As `decideCase`, for a case that is known to be about a session: it has no hits to resolve, and announces none. */
export const decideSessionCase = <Kind extends keyof Triggers, E = never, R = never>(given: Verdict<Kind, E, R>) =>
  deciding(given, notOfSession)

const blindStands = new Conflict({ code: "conflict", detail: "This case was a blind review. What it was decided as stands." })

/** Sessions whose decision a reopened case can still confirm or change. */
const reviewable: ReadonlySet<SessionStatus> = new Set<SessionStatus>(["approved", "declined", "in_review"])

/**
 * Reopens a closed case. The session keeps its decision meanwhile: anyone who relies on it must not see it vanish because someone wants a
 * second look. Deciding again confirms it or overrides it. A session that went on (it is processed again, waits for the person, expired)
 * cannot be decided by its old case any more, so that case stays closed; a new one is opened when the session comes to review again.
 */
export const reopenCase = Effect.fnUntraced(function* (case_id: string, remarks: ReadonlyArray<string | undefined>) {
  const { row, session } = yield* lockWithSubject(case_id)
  const transition = transitionOf(row.status, "reopen")
  if (transition instanceof Conflict) return yield* transition
  if (row.sample !== undefined) return yield* blindStands
  if (session !== null && session.redacted_at !== null) {
    return yield* new Conflict({ code: "session_redacted", detail: "The data of this case's session was erased; it stays closed." })
  }
  if (row.closed_at === null || between(row.closed_at, yield* tenantNow) > reopenWindow) {
    return yield* new Conflict({ code: "reopen_window_passed", detail: "A case can be reopened within 30 days after it was closed." })
  }
  if (session !== null && !reviewable.has(session.status)) {
    return yield* new Conflict({
      code: "invalid_state_transition",
      detail: `The session has moved on and is ${session.status}, so this old case can no longer be decided.`,
      context: { current_status: row.status, session_status: session.status, allowed: [] }
    })
  }
  const other = yield* findOpenCase(session?.id ?? row.subject_id ?? "")
  if (other !== undefined) {
    return yield* new Conflict({
      code: "conflict",
      detail: "A newer case about the same subject is open. Work on that case.",
      context: { case_id: other.id }
    })
  }
  const argued = yield* addRemarks(row, remarks)
  const reopened = yield* moveCase(argued, "reopen", { added: { previous_decision: row.decision } })
  return yield* (yield* CaseStore).save(reopened)
})
