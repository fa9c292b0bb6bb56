import { Effect } from "effect"
import { record } from "../../kernel/audit/log.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { type screeningSubjects, type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { eraseSubject } from "../erasure/subjects.ts"
import { behindPlace, type Place, type RetentionRule } from "./rule.ts"

/** Subjects of sessions and identities go with those, and what is monitored is in use. */
const dueWhere = (until: string): ReadonlyArray<Condition<keyof typeof screeningSubjects.columns>> => [
  { field: "erased_at", op: "is_null" },
  { field: "session_id", op: "is_null" },
  { field: "subject_of", op: "is_null" },
  { field: "monitoring_status", op: "eq", value: "off" },
  { field: "updated_at", op: "lte", value: until }
]
const order = [{ field: "updated_at", direction: "asc" }] as const

const eraseByPolicy = Effect.fnUntraced(function* (subject: StoredSubject) {
  yield* eraseSubject(subject)
  const changes = [{ path: "retention", from: null, to: "screening" }]
  const target = { type: "screening_subject", id: subject.id }
  yield* record({ action: "screening_subjects.erase", target, changes, outcome: "succeeded" })
  return true
})

const found = (subject: StoredSubject) => ({
  place: { since: subject.updated_at, id: subject.id },
  covered: [subject.identity_id],
  open: false,
  erase: eraseByPolicy(subject)
})

export const subjectRule = {
  kind: "screening",
  days: ({ screening }) => screening,
  lockNext: Effect.fnUntraced(function* (until: string, behind: Place | null) {
    const where = [...dueWhere(until), ...behindPlace("updated_at", behind)]
    const subject = yield* (yield* SubjectStore).lockFirst({ where, order, limit: 1 })
    return subject === undefined ? undefined : found(subject)
  }),
  look: Effect.fnUntraced(function* (until: string, limit: number) {
    const { rows, total, total_is_lower_bound } = yield* (yield* SubjectStore).page({ where: dueWhere(until), order, limit })
    return { count: total, count_is_lower_bound: total_is_lower_bound, first: rows.map(found) }
  })
} satisfies RetentionRule<unknown>
