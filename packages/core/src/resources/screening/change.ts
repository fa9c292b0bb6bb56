import { Effect } from "effect"
import { announce } from "../../kernel/events/announce.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import type { StoredHit } from "./hits/model.ts"
import type { StoredScreening } from "./screening-model.ts"
import { type StoredSubject, SubjectStore } from "./subjects/model.ts"

/** How many lists an event names. */
const namedLists = 50

/** What a webhook tells of a screening: states, counts and versions, none of whom it is about. */
export const screeningSnapshot = (row: StoredScreening) => ({
  id: row.id,
  object: "screening_record",
  environment: row.environment,
  subject_id: row.subject_id,
  session_id: row.session_id,
  trigger: row.trigger,
  categories: row.categories,
  lists: row.lists.slice(0, namedLists),
  versions: row.versions,
  threshold: row.threshold,
  status: row.status,
  partial: row.partial,
  error_codes: row.error_codes,
  hit_counts: row.hit_counts,
  risk_score: row.risk_score,
  previous_screening_id: row.previous_screening_id,
  diff: row.diff,
  simulated: row.simulated,
  completed_at: row.completed_at,
  created_at: row.created_at,
  updated_at: row.updated_at
})

/** Of a hit: scores and states; neither names nor the entry, which would tell of whom. */
export const hitSnapshot = (row: StoredHit) => ({
  id: row.id,
  object: "screening_hit",
  environment: row.environment,
  screening_id: row.screening_id,
  subject_id: row.subject_id,
  list_key: row.list_key,
  category: row.category,
  match_score: row.match_score,
  risk_score: row.risk_score,
  priority: row.priority,
  pep_level: row.pep_level,
  review_status: row.review_status,
  reopened_by: row.reopened_by,
  reviewed_at: row.reviewed_at,
  simulated: row.simulated,
  created_at: row.created_at,
  updated_at: row.updated_at
})

/** Counts the event in the screening's sequence and announces it. */
export const announceScreening = Effect.fnUntraced(function* (row: StoredScreening, type: "screening.completed" | "screening.rescreened") {
  const counted: StoredScreening = { ...row, sequence: row.sequence + 1 }
  const resource = { type: "screening_record", id: row.id }
  yield* announce({ type, resource, sequence: counted.sequence, data: screeningSnapshot(counted) })
  return counted
})

export const announceHit = Effect.fnUntraced(function* (row: StoredHit, type: "screening.hit-found" | "screening.hit-resolved") {
  const counted: StoredHit = { ...row, sequence: row.sequence + 1 }
  yield* announce({ type, resource: { type: "screening_hit", id: row.id }, sequence: counted.sequence, data: hitSnapshot(counted) })
  return counted
})

/** The subject for a change, locked until the transaction ends. Always the first lock of a transaction about its screenings. */
export const lockSubject = Effect.fnUntraced(function* (id: string) {
  const subject = yield* (yield* SubjectStore).lock(id)
  return subject === undefined ? yield* new NotFound() : subject
})

export const subjectErased = new Conflict({
  code: "subject_erased",
  detail: "The data of this screening subject was erased, so it can no longer be screened or changed."
})

/** As `lockSubject`, for what would bring personal data back to a subject from which it was erased. */
export const lockWritableSubject = Effect.fnUntraced(function* (id: string) {
  const subject: StoredSubject = yield* lockSubject(id)
  return subject.erased_at === null ? subject : yield* subjectErased
})
