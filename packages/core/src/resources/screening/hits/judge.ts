import { Effect, Schema } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { Caller } from "../../../kernel/access/caller.ts"
import { NotFound } from "../../../kernel/foundation/failure.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { announceHit } from "../change.ts"
import { subjectPrint } from "../fingerprint.ts"
import { HitStore, type StoredHit } from "./model.ts"
import { DecisionStore, type HitDecision, quietUntil, standardQuietDays } from "./decisions.ts"
import { countHits, riskOfHits, statusOf } from "../outcome.ts"
import { hitsOf } from "./of-screening.ts"
import { ScreeningStore } from "../screening-model.ts"
import { type StoredSubject, SubjectStore } from "../subjects/model.ts"

export const Verdict = Schema.Literals(["confirmed", "false_positive", "inconclusive"]).annotate({ identifier: "HitVerdict" })
export type Verdict = typeof Verdict.Type

// Decisions belong to their hits and have no prefix of their own in the table of identifiers.
export const makeDecisionId = Effect.map(makeId("hit"), (id) => id.replace(/^hit_/u, "decision_"))

/** Remembers what was decided about the subject and this entry; the latest decision about them is the one that holds. */
const remember = Effect.fnUntraced(function* (subject: StoredSubject, hit: StoredHit, verdict: Verdict, quiet_days: number | null) {
  const at = yield* tenantNow
  const { actor } = yield* Caller
  const decision: HitDecision = {
    id: yield* makeDecisionId,
    version: 1,
    environment: hit.environment,
    subject_id: subject.id,
    list_key: hit.list_key,
    entry_ids: hit.entry_ids,
    decision: verdict,
    entry_print: hit.entry_print,
    subject_print: subjectPrint(subject),
    decided_by: { type: actor.type, id: actor.id },
    decided_at: at,
    hit_id: hit.id,
    expires_at: verdict === "false_positive" ? quietUntil(at, quiet_days) : null,
    created_at: at,
    updated_at: at
  }
  const store = yield* DecisionStore
  yield* store.insert(decision)
  // The person goes on under the subject that this one was folded into, so that the decision holds for it as well.
  const { folded_into_id } = subject
  const own = folded_into_id === undefined ? undefined : yield* (yield* SubjectStore).find(folded_into_id)
  if (own !== undefined && own.erased_at === null) {
    yield* store.insert({ ...decision, id: yield* makeDecisionId, subject_id: own.id, subject_print: subjectPrint(own) })
  }
  return decision
})

/** Judges a hit of a locked subject, and remembers that. */
export const judge = Effect.fnUntraced(function* (
  subject: StoredSubject,
  hit: StoredHit,
  verdict: Verdict,
  remark: string | null,
  quiet_days: number | null
) {
  const decision = yield* remember(subject, hit, verdict, quiet_days)
  const judged: StoredHit = {
    ...hit,
    review_status: verdict,
    reviewed_by: decision.decided_by,
    reviewed_at: decision.decided_at,
    note: remark ?? hit.note,
    suppression_id: verdict === "false_positive" ? decision.id : null,
    updated_at: decision.decided_at
  }
  return yield* (yield* HitStore).save(yield* announceHit(judged, "screening.hit-resolved", {}))
})

/** Brings what a screening says of its hits up to date. */
export const tally = Effect.fnUntraced(function* (screening_id: string, hits: ReadonlyArray<StoredHit>) {
  const store = yield* ScreeningStore
  const screening = yield* store.lock(screening_id)
  if (screening === undefined) return yield* new NotFound()
  yield* store.save({
    ...screening,
    status: statusOf(hits, screening.error_codes),
    hit_counts: countHits(hits),
    risk_score: riskOfHits(hits),
    updated_at: yield* tenantNow
  })
})

/**
 * Judges the hits of a locked subject's last screening that still wait for a person, as the case about them was decided. What was judged one
 * by one keeps its judgement.
 */
export const judgeWaitingHits = Effect.fnUntraced(function* (subject: StoredSubject, verdict: "confirmed" | "false_positive") {
  if (subject.last_screening_id === null) return
  const hits = yield* hitsOf(subject.last_screening_id)
  const waits = ({ review_status }: StoredHit): boolean => review_status === "unreviewed" || review_status === "inconclusive"
  if (!hits.some(waits)) return
  const judged: Array<StoredHit> = []
  for (const hit of hits) judged.push(waits(hit) ? yield* judge(subject, hit, verdict, null, standardQuietDays) : hit)
  yield* tally(subject.last_screening_id, judged)
})
