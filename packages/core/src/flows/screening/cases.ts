import { Effect } from "effect"
import { announceCase, lockCase } from "../../resources/cases/change.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import { CaseStore, type StoredCase } from "../../resources/cases/model.ts"
import { findOpenCase, insertCase, openCase, priorityFor, standardQueue, untouched } from "../../resources/cases/open.ts"
import { indexed } from "../../resources/cases/search-text.ts"
import { durationOf } from "../../resources/cases/transitions.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { after } from "../../kernel/foundation/time.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import type { SessionStatus } from "../../resources/sessions/status.ts"
import type { StoredHit } from "../../resources/screening/hits/model.ts"
import type { Category } from "../../verification/screening/category.ts"
import { type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { priorityRank } from "../../verification/case-priority.ts"

const reasons = {
  sanctions: "sanctions_hit",
  pep: "pep_hit",
  adverse_media: "adverse_media_hit",
  watchlist: "list_match",
  internal: "list_match"
} as const satisfies Record<Category, ReasonCode>

/** What a case is open for where it is open for what was found. */
export const screeningReasons: ReadonlySet<ReasonCode> = new Set(Object.values(reasons))

/** Why hits ask for a person, the heaviest first. */
export const reasonsOf = (hits: ReadonlyArray<Pick<StoredHit, "category" | "risk_score">>): ReadonlyArray<ReasonCode> => [
  ...new Set(hits.toSorted((left, right) => right.risk_score - left.risk_score).map(({ category }) => reasons[category]))
]

/** Sessions about which a person can still say something; one whose checks run concludes by them. */
const reviewable: ReadonlySet<SessionStatus> = new Set<SessionStatus>(["approved", "declined", "in_review"])
const maximumReasons = 50

/** Locks the session that a subject is about, if any, before the subject: in the order in which the run of a session locks them. */
export const lockSessionOf = Effect.fnUntraced(function* (subject_id: string) {
  const session_id = (yield* (yield* SubjectStore).find(subject_id))?.session_id ?? null
  if (session_id !== null) yield* (yield* SessionStore).lock(session_id)
})

const heaviest = (alerts: ReadonlyArray<StoredHit>): number => Math.max(...alerts.map(({ risk_score }) => risk_score))

/** The check by whose item a checklist asks about what was found. */
export const screening = "aml_screening"
type Checklist = StoredCase["checklist"]

/** What was found asks for a person again, whoever ticked screening off before. */
const asked = (checklist: Checklist): Checklist => {
  const item = { key: screening, label: kindOf(screening).label, done: false, done_by: null, done_at: null }
  return checklist.some(({ key }) => key === screening)
    ? checklist.map((each) => (each.key === screening ? item : each))
    : [...checklist, item].slice(0, maximumReasons)
}

/** Adds what was found to an open case: its reasons, its priority where it rises, and the open item of its checklist. */
const append = Effect.fnUntraced(function* (case_id: string, alerts: ReadonlyArray<StoredHit>) {
  const row = yield* lockCase(case_id)
  const reason_codes = reasonsOf(alerts)
  const urgent = priorityFor(reason_codes)
  const priority = priorityRank[urgent] > row.priority_rank ? urgent : row.priority
  const reported = yield* announceCase(
    {
      ...row,
      reason_codes: [...new Set([...row.reason_codes, ...reason_codes])].slice(0, maximumReasons),
      priority,
      priority_rank: priorityRank[priority],
      risk_score: row.subject_id === null ? row.risk_score : Math.max(row.risk_score ?? 0, heaviest(alerts)),
      has_screening_hits: true,
      checklist: asked(row.checklist),
      updated_at: yield* tenantNow
    },
    "case.updated",
    { changed: ["reason_codes", "priority", "checklist"] }
  )
  yield* (yield* CaseStore).save(reported)
})

/**
 * Brings hits that were found after a session's checks to its case: to the open one if there is one, else to a new one. The session keeps
 * its decision until someone changes it. Locks the session, then the case, as every decision about a case does.
 */
const routeToCase = Effect.fnUntraced(function* (session_id: string, alerts: ReadonlyArray<StoredHit>) {
  if (alerts.length === 0) return
  const session = yield* (yield* SessionStore).lock(session_id)
  if (session === undefined || session.redacted_at !== null || !reviewable.has(session.status)) return
  const open = yield* findOpenCase(session_id)
  if (open === undefined) yield* openCase({ session, checks: [], reason_codes: reasonsOf(alerts) })
  else yield* append(open.id, alerts)
})

/** The case of a subject as it begins; it belongs to no workflow, and no check brought it about. */
const subjectCase = (id: string, at: string, subject: StoredSubject, alerts: ReadonlyArray<StoredHit>): StoredCase => {
  const reason_codes = reasonsOf(alerts)
  const priority = priorityFor(reason_codes)
  const country = subject.countries[0] ?? null
  return indexed({
    ...untouched,
    id,
    environment: subject.environment,
    session_id: null,
    subject_id: subject.id,
    identity_id: subject.identity_id,
    workflow_id: null,
    external_reference: subject.external_reference,
    priority,
    priority_rank: priorityRank[priority],
    risk_score: heaviest(alerts),
    reason_codes,
    tags: [],
    queue: standardQueue,
    entered_review_at: at,
    due_at: after(at, durationOf({})),
    checklist: asked([]),
    check_summary: [],
    check_types: [screening],
    has_screening_hits: true,
    subject: { display_name: subject.name, country },
    country,
    metadata: {},
    open_for: subject.id,
    created_at: at,
    updated_at: at
  })
}

/**
 * Brings what a screening of a locked subject found to a person. Hits about a session go to its case, which its checks open while they still
 * run; hits about no one's session, or about one that expired, to a case of the subject, of which there is at most one open.
 */
export const routeAlerts = Effect.fnUntraced(function* (subject: StoredSubject, alerts: ReadonlyArray<StoredHit>) {
  if (alerts.length === 0) return
  const { session_id } = subject
  const session = session_id === null ? undefined : yield* (yield* SessionStore).lock(session_id)
  if (session_id !== null && session?.status !== "expired") return yield* routeToCase(session_id, alerts)
  const open = yield* findOpenCase(subject.id)
  if (open === undefined) yield* insertCase(subjectCase(yield* makeId("rvc"), yield* tenantNow, subject, alerts))
  else yield* append(open.id, alerts)
})
