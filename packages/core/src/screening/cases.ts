import { Effect } from "effect"
import { announceCase, lockCase } from "../cases/change.ts"
import { CaseStore, priorityRank } from "../cases/model.ts"
import { findOpenCase, openCase, priorityFor } from "../cases/open.ts"
import type { ReasonCode } from "../foundation/reason-codes.ts"
import { tenantNow } from "../sandbox/clock.ts"
import { SessionStore, type SessionStatus } from "../sessions/model.ts"
import type { StoredHit } from "./hit-model.ts"
import type { Category } from "./screening-model.ts"
import { SubjectStore } from "./subject-model.ts"

const reasons = {
  sanctions: "sanctions_hit",
  pep: "pep_hit",
  adverse_media: "adverse_media_hit",
  watchlist: "list_match",
  internal: "list_match"
} as const satisfies Record<Category, ReasonCode>

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

/**
 * Brings hits that were found after a session's checks to its case: to the open one if there is one, else to a new one. The session keeps
 * its decision until somebody changes it. Locks the session, then the case, as every decision about a case does.
 */
export const routeToCase = Effect.fnUntraced(function* (session_id: string, alerts: ReadonlyArray<StoredHit>) {
  if (alerts.length === 0) return
  const session = yield* (yield* SessionStore).lock(session_id)
  if (session === undefined || session.redacted_at !== null || !reviewable.has(session.status)) return
  const reason_codes = reasonsOf(alerts)
  const open = yield* findOpenCase(session_id)
  if (open === undefined) {
    yield* openCase({ session, checks: [], reason_codes })
    return
  }
  const row = yield* lockCase(open.id)
  const urgent = priorityFor(reason_codes)
  const priority = priorityRank[urgent] > row.priority_rank ? urgent : row.priority
  const told = yield* announceCase(
    {
      ...row,
      reason_codes: [...new Set([...row.reason_codes, ...reason_codes])].slice(0, maximumReasons),
      priority,
      priority_rank: priorityRank[priority],
      has_screening_hits: true,
      updated_at: yield* tenantNow
    },
    "case.updated",
    { changed: ["reason_codes", "priority"] }
  )
  yield* (yield* CaseStore).save(told)
})
