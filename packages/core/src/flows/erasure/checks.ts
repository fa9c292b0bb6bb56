import { Effect } from "effect"
import { erasedText } from "./cases.ts"
import { eraseFindingWords } from "./findings.ts"
import { eraseEventsAbout } from "./events.ts"
import { lockEvery } from "./every.ts"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { IdempotencyStore } from "../../kernel/operation/idempotency.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { type ErasureReceipt, issueReceipt } from "../../resources/erasure/receipt.ts"
import { eraseExportsOf } from "../../resources/exports/end.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { announceCheck } from "../../resources/checks/record.ts"

/**
 * The check without what tells of the person: type, outcome, scores, codes and times stay as evidence of what was done. Every member that
 * stays is named, so that one that is added later goes until someone decides that it may stay.
 */
const withoutPersonalData = (check: StoredCheck, at: string): StoredCheck => ({
  id: check.id,
  environment: check.environment,
  session_id: check.session_id,
  subject: check.subject,
  type: check.type,
  // A check that is under way is not made any more.
  status: check.status === "pending" || check.status === "running" ? "cancelled" : check.status,
  passed: check.passed,
  outcome: check.outcome,
  action_override: check.action_override,
  score: check.score,
  confidence: check.confidence,
  threshold: check.threshold,
  reasons: check.reasons.map(({ code, severity }) => ({ code, severity, message: erasedText })),
  details: null,
  provider_label: check.provider_label,
  attempt: check.attempt,
  max_attempts: check.max_attempts,
  // What it was computed from is gone: computing it again would find nothing.
  retryable: false,
  overridden: check.overridden === null ? null : { ...check.overridden, reason: erasedText },
  policy: check.policy,
  input_document_ids: check.input_document_ids,
  node_id: check.node_id,
  simulated: check.simulated,
  started_at: check.started_at,
  completed_at: check.completed_at,
  tags: [],
  run_key: check.run_key,
  redacted_at: at,
  sequence: check.sequence,
  version: check.version,
  created_at: check.created_at,
  updated_at: at
})

/** Erases a locked check under a receipt that counts it, and announces that. */
export const eraseCheck = Effect.fnUntraced(function* (check: StoredCheck, receipt: ErasureReceipt) {
  yield* eraseFindingWords({ check_id: [check.id] })
  const erased = yield* announceCheck(withoutPersonalData(check, receipt.issued_at), "check.redacted", { redacted_at: receipt.issued_at })
  return yield* (yield* CheckStore).save({ ...erased, receipt })
})

/** Locks a check behind its session: sessions are locked before what belongs to them. Fails with `NotFound`. */
export const lockCheck = Effect.fnUntraced(function* (id: string) {
  const store = yield* CheckStore
  const found = yield* store.find(id)
  if (found !== undefined && found.session_id !== null) yield* (yield* SessionStore).lock(found.session_id)
  const check = yield* store.lock(id)
  return check === undefined ? yield* new NotFound() : check
})

/** Erases a locked check by itself, under a receipt of its own. */
export const eraseCheckAlone = Effect.fnUntraced(function* (check: StoredCheck) {
  const receipt = yield* issueReceipt({ scope: { type: "check", id: check.id }, counts: { checks: 1 }, at: yield* tenantNow })
  yield* eraseEventsAbout([check.id])
  yield* eraseCheck(check, receipt)
  if (check.session_id !== null) yield* eraseExportsOf({ id: check.session_id })
  yield* (yield* IdempotencyStore).forget(check.id)
  return receipt
})

/** Erases locked checks together with their session, whose event and receipt speak for them, and which erases the words of their findings. */
export const eraseChecksOfSession = Effect.fnUntraced(function* (checks: ReadonlyArray<StoredCheck>, at: string) {
  const [store, answers] = [yield* CheckStore, yield* IdempotencyStore]
  for (const check of checks) {
    yield* store.save(withoutPersonalData(check, at))
    yield* answers.forget(check.id)
  }
})

/**
 * Locks the checks that a condition selects and that still hold what they found; the locks on the document or session that they belong to keep others
 * from joining them.
 */
export const lockChecks = Effect.fnUntraced(function* (where: Parameters<CheckStore["Service"]["count"]>[0][number]) {
  const found = yield* lockEvery(yield* CheckStore, [where])
  return found.filter(({ redacted_at = null }) => redacted_at === null)
})

/** Locks the checks that were computed from documents, of their session or of none. */
export const lockChecksOf = (document_ids: ReadonlyArray<string>) =>
  lockChecks({ field: "input_document_ids", op: "overlaps", values: document_ids })
