import { Context, Effect, Schema } from "effect"
import { previousStatus } from "../../kernel/events/added.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { prose, Timestamp } from "../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import { Version } from "../../kernel/resource/version.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { CaseId } from "../cases/model.ts"
import { CheckId, CheckType } from "../checks/model.ts"
import { SessionId } from "../sessions/model.ts"

export const FindingId = idSchema("aud")

/** What can be wrong with a decision. */
export const FindingKind = Schema.Literals([
  "overturned_decision",
  "sla_breach",
  "stale_list_used",
  "low_confidence_auto_approval",
  "missing_evidence",
  "policy_deviation",
  "reviewer_disagreement"
]).annotate({ identifier: "AuditFindingKind" })
export type FindingKind = typeof FindingKind.Type

export const FindingSeverity = Schema.Literals(["low", "medium", "high"]).annotate({ identifier: "AuditFindingSeverity" })
export const FindingStatus = Schema.Literals(["open", "acknowledged", "dismissed", "resolved"]).annotate({
  identifier: "AuditFindingStatus"
})
export type FindingStatus = typeof FindingStatus.Type
export const FindingResolution = Schema.Literals(["no_error", "error_confirmed", "error_corrected"]).annotate({
  identifier: "AuditFindingResolution"
})

const id = Schema.String.check(Schema.isMaxCodePoints(64))
const short = Schema.String.check(Schema.isMaxCodePoints(100))

/** Notes and reasons are 1 to 2,000 characters. */
export const longestNote = 2000
const Note = Schema.NullOr(prose(longestNote, { "x-personal": true }))

/** Something that the quality audit found about a decision. */
export const AuditFinding = Schema.Struct({
  id: FindingId,
  object: Schema.Literal("audit_finding"),
  environment: EnvironmentName,
  kind: FindingKind,
  severity: FindingSeverity,
  status: FindingStatus,
  session_id: Schema.NullOr(SessionId),
  case_id: Schema.NullOr(CaseId),
  check_id: Schema.NullOr(CheckId).annotate({ description: "Of a finding about one check" }),
  check_types: Schema.Array(CheckType).check(Schema.isMaxLength(50)).annotate({ description: "The checks that the finding speaks of" }),
  workflow_version_id: Schema.NullOr(id),
  decided_by: Schema.NullOr(Schema.Struct({ type: id, id })).annotate({
    description: "Who made the decision in question; null where that is not known"
  }),
  decided_at: Timestamp,
  detected_by: Schema.Literals(["rule", "sample"]),
  expected: short,
  actual: short,
  explanation: Schema.String.check(Schema.isMaxCodePoints(500)),
  acknowledged_by: Schema.NullOr(id),
  acknowledged_at: Schema.NullOr(Timestamp),
  note: Note,
  dismissed_by: Schema.NullOr(id),
  dismissed_at: Schema.NullOr(Timestamp),
  dismissed_reason: Note,
  resolved_by: Schema.NullOr(id),
  resolved_at: Schema.NullOr(Timestamp),
  resolution: Schema.NullOr(FindingResolution),
  resolution_note: Note,
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "AuditFinding" })
export interface AuditFinding extends Schema.Schema.Type<typeof AuditFinding> {}

/** What people wrote about a finding: it may name a person. */
const Words = Schema.Struct({ note: Note, dismissed_reason: Note, resolution_note: Note })
export type FindingWords = typeof Words.Type
const WordsText = Schema.fromJsonString(Words)
const encodeWords = Schema.encodeSync(WordsText)
const decodeWords = Schema.decodeUnknownEffect(WordsText)

export interface StoredFinding extends Stored<AuditFinding, keyof FindingWords> {
  readonly sequence: number
  /** The rule and what it spoke of: a rule finds each thing once, however often it runs. */
  readonly found_for: string
  /** `FindingWords`, encrypted for this finding; null while no one wrote anything, and once they are erased. */
  readonly sealed_words: string | null
}

const move = {
  previous_status: previousStatus(FindingStatus),
  has_note: Schema.Boolean.annotate({ description: "Whether something was written about it; the words stay in the service" })
}

export const auditFindings = resource<StoredFinding>()({
  object: "audit_finding",
  schema: AuditFinding,
  in_schema_order: true,
  table: "audit_findings",
  counted: { by: "status" },
  columns: {
    kind: { type: "text", filtered: true },
    severity: { type: "text", filtered: true },
    status: { type: "text", filtered: true },
    session_id: { type: "text", filtered: true },
    case_id: { type: "text", filtered: true },
    check_id: { type: "text" },
    decided_by: { type: "text", path: ["decided_by", "id"], filtered: true },
    found_for: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["found_for"]],
  derived: { note: () => null, dismissed_reason: () => null, resolution_note: () => null },
  snapshot: [
    "id",
    "object",
    "environment",
    "kind",
    "severity",
    "status",
    "session_id",
    "case_id",
    "check_id",
    "check_types",
    "workflow_version_id",
    "decided_by",
    "decided_at",
    "detected_by",
    "expected",
    "actual",
    "acknowledged_by",
    "acknowledged_at",
    "dismissed_by",
    "dismissed_at",
    "resolved_by",
    "resolved_at",
    "resolution",
    "created_at",
    "updated_at"
  ],
  adds: { "audit-finding.acknowledged": move, "audit-finding.dismissed": move, "audit-finding.resolved": move }
})
export class FindingStore extends Context.Service<FindingStore, CollectionOf<typeof auditFindings>>()(
  "@vouchkit/core/audit-findings/FindingStore"
) {}

const purpose = "audit-finding"
const nothing: FindingWords = { note: null, dismissed_reason: null, resolution_note: null }

const openWords = Effect.fnUntraced(function* ({ id, sealed_words }: StoredFinding) {
  if (sealed_words === null) return nothing
  const plain = yield* (yield* Vault).open(purpose, id, sealed_words)
  return yield* decodeWords(plain).pipe(
    Effect.mapError(() => new StorageUnavailable({ cause: new Error("sealed words about a finding are malformed") }))
  )
})

/** The finding with what was written about it, which joins what was written before. */
export const withWords = Effect.fnUntraced(function* (row: StoredFinding, words: Partial<FindingWords>) {
  const all = { ...(yield* openWords(row)), ...words }
  const sealed_words = yield* (yield* Vault).seal(purpose, row.id, encodeWords(all))
  const written: StoredFinding = { ...row, sealed_words }
  return written
})

/** The finding as the API shows it. */
export const presentFinding = Effect.fnUntraced(function* (row: StoredFinding) {
  return { ...auditFindings.present(row), ...(yield* openWords(row)) }
})
