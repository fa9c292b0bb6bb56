import { Effect, Schema } from "effect"
import { awaitAgain, reasonsOfOpenCase } from "../../resources/cases/waiting.ts"
import { openCase } from "../../resources/cases/open.ts"
import { refreshCase } from "../../resources/cases/refresh.ts"
import { followDecline } from "../../resources/layout-templates/queue.ts"
import { giveUpReading } from "../../resources/documents/read.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { after, between, now } from "../../kernel/foundation/time.ts"
import { tagged } from "../checks/list-lookup.ts"
import { JobPostponed, job } from "../../kernel/jobs/job.ts"
import { takesTurns } from "../../kernel/jobs/turns.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { concludedForIdentity } from "../identities/marks.ts"
import { decideSession } from "../identities/decide-session.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionTrigger } from "../../resources/sessions/transitions.ts"
import { firstCheckOf } from "../../verification/check-kinds.ts"
import { conclude, type Conclusion, type WeighedConclusion } from "../../verification/conclusion.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { type CheckFinding, recordCheck } from "../../resources/checks/record.ts"
import { slowMillis } from "../scripted-checks/standalone-check.ts"
import { type LookedUp, lookUpRecords } from "./records.ts"
import { type JudgedSession, judgeSession, keepTraces } from "./session-checks.ts"
import { riskOf } from "./session-risk.ts"
import { countRegistered } from "../checks/registered-documents.ts"
import { scheduleShadows } from "./shadow/schedule.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"
import { withFollowUp } from "../sessions/follow-up.ts"
import { runChecksJob } from "../sessions/lifecycle.ts"

const triggers = {
  approved: "approve",
  declined: "decline",
  in_review: "send_to_review",
  resubmission_required: "request_resubmission"
} as const satisfies Record<Conclusion["status"], SessionTrigger>

/**
 * What comes of a submission that a reviewer asked for: their case gets its checks, and they decide about it, whatever these say; what has to be
 * submitted once more is waited for. Answers where the session goes.
 */
const returned = Effect.fnUntraced(function* (session: StoredSession, checks: ReadonlyArray<StoredCheck>, conclusion: Conclusion) {
  const reasons = yield* reasonsOfOpenCase(session)
  if (reasons === null) return conclusion
  if (conclusion.status === "resubmission_required") {
    yield* awaitAgain(session)
    return conclusion
  }
  const reviewed: Conclusion = {
    status: "in_review",
    reason_codes: [...new Set([...conclusion.reason_codes, ...reasons])].slice(0, 50)
  }
  yield* refreshCase(session.id, checks, () => reviewed.reason_codes)
  return reviewed
})

/** Records the checks of a run and decides its session, in this order of events: check, case, session. */
export const concludeSession = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  concluded: Conclusion
) {
  const checks = yield* Effect.forEach(findings, (finding) => recordCheck(session, finding))
  const asked = session.information_request !== undefined
  const { reason_codes, status } = asked ? yield* returned(session, checks, concluded) : yield* concludedForIdentity(session, concluded)
  if (status === "in_review") yield* openCase({ session, checks, reason_codes })
  if (status === "declined") yield* followDecline(session)
  yield* scheduleShadows(session, checks)
  const risk = yield* riskOf(session, checks, reason_codes)
  return yield* (yield* SessionStore).save(
    yield* decideSession({ ...withFollowUp(session, findings, yield* tenantNow), risk }, triggers[status], { reason_codes })
  )
})

/** The same, once the records of the organization were judged about the session. */
const concludeWithRecords = Effect.fnUntraced(function* (
  session: StoredSession,
  { conclusion, findings, traces }: JudgedSession,
  looked: ReadonlyArray<LookedUp>
) {
  let marked = session
  const all = [...findings]
  const verdicts: Array<WeighedConclusion> = [conclusion]
  for (const { end } of looked) {
    const verdict = yield* end({ session: marked, findings: all, face: traces.face, attempt: 1 })
    if (verdict === undefined) continue
    all.push(verdict.finding)
    verdicts.push({ ...verdict.conclusion, weight: "record" })
    marked = yield* tagged(marked, verdict.tags)
  }
  return yield* concludeSession(marked, all, conclude(verdicts))
})

/** What could not be made of a session, one for each step that it asks for. */
const unmadeTypes = ({ required_steps }: StoredSession): ReadonlyArray<CheckFinding["type"]> => {
  const types = required_steps.flatMap((step) => firstCheckOf(step) ?? [])
  return types.length === 0 ? ["proof_of_address"] : types
}

const errored = (session: StoredSession, type: CheckFinding["type"]): CheckFinding => ({
  type,
  status: "errored",
  outcome: null,
  score: null,
  threshold: null,
  reasons: [{ code: "check_unavailable", severity: "review", message: "The check could not run. A person has to review the documents." }],
  details: null,
  policy: null,
  input_document_ids: [],
  simulated: isSimulated(session.environment),
  part: "unavailable"
})

/** The session of a run that is still the current one and still waits for it. */
const awaiting = Effect.fnUntraced(function* (session_id: string, run: number, lock: boolean) {
  const store = yield* SessionStore
  const session = yield* lock ? store.lock(session_id) : store.find(session_id)
  return session?.status === "processing" && session.run === run && session.redacted_at === null ? session : undefined
})

/** Documents are read and judged outside of any transaction; only the result is written in one, if the run still waits for it. */
const runChecks = Effect.fnUntraced(function* ({ run, session_id }: { readonly session_id: string; readonly run: number }) {
  const { transaction } = yield* UnitOfWork
  const session = yield* awaiting(session_id, run, false)
  if (session === undefined) return
  // By time and not by attempt: a postponed run does not count as one.
  const left = between(yield* tenantNow, after(session.updated_at, slowMillis))
  if (session.scenario === "slow" && left > 0) return yield* new JobPostponed({ due_at: after(yield* now, left) })
  const judged = yield* judgeSession(session)
  const concluded = Effect.gen(function* () {
    // A script that tells of a screening stands for one.
    const looked = yield* lookUpRecords(session, judged.findings, null)
    yield* transaction(
      Effect.gen(function* () {
        const current = yield* awaiting(session_id, run, true)
        if (current === undefined) return
        yield* keepTraces(current, judged.traces)
        yield* countRegistered(current)
        yield* concludeWithRecords(current, judged, looked)
      })
    )
  })
  yield* Effect.retry(concluded, { times: mostLooks - 1, while: isStale })
})

/** How often the records are looked at in one run while they change between the look and the transaction; then the job is tried again later. */
const mostLooks = 3

/** What was found is not what holds any more, such as the screening of an edition that another one has replaced. */
const isStale = (failure: { readonly _tag: string }): boolean => failure instanceof Conflict && failure.code === "stale_object"

/** A check that cannot be run is never a pass: a person decides. */
export const concludeUnavailable = Effect.fnUntraced(function* ({
  run,
  session_id
}: {
  readonly session_id: string
  readonly run: number
}) {
  const session = yield* awaiting(session_id, run, true)
  if (session === undefined) return
  const findings = unmadeTypes(session).map((type) => errored(session, type))
  yield* concludeSession(session, findings, { status: "in_review", reason_codes: ["check_unavailable"] })
})

export const jobs = [
  job({
    name: runChecksJob,
    payload: Schema.Struct({ session_id: SessionId, run: Schema.Int }),
    retry_seconds: [2, 10, 60],
    timeout_seconds: 300,
    concurrency: 8,
    partitions: takesTurns(6),
    handle: runChecks,
    // Documents in a transaction of their own: anyone who reads one locks it before its session.
    abandon: (payload) =>
      Effect.flatMap(UnitOfWork, ({ transaction }) =>
        Effect.andThen(transaction(giveUpReading(payload.session_id)), transaction(concludeUnavailable(payload)))
      )
  })
] as const
