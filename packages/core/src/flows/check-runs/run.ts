import { Effect, Schema } from "effect"
import { openCase } from "../../resources/cases/open.ts"
import { giveUpReading } from "../../resources/documents/read.ts"
import { after, between, now } from "../../kernel/foundation/time.ts"
import { lookUpSession, tagged, withLists } from "../checks/list-lookup.ts"
import { JobPostponed, job } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { simulatedFindings } from "../sandbox/findings.ts"
import { move } from "../../resources/sessions/change.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { SessionTrigger } from "../../resources/sessions/transitions.ts"
import { screenSession, searchForSession, withScreening } from "../checks/aml-screening.ts"
import { firstCheckOf } from "../../resources/checks/kinds.ts"
import type { Conclusion } from "../../resources/checks/conclusion.ts"
import { type CheckFinding, recordCheck } from "../../resources/checks/record.ts"
import { type JudgedSession, judgeSession, keepTraces, type Traces } from "./session-checks.ts"
import { riskOf } from "./session-risk.ts"
import { scheduleShadows } from "./shadow/schedule.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"
import { runChecksJob } from "../sessions/lifecycle.ts"

const triggers = {
  approved: "approve",
  declined: "decline",
  in_review: "send_to_review",
  resubmission_required: "request_resubmission"
} as const satisfies Record<Conclusion["status"], SessionTrigger>

/** Records the checks of a run and decides its session, in this order of events: check, case, session. */
export const conclude = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  { reason_codes, status }: Conclusion
) {
  const checks = yield* Effect.forEach(findings, (finding) => recordCheck(session, finding))
  if (status === "in_review") yield* openCase({ session, checks, reason_codes })
  yield* scheduleShadows(session, checks)
  return yield* (yield* SessionStore).save(
    yield* move({ ...session, risk: riskOf(session, checks, reason_codes) }, triggers[status], { reason_codes })
  )
})

/** The same, once the organization's lists were asked about the session. */
const concludeWithLists = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  conclusion: Conclusion,
  { face }: Pick<Traces, "face">
) {
  const verdict = yield* lookUpSession(session, findings, face)
  if (verdict === undefined) return yield* conclude(session, findings, conclusion)
  return yield* conclude(yield* tagged(session, verdict.tags), [...findings, verdict.finding], withLists(conclusion, verdict))
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
  const { conclusion, findings, traces } = isSimulated(session.environment) ? yield* scripted(session) : yield* judgeSession(session)
  // A script that tells of a screening stands for one.
  const screens = session.screening === true && !findings.some(({ type }) => type === "aml_screening")
  const searched = screens ? yield* searchForSession(session) : null
  yield* transaction(
    Effect.gen(function* () {
      const current = yield* awaiting(session_id, run, true)
      if (current === undefined) return
      yield* keepTraces(current, traces)
      if (!screens) return yield* Effect.asVoid(concludeWithLists(current, findings, conclusion, traces))
      const { finding, reason_codes } = yield* screenSession(current, searched)
      yield* concludeWithLists(current, [...findings, finding], withScreening(conclusion, reason_codes), traces)
    })
  )
})

/** How long a sandbox session with the scenario `slow` stays in processing. */
const slowMillis = 30_000

const scripted = Effect.fnUntraced(function* (session: StoredSession) {
  const script = yield* simulatedFindings(session)
  return { ...script, traces: { document: null, face: null } } satisfies JudgedSession
})

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
  yield* conclude(session, findings, { status: "in_review", reason_codes: ["check_unavailable"] })
})

export const jobs = [
  job({
    name: runChecksJob,
    payload: Schema.Struct({ session_id: SessionId, run: Schema.Int }),
    retry_seconds: [2, 10, 60],
    timeout_seconds: 300,
    concurrency: 8,
    handle: runChecks,
    // Documents in a transaction of their own: anyone who reads one locks it before its session.
    abandon: (payload) =>
      Effect.flatMap(UnitOfWork, ({ transaction }) =>
        Effect.andThen(transaction(giveUpReading(payload.session_id)), transaction(concludeUnavailable(payload)))
      )
  })
] as const
