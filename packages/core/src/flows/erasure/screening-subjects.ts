import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { refuseHeld } from "../../resources/erasure/holds.ts"
import { permitErasure } from "../../resources/erasure/permission.ts"
import { erasureReason } from "../../resources/erasure/reason.ts"
import { ErasureReceipt } from "../../resources/erasure/receipt.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lockSubject } from "../../resources/screening/change.ts"
import { refuseFollowing } from "../../resources/screening/subjects/standing.ts"
import { SubjectId } from "../../resources/screening/subjects/model.ts"
import { eraseSubject } from "./subjects.ts"

const Erased = Schema.Struct({
  id: SubjectId,
  object: Schema.Literal("screening_subject"),
  erased: Schema.Literal(true),
  erased_at: Timestamp,
  counts: Schema.Struct({ hits: Schema.Int, decisions: Schema.Int }),
  receipt: Schema.NullOr(ErasureReceipt).annotate({ description: "Null for a subject that was erased before receipts existed" })
}).annotate({ identifier: "ErasedScreeningSubject" })

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
    conflicts: ["case_closed", "invalid_state_transition", "conflict", "legal_hold"],
    forbidden: ["forbidden"],
    emits: ["case.updated", "screening.subject-erased"]
  },
  Effect.fnUntraced(function* ({ reason, subject_id }) {
    yield* permitErasure
    yield* because(reason)
    const subject = yield* lockSubject(subject_id)
    if (subject.subject_of !== undefined) yield* refuseFollowing(subject)
    if (subject.erased_at === null) yield* refuseHeld([subject.session_id, subject.identity_id])
    yield* note({ type: "screening_subject", id: subject_id })
    const done =
      subject.erased_at === null
        ? yield* eraseSubject(subject)
        : { erased_at: subject.erased_at, counts: { hits: 0, decisions: 0 }, receipt: subject.receipt ?? null }
    return { id: subject_id, object: "screening_subject" as const, erased: true as const, ...done }
  })
)

export const screeningSubjectErasure = operations("screening_subjects", { erase })
