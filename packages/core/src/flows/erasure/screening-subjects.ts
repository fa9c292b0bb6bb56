import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { eraseCasesOfSubject } from "./cases.ts"
import { supersedeCase } from "../../resources/cases/open.ts"
import { permitErasure } from "../../resources/erasure/permission.ts"
import { erasureReason } from "../../resources/erasure/reason.ts"
import { eraseExportsOf } from "../../resources/exports/end.ts"
import { ErasureReceipt, issueReceipt } from "../../resources/erasure/receipt.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { IdempotencyStore } from "../../kernel/operation/idempotency.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { dropKeys } from "../../resources/screening/blocking/keep.ts"
import { unmonitored } from "../../resources/screening/monitoring/cadence.ts"
import { announceSubject, lockSubject } from "../../resources/screening/change.ts"
import { HitStore, type StoredHit } from "../../resources/screening/hits/model.ts"
import { DecisionStore } from "../../resources/screening/hits/decisions.ts"
import { refuseFollowing } from "../../resources/screening/subjects/standing.ts"
import { type StoredSubject, SubjectId, SubjectStore } from "../../resources/screening/subjects/model.ts"

const batch = 200
const blank = { type: "", names: "", births: "", birth_places: "", nationalities: "", countries: "", gender: "", identifiers: "" } as const

/** The hit without what tells of whom: scores, states and times stay as evidence of what was done. */
const erasedHit = (hit: StoredHit, at: string): StoredHit => ({
  ...hit,
  // The entry would name the subject as surely as a name does.
  list_entry_id: "",
  entry_ids: [],
  entry_print: blank,
  matched_name: null,
  evidence: [],
  sanction_programs: [],
  listed_at: null,
  delisted_at: null,
  note: null,
  suppression_id: null,
  explanation: {
    ...hit.explanation,
    matched_name: null,
    query_name: null,
    words: [],
    unmatched: { query: [], listed: [] },
    qualifiers: hit.explanation.qualifiers.map((each) => ({ ...each, query: null, listed: null }))
  },
  updated_at: at
})

const eraseHits = Effect.fnUntraced(function* (subject_id: string, at: string) {
  const store = yield* HitStore
  let count = 0
  for (let offset = 0; ; offset += batch) {
    const found = yield* store.list({
      where: [{ field: "subject_id", op: "eq", value: subject_id }],
      order: [{ field: "id", direction: "asc" }],
      limit: batch,
      offset
    })
    for (const hit of found) yield* store.save(erasedHit(hit, at))
    count += found.length
    if (found.length < batch) return count
  }
})

/** Digests of names can be guessed from names: what was remembered goes whole. */
const forgetDecisions = Effect.fnUntraced(function* (subject_id: string) {
  const store = yield* DecisionStore
  let count = 0
  for (;;) {
    const found = yield* store.list({ where: [{ field: "subject_id", op: "eq", value: subject_id }], limit: batch })
    for (const { id } of found) yield* store.remove(id)
    count += found.length
    if (found.length < batch) return count
  }
})

const Erased = Schema.Struct({
  id: SubjectId,
  object: Schema.Literal("screening_subject"),
  erased: Schema.Literal(true),
  erased_at: Timestamp,
  counts: Schema.Struct({ hits: Schema.Int, decisions: Schema.Int }),
  receipt: Schema.NullOr(ErasureReceipt).annotate({ description: "Null for a subject that was erased before receipts existed" })
}).annotate({ identifier: "ErasedScreeningSubject" })

/** Erases what is held of a locked subject, its hits and what was remembered about them. Running twice changes nothing more. */
export const eraseSubject = Effect.fnUntraced(function* ({ said: _said, ...subject }: StoredSubject) {
  const at = yield* tenantNow
  const hits = yield* eraseHits(subject.id, at)
  const decisions = yield* forgetDecisions(subject.id)
  yield* supersedeCase(subject.id)
  yield* eraseCasesOfSubject(subject.id)
  for (const id of [subject.session_id, subject.subject_of ?? null]) if (id !== null) yield* eraseExportsOf({ id })
  const receipt = yield* issueReceipt({
    scope: { type: "screening_subject", id: subject.id },
    counts: { screening_subjects: 1, screening_hits: hits, screening_decisions: decisions },
    at
  })
  // Answers to requests about it that are kept for repeated ones name it too.
  yield* (yield* IdempotencyStore).forget(subject.id)
  const erased: StoredSubject = {
    ...subject,
    name: null,
    aliases: [],
    date_of_birth: null,
    countries: [],
    identifiers: [],
    external_reference: null,
    metadata: {},
    monitoring: { ...unmonitored, cadence: subject.monitoring.cadence },
    erased_at: at,
    receipt,
    updated_at: at
  }
  yield* (yield* SubjectStore).save(yield* announceSubject(erased, "screening.subject-erased"))
  yield* dropKeys(subject.id)
  return { erased_at: at, counts: { hits, decisions }, receipt }
})

const erase = operation(
  {
    summary: "Erase the data of a screening subject",
    description:
      "Permanently erases the identity of the subject, what was found and what reviewers wrote. Identifiers, times, scores and decisions stay as evidence. The subject is no longer screened. Erasing again changes nothing and returns the same receipt.",
    method: "DELETE",
    path: "/screening-subjects/{subject_id}/data",
    access: scopes("redact:write", "screening:write"),
    effect: "destructive",
    params: { subject_id: SubjectId },
    query: { reason: erasureReason },
    output: Erased,
    conflicts: ["case_closed", "invalid_state_transition", "conflict"],
    forbidden: ["forbidden"],
    emits: ["case.updated", "screening.subject-erased"]
  },
  Effect.fnUntraced(function* ({ reason, subject_id }) {
    yield* permitErasure
    yield* because(reason)
    const subject = yield* lockSubject(subject_id)
    if (subject.subject_of !== undefined) yield* refuseFollowing(subject)
    yield* note({ type: "screening_subject", id: subject_id })
    const done =
      subject.erased_at === null
        ? yield* eraseSubject(subject)
        : { erased_at: subject.erased_at, counts: { hits: 0, decisions: 0 }, receipt: subject.receipt ?? null }
    return { id: subject_id, object: "screening_subject" as const, erased: true as const, ...done }
  })
)

export const screeningSubjectErasure = operations("screening_subjects", { erase })
