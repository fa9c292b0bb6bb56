import { Effect, Schema } from "effect"
import { openCase } from "../cases/open.ts"
import type { ReasonCode } from "../foundation/reason-codes.ts"
import { after, between, now } from "../foundation/time.ts"
import { lookUpSession, tagged, withLists } from "../lists/session-check.ts"
import { JobPostponed, job } from "../operation/job.ts"
import { UnitOfWork } from "../operation/unit-of-work.ts"
import { sessionOutcome } from "../proof-of-address/session-outcome.ts"
import { tenantNow } from "../sandbox/clock.ts"
import { simulatedFindings } from "../sandbox/findings.ts"
import { runChecksJob } from "../sessions/actions.ts"
import { move } from "../sessions/change.ts"
import { SessionId, SessionStore, type StoredSession } from "../sessions/model.ts"
import type { SessionTrigger } from "../sessions/transitions.ts"
import { screenSession, searchForSession, withScreening } from "./aml-screening.ts"
import { type CheckFinding, recordCheck } from "./record.ts"
import { type JudgedDocument, judgeProofsOfAddress } from "./proof-of-address.ts"

/** Where finished checks lead a session. */
export interface Conclusion {
  readonly status: "approved" | "declined" | "in_review" | "resubmission_required"
  readonly reason_codes: ReadonlyArray<ReasonCode>
}

const triggers = {
  approved: "approve",
  declined: "decline",
  in_review: "send_to_review",
  resubmission_required: "request_resubmission"
} as const satisfies Record<Conclusion["status"], SessionTrigger>

/** Records the checks of a run and decides its session, in this order of events: check, case, session (decisions 3.17). */
export const conclude = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  { reason_codes, status }: Conclusion
) {
  const checks = yield* Effect.forEach(findings, (finding) => recordCheck(session, finding))
  if (status === "in_review") yield* openCase({ session, checks, reason_codes })
  return yield* (yield* SessionStore).save(yield* move(session, triggers[status], { reason_codes }))
})

/** The same, once the organization's lists were asked about the session. */
const concludeWithLists = Effect.fnUntraced(function* (
  session: StoredSession,
  findings: ReadonlyArray<CheckFinding>,
  conclusion: Conclusion
) {
  const verdict = yield* lookUpSession(session, findings)
  if (verdict === undefined) return yield* conclude(session, findings, conclusion)
  return yield* conclude(yield* tagged(session, verdict.tags), [...findings, verdict.finding], withLists(conclusion, verdict))
})

const findingOf = ({ details, document, verdict }: JudgedDocument): CheckFinding => ({
  type: "proof_of_address",
  status: "completed",
  outcome: verdict.outcome,
  score: verdict.score,
  threshold: details.policy.name.pass,
  reasons: verdict.reasons,
  details,
  policy: details.policy,
  input_document_ids: [document.id],
  simulated: false,
  part: document.id
})

const rank = { declined: 0, approved: 1, in_review: 2, resubmission_required: 3 } as const

/** Tampering with any document declines; otherwise the best document decides. */
const conclusionOf = (session: StoredSession, judged: ReadonlyArray<JudgedDocument>): Conclusion => {
  const outcomes = judged.map(({ verdict }) => sessionOutcome(verdict, session))
  const tampered = outcomes.find(({ reason_codes }) => reason_codes.includes("document_tampered"))
  const open = outcomes.filter(({ status }) => status !== "declined")
  const [best] = (open.length > 0 ? open : outcomes).toSorted((left, right) => rank[left.status] - rank[right.status])
  return tampered ?? best ?? { status: "resubmission_required", reason_codes: ["document_data_missing"] }
}

const errored = (session: StoredSession): CheckFinding => ({
  type: "proof_of_address",
  status: "errored",
  outcome: null,
  score: null,
  threshold: null,
  reasons: [
    { code: "check_unavailable", severity: "review", message: "The check could not be run; a person has to look at the documents." }
  ],
  details: null,
  policy: null,
  input_document_ids: [],
  simulated: session.environment === "sandbox",
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
  const { conclusion, findings } = session.environment === "sandbox" ? yield* simulatedFindings(session) : yield* judged(session)
  // A script that tells of a screening stands for one.
  const screens = session.screening === true && !findings.some(({ type }) => type === "aml_screening")
  const searched = screens ? yield* searchForSession(session) : null
  yield* transaction(
    Effect.gen(function* () {
      const current = yield* awaiting(session_id, run, true)
      if (current === undefined) return
      if (!screens) return yield* Effect.asVoid(concludeWithLists(current, findings, conclusion))
      const { finding, reason_codes } = yield* screenSession(current, searched)
      yield* concludeWithLists(current, [...findings, finding], withScreening(conclusion, reason_codes))
    })
  )
})

/** How long a sandbox session with the scenario `slow` stays in processing. */
const slowMillis = 30_000

const judged = Effect.fnUntraced(function* (session: StoredSession) {
  const documents = yield* judgeProofsOfAddress(session)
  return { findings: documents.map(findingOf), conclusion: conclusionOf(session, documents) }
})

/** A check that cannot be run is never a pass: a person decides (decisions 3.1). */
export const concludeUnavailable = Effect.fnUntraced(function* ({
  run,
  session_id
}: {
  readonly session_id: string
  readonly run: number
}) {
  const session = yield* awaiting(session_id, run, true)
  if (session === undefined) return
  yield* conclude(session, [errored(session)], { status: "in_review", reason_codes: ["check_unavailable"] })
})

export const jobs = [
  job({
    name: runChecksJob,
    payload: Schema.Struct({ session_id: SessionId, run: Schema.Int }),
    retry_seconds: [2, 10, 60],
    timeout_seconds: 300,
    concurrency: 8,
    handle: runChecks,
    abandon: (payload) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(concludeUnavailable(payload)))
  })
] as const
