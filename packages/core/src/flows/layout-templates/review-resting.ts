import { Effect, Schema } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue, job } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { CaseStore } from "../../resources/cases/model.ts"
import { openCase } from "../../resources/cases/open.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import { LayoutStore } from "../../resources/layout-templates/model.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { fewestAgreeing } from "../../verification/layout-templates/template.ts"

const reviewRestingJob = "layout_templates.review_resting"
/** The queue of the cases of sessions whose template is no more. */
const queue = "withdrawn_template"
/** Checks that one run looks at. */
const batch = 50

const id = Schema.String.check(Schema.isMaxCodePoints(64))
const Payload = Schema.Struct({
  fingerprint_id: id,
  withdrawn_at: id,
  /** The check after which this run goes on; empty for the first. */
  after: id
})
type Payload = typeof Payload.Type

const enqueue = Effect.fnUntraced(function* (payload: Payload) {
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("doc"), name: reviewRestingJob, payload, due_at: yield* now })
})

/** Has every session looked at that passed by a template of which a document was withdrawn; part of the transaction that withdraws it. */
export const reviewRestingChecks = (fingerprint_id: string, withdrawn_at: string) => enqueue({ fingerprint_id, withdrawn_at, after: "" })

/** Whether as many of these accepted documents still stand as make a template. */
const isTemplate = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const layouts = yield* LayoutStore
  const standing = yield* layouts.list({
    where: [
      { field: "id", op: "in", values: [...ids] },
      { field: "state", op: "eq", value: "standing" }
    ],
    limit: fewestAgreeing
  })
  return standing.length >= fewestAgreeing
})

/** Opens a case for a session that stays approved; deciding the case confirms or overrides that. A case that came after the withdrawal is enough. */
const reviewSession = Effect.fnUntraced(function* (session_id: string, withdrawn_at: string) {
  const session = yield* (yield* SessionStore).lock(session_id)
  if (session === undefined || session.status !== "approved" || session.redacted_at !== null) return
  const [known] = yield* (yield* CaseStore).list({
    where: [
      { field: "session_id", op: "eq", value: session_id },
      { field: "created_at", op: "gte", value: withdrawn_at }
    ],
    limit: 1
  })
  if (known !== undefined) return
  const checks = yield* (yield* CheckStore).list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 100 })
  yield* openCase({ session, checks, reason_codes: ["authenticity_not_assured"], queue })
})

const reviewResting = Effect.fnUntraced(function* ({ after, fingerprint_id, withdrawn_at }: Payload) {
  const { transaction } = yield* UnitOfWork
  const resting = yield* (yield* CheckStore).list({
    where: [
      { field: "rests_on", op: "overlaps", values: [fingerprint_id] },
      { field: "id", op: "gt", value: after }
    ],
    order: [{ field: "id", direction: "asc" }],
    limit: batch
  })
  for (const { rests_on = [], session_id } of resting) {
    if (session_id === null || (yield* isTemplate(rests_on))) continue
    yield* transaction(reviewSession(session_id, withdrawn_at))
  }
  const last = resting.at(-1)
  if (last !== undefined && resting.length === batch) yield* enqueue({ fingerprint_id, withdrawn_at, after: last.id })
})

export const jobs = [
  job({
    name: reviewRestingJob,
    payload: Payload,
    retry_seconds: [2, 10, 60, 600, 3_600],
    timeout_seconds: 120,
    concurrency: 1,
    handle: reviewResting
  })
] as const
