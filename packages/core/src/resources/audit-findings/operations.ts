import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { Conflict } from "../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { line, prose, TimestampInput } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { amongst, equal, within } from "../../kernel/resource/filters.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { announcing } from "../../kernel/resource/resource.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { CaseId } from "../cases/model.ts"
import { SessionId } from "../sessions/model.ts"
import {
  AuditFinding,
  auditFindings as described,
  FindingId,
  FindingKind,
  FindingResolution,
  FindingSeverity,
  FindingStatus,
  FindingStore,
  type FindingWords,
  longestNote,
  presentFinding,
  type StoredFinding,
  withWords
} from "./model.ts"
import { type FindingTrigger, transitionOf } from "./transitions.ts"

const reading = scopes("audit:read")
const writing = scopes("audit:write")
const params = { finding_id: FindingId }
const { find, lock } = lookUps(FindingStore, described)
const announceFinding = announcing(described)

const several = <S extends Schema.Codec<any, any>>(item: S) => Schema.optionalKey(Schema.Array(item).check(Schema.isMaxLength(20)))

const list = operation(
  {
    summary: "List the findings of the quality audit, newest first",
    description:
      "Every hour the service looks at what was decided since. A finding says which rule a decision did not meet; it changes nothing of the session. `from` and `to` are times of the finding, inclusive.",
    method: "GET",
    path: "/audit-findings",
    access: reading,
    effect: "read",
    query: {
      ...pageFields(),
      kind: several(FindingKind),
      severity: several(FindingSeverity),
      status: several(FindingStatus),
      session_id: Schema.optionalKey(SessionId),
      case_id: Schema.optionalKey(CaseId),
      decided_by: Schema.optionalKey(line(64)).annotateKey({ description: "Id of the key or user whose decision it is about" }),
      from: Schema.optionalKey(TimestampInput),
      to: Schema.optionalKey(TimestampInput)
    },
    output: pageOf(AuditFinding)
  },
  Effect.fnUntraced(function* ({ after, case_id, decided_by, from, kind, limit, offset, session_id, severity, status, to }) {
    const where = [
      ...amongst("kind", kind),
      ...amongst("severity", severity),
      ...amongst("status", status),
      ...equal("session_id", session_id),
      ...equal("case_id", case_id),
      ...equal("decided_by", decided_by),
      ...within("created_at", { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) })
    ]
    const { pagination, rows } = yield* readPage(yield* FindingStore, { where }, { after, limit, offset })
    return { data: yield* Effect.forEach(rows, presentFinding), pagination }
  })
)

const get = operation(
  {
    summary: "Get a finding of the quality audit",
    method: "GET",
    path: "/audit-findings/{finding_id}",
    access: reading,
    effect: "read",
    params,
    output: AuditFinding
  },
  ({ finding_id }) => Effect.flatMap(find(finding_id), presentFinding)
)

/** A stored answer may hold what was written, so it goes with what the finding is about. */
const about = ({ case_id, check_id, id, session_id }: AuditFinding): string => session_id ?? case_id ?? check_id ?? id
const conflicts = ["invalid_state_transition"] as const

/** Moves a locked finding, keeps what was said of it, and announces the move without these words. */
const moved = Effect.fnUntraced(function* <Trigger extends FindingTrigger>(
  row: StoredFinding,
  trigger: Trigger,
  members: (by: string, at: string) => Partial<StoredFinding>,
  words: Partial<FindingWords>
) {
  const transition = transitionOf(row.status, trigger)
  if (transition instanceof Conflict) return yield* transition
  const { actor } = yield* Caller
  const at = yield* tenantNow
  const spoken = Object.keys(words).length === 0 ? row : yield* withWords(row, words)
  const next: StoredFinding = { ...spoken, ...members(actor.id, at), status: transition.to, updated_at: at }
  const announced = yield* announceFinding(next, transition.event, {
    previous_status: row.status,
    has_note: Object.keys(words).length > 0
  })
  yield* note({ type: "audit_finding", id: row.id }, [{ path: "status", from: row.status, to: transition.to }])
  return yield* presentFinding(yield* (yield* FindingStore).save(announced))
})

const acknowledge = operation(
  {
    summary: "Acknowledge a finding",
    description:
      "Says that someone looks into it. The note is stored encrypted and shown over REST alone. Acknowledging an acknowledged finding changes nothing.",
    method: "POST",
    path: "/audit-findings/{finding_id}/acknowledge",
    access: writing,
    effect: "write",
    params,
    body: { note: Schema.optionalKey(prose(longestNote, { "x-personal": true, description: "What is done about it" })) },
    output: AuditFinding,
    conflicts,
    emits: ["audit-finding.acknowledged"],
    about
  },
  Effect.fnUntraced(function* ({ finding_id, note: text }) {
    const row = yield* lock(finding_id)
    if (row.status === "acknowledged") {
      yield* note({ type: "audit_finding", id: row.id })
      return yield* presentFinding(row)
    }
    return yield* moved(
      row,
      "acknowledge",
      (acknowledged_by, acknowledged_at) => ({ acknowledged_by, acknowledged_at }),
      text === undefined ? {} : { note: text }
    )
  })
)

/** Shorter ones explain nothing. */
const leastReason = 10

const dismiss = operation(
  {
    summary: "Dismiss a finding",
    description: "For a finding that is none. The reason is stored encrypted and shown over REST alone.",
    method: "POST",
    path: "/audit-findings/{finding_id}/dismiss",
    access: writing,
    effect: "write",
    params,
    body: {
      reason: prose(longestNote, { "x-personal": true, description: "Why; at least 10 characters" }).check(
        Schema.isMinCodePoints(leastReason, { message: `must be at least ${leastReason} characters long` })
      )
    },
    output: AuditFinding,
    conflicts,
    emits: ["audit-finding.dismissed"],
    about
  },
  Effect.fnUntraced(function* ({ finding_id, reason }) {
    return yield* moved(yield* lock(finding_id), "dismiss", (dismissed_by, dismissed_at) => ({ dismissed_by, dismissed_at }), {
      dismissed_reason: reason
    })
  })
)

const resolve = operation(
  {
    summary: "Resolve a finding",
    description:
      "`no_error`: the decision was right. `error_confirmed`: it was wrong. `error_corrected`: it was wrong and has been changed. Resolving does not change the decision. The note is stored encrypted and shown over REST alone.",
    method: "POST",
    path: "/audit-findings/{finding_id}/resolve",
    access: writing,
    effect: "write",
    params,
    body: {
      outcome: FindingResolution,
      note: prose(longestNote, { "x-personal": true, description: "How it was found out" })
    },
    output: AuditFinding,
    conflicts,
    emits: ["audit-finding.resolved"],
    about
  },
  Effect.fnUntraced(function* ({ finding_id, note: text, outcome }) {
    return yield* moved(
      yield* lock(finding_id),
      "resolve",
      (resolved_by, resolved_at) => ({ resolved_by, resolved_at, resolution: outcome }),
      { resolution_note: text }
    )
  })
)

export const auditFindings = operations("audit_findings", { list, get, acknowledge, dismiss, resolve })
