import { Effect, Metric, Schema } from "effect"
import { job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { SessionId, SessionStore, type StoredSession } from "../../../resources/sessions/model.ts"
import { CheckId, CheckStore, type ShadowAgreement, type StoredCheck } from "../../../resources/checks/model.ts"
import { ShadowFaceMatcher, ShadowIdentityReader } from "./providers.ts"
import { shadowJob } from "./schedule.ts"
import { shadowDocument, shadowFaces, type ShadowVerdict } from "./verdicts.ts"

const agreements = Metric.counter("vouchkit_shadow_agreements_total", {
  description: "Checks that a second provider repeated, by whether it reached the same outcome",
  incremental: true
})

/** What the provider that decided had found: a person's override is no finding of it. */
const foundBy = ({ outcome, overridden }: StoredCheck): StoredCheck["outcome"] => (overridden === null ? outcome : overridden.from)

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** What is recorded of a second provider's verdict: whether it agrees, and nothing of what it saw. */
export const agreementOf = (check: StoredCheck, { outcome, score }: ShadowVerdict, at: string): ShadowAgreement => ({
  check_id: check.id,
  type: check.type,
  agrees: outcome !== null && outcome === foundBy(check),
  outcome_deciding: foundBy(check),
  outcome_shadow: outcome,
  score_difference: score === null || check.score === null ? null : rounded(score - check.score),
  at
})

const isOpen = (check: StoredCheck | undefined): check is StoredCheck =>
  check !== undefined && check.status === "completed" && check.shadow === undefined && check.redacted_at === undefined

/** Records the agreement on a check as it is now; one that was erased or made again meanwhile is left alone. */
const record = Effect.fnUntraced(function* (compared: StoredCheck, verdict: ShadowVerdict) {
  const store = yield* CheckStore
  const check = yield* store.lock(compared.id)
  if (!isOpen(check) || check.attempt !== compared.attempt) return undefined
  const shadow = agreementOf(check, verdict, yield* tenantNow)
  yield* store.save({ ...check, shadow })
  return shadow
})

const Payload = Schema.Struct({
  session_id: SessionId,
  kind: Schema.Literals(["identity_documents", "faces"]),
  check_ids: Schema.Array(CheckId).check(Schema.isMaxLength(10))
})

/** The operator may have taken a provider away since the job was queued. */
const documentOf = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck) {
  const reader = yield* ShadowIdentityReader
  return reader === null ? null : yield* shadowDocument(session, check, reader)
})

const facesOf = Effect.fnUntraced(function* (session: StoredSession, check: StoredCheck) {
  const matcher = yield* ShadowFaceMatcher
  return matcher === null ? null : yield* shadowFaces(session, check, matcher)
})

/** The providers are asked outside of any transaction; only their agreement is written. */
const runShadow = Effect.fnUntraced(function* ({ check_ids, kind, session_id }: typeof Payload.Type) {
  const session = yield* (yield* SessionStore).find(session_id)
  if (session === undefined || session.redacted_at !== null) return
  const store = yield* CheckStore
  const checks = (yield* Effect.forEach(check_ids, (id) => store.find(id))).filter(isOpen)
  const [first] = checks
  if (first === undefined) return
  const verdicts = yield* kind === "faces" ? facesOf(session, first) : documentOf(session, first)
  if (verdicts === null) return
  const { transaction } = yield* UnitOfWork
  const recorded = yield* transaction(
    Effect.forEach(checks, (check) => {
      const verdict = verdicts.get(check.type)
      return verdict === undefined ? Effect.succeed(undefined) : record(check, verdict)
    })
  )
  for (const one of recorded) {
    if (one !== undefined) yield* Metric.update(Metric.withAttributes(agreements, { type: one.type, agrees: String(one.agrees) }), 1)
  }
})

export const jobs = [
  job({
    name: shadowJob,
    payload: Payload,
    retry_seconds: [30, 300, 1800],
    timeout_seconds: 300,
    // One at a time: what decides nothing must not take the engines from what does.
    concurrency: 1,
    handle: runShadow
  })
] as const
