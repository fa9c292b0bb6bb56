import { Effect } from "effect"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lockWritable } from "../../resources/sessions/change.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { announceCheck, unmade } from "../../resources/checks/record.ts"
import { scheduleCheck } from "../../resources/checks/schedule.ts"
import { isOfRun } from "../../resources/checks/session-runs.ts"

/** Statuses in which what a session's run looked at is still what the session holds: nothing is submitted before it is taken up again. */
export const restingStatuses: ReadonlyArray<StoredSession["status"]> = ["in_review", "approved", "declined", "resubmission_required"]

/** Why a check cannot be made again. */
export const retryRefusal = ({
  attempt,
  max_attempts,
  redacted_at,
  retryable,
  status
}: Pick<StoredCheck, "attempt" | "max_attempts" | "redacted_at" | "retryable" | "status">): string | undefined => {
  if ((redacted_at ?? null) !== null) return "The data of this check was erased, so it cannot run again."
  if (status === "pending" || status === "running") return "The check is still running. Wait for its result."
  if (status !== "errored" && !retryable) return "Only a check that errored can be retried. Use an override to correct an outcome."
  return attempt >= max_attempts ? "The check has no attempts left. A person has to decide." : undefined
}

const refused = (detail: string, { attempt, max_attempts, status }: StoredCheck) =>
  new Conflict({ code: "retry_not_allowed", detail, context: { status, attempt, max_attempts } })

/** The check and its session, if it has one, both locked: sessions before what belongs to them, as everywhere. */
export const lockCheck = Effect.fnUntraced(function* (id: string) {
  const store = yield* CheckStore
  const found = yield* store.find(id)
  const session = found === undefined || found.session_id === null ? undefined : yield* lockWritable(found.session_id)
  const check = yield* store.lock(id)
  return check === undefined ? yield* new NotFound() : { check, session }
})

/** Has a check made again under its id. Fails with `retry_not_allowed`. */
export const retryCheck = Effect.fnUntraced(function* (id: string) {
  const { check, session } = yield* lockCheck(id)
  const refusal = retryRefusal(check)
  if (refusal !== undefined) return yield* refused(refusal, check)
  if (session !== undefined && (!isOfRun(session, check) || !restingStatuses.includes(session.status))) {
    return yield* refused("The session has changed since this check ran. Its next run repeats the check.", check)
  }
  const again: StoredCheck = { ...check, ...unmade, status: "pending", attempt: check.attempt + 1, updated_at: yield* tenantNow }
  const reported = yield* announceCheck(again, "check.retried", {})
  yield* scheduleCheck(reported)
  return yield* (yield* CheckStore).save(reported)
})
