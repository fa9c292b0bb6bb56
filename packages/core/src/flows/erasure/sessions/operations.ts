import { Effect, Schema } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { note, record } from "../../../kernel/audit/log.ts"
import { because, sealReason } from "../../../kernel/audit/reason.ts"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { operation, preparedOperation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { heldAmong, refuseHeld } from "../../../resources/erasure/holds.ts"
import { permitErasure } from "../../../resources/erasure/permission.ts"
import { erasureReason, requiredReason } from "../../../resources/erasure/reason.ts"
import { type Counts, ErasureCounts, ErasureReceipt } from "../../../resources/erasure/receipt.ts"
import { type Erasure, Redaction, redactionOf } from "../../../resources/erasure/redaction.ts"
import { lockSession } from "../../../resources/sessions/change.ts"
import { SessionId, SessionStore } from "../../../resources/sessions/model.ts"
import { dryRun, tried } from "../dry-run.ts"
import { eraseSession } from "./erase.ts"
import { erasureRefusal } from "./permitted.ts"

const RedactedSession = Schema.Struct({
  id: SessionId,
  object: Schema.Literal("session"),
  redacted: Schema.Boolean.annotate({ description: "False only of a dry run that found something to erase" }),
  redacted_at: Schema.NullOr(Timestamp),
  redaction: Schema.NullOr(Redaction),
  counts: ErasureCounts,
  receipt: Schema.NullOr(ErasureReceipt)
}).annotate({ identifier: "RedactedSession" })

const emits = [
  "workflow-run.cancelled",
  "session.redacted",
  "case.updated",
  "screening.subject-erased",
  "blocklist.entry-removed",
  "list-entry.deleted"
] as const

const shown = (id: string, erasure: Erasure) => ({
  id,
  object: "session" as const,
  redacted: true,
  redacted_at: erasure.requested_at,
  redaction: redactionOf(erasure),
  counts: erasure.receipt.counts,
  receipt: erasure.receipt
})

const notShown = (id: string, counts: Counts) => ({
  id,
  object: "session" as const,
  redacted: false,
  redacted_at: null,
  redaction: null,
  counts,
  receipt: null
})

const tried_first =
  "Permanently erases what a session holds of the person. Its status, times and reason codes stay. Use it when the person has to be erased. Not to correct or undo. Call with dry_run first: it costs none of these calls. Next: get_session until redacted."

const redact = operation(
  {
    summary: "Erase the data of a session",
    description:
      "Permanently erases what the session holds of the person: documents and their files, what checks found, faces, answers, addresses, notes, tags, metadata, the external reference, its screening subject, blocklist entries made from it, the bodies of its events and stored answers. Its status, times, reason codes and the hashes of its documents stay as evidence. Its links stop working and its open case is closed. Files are removed within moments; `redaction` says when the last one is gone. Erasing again changes nothing and returns the same receipt. Not possible while the session is processing, or awaits an external decision: expire it first.",
    method: "DELETE",
    path: "/sessions/{session_id}/data",
    access: scopes("redact:write", "sessions:write"),
    effect: "destructive",
    params: { session_id: SessionId },
    query: { reason: erasureReason, dry_run: dryRun },
    output: RedactedSession,
    conflicts: ["invalid_state_transition", "case_closed", "legal_hold"],
    forbidden: ["forbidden"],
    emits,
    tool: { name: "redact_session", title: "Erase the data of a session", toolset: "privacy", idempotent: true, description: tried_first }
  },
  Effect.fnUntraced(function* ({ dry_run = false, reason, session_id }) {
    yield* permitErasure
    yield* because(reason)
    const session = yield* lockSession(session_id)
    yield* note({ type: "session", id: session_id }, dry_run ? [{ path: "dry_run", from: null, to: true }] : [])
    if (session.erasure !== undefined) return shown(session_id, session.erasure)
    const refusal = erasureRefusal(session)
    if (refusal !== undefined) return yield* refusal
    yield* refuseHeld([session_id, session.identity_id])
    if (dry_run) return notShown(session_id, (yield* tried(eraseSession(session))).erasure.receipt.counts)
    return shown(session_id, (yield* eraseSession(session)).erasure)
  })
)

const BulkResult = Schema.Struct({
  id: Schema.String.check(Schema.isMaxCodePoints(64)),
  status: Schema.Literals(["redacted", "not_found", "skipped", "held"]),
  code: Schema.NullOr(Schema.Literals(["session_redacted", "invalid_state_transition", "conflict"])).annotate({
    description:
      "Why it was skipped: its data was erased before, it is processing or awaits an external decision, or it changed at the same moment. Null otherwise"
  }),
  counts: ErasureCounts
}).annotate({ identifier: "BulkRedactResult" })
type BulkResult = typeof BulkResult.Type

const skipped = (id: string, code: BulkResult["code"]): BulkResult => ({ id, status: "skipped", code, counts: {} })

/** Erases one of many sessions, with an audit entry as if it had been erased by itself. */
const eraseOne = Effect.fnUntraced(function* (id: string, reason: string, dry_run: boolean) {
  const session = yield* (yield* SessionStore).lock(id)
  if (session === undefined) return { id, status: "not_found", code: null, counts: {} } satisfies BulkResult
  if (session.erasure !== undefined) return skipped(id, "session_redacted")
  if (erasureRefusal(session) !== undefined) return skipped(id, "invalid_state_transition")
  if ((yield* heldAmong([id, session.identity_id])).length > 0) return { id, status: "held", code: null, counts: {} } satisfies BulkResult
  const { erasure } = yield* dry_run ? tried(eraseSession(session)) : eraseSession(session)
  if (!dry_run) {
    const entry = { action: "sessions.redact", target: { type: "session", id }, changes: [], outcome: "succeeded" } as const
    yield* record({ ...entry, reason: yield* sealReason(entry, reason) })
  }
  return { id, status: "redacted", code: null, counts: erasure.receipt.counts } satisfies BulkResult
})

/** One after the other, each in a transaction of its own: what is done is done, and a request that is repeated passes over it. */
const eraseEach = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, reason: string, dry_run: boolean) {
  const { transaction } = yield* UnitOfWork
  return yield* Effect.forEach(ids, (id) =>
    transaction(eraseOne(id, reason, dry_run)).pipe(Effect.catchTag("Conflict", () => Effect.succeed(skipped(id, "conflict"))))
  )
})

/** How many sessions one request erases, and one call of an agent. */
const mostAtOnce = 100
const mostForAgents = 20
const sessionIds = (most: number) =>
  Schema.Array(Schema.String.check(Schema.isBetweenCodePoints(1, 64)))
    .check(Schema.isBetweenLength(1, most))
    .annotate({ description: "Identifiers of sessions, in the order in which they are erased" })

const bulkRedact = preparedOperation(
  {
    summary: "Erase the data of many sessions",
    description:
      "Erases sessions one after the other, as DELETE /sessions/{session_id}/data does, and answers in the order of the request. `skipped` sessions were erased before, or cannot be erased now; `code` says which. Each session that is erased has an audit entry and an event of its own. If the request fails in between, send it again.",
    method: "POST",
    path: "/sessions/bulk-redact",
    access: scopes("redact:write", "sessions:write"),
    effect: "destructive",
    body: {
      session_ids: sessionIds(mostAtOnce),
      reason: requiredReason,
      dry_run: dryRun
    },
    output: Schema.Struct({
      dry_run: Schema.Boolean.annotate({ description: "True where nothing was erased, and `results` say what would come of it" }),
      results: Schema.Array(BulkResult).check(Schema.isMaxLength(mostAtOnce))
    }).annotate({ identifier: "BulkRedacted" }),
    forbidden: ["forbidden"],
    quota: "bulk-redact",
    emits,
    tool: {
      name: "bulk_redact_sessions",
      title: "Erase the data of many sessions",
      toolset: "privacy",
      description: `Erases the data of sessions, one after the other. At most ${mostForAgents} at once. Use it for sessions without an identity. Not for a person: redact_identity. Call with dry_run first: it costs none of these calls. \`skipped\` sessions were erased before or cannot be now. Next: get_session for these.`,
      narrowed: { session_ids: sessionIds(mostForAgents) }
    },
    about: null
  },
  Effect.fnUntraced(function* ({ dry_run = false, reason, session_ids }) {
    yield* permitErasure
    return yield* eraseEach(session_ids, reason, dry_run)
  }),
  Effect.fnUntraced(function* ({ dry_run = false, reason }, results: ReadonlyArray<BulkResult>) {
    yield* because(reason)
    const redacted = results.filter(({ status }) => status === "redacted").length
    const { organization } = yield* Tenant
    yield* note({ type: "organization", id: organization }, [
      dry_run ? { path: "dry_run", from: null, to: true } : { path: "redacted", from: null, to: redacted }
    ])
    return { dry_run, results }
  })
)

export const sessionErasure = operations("sessions", { redact, bulkRedact })
